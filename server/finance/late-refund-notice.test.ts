// A gateway that reports a refund as failed and later as successful (§3 refund): the late success is the truth, unless the money was
// requested again meanwhile.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openGateway, signNotice, type TestGateway, until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let gateway: TestGateway;
let member: string;
let finance: string;
let operations: string;
beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  member = await test.signIn('member@one.example', 'member-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

type RefundOfTest = { refund_no: string; provider_ref: string | null; status: number };
const refundsOf = async (paymentNo: string) =>
  (
    await sql<RefundOfTest>`SELECT refund_no, provider_ref, status FROM refund WHERE payment_no = ${paymentNo} ORDER BY created_at`.execute(
      test.database.house,
    )
  ).rows;
const again = (id: string) => test.call('consoleRefundAgain', { id }, { token: finance });

/** A refund that was requested at the gateway, and is reported as failed. */
async function reportedAsFailed() {
  const orderNo = await placeOrder(test, member, { product: 'Green Hills', quantity: 2 });
  const { data } = await test.call('paying', { id: orderNo, channel: 'sandbox' }, { token: member, key: newKey() });
  const { paymentNo } = data;
  const paymentId = String(data.redirectUrl).split('/').at(-1) ?? '';
  await gateway.act(paymentId, 'pay-silent');
  const paid = async () => {
    await sql`UPDATE payment SET polled_at = NULL WHERE payment_no = ${paymentNo}`.execute(test.database.house);
    return (await test.call('isPaySuccess', { id: orderNo }, { token: member })).data.paid;
  };
  expect(await until(paid, Boolean)).toBe(true);
  expect(await gateway.act(`${paymentId}/refunds`, 'fail-silent', { delaySeconds: 3600 })).toBe(200);
  expect((await test.call('consoleReject', { id: orderNo, why: 'No guide' }, { token: operations })).code).toBe(200);
  const [refund] = await until(
    () => refundsOf(paymentNo),
    ([found]) => Boolean(found?.provider_ref),
  );
  const notify = async (type: 'refund.failed' | 'refund.successful') => {
    const eventId = `evt-${Math.random()}`;
    const event = {
      type,
      merchant: 'shop-one',
      at: new Date().toISOString(),
      paymentId,
      refundId: refund?.provider_ref,
      reference: paymentNo,
      amountMinor: 20_000,
      currency: 'MYR',
    };
    const { raw, headers } = signNotice({ ...event, eventId });
    expect((await test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers })).status).toBe(200);
    const { rows } = await sql<{
      reason: string;
    }>`SELECT reason FROM payment_notice WHERE event_id = ${eventId}`.execute(test.database.house);
    return rows[0]?.reason;
  };
  expect(await notify('refund.failed')).toBe('applied');
  return { orderNo, paymentNo, refundNo: refund?.refund_no ?? '', notify };
}
const statuses = async (paymentNo: string) => (await refundsOf(paymentNo)).map(({ status }) => status);

it('a late success is noted once, mailed, and leaves nothing for staff to do', async () => {
  const { orderNo, paymentNo, refundNo, notify } = await reportedAsFailed();
  expect(await statuses(paymentNo)).toEqual([2]);
  expect(await notify('refund.successful')).toBe('applied');
  expect(await statuses(paymentNo)).toEqual([1]);
  expect(await notify('refund.successful')).toBe('repeat');
  expect((await again(refundNo)).code).not.toBe(200);
  expect((await test.call('orderDetail', { id: orderNo }, { token: member })).data.refundTotal.amountMinor).toBe(
    20_000,
  );
  const mailed = async () =>
    (await sql`SELECT 1 FROM mail WHERE occasion LIKE ${`%refunded:${refundNo}%`}`.execute(test.database.house)).rows;
  expect((await until(mailed, (found) => found.length > 0)).length).toBe(1);
});

it('does not fit where the money was requested again, and of both at once one alone goes', async () => {
  const first = await reportedAsFailed();
  expect((await again(first.refundNo)).code).toBe(200);
  expect(await first.notify('refund.successful')).toBe('mismatch');
  for (let nth = 0; nth < 6; nth += 1) {
    const { paymentNo, refundNo, notify } = await reportedAsFailed();
    const [asked, result] = await Promise.all([again(refundNo), notify('refund.successful')]);
    expect([asked.code === 200, result === 'applied'].filter(Boolean), `${asked.code} ${result}`).toHaveLength(1);
    expect((await statuses(paymentNo)).filter((status) => status !== 2)).toHaveLength(1);
  }
}, 60_000);
