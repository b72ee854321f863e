// A product that is given to another supplier (§6 supplier, decision 0758): what was delivered stays with who delivered it, in the
// settlement and in the supplier's own orders; what is to come moves to the new one.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeEditor } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { findProduct } from '../../tests/build/place-orders.ts';
import { buy, giveToSupplier } from '../../tests/build/set-up-desk.ts';
import { makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let content: string;
let finance: string;
let first: string;
let second: { id: string; token: string };
const cost = 4_000;

beforeAll(async () => {
  test = await openTestHouse();
  await sql`UPDATE sku SET cost_minor = ${cost} WHERE owner_id = 1 AND price_minor = 10000`.execute(
    test.database.house,
  );
  agent = await test.signIn('agent@one.example', 'agent-2026');
  content = await test.signIn('content@one.example', 'content-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  first = await test.signIn('supplier@one.example', 'supplier-2026');
  second = await makeSecondSupplier(test);
}, 60_000);
afterAll(() => test.close());

/** What the clock does once the service is over. */
const complete = (orderNo: string) =>
  sql`WITH lines AS (UPDATE sub_order SET status = 1005 WHERE order_no = ${orderNo}),
      event AS (INSERT INTO order_event (owner_id, order_no, action, actor, from_status, to_status)
        VALUES (1, ${orderNo}, 'complete', 'clock', 1003, 1005))
    UPDATE purchase SET status = 1005 WHERE order_no = ${orderNo}`.execute(test.database.house);

async function owed(token: string): Promise<[string, string][]> {
  const { data } = await test.call('consoleSettlement', { from: playOn, to: playOn }, { token });
  return data.list.map((line): [string, string] => [line.orderNo, line.supplierName]).sort();
}

async function give(change: { supplierId?: string | null; packageSupplierId?: string | null }): Promise<void> {
  const editor = makeEditor(test, { token: content });
  const { id } = await findProduct(test, 'Silver Tower');
  const { document } = await editor.open(id);
  const { supplierId = document.supplierId, packageSupplierId } = change;
  const packages = document.packages.map((pack) => ({
    ...pack,
    supplierId: packageSupplierId === undefined ? pack.supplierId : packageSupplierId,
  }));
  expect((await editor.change(id, { supplierId, packages })).code).toBe(200);
}

const seenBy = async (token: string) =>
  (await test.call('consoleOrders', {}, { token })).data.list.map((order) => order.orderNo).sort();

it('leaves what was delivered to the former one, and what the owner delivered itself to nobody', async () => {
  const own = await buy(test, agent);
  await complete(own);
  await giveToSupplier(test, 'tower');
  const [delivered, coming] = [await buy(test, agent), await buy(test, agent)];
  await complete(delivered);
  const ours = (await owed(finance))[0]?.[1] ?? '';
  expect(await owed(finance)).toEqual([delivered, coming].sort().map((no) => [no, ours]));

  await give({ supplierId: second.id });
  expect(await owed(first)).toEqual([[delivered, ours]]);
  expect(await owed(second.token)).toEqual([[coming, 'Second Guides']]);
  expect((await owed(finance)).length).toBe(2);
  expect(await seenBy(first)).toEqual([delivered]);
  expect(await seenBy(second.token)).toEqual([coming]);
  expect((await test.call('consoleSupply', { id: delivered }, { token: first })).data.lines[0]?.owed).toMatchObject({
    amountMinor: cost,
  });
  expect((await test.call('consoleSupply', { id: delivered }, { token: second.token })).http).toBe(421);

  // By a package of its own, and back to the owner: each keeps what it delivered.
  await complete(coming);
  await give({ packageSupplierId: await idOfFirst() });
  await give({ supplierId: null, packageSupplierId: null });
  expect(await owed(finance)).toEqual([[delivered, ours] as const, [coming, 'Second Guides'] as const].sort());
  const last = await buy(test, agent);
  expect((await owed(finance)).map(([no]) => no)).not.toContain(last);
});

async function idOfFirst(): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT supplier_id::text AS id FROM account
    WHERE owner_id = 1 AND email = 'supplier@one.example'`.execute(test.database.house);
  return rows[0]?.id ?? '';
}
