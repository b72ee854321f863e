// A bank transfer that was begun for an additional payment and not sent in, when that payment is no longer asked for.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusals } from '../../../domain/errors.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { sql } from '../../platform/db.ts';
import { endOverdueTransfers } from './pay-offline.ts';

let test: TestHouse;
let agent: string;
let staff: string;
let picture: Buffer;

beforeAll(async () => {
  test = await openTestHouse();
  const instructions = { MYR: { en: 'Account 1' } };
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
    VALUES (1, 'offline', true, '0', ${JSON.stringify({ instructions })}::jsonb)`.execute(test.database.house);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  const grey = sharp({ create: { width: 40, height: 30, channels: 3, background: '#888' } });
  picture = await grey.png().toBuffer();
});
afterAll(() => test.close());

const pay = (id: string, channel: string, supplement?: string) =>
  test.call('paying', { id, channel, supplement }, { token: agent, key: newKey() });
const withdraw = (id: string, supplementNo: string) =>
  test.call('consoleSupplementWithdraw', { id, supplementNo }, { token: staff });
const info = async (id: string, supplement: string) =>
  (await test.call('offlineInfo', { id, supplement }, { token: agent })).data;
const submit = (id: string, supplement: string) =>
  test.call('offlineEvaluation', { id, supplement, remark: '' }, { token: agent });
const isLive = async (paymentNo: string) =>
  (await sql<{ live: boolean }>`SELECT live FROM payment WHERE payment_no = ${paymentNo}`.execute(test.database.house))
    .rows[0]?.live;

/** A paid order whose additional payment is to come by bank transfer; a receipt is there already. */
async function beginTransfer(product?: string) {
  const orderNo = await placeOrder(test, agent, product ? { product, quantity: 2 } : {});
  expect((await pay(orderNo, 'deposit')).code).toBe(200);
  const asked = { id: orderNo, kind: 'extraTime' as const, amountMinor: 2550, reason: 'Two hours more' };
  const { supplementNo } = (await test.call('consoleSupplementAdd', asked, { token: staff })).data;
  const { paymentNo } = (await pay(orderNo, 'offline', supplementNo)).data;
  const headers = { token: agent, 'content-type': 'image/png' };
  const file = `/api/order/offlinepay/file?id=${orderNo}&supplement=${supplementNo}`;
  await test.fetch(file, { method: 'POST', headers, body: new Uint8Array(picture) });
  expect(await info(orderNo, supplementNo)).toMatchObject({ open: true, files: [{}] });
  return { orderNo, supplementNo, paymentNo };
}

async function tick(): Promise<void> {
  const jobs = { send: async () => undefined, work: async () => undefined, stop: async () => undefined };
  await endOverdueTransfers(
    test.database,
    (owner) => ({ owner, jobs }),
    () => new Date(),
  );
}

it('asks for no money once the order was cancelled, and says why (§3 supplements; §4 offline payment)', async () => {
  const { orderNo, supplementNo, paymentNo } = await beginTransfer('Green Hills');
  await tick();
  expect(await isLive(paymentNo)).toBe(true);
  const cancelled = await test.call('cancelOrder', { orderNo }, { token: agent });
  expect(cancelled.data.status).toBe(OrderStatus.cancelled);
  expect(await info(orderNo, supplementNo)).toMatchObject({ open: false });
  expect((await submit(orderNo, supplementNo)).code).toBe(refusals.orderCancelled);
  expect((await pay(orderNo, 'deposit', supplementNo)).code).toBe(refusals.orderCancelled);
  await tick();
  expect(await isLive(paymentNo)).toBe(false);
});

it('does not keep the owner from withdrawing it, until the receipts are sent in (§3 supplements)', async () => {
  const left = await beginTransfer();
  expect((await withdraw(left.orderNo, left.supplementNo)).code).toBe(200);
  expect(await info(left.orderNo, left.supplementNo)).toMatchObject({ open: false });
  expect((await submit(left.orderNo, left.supplementNo)).code).toBe(refusals.actionNotAllowed);
  await tick();
  expect(await isLive(left.paymentNo)).toBe(false);

  const sent = await beginTransfer();
  expect((await submit(sent.orderNo, sent.supplementNo)).code).toBe(200);
  expect((await withdraw(sent.orderNo, sent.supplementNo)).code).toBe(refusals.paymentUnderWay);
  await tick();
  expect(await isLive(sent.paymentNo)).toBe(true);
});
