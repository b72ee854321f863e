// A shelf that is read in several parts and sorted in several slices (decision 0737) answers as the database does.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../../contract/index.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { sql } from '../../platform/db.ts';

/** More than a part and a slice have. */
const copies = 5100;
let test: TestHouse;

beforeAll(async () => {
  test = await openTestHouse();
  const house = test.database.house;
  const number = sql`'product_id', 910000 + n`;
  const times = sql`generate_series(1, ${copies}::int) n`;
  await sql`INSERT INTO product SELECT (jsonb_populate_record(p, jsonb_build_object(${number}, 'key', 'copy-' || n, 'type', 1 + n % 3,
    'popularity', n * 7919 % 1000, 'sold_lately', n * 104729 % 500, 'from_sort', 10000 + n * 31 % 5000,
    'created_at', p.created_at + n % 7000 * interval '1 second', 'offers', CASE WHEN n % 1000 = 7 THEN jsonb_build_array(jsonb_build_object(
      'percent', 90, 'from', 0, 'until', 4000000000000)) END))).* FROM product p, ${times} WHERE p.owner_id = 1 AND p.key = 'tower'`.execute(
    house,
  );
  await sql`INSERT INTO product_version SELECT (jsonb_populate_record(v, jsonb_build_object(${number}))).*
    FROM product_version v JOIN product p USING (owner_id, product_id), ${times}
    WHERE p.owner_id = 1 AND p.key = 'tower' ON CONFLICT DO NOTHING`.execute(house);
  await sql`INSERT INTO product_search (owner_id, product_id, name_words, words) SELECT p.owner_id, p.product_id, 'silver',
    CASE WHEN p.product_id % 2 = 0 THEN 'silver even:1' ELSE 'silver odd:1' END::tsvector
    FROM product p WHERE p.key LIKE 'copy-%' ON CONFLICT DO NOTHING`.execute(house);
  await sql`ANALYZE product, product_search, product_version`.execute(house);
}, 120_000);
afterAll(async () => {
  await sql`UPDATE product SET offers = NULL WHERE key LIKE 'copy-%'`.execute(test.database.house);
  await test.close();
});

async function countKept(): Promise<number> {
  const text = await (await test.fetch('/metrics')).text();
  return Number(/search_pages_total\{hits="kept"\} (\d+)/.exec(text)?.[1] ?? 0);
}

let asked = 0;
/** Otherwise spaced each time: no answer is one of the last seconds. */
const ask = async ({ query = '', ...input }: Partial<InputOf<'searchProducts'>>) => {
  asked += 1;
  return (await test.call('searchProducts', { ...input, query: query + ' '.repeat(asked % 61) })).data;
};

it('for words and without, in every order, with filters, on the first and on a late page', {
  timeout: 120_000,
}, async () => {
  const orders = [
    { sort: 'default' },
    { sort: 'priceLow' },
    { sort: 'priceHigh' },
    { row: 'popular' },
    { row: 'hot' },
    { row: 'recent' },
  ] as const;
  const filters = [{}, { type: 2 }, { page: 50 }, { type: 3, page: 40 }];
  const questions = ['', 'silver', 'even'].flatMap((query, word) =>
    orders.map((order, at) => ({ query, size: 20, ...order, ...filters[(word + at) % filters.length] })),
  );
  const whole = [];
  for (const question of questions) whole.push(await ask(question));
  expect(Math.max(...whole.map(({ total }) => total))).toBeGreaterThan(copies);
  await expect
    .poll(
      async () => {
        const before = await countKept();
        for (const query of ['', 'silver', 'even']) await ask({ query, size: 1 });
        return (await countKept()) - before;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThanOrEqual(3);
  const before = await countKept();
  for (const [at, question] of questions.entries())
    expect([question, await ask(question)]).toEqual([question, whole[at]]);
  expect((await countKept()) - before).toBeGreaterThanOrEqual(questions.length);
});
