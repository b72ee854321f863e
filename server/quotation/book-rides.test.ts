// A quotation with rides there and back (§2 onlinequotation, decision 0751): each ride is an order with a way and a flight of its own,
// and cars that drive together are one order.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
const back = addDays(playOn, 1);
let lines: InputOf<'quotationSave'>['lines'];

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const { rows } = await sql<{ productId: string; packageId: string; skuId: string }>`
    SELECT p.product_id::text AS "productId", g.package_id::text AS "packageId", s.sku_id::text AS "skuId"
    FROM product p JOIN package g USING (owner_id, product_id) JOIN sku s USING (owner_id, package_id)
    WHERE p.owner_id = 1 AND p.key = 'car' ORDER BY s.position`.execute(test.database.house);
  const [small, large] = rows;
  lines = [
    { ...small, playOn, quantity: 1 },
    { ...large, playOn, quantity: 1 },
    { ...small, playOn: back, quantity: 1 },
  ];
});
afterAll(() => test?.close());

const rideOf = (flight: string) => ({
  ...{ '406': flight, flightArrivalTime: '12:00', passengerCount: '2', luggageCount: '1', '403': 'Sea Hotel' },
});
const contact = { name: 'Arif', email: 'agent@one.example' };

async function check() {
  const draft = { language: 'en', currency: 'MYR', percent: '10', validUntil: addDays(today, 5), lines } as const;
  const { data: saved } = await test.call('quotationSave', draft, { token: agent });
  await test.call('quotationSend', { id: saved.id, revision: saved.revision }, { token: agent });
  return { id: saved.id, ...(await test.call('quotationCheck', { id: saved.id }, { token: agent })).data };
}

it('becomes an order for each ride, with the fields of that ride', async () => {
  const { id, revision, orders } = await check();
  expect(orders.map(({ form }) => form.lines.map((line) => line.playOn))).toEqual([[playOn, playOn], [back]]);
  expect(new Set(orders.map(({ key }) => key)).size).toBe(2);
  const filled = orders.map(({ key, form }, at) => ({
    ...{ productId: form.productId, key, orderFields: rideOf(at ? 'MH456' : 'MH123') },
  }));
  const seen = orders.map(({ key, form, now }) => ({ productId: form.productId, key, total: now }));
  const input = { id, revision, contact, agreed: true, seen };
  const wrong = await test.call(
    'quotationBook',
    { ...input, orders: filled.map((one, at) => (at ? { ...one, orderFields: {} } : one)) },
    { token: agent, key: newKey() },
  );
  const { fields } = wrong.data as unknown as { fields: Record<string, string> };
  expect(Object.keys(fields).filter((path) => path.endsWith('.406'))).toEqual(['orders.1.orderFields.406']);
  const booked = await test.call('quotationBook', { ...input, orders: filled }, { token: agent, key: newKey() });
  expect(booked.code).toBe(200);
  const flights: unknown[] = [];
  for (const orderNo of booked.data.orderNos) {
    const { data } = await test.call('orderDetail', { id: orderNo }, { token: agent });
    flights.push([data.orderFields['406'], data.lines.map((line) => line.playOn)]);
  }
  expect(flights).toEqual([
    ['MH123', [playOn, playOn]],
    ['MH456', [back]],
  ]);
});

it('takes the fields of a product for each of its rides where they are sent without a key', async () => {
  const { id, revision, orders } = await check();
  const productId = orders[0]?.form.productId ?? '';
  const input = { id, revision, contact, agreed: true, orders: [{ productId, orderFields: rideOf('MH123') }] };
  const booked = await test.call('quotationBook', input, { token: agent, key: newKey() });
  expect([booked.code, booked.data.orderNos?.length]).toEqual([200, 2]);
});
