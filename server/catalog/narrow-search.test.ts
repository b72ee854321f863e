// The narrow row that a search counts and sorts by equals its product's data after every kind of write, and the audit finds where it does
// not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import type { As } from '../../demo/call-house.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { refreshCards, replaceWords } from '../editing/cards.sql.ts';
import { listWordedBefore } from '../editing/editing.sql.ts';
import { renewOldWords } from '../editing/renew-words.ts';
import { wordsForm } from '../editing/write-words.ts';
import { inHouseTransaction, inTransaction, sql } from '../platform/db.ts';
import { auditHouse } from '../upkeep/audit-house.ts';

let test: TestHouse;

beforeAll(async () => {
  test = await openTestHouse();
  await sql`INSERT INTO city SELECT (jsonb_populate_record(c, '{"city": "elsewhere"}')).* FROM city c LIMIT 1`.execute(
    house(),
  );
});
afterAll(() => test.close());

const broken = async () =>
  (await auditHouse(test.database)).filter((one) => one.violations.length).map((one) => one.invariant);
const house = () => test.database.house;
const invariant = 'search: what filters, counts and sorts a product is what the product says';

const changes: Record<string, ReturnType<typeof sql>> = {
  type: sql`type = type + 1`,
  subtype: sql`subtype = subtype + 1`,
  city: sql`city = (SELECT max(c.city) FROM city c WHERE c.city <> product.city)`,
  from_sort: sql`from_sort = from_sort + 100`,
  popularity: sql`popularity = popularity + 7`,
  sold_lately: sql`sold_lately = sold_lately + 3`,
  created_at: sql`created_at = created_at - interval '1 day'`,
  rating_rank: sql`rating_rank = rating_rank + 1`,
  on_shelf: sql`on_shelf = NOT on_shelf`,
};

it('finds by everything that is written now, also products that an older version wrote (§2 search)', async () => {
  const { rows } = await sql<{ owner_id: number }>`SELECT owner_id FROM product_search WHERE on_shelf
    ORDER BY owner_id LIMIT 1`.execute(house());
  const owner = test.database.forOwner(rows[0]?.owner_id ?? 0);
  await sql`UPDATE product_search SET words = ts_delete(words, ${wordsForm}), name_words = ts_delete(name_words, '=tower')`.execute(
    house(),
  );
  const titled = () =>
    sql<{ n: number }>`SELECT count(*)::int AS n FROM product_search WHERE name_words @@ '''=tower'''::tsquery`.execute(
      house(),
    );
  expect((await titled()).rows[0]?.n).toBe(0);
  expect((await listWordedBefore(owner)).length).toBeGreaterThan(0);
  await renewOldWords(owner);
  expect(await listWordedBefore(owner)).toEqual([]);
  expect((await titled()).rows[0]?.n).toBeGreaterThan(0);
  expect(await broken()).toEqual([]);
});

it('has every column that a change of the product may touch', async () => {
  const { rows } = await sql<{ name: string }>`SELECT column_name AS name FROM information_schema.columns
    WHERE table_name = 'product_search' AND column_name NOT IN ('owner_id', 'product_id', 'words', 'name_words')`.execute(
    house(),
  );
  expect(rows.map((row) => row.name).sort()).toEqual(Object.keys(changes).sort());
});

it.each(Object.keys(changes))('follows the product: %s', async (column) => {
  const before = await sql<{ n: number }>`SELECT count(*)::int AS n FROM product_search`.execute(house());
  expect(before.rows[0]?.n).toBeGreaterThan(0);
  await sql`ALTER TABLE product DISABLE TRIGGER product_searched, DISABLE TRIGGER product_rated`.execute(house());
  await sql`UPDATE product SET ${changes[column] ?? sql``}`.execute(house());
  expect(await broken()).toEqual([invariant]);
  // Back to where it was, and once more with the trigger.
  await sql`ALTER TABLE product ENABLE TRIGGER product_searched, ENABLE TRIGGER product_rated`.execute(house());
  await sql`UPDATE product SET ${changes[column] ?? sql``}`.execute(house());
  expect(await broken()).toEqual([]);
});

it('stays the same when words are written while the product sells', async () => {
  const { rows } = await sql<{ owner_id: number; product_id: number }>`SELECT owner_id, product_id FROM product_search
    ORDER BY owner_id, product_id LIMIT 1`.execute(house());
  const [row] = rows;
  if (!row) throw new Error('nothing to search');
  const owner = test.database.forOwner(row.owner_id);
  const write = () =>
    inTransaction(owner, (owner) => replaceWords(owner, row.product_id, { nameWords: ['a'], words: ['a', 'b'] }));
  const sell = () =>
    sql`UPDATE product SET sold_lately = sold_lately + 1 WHERE owner_id = ${owner.id} AND product_id = ${row.product_id}`.execute(
      owner,
    );
  await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 ? write() : sell())));
  expect(await broken()).toEqual([]);
});

