// An additional payment that its buyer began to pay at a gateway, and that is not asked for any more (§3 supplements, decision 0757).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusals } from '../../../domain/errors.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { openGateway, type TestGateway, until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let gateway: TestGateway;
let agent: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const pay = (id: string, channel: string, supplement?: string) =>
  test.call('paying', { id, channel, supplement }, { token: agent, key: newKey() });
const withdraw = (id: string, supplementNo: string) =>
  test.call('consoleSupplementWithdraw', { id, supplementNo }, { token: staff });
const state = async (id: string, supplement: string) =>
  (await test.call('isPaySuccess', { id, supplement }, { token: agent })).data;

/** A paid order whose buyer has opened the gateway's page for an additional payment. */
async function begin(product?: string) {
  const orderNo = await placeOrder(test, agent, product ? { product, quantity: 2 } : {});
  expect((await pay(orderNo, 'deposit')).code).toBe(200);
  const asked = { id: orderNo, kind: 'extraTime' as const, amountMinor: 2550, reason: 'Two hours more' };
  const { supplementNo } = (await test.call('consoleSupplementAdd', asked, { token: staff })).data;
  const { redirectUrl } = (await pay(orderNo, 'sandbox', supplementNo)).data;
  return { orderNo, supplementNo, page: String(redirectUrl).split('/').at(-1) ?? '' };
}

it('is withdrawn at once, and the page at the gateway takes no money any more (§3 supplements)', async () => {
  const { orderNo, supplementNo, page } = await begin();
  expect((await withdraw(orderNo, supplementNo)).code).toBe(200);
  expect(await gateway.act(page, 'pay')).toBeGreaterThanOrEqual(400);
  expect(await state(orderNo, supplementNo)).toMatchObject({ paid: false, open: false, late: false });
});

it('stays where the gateway took the money already, and where it does not say what became of it', async () => {
  const paid = await begin();
  await gateway.act(paid.page, 'pay-silent');
  expect((await withdraw(paid.orderNo, paid.supplementNo)).code).toBe(refusals.alreadyPaid);
  expect(await state(paid.orderNo, paid.supplementNo)).toMatchObject({ paid: true });
  const unknown = await begin();
  await gateway.act(unknown.page, 'unknown');
  expect((await withdraw(unknown.orderNo, unknown.supplementNo)).code).toBe(refusals.paymentUnderWay);
  expect(await state(unknown.orderNo, unknown.supplementNo)).toMatchObject({ paid: false, open: true });
});

it('closes its page at the gateway after the order was cancelled, too', async () => {
  const { orderNo, supplementNo, page } = await begin('Green Hills');
  const cancelled = await test.call('cancelOrder', { orderNo }, { token: agent });
  expect(cancelled.data.status).toBe(OrderStatus.cancelled);
  // As if half a minute had passed.
  await sql`UPDATE payment SET created_at = created_at - interval '1 minute', polled_at = NULL
    WHERE owner_id = 1 AND supplement_no = ${supplementNo}`.execute(test.database.house);
  const isLive = async () => {
    const { rows } = await sql<{ live: boolean }>`SELECT live FROM payment
      WHERE owner_id = 1 AND supplement_no = ${supplementNo}`.execute(test.database.house);
    return rows[0]?.live;
  };
  await until(isLive, (live) => live === false);
  expect(await gateway.act(page, 'pay')).toBeGreaterThanOrEqual(400);
}, 60_000);
