// A catalogue that is larger than an import: its parts hold every product once, also those after one that is deleted between two downloads.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PortedProduct } from '../../contract/porting.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { makePorter, type Porter } from '../../tests/build/port-files.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let token: string;
let porter: Porter;
beforeAll(async () => {
  test = await openTestHouse();
  token = await test.signIn('content@one.example', 'content-2026');
  porter = makePorter(test, { token });
});
afterAll(() => test.close());

const askParts = async () => (await test.call('consoleImports', {}, { token })).data.parts;
const countOf = async (after: string) => {
  const answer = await porter.fetch(`/api/console/catalogue/export?format=json&after=${after}`);
  const products = JSON.parse(await answer.text()) as PortedProduct[];
  return { name: answer.headers.get('content-disposition'), keys: products.map(({ key }) => key) };
};

it('a catalogue of more products than one import takes is exported in parts that it takes (rules §10)', async () => {
  expect(await askParts()).toEqual([]);
  const { house } = test.database;
  await sql`INSERT INTO product SELECT (jsonb_populate_record(p, jsonb_build_object('product_id', 910000 + n, 'key', 'copy-' || n,
    'status', 'draft', 'on_shelf', false))).* FROM product p, generate_series(1, 20001) n WHERE p.owner_id = 1 AND p.key = 'tower'`.execute(
    house,
  );
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total FROM product WHERE owner_id = 1`.execute(
    house,
  );
  const total = counted.rows[0]?.total ?? 0;
  const parts = await askParts();
  expect(parts.map(({ from, to }) => [from, to])).toEqual([
    [1, 10_000],
    [10_001, 20_000],
    [20_001, total],
  ]);
  const first = await countOf(parts[0]?.after ?? '');
  expect(first.keys).toHaveLength(10_000);
  expect(first.name).toMatch(/-1-10000\.json"$/);
  await sql`DELETE FROM product WHERE owner_id = 1 AND key = 'copy-1'`.execute(house);
  const others = [await countOf(parts[1]?.after ?? ''), await countOf(parts[2]?.after ?? '')];
  expect(others.map(({ keys }) => keys.length)).toEqual([10_000, total - 20_000]);
  expect(new Set([first, ...others].flatMap(({ keys }) => keys)).size).toBe(total);
  const odd = await porter.fetch('/api/console/catalogue/export?format=json&after=x');
  expect((await odd.json()).code).toBe(200001);
}, 120_000);
