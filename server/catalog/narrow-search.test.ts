// The narrow row that a search counts and sorts by says what its product says, whoever writes either of them, and the audit sees where it
// does not.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { replaceWords } from '../editing/cards.sql.ts';
import { listWordedBefore } from '../editing/editing.sql.ts';
import { renewOldWords } from '../editing/renew-words.ts';
import { wordsForm } from '../editing/write-words.ts';
import { inTransaction, sql } from '../platform/db.ts';
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
