// What a buyer read before cancelling is what is cancelled (§4 cancelling): not another refund, and not an order that was paid meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { refusals } from '../../domain/errors.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
const now = new Date();
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

async function buy(quantity = 1): Promise<string> {
  const orderNo = await placeOrder(test, agent, { quantity });
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  return orderNo;
}

const readRefund = async (orderNo: string, refundNum: number) =>
  (await test.call('calculateRefund', { subOrderNo: `${orderNo}-1`, refundNum }, { token: agent })).data.given;
const cancel = (orderNo: string, more: object) =>
  test.call('cancelOrder', { orderNo, remark: 'Ill', ...more }, { token: agent, key: newKey() });
const statusOf = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data.status;

/** Its day is so near that cancelling costs 40 percent. */
const comeNear = (orderNo: string) =>
  sql`UPDATE sub_order SET play_on = ${addDays(now.toISOString().slice(0, 10), 3)}, terms = jsonb_set(terms, '{refundRules}',
      '[{"daysBefore": 5, "feePercent": 40}]')
    WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(test.database.house);

it('§4 cancelling: another refund than the buyer read is refused with both amounts, and nothing is requested', async () => {
  const orderNo = await buy(2);
  const seenRefund = await readRefund(orderNo, 2);
  await comeNear(orderNo);
  const total = await readRefund(orderNo, 2);
  expect(total.amountMinor).toBeLessThan(seenRefund.amountMinor);
  const refused = await cancel(orderNo, { seenRefund });
  expect(refused).toMatchObject({ code: refusals.priceChanged, data: { seen: seenRefund, total } });
  expect(await statusOf(orderNo)).toBe(1003);
  expect((await test.call('cancelRequests', { query: orderNo }, { token: agent })).data.list).toEqual([]);
  // What was read anew is requested; without the amount, as other systems send it, too.
  expect((await cancel(orderNo, { seenRefund: total })).data.requests).toMatchObject([{ result: 0 }]);
});

it('§4 cancelling: a part is compared with the part that was read', async () => {
  const orderNo = await buy(3);
  const seenRefund = await readRefund(orderNo, 1);
  const part = { subOrderNo: `${orderNo}-1`, refundNum: 1 };
  expect((await cancel(orderNo, { ...part, refundNum: 2, seenRefund })).code).toBe(refusals.priceChanged);
  expect((await cancel(orderNo, { ...part, seenRefund })).code).toBe(200);
});

it('§4 cancelling: an order that was paid on another page is not cancelled by who read that it is unpaid', async () => {
  const orderNo = await buy();
  expect((await cancel(orderNo, { seenRefund: null })).code).toBe(refusals.actionNotAllowed);
  expect(await statusOf(orderNo)).toBe(1003);
  const unpaid = await placeOrder(test, agent);
  const key = newKey();
  const withdraw = () => test.call('cancelOrder', { orderNo: unpaid, seenRefund: null }, { token: agent, key });
  expect((await withdraw()).data.status).toBe(4007);
  expect((await withdraw()).data.status, 'a repeat changes nothing').toBe(4007);
});

it('the order is compared under its lock: of many who read the same refund one cancels', async () => {
  const orderNo = await buy();
  const seenRefund = await readRefund(orderNo, 1);
  const answers = await Promise.all(Array.from({ length: 6 }, () => cancel(orderNo, { seenRefund })));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
});
