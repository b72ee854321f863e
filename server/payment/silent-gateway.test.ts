// A gateway that takes questions and never answers keeps only its own payments waiting: those of other gateways are asked about, other
// refunds are carried out, and orders end at their deadline.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { stripeKeys } from '../../tests/build/gateways/set-up-stripe.ts';
import { openGateway, type TestGateway } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { setUp } from '../../tests/build/set-up-channels.ts';
import { sql } from '../platform/db.ts';

/** Each takes 8 s, one after another 96. */
const silentPayments = 12;
const mostSeconds = 30;

let silent: Server;
let questions = 0;
let test: TestHouse;
let gateway: TestGateway;
let agent: string;

beforeAll(async () => {
  silent = createServer(() => {
    questions += 1;
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  test = await openTestHouse({ env: { GATEWAY_STRIPE_URL: url } });
  gateway = await openGateway(test);
  await setUp(test, 'stripe', 'one', stripeKeys.one);
  agent = await test.signIn('agent@one.example', 'agent-2026');
}, 60_000);
afterAll(async () => {
  silent.closeAllConnections();
  silent.close();
  await test.close();
  await gateway.close();
});

const statusOf = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data.status;

async function begin(channel: 'sandbox' | 'deposit') {
  const id = await placeOrder(test, agent);
  const { code, data } = await test.call('paying', { id, channel }, { token: agent, key: newKey() });
  expect(code).toBe(200);
  return { id, paymentNo: data.paymentNo, page: String(data.redirectUrl).split('/').at(-1) ?? '' };
}

/** As if all that was begun so far had been begun at the silent gateway. */
async function moveToSilent(): Promise<void> {
  await sql`UPDATE payment SET channel = 'stripe', next_poll_at = CASE WHEN live THEN now() END`.execute(
    test.database.house,
  );
}

async function refund(paymentNo: string): Promise<void> {
  await sql`INSERT INTO refund (owner_id, refund_no, order_no, payment_no, currency, amount_minor, order_minor, reason)
    SELECT owner_id, payment_no || '-test', order_no, payment_no, currency, amount_minor, order_minor, 'test'
    FROM payment WHERE payment_no = ${paymentNo}`.execute(test.database.house);
}

const refundStatus = async (paymentNo: string) =>
  (
    await sql<{ status: number }>`SELECT status FROM refund WHERE payment_no = ${paymentNo}`.execute(
      test.database.house,
    )
  ).rows[0]?.status;

async function secondsUntil(begun: number, fits: () => Promise<boolean>): Promise<number> {
  while (!(await fits()) && performance.now() - begun < 2 * mostSeconds * 1000)
    await new Promise((resolve) => setTimeout(resolve, 250));
  return (performance.now() - begun) / 1000;
}

it('the other payments, refunds and deadlines wait for no silent gateway', async () => {
  const before = [];
  for (let nth = 0; nth < silentPayments; nth += 1) before.push(await begin(nth % 2 ? 'deposit' : 'sandbox'));
  await moveToSilent();
  for (const [nth, { paymentNo }] of before.entries()) if (nth % 2) await refund(paymentNo);
  await secondsUntil(performance.now(), async () => questions > 0);
  expect(questions).toBeGreaterThan(0);

  const begun = performance.now();
  const paid = await begin('sandbox');
  await gateway.act(paid.page, 'pay-silent');
  await sql`UPDATE payment SET next_poll_at = now() WHERE payment_no = ${paid.paymentNo}`.execute(test.database.house);
  const cancelled = await begin('deposit');
  await refund(cancelled.paymentNo);
  const overdue = await placeOrder(test, agent);
  await sql`UPDATE purchase SET pay_by = now() WHERE order_no = ${overdue}`.execute(test.database.house);
  const seconds = await Promise.all([
    secondsUntil(begun, async () => (await statusOf(overdue)) === 4006),
    secondsUntil(begun, async () => (await refundStatus(cancelled.paymentNo)) === 1),
    secondsUntil(begun, async () => (await statusOf(paid.id)) !== 1001),
  ]);
  for (const wait of seconds) expect(wait, JSON.stringify(seconds)).toBeLessThan(mostSeconds);
}, 150_000);
