// Orders in every state that operations handle, for tests of the back office: many that wait for confirmation, products of a
// supplier, a pick-up to check, cancellation requests.

import { whenFree } from '../../demo/call-house.ts';
import { sql } from '../../server/platform/db.ts';
import type { TestHouse } from './open-house.ts';
import { fillOrder, newKey, placeOrder, type Wanted } from './place-orders.ts';

/** Room and small prices, so that an agency's deposit pays for many orders. */
export async function makeRoom(test: TestHouse): Promise<void> {
  const house = test.database.house;
  await sql`UPDATE departure SET capacity = 400 WHERE capacity = 20`.execute(house);
  await sql`UPDATE sku SET price_minor = 100 WHERE package_id IN (SELECT package_id FROM package k JOIN product p USING (owner_id, product_id)
    WHERE p.key IN ('hills', 'car'))`.execute(house);
}

/** The test owner's supplier delivers these products. */
export async function giveToSupplier(test: TestHouse, key: string): Promise<void> {
  await sql`UPDATE product SET supplier_id = (SELECT account_id FROM account WHERE owner_id = 1 AND email = 'supplier@one.example')
    WHERE owner_id = 1 AND key = ${key}`.execute(test.database.house);
}

/** Placed and paid from the deposit. */
export async function buy(test: TestHouse, token: string, wanted: Wanted = {}): Promise<string> {
  const orderNo = await placeOrder(test, token, wanted);
  const as = { token, key: newKey() };
  const paid = await whenFree(() => test.call('paying', { id: orderNo, channel: 'deposit' }, as));
  if (paid.code !== 200) throw new Error(`not paid: ${paid.code} ${paid.msg}`);
  return orderNo;
}

/** Orders that wait for a person. */
export async function buyPending(test: TestHouse, token: string, count: number): Promise<string[]> {
  const list: string[] = [];
  for (let at = 0; at < count; at += 1)
    list.push(await buy(test, token, { product: 'Green Hills Day Tour', quantity: 2 }));
  return list;
}

/** A car whose pick-up lies outside the area: paid, and a person has to look at it. */
export async function buyDoubtful(test: TestHouse, token: string): Promise<string> {
  const orderNo = await placeDoubtful(test, token);
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token, key: newKey() });
  return orderNo;
}

/** The same before it is paid. */
export async function placeDoubtful(test: TestHouse, token: string): Promise<string> {
  const house = test.database.house;
  const ring = JSON.stringify([[101, 3], [102, 3], [102, 4], [101, 4]]); // biome-ignore format: a square
  await sql`WITH made AS (INSERT INTO pickup_area (owner_id, names, ring) VALUES (1, '{"en": "Square"}', ${ring}::jsonb) RETURNING area_id)
    INSERT INTO product_area (owner_id, product_id, area_id) SELECT 1, product_id, area_id FROM product, made
    WHERE owner_id = 1 AND key = 'car'`.execute(house);
  const input = await fillOrder(test, token, { product: 'Airport Car' });
  const placed = await test.call(
    'createOrder',
    { ...input, pickup: { address: '1 Beach Road', lat: 9, lng: 9 } },
    { token, key: newKey() },
  );
  if (placed.code !== 200) throw new Error(`no order: ${placed.code} ${placed.msg} ${JSON.stringify(placed.data)}`);
  return placed.data.orderNo;
}