describe('an order and a filter by price (§2 search, decision 0515)', () => {
  type Input = Partial<InputOf<'searchProducts'>>;
  type Part = { product: string; city: string; type: number; package: string; sku: string };
  let asked = 0;
  let seed = 7;
  const draw = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  /** Each question is another one, so that no answer is one from before a change. */
  const ask = async (input: Input, as: As) => {
    asked += 1;
    const { data } = await test.call(
      'searchProducts',
      { size: 40, lat: asked / 1000, lng: 0, priceTo: 1e9, ...input },
      as,
    );
    return data.list;
  };
  const run = (statement: ReturnType<typeof sql>) => statement.execute(house());

  /** A price for any part of the catalogue, for the agent or its level, always or while it is booked on some days. */
  const addRule = (parts: Part[], partnerId: number) => {
    const part = parts[draw(parts.length)] as Part;
    const scope = draw(6);
    const kind = scope ? 'percent' : ['fixed', 'amount', 'percent'][draw(3)];
    const until = [null, null, '2020-12-31', '2090-12-31'][draw(4)] ?? null;
    const [level, partner] = draw(2) ? [2, null] : [null, partnerId];
    return run(sql`INSERT INTO price_rule (owner_id, level, partner_id, product_id, package_id, sku_id, city, type, kind, value, valid_by,
        valid_until)
      VALUES (1, ${level}, ${partner}, ${scope < 3 ? part.product : null}, ${scope === 1 ? part.package : null},
        ${scope ? null : part.sku}, ${scope === 3 ? part.city : null}, ${scope === 4 ? part.type : null}, ${kind},
        ${kind === 'percent' ? draw(60) * 100 : 100 + draw(5000)}, ${until && 'booking'}, ${until}::date) ON CONFLICT DO NOTHING`);
  };
  const addOffers = () =>
    run(sql`UPDATE product SET offers = CASE WHEN product_id % 3 = ${draw(3)} THEN jsonb_build_array(jsonb_build_object('percent',
      ${10 + draw(50)}::int, 'from', ${Date.now() - 60_000}::bigint, 'until', ${Date.now() + 600_000 * (draw(2) || -1)}::bigint)) END
      WHERE owner_id = 1`);

  /** By price both ways, and between two prices of what is found: as the cards say it. */
  const expectTrue = async (as: As) => {
    const low = await ask({ sort: 'priceLow' }, as);
    const minors = low.map((one) => one.from.amountMinor);
    expect(minors).toEqual(minors.toSorted((one, other) => one - other));
    const high = (await ask({ sort: 'priceHigh' }, as)).map((one) => one.from.amountMinor);
    expect(high).toEqual(minors.toReversed());
    const [priceFrom, priceTo] = [Math.floor((minors[2] ?? 0) / 100), Math.ceil((minors.at(-3) ?? 0) / 100)];
    const within = low.filter(({ from }) => from.amountMinor >= priceFrom * 100 && from.amountMinor <= priceTo * 100);
    const found = await ask({ priceFrom, priceTo, sort: 'priceLow' }, as);
    expect(low.length).toBeGreaterThan(8);
    expect(within.length).toBeGreaterThan(0);
    expect(found.map((one) => one.id).sort()).toEqual(within.map((one) => one.id).sort());
  };

  it('are by the price that this caller sees on the cards, of whichever rules and offers there are', async () => {
    const agent = { token: await test.signIn('agent@one.example', 'agent-2026') };
    await run(sql`UPDATE product SET city = 'elsewhere' WHERE owner_id = 1 AND key IN ('hills', 'inn', 'car')`);
    await run(sql`INSERT INTO package (owner_id, product_id, key, names, position) SELECT owner_id, product_id, 'second', '{}', 9
      FROM product WHERE owner_id = 1 AND key IN ('tower', 'hills', 'yen-show')`);
    await run(sql`INSERT INTO sku (owner_id, package_id, price_minor, position, ticket_type)
      SELECT owner_id, package_id, 3000 + package_id % 7000, 1, 10001 FROM package WHERE owner_id = 1 AND key = 'second'`);
    await refreshCards(test.database.forOwner(1));
    const { rows: parts } =
      await sql<Part>`SELECT p.product_id AS product, p.city, p.type, k.package_id AS package, s.sku_id AS sku
      FROM product p JOIN package k USING (owner_id, product_id) JOIN sku s USING (owner_id, package_id) WHERE owner_id = 1`.execute(
        house(),
      );
    const { rows: whose } = await sql<{
      id: number;
    }>`SELECT partner_id AS id FROM partner WHERE owner_id = 1 AND name = 'Agency'`.execute(house());
    for (let round = 0; round < 12; round += 1) {
      await run(sql`DELETE FROM price_rule WHERE owner_id = 1`);
      for (let at = 0; at < round; at += 1) await addRule(parts, whose[0]?.id ?? 0);
      await addOffers();
      await expectTrue(agent);
      await expectTrue({});
      await expectTrue({ ...agent, currency: 'USD' });
      expect((await broken()).filter((one) => !one.startsWith('offer: '))).toEqual([]);
    }
    await run(sql`UPDATE product SET offers = NULL`);
    expect(await broken()).toEqual([]);
  });

  it('are by the new price where a rule and the price that it is of change at once', async () => {
    const change = sql`UPDATE sku SET price_minor = price_minor + 500 WHERE owner_id = 1 AND package_id IN
      (SELECT k.package_id FROM package k JOIN product p USING (owner_id, product_id) WHERE p.owner_id = 1 AND p.key = 'few-seats')`;
    const rule = sql`INSERT INTO price_rule (owner_id, level, product_id, kind, value)
      SELECT 1, 3 + (SELECT count(*) FROM price_rule WHERE owner_id = 1), product_id, 'percent', 1000 FROM product
      WHERE owner_id = 1 AND key = 'few-seats'`;
    await run(sql`DELETE FROM price_rule WHERE owner_id = 1`);
    for (const [first, second] of [
      [change, rule],
      [rule, change],
    ] as const) {
      let late: Promise<unknown> | undefined;
      await inHouseTransaction(house(), async (trx) => {
        await first.execute(trx);
        late = run(second);
        // Time for it to come as far as it can beside the other one.
        await Promise.race([late, new Promise((resolve) => setTimeout(resolve, 150))]);
      });
      await late;
      expect(await broken()).toEqual([]);
    }
  });
});
