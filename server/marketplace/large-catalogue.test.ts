// Interfaces that list a whole catalogue read some products at a time (decision 0735): each product is there once, in batches of any size.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeApiKey } from '../../tests/build/make-api-key.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

const copies = 1100;
let test: TestHouse;
let operations: string;
let key: string;

beforeAll(async () => {
  test = await openTestHouse();
  operations = await test.signIn('operations@one.example', 'operations-2026');
  key = await makeApiKey(test, ['octo', 'viator', 'getYourGuide']);
  await multiply();
}, 60_000);
afterAll(() => test.close());

/** The tower with its packages and SKUs, again and again. */
async function multiply() {
  const { house } = test.database;
  const tower = sql`product_id = (SELECT product_id FROM product WHERE owner_id = 1 AND key = 'tower')`;
  const times = sql`generate_series(1, ${copies}::int) n`;
  const numbers = sql`'product_id', 910000 + n`;
  await sql`INSERT INTO product SELECT (jsonb_populate_record(p, jsonb_build_object(${numbers}, 'key', 'copy-' || n))).*
    FROM product p, ${times} WHERE p.owner_id = 1 AND p.${tower}`.execute(house);
  const packageId = sql`910000 + 10 * n + k.position`;
  await sql`INSERT INTO package SELECT (jsonb_populate_record(k, jsonb_build_object(${numbers}, 'package_id', ${packageId}))).*
    FROM package k, ${times} WHERE k.owner_id = 1 AND k.${tower}`.execute(house);
  await sql`INSERT INTO sku SELECT (jsonb_populate_record(s, jsonb_build_object('package_id', ${packageId},
      'sku_id', 910000 + 1000 * n + s.sku_id))).*
    FROM sku s JOIN package k USING (owner_id, package_id), ${times} WHERE s.owner_id = 1 AND k.${tower}`.execute(
    house,
  );
}

const askTours = async () => {
  const data = { ResellerId: '1', SupplierId: 1, ExternalReference: '1', Timestamp: '2026-01-01T00:00:00.000Z' };
  const answer = await test.fetch('/viator/tourlist', {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ requestType: 'TourListRequest', data }),
  });
  return ((await answer.json()) as { data: { Tour: { SupplierProductCode: string }[] } }).data.Tour;
};

/** The copies are there, each once, whatever else is sold there. */
function expectCopies(found: string[]) {
  expect(new Set(found).size).toBe(found.length);
  const wanted = Array.from({ length: copies }, (_, at) => String(910_001 + at));
  expect(found.filter((id) => Number(id) > 910_000).sort()).toEqual(wanted.sort());
}

it('OCTO lists each product once, as it does alone (§3 order source)', async () => {
  const headers = { authorization: `Bearer ${key}`, 'octo-capabilities': 'octo/pricing, octo/content' };
  const answer = await test.fetch('/octo/products', { headers });
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const list = (await answer.json()) as { id: string }[];
  expectCopies(list.map(({ id }) => id));
  for (const at of [0, 199, 200, list.length - 1]) {
    const alone = await test.fetch(`/octo/products/${list[at]?.id}`, { headers });
    expect(await alone.json()).toEqual(list[at]);
  }
});

it('a system that hangs up amid OCTO’s list disturbs no other caller', async () => {
  const headers = { authorization: `Bearer ${key}`, 'octo-capabilities': 'octo/pricing, octo/content' };
  for (let turn = 0; turn < 20; turn += 1) {
    const leaving = new AbortController();
    const answer = await test.fetch('/octo/products', { headers, signal: leaving.signal });
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    leaving.abort();
  }
  const list = (await (await test.fetch('/octo/products', { headers })).json()) as { id: string }[];
  expectCopies(list.map(({ id }) => id));
});

it('OCTO’s list is whole although the connections to the database are cut amid it', async () => {
  const headers = { authorization: `Bearer ${key}`, 'octo-capabilities': 'octo/pricing, octo/content' };
  const answer = await test.fetch('/octo/products', { headers });
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = decoder.decode((await reader?.read())?.value, { stream: true });
  const cut = await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(test.database.house);
  expect(cut.rows.length).toBeGreaterThan(0);
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    text += decoder.decode(part.value, { stream: true });
  expectCopies((JSON.parse(text) as { id: string }[]).map(({ id }) => id));
});

it('Viator and GetYourGuide get each product once (§3 order source)', async () => {
  expectCopies((await askTours()).map((one) => one.SupplierProductCode));
  const authorization = `Basic ${Buffer.from(`gyg:${key}`).toString('base64')}`;
  const answer = await test.fetch('/gyg/1/suppliers/one/products/', { headers: { authorization } });
  const { data } = (await answer.json()) as { data: { products: { productId: string }[] } };
  const codes = data.products.map(({ productId }) => productId);
  expect(new Set(codes).size).toBe(codes.length);
  expectCopies([...new Set(codes.map((code) => code.split('-')[0] ?? ''))]);
});

it('staff turn through all that is sold there, and find one by its name and code', async () => {
  const ask = async (input: { page?: number; query?: string }) =>
    (await test.call('consoleMarketplaces', input, { token: operations })).data;
  const first = await ask({});
  const codes: string[] = [];
  for (let page = 1; page <= first.pages; page += 1) codes.push(...(await ask({ page })).list.map(({ code }) => code));
  expect(codes.length).toBe(first.total);
  expectCopies([...new Set(codes.map((code) => code.split('-')[0] ?? ''))]);
  const [one] = (await ask({ query: `${codes.at(-1)}` })).list;
  expect(one?.code).toBe(codes.at(-1));
  expect(one?.skus.length).toBeGreaterThan(0);
});
