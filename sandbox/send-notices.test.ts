import { afterEach, expect, test } from 'vitest';
import { openTestPayment, startGateway, startReceiver, waitUntil } from './rehearse-shop.ts';
import { RETRY_SECONDS } from './send-notices.ts';

const started: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const item of started.splice(0)) await item.close();
});

async function start(answers: { status: number; body: string }[], retrySeconds?: readonly number[]) {
  const receiver = await startReceiver(answers);
  const gateway = await startGateway(retrySeconds ? { retrySeconds } : {});
  started.push(gateway, receiver);
  return { ...receiver, call: gateway.call, notifyUrl: receiver.url };
}

test('a notice is repeated after 1 and 2 seconds until the answer is exactly OK', async () => {
  const shop = await start([
    { status: 500, body: 'OK' },
    { status: 200, body: 'OK\n' },
  ]);
  const id = await openTestPayment(shop.call, { notifyUrl: shop.notifyUrl, reference: 'RETRY' });
  const paid = await shop.call('POST', `/control/payments/${id}`, { outcome: 'pay' });
  await waitUntil(() => shop.received.length === 3);
  const [first, second, third] = shop.received;
  expect(second!.atMs - first!.atMs).toBeGreaterThan(900);
  expect(third!.atMs - second!.atMs).toBeGreaterThan(1900);
  expect(shop.received.every((notice) => notice.isSigned && notice.raw === first!.raw)).toBe(true);
  expect(first!.event).toEqual({
    eventId: expect.stringMatching(/^evt_/),
    type: 'payment.paid',
    merchant: 'kembara',
    paymentId: id,
    transactionId: paid.body.transactionId,
    reference: 'RETRY',
    currency: 'CNY',
    amountMinor: 123_450,
    at: paid.body.paidAt,
  });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(shop.received).toHaveLength(3);
});

test('after twelve attempts the gateway gives up', async () => {
  expect(RETRY_SECONDS).toHaveLength(11);
  expect(RETRY_SECONDS.slice(0, 6)).toEqual([1, 2, 4, 8, 30, 120]);
  const shop = await start(
    Array.from({ length: 50 }, () => ({ status: 503, body: '' })),
    RETRY_SECONDS.map(() => 0),
  );
  const id = await openTestPayment(shop.call, { notifyUrl: shop.notifyUrl });
  await shop.call('POST', `/control/payments/${id}`, { outcome: 'decline' });
  await waitUntil(() => shop.received.length === 12);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(shop.received).toHaveLength(12);
  expect(shop.received[0]!.event).toMatchObject({ type: 'payment.failed', transactionId: null });
});

test('a redirect is not followed and does not count as taken', async () => {
  const shop = await start([{ status: 307, body: 'OK' }], [0.5]);
  const id = await openTestPayment(shop.call, { notifyUrl: shop.notifyUrl });
  await shop.call('POST', `/control/payments/${id}`, { outcome: 'pay' });
  await waitUntil(() => shop.received.length === 2);
  expect(shop.received[1]!.atMs - shop.received[0]!.atMs).toBeGreaterThan(450);
});

test('duplicates carry one event id', async () => {
  const shop = await start([]);
  const id = await openTestPayment(shop.call, { notifyUrl: shop.notifyUrl });
  await shop.call('POST', `/control/payments/${id}`, { outcome: 'pay', duplicate: 2 });
  await waitUntil(() => shop.received.length === 3);
  expect(new Set(shop.received.map((notice) => notice.event.eventId)).size).toBe(1);
});

test('late notice: the API knows at once, the notice waits', async () => {
  const shop = await start([]);
  const id = await openTestPayment(shop.call, { notifyUrl: shop.notifyUrl });
  const before = Date.now();
  const paid = await shop.call('POST', `/control/payments/${id}`, { outcome: 'pay-late', delaySeconds: 1 });
  expect(paid.body.status).toBe('paid');
  await waitUntil(() => shop.received.length === 1);
  expect(shop.received[0]!.atMs - before).toBeGreaterThan(950);
});

test('no notice: paid, cancelled and expired payments send nothing', async () => {
  const shop = await start([]);
  const silent = await openTestPayment(shop.call, { notifyUrl: shop.notifyUrl });
  await shop.call('POST', `/control/payments/${silent}`, { outcome: 'pay-silent' });
  const cancelled = await openTestPayment(shop.call, { notifyUrl: shop.notifyUrl });
  await shop.call('POST', `/control/payments/${cancelled}`, { outcome: 'cancel' });
  expect((await shop.call('GET', `/v1/payments/${silent}`)).body.status).toBe('paid');
  expect((await shop.call('GET', `/v1/payments/${cancelled}`)).body.status).toBe('closed');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(shop.received).toEqual([]);
});
