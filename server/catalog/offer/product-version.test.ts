// What a process keeps of a product is never shown beside a change: every writer renews the product's version (decision 0231), and three
// processes show each change with the next request.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputOf } from '../../../contract/index.ts';
import type { As, HouseCaller } from '../../../demo/call-house.ts';
import { makeEditor, newSku } from '../../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { findProduct } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { openThreeProcesses, type ThreeProcesses } from '../../../tests/build/three-processes.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let content: string;
let id: string;

beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
  id = (await findProduct(test, 'Silver Tower')).id;
});
afterAll(() => test.close());

const house = () => test.database.house;

const zone = {
  ...{ countries: ['MY'], postcodes: [], by: 'piece', firstUnits: 1, firstMinor: 500, stepUnits: 1, stepMinor: 100 },
  ...{ freeFromMinor: null, daysFrom: 1, daysUntil: 2 },
};

/** Columns that are read with every request, or that no page shows. Everything else renews the version. */
const live = ['from_minor', 'from_sort', 'next_on', 'popularity', 'sold', 'sold_lately', 'views'];

describe('a product’s version', () => {
  const versions = async () =>
    (
      await sql<{ version: string }>`SELECT version::text FROM product_version WHERE product_id = ${id}`.execute(
        house(),
      )
    ).rows.map((row) => row.version);
  const renewedBy = async (statement: ReturnType<typeof sql>) => {
    const before = await versions();
    await statement.execute(house());
    const after = await versions();
    expect([before.length, after.length]).toEqual([1, 1]);
    return before[0] !== after[0];
  };

  it('is renewed by every column of the product that is not read with each request', async () => {
    const { rows } = await sql<{
      name: string;
      renews: boolean;
    }>`SELECT a.attname AS name, a.attnum = ANY(t.tgattr::int2[]) AS renews
      FROM pg_attribute a JOIN pg_trigger t ON t.tgrelid = a.attrelid AND t.tgname = 'product_renewed' AND t.tgenabled = 'O'
      WHERE a.attrelid = 'product'::regclass AND a.attnum > 0 AND NOT a.attisdropped`.execute(house());
    expect(rows.length).toBeGreaterThan(30);
    expect(rows.flatMap(({ name, renews }) => (renews ? [] : [name])).sort()).toEqual(live);
    for (const { name, renews } of rows.filter((row) => row.name !== 'product_id'))
      expect([
        name,
        await renewedBy(sql`UPDATE product SET ${sql.ref(name)} = ${sql.ref(name)} WHERE product_id = ${id}`),
      ]).toEqual([name, renews]);
  });

  it('is renewed by whatever belongs to it, also where that is added and removed', async () => {
    const packages = sql`(SELECT package_id FROM package WHERE product_id = ${id})`;
    await sql`WITH f AS (INSERT INTO freight_table (owner_id, name, currency, zones)
      SELECT owner_id, 'By post', 'MYR', '[]' FROM product WHERE product_id = ${id} RETURNING freight_id)
      UPDATE product SET freight_id = (SELECT freight_id FROM f) WHERE product_id = ${id}`.execute(house());
    const statements = {
      package: sql`UPDATE package SET names = names || '{"en": "Other"}' WHERE product_id = ${id}`,
      sku: sql`UPDATE sku SET price_minor = price_minor + 1 WHERE package_id IN ${packages}`,
      'SKU added': sql`INSERT INTO sku (owner_id, package_id, price_minor, position) SELECT owner_id, package_id, 7, 9 FROM package
        WHERE product_id = ${id}`,
      'SKU removed': sql`DELETE FROM sku WHERE price_minor = 7`,
      'package added': sql`INSERT INTO package (owner_id, product_id, key, names, position)
        SELECT owner_id, product_id, 'more', '{}', 9 FROM product WHERE product_id = ${id}`,
      'package removed': sql`DELETE FROM package WHERE key = 'more' AND product_id = ${id}`,
      'add-on': sql`INSERT INTO add_on (owner_id, product_id, names, price_minor, position)
        SELECT owner_id, product_id, '{}', 7, 9 FROM product WHERE product_id = ${id}`,
      'add-on changed': sql`UPDATE add_on SET price_minor = 8 WHERE product_id = ${id}`,
      'add-on removed': sql`DELETE FROM add_on WHERE product_id = ${id}`,
      area: sql`WITH a AS (INSERT INTO pickup_area (owner_id, names, ring) SELECT owner_id, '{}', '[]' FROM product
        WHERE product_id = ${id} RETURNING owner_id, area_id) INSERT INTO product_area SELECT owner_id, ${id}::bigint, area_id FROM a`,
      'area removed': sql`DELETE FROM product_area WHERE product_id = ${id}`,
      city: sql`UPDATE city SET names = names || '{"en": "Renamed"}'`,
      'table of freight': sql`UPDATE freight_table SET zones = ${JSON.stringify([zone])}::jsonb`,
      country: sql`UPDATE country SET names = names || '{"en": "Renamed"}'`,
    };
    for (const [name, statement] of Object.entries(statements))
      expect([name, await renewedBy(statement)]).toEqual([name, true]);
    // The names as they were: nothing changed, nothing is read again.
    expect(await renewedBy(sql`UPDATE city SET names = names`)).toBe(false);
    expect(await renewedBy(sql`UPDATE departure SET capacity = capacity`)).toBe(false);
  });

  it('differs from every other one, so that no page is taken for another', async () => {
    const { rows } = await sql<{
      n: number;
      different: number;
    }>`SELECT count(*)::int AS n, count(DISTINCT version)::int AS different
      FROM product_version`.execute(house());
    expect(rows[0]?.n).toBe(rows[0]?.different);
    const missing = await sql`SELECT 1 FROM product p LEFT JOIN product_version v USING (owner_id, product_id)
      WHERE v.product_id IS NULL`.execute(house());
    expect(missing.rows).toEqual([]);
  });
});

