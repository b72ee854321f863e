// Own orders by amount when currencies have no digits, two or three (§9): by what they are worth, not by how they are counted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
  const { house } = test.database;
  await sql`INSERT INTO exchange_rate (owner_id, currency, rate) VALUES (1, 'KWD', '14.5')`.execute(house);
  await sql`UPDATE product SET currency = 'KWD' WHERE owner_id = 1 AND key = 'few-seats'`.execute(house);
});
afterAll(() => test.close());

it('yen, ringgit and dinar are sorted by their value', async () => {
  const token = await test.signIn('member@one.example', 'member-2026');
  // 3,500 yen are 102.20, 10.000 dinar 145.00, and 300.00 ringgit.
  const yen = await placeOrder(test, token, { product: 'Evening Show', session: '18:00' });
  const dinar = await placeOrder(test, token, { product: 'Few Seats' });
  const ringgit = await placeOrder(test, token, { product: 'Silver Tower', quantity: 3 });
  const sorted = async (sort: 'amount' | 'amountLow') =>
    (await test.call('orderList', { sort }, { token })).data.list.map((item) => item.orderNo);
  expect(await sorted('amount')).toEqual([ringgit, dinar, yen]);
  expect(await sorted('amountLow')).toEqual([yen, dinar, ringgit]);
});
