// An order that its buyer began to pay at a gateway, or by a bank transfer, and cancels instead.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusals } from '../../../domain/errors.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { openGateway, type TestGateway, until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let gateway: TestGateway;
let member: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  const instructions = { MYR: { en: 'Account 1' } };
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', ${JSON.stringify({ instructions })}::jsonb)`.execute(test.database.house);
  member = await test.signIn('member@one.example', 'member-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

async function begin(channel: 'sandbox' | 'offline') {
  const orderNo = await placeOrder(test, member);
  const { redirectUrl } = (await test.call('paying', { id: orderNo, channel }, { token: member, key: newKey() })).data;
  return { orderNo, page: String(redirectUrl).split('/').at(-1) ?? '' };
}
const cancel = (orderNo: string) => test.call('cancelOrder', { orderNo }, { token: member });
const state = async (id: string) => (await test.call('isPaySuccess', { id }, { token: member })).data;

it('is cancelled at once, and the page at the gateway takes no money any more (§4 order status)', async () => {
  const { orderNo, page } = await begin('sandbox');
  expect((await cancel(orderNo)).data.status).toBe(OrderStatus.closed);
  expect(await gateway.act(page, 'pay')).toBeGreaterThanOrEqual(400);
  expect(await state(orderNo)).toMatchObject({ paid: false, open: false, late: false });
});

it('is cancelled at once where a transfer was announced and no receipt sent in', async () => {
  const { orderNo } = await begin('offline');
  expect((await cancel(orderNo)).data.status).toBe(OrderStatus.closed);
});

it('stays where the gateway took the money already, and says so', async () => {
  const { orderNo, page } = await begin('sandbox');
  await gateway.act(page, 'pay-silent');
  expect((await cancel(orderNo)).code).toBe(refusals.alreadyPaid);
  await until(
    () => state(orderNo),
    (answer) => answer.paid,
  );
});

it('stays where the gateway does not say what became of it, and for strangers', async () => {
  const { orderNo, page } = await begin('sandbox');
  const stranger = await test.signIn('agent@one.example', 'agent-2026');
  expect((await test.call('cancelOrder', { orderNo }, { token: stranger })).http).toBe(421);
  await gateway.act(page, 'unknown');
  expect((await cancel(orderNo)).code).toBe(refusals.paymentUnderWay);
  expect(await state(orderNo)).toMatchObject({ status: OrderStatus.unpaid, open: true });
});

it('is in a list of staff once its time is over and the gateway still does not say what became of it', async () => {
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  const listed = async () =>
    (await test.call('consoleOrders', { trouble: 'payUnknown' }, { token: finance })).data.list.map(
      (one) => one.orderNo,
    );
  const counted = async () =>
    (await test.call('consoleQueues', {}, { token: finance })).data.list.find(({ key }) => key === 'payUnknown')?.count;
  const { orderNo, page } = await begin('sandbox');
  await gateway.act(page, 'unknown', { delaySeconds: 4 });
  const endedBefore = (minutes: number) =>
    sql`UPDATE purchase SET pay_by = now() - make_interval(mins => ${minutes}::int) WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
  await endedBefore(1);
  expect(await listed()).not.toContain(orderNo);
  await endedBefore(6);
  expect(await listed()).toContain(orderNo);
  expect(await counted()).toBe((await listed()).length);
  await until(
    () => state(orderNo),
    (answer) => answer.paid,
  );
  expect(await listed()).not.toContain(orderNo);
});