describe('three processes', () => {
  let processes: ThreeProcesses;
  let callers: HouseCaller[];

  beforeAll(async () => {
    processes = await openThreeProcesses(test);
    callers = processes.callers;
  }, 120_000);
  afterAll(() => processes.end());

  /** What each process shows: all the same, and the same as without a cache. */
  async function show(as: As = {}): Promise<OutputOf<'productDetail'>> {
    const answers = await Promise.all(callers.map((call) => call('productDetail', { id }, as)));
    const [first, ...others] = answers.map((one) => one.data);
    for (const other of others) expect(other).toEqual(first);
    await sql`UPDATE product_version SET version = gen_random_uuid()`.execute(house());
    expect((await test.call('productDetail', { id }, as)).data).toEqual(first);
    if (!first) throw new Error('no answer');
    // Cached again everywhere, for the next change.
    await Promise.all(callers.map((call) => call('productDetail', { id }, as)));
    return first;
  }

  it('show each change of the back office with the next request', { timeout: 120_000 }, async () => {
    const editor = makeEditor(test, { token: content });
    const agent = { token: await test.signIn('agent@one.example', 'agent-2026') };
    const document = async () => (await editor.open(id)).document;
    const [pack] = (await document()).packages;
    if (!pack) throw new Error('no package');
    const change = async (part: Parameters<typeof editor.change>[1]) =>
      expect((await editor.change(id, part)).code).toBe(200);
    await show();
    await change({ names: { ...(await document()).names, en: 'Golden Tower' } });
    expect((await show()).name).toBe('Golden Tower');
    const skus = (price: number) => pack.skus.map((sku) => ({ ...sku, priceMinor: price }));
    await change({ packages: [{ ...pack, skus: skus(12_300) }] });
    expect((await show()).packages[0]?.skus.map((sku) => sku.from.amountMinor)).toEqual([12_300, 12_300]);
    await change({ packages: [{ ...pack, skus: [...skus(12_300), newSku({ ticketType: 10003, priceMinor: 4500 })] }] });
    expect((await show()).packages[0]?.skus).toHaveLength(3);
    const retail = (await show(agent)).packages[0]?.skus[0]?.from.amountMinor;
    expect(retail).toBe(12_300);
    const partner = await sql<{
      id: string;
    }>`SELECT partner_id::text AS id FROM partner WHERE owner_id = 1 AND name = 'Agency'`.execute(house());
    const rule = {
      productId: id,
      skuId: null,
      level: null,
      partnerId: partner.rows[0]?.id ?? '',
      kind: 'percent' as const,
    };
    const ruled = await test.call('consolePriceRuleSave', { ...rule, value: 1000 }, { token: content });
    expect(ruled.code).toBe(200);
    expect((await show(agent)).packages[0]?.skus[0]?.from.amountMinor).toBe(11_070);
    expect((await show()).packages[0]?.skus[0]?.from.amountMinor).toBe(12_300);
    expect((await editor.calendar(pack.id ?? '', [{ on: playOn, session: '', capacity: 0 }])).code).toBe(200);
    expect((await show()).packages[0]?.nextOn).not.toBe(playOn);
    // All places are taken by orders, of which the cards hear later.
    await sql`UPDATE departure SET held = capacity - sold WHERE package_id = ${pack.id}`.execute(house());
    expect(await show()).toMatchObject({ nextOn: null, onSale: false, packages: [{ onSale: false }] });
    await sql`UPDATE departure SET held = 0 WHERE package_id = ${pack.id}`.execute(house());
    expect((await editor.state(id, 'withdrawn')).code).toBe(200);
    expect((await show()).onShelf).toBe(false);
    expect((await editor.state(id, 'published')).code).toBe(200);
    expect((await show()).onShelf).toBe(true);
  });

  it('find each change of an agent’s price with the next search by price', { timeout: 60_000 }, async () => {
    const agent = { token: await test.signIn('agent@one.example', 'agent-2026') };
    const editor = makeEditor(test, { token: content });
    let asked = 0;
    /** Which is where by price, as each of the processes finds it; each question is another one, which none has answered before. */
    const place = async (as: As = agent) => {
      asked += 1;
      const input = { sort: 'priceLow', size: 40, lat: asked / 1000, lng: 0, priceTo: 999_999 } as const;
      const answers = await Promise.all(callers.map((call) => call('searchProducts', input, as)));
      const [first, ...others] = answers.map(({ data }) => data.list.map((one) => [one.id, one.from.amountMinor]));
      for (const other of others) expect(other).toEqual(first);
      return first?.findIndex(([one]) => one === id);
    };
    const last = (await test.call('searchProducts', { size: 40 }, agent)).data.total - 1;
    const [pack] = (await editor.open(id)).document.packages;
    if (!pack) throw new Error('no package');
    const setPrice = async (priceMinor: number) => {
      const skus = pack.skus.map((sku) => ({ ...sku, priceMinor }));
      expect((await editor.change(id, { packages: [{ ...pack, skus }] })).code).toBe(200);
    };
    await setPrice(90_000);
    expect([await place(), await place({})]).toEqual([last, last]);
    const rule = { productId: id, skuId: null, level: 2, partnerId: null, kind: 'percent' as const, value: 9990 };
    await sql`DELETE FROM price_rule WHERE owner_id = 1`.execute(house());
    expect((await test.call('consolePriceRuleSave', rule, { token: content })).code).toBe(200);
    // Only what costs nothing at all is cheaper than 90 sen.
    expect([await place(), await place({})]).toEqual([1, last]);
    await setPrice(900_000_000);
    expect([await place(), await place({})]).toEqual([last, -1]);
    await setPrice(90_000);
    expect(await place()).toBe(1);
    await sql`DELETE FROM price_rule WHERE owner_id = 1`.execute(house());
    expect(await place()).toBe(last);
  });
});
