import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from './rehearse-shop.ts';
import { openTestPayment, startGateway, startReceiver, waitUntil } from './rehearse-shop.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let call: Call;
beforeAll(async () => {
  gateway = await startGateway();
  receiver = await startReceiver();
  call = gateway.call;
});
afterAll(async () => {
  await gateway.close();
  await receiver.close();
});

async function payTestPayment(amountMinor: number): Promise<string> {
  const id = await openTestPayment(call, { amountMinor, notifyUrl: receiver.url, reference: `R-${amountMinor}` });
  await call('POST', `/control/payments/${id}`, { outcome: 'pay-silent' });
  return id;
}

function refund(paymentId: string, amountMinor: number, idempotencyKey = `key-${crypto.randomUUID()}`) {
  return call('POST', '/v1/refunds', { paymentId, amountMinor, reason: 'Cancelled', idempotencyKey });
}

test('a refund is processing first, then successful, and the merchant is notified', async () => {
  const id = await payTestPayment(5000);
  const taken = await refund(id, 2000, 'refund-key-1');
  expect(taken).toMatchObject({ status: 201, body: { status: 'processing', paymentId: id, amountMinor: 2000 } });
  const again = await refund(id, 2000, 'refund-key-1');
  expect(again).toMatchObject({ status: 200, body: { id: taken.body.id } });
  expect((await refund(id, 2001, 'refund-key-1')).body).toMatchObject({ error: { code: 'idempotency_conflict' } });
  await waitUntil(async () => (await call('GET', `/v1/refunds/${taken.body.id}`)).body.status === 'successful', 4000);
  await waitUntil(() => receiver.received.some((notice) => notice.event.refundId === taken.body.id));
  const result = receiver.received.filter((notice) => notice.event.refundId === taken.body.id);
  expect(result).toHaveLength(1);
  expect(result[0]).toMatchObject({
    isSigned: true,
    event: { type: 'refund.successful', paymentId: id, amountMinor: 2000, reference: 'R-5000' },
  });
  expect((await call('GET', `/v1/payments/${id}`)).body.refundedMinor).toBe(2000);
});

test('refunds together never exceed the payment, also when asked at once', async () => {
  const id = await payTestPayment(1000);
  expect(await refund(id, 1001)).toMatchObject({
    status: 409,
    body: { error: { code: 'refund_exceeds_payment', refundableMinor: 1000 } },
  });
  const answers = await Promise.all([refund(id, 400), refund(id, 400), refund(id, 400)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 201, 409]);
  expect((await refund(id, 200)).status).toBe(201);
  expect((await refund(id, 1)).status).toBe(409);
});

test('a failed refund frees its amount, and the merchant is notified', async () => {
  const id = await payTestPayment(700);
  await call('POST', `/control/payments/${id}/refunds`, { outcome: 'fail', delaySeconds: 0 });
  const failed = await refund(id, 700);
  await waitUntil(() => receiver.received.some((notice) => notice.event.refundId === failed.body.id));
  expect((await call('GET', `/v1/refunds/${failed.body.id}`)).body.status).toBe('failed');
  await call('POST', `/control/payments/${id}/refunds`, { outcome: 'succeed-silent', delaySeconds: 0 });
  const second = await refund(id, 700);
  expect(second.status).toBe(201);
  await waitUntil(async () => (await call('GET', `/v1/refunds/${second.body.id}`)).body.status === 'successful');
  const types = receiver.received.filter((notice) => notice.event.paymentId === id).map((notice) => notice.event.type);
  expect(types).toEqual(['refund.failed']);
});

test('only a paid payment of this merchant can be refunded', async () => {
  const open = await openTestPayment(call);
  expect(await refund(open, 1)).toMatchObject({ status: 409, body: { error: { code: 'not_paid' } } });
  expect((await refund('pay_nothing', 1)).status).toBe(404);
});

test('the statement holds the money of its day and nothing else', async () => {
  const paid = await payTestPayment(321);
  await openTestPayment(call, { reference: 'NEVER-PAID' });
  await call('POST', `/control/payments/${paid}/refunds`, { outcome: 'succeed-silent', delaySeconds: 0 });
  const given = await refund(paid, 21);
  await waitUntil(async () => (await call('GET', `/v1/refunds/${given.body.id}`)).body.status === 'successful');
  const { paidAt, transactionId } = (await call('GET', `/v1/payments/${paid}`)).body;
  const { completedAt } = (await call('GET', `/v1/refunds/${given.body.id}`)).body;
  const { body } = await call('GET', `/v1/statement?day=${String(paidAt).slice(0, 10)}`);
  const line = { reference: 'R-321', currency: 'CNY' };
  expect(body.payments).toContainEqual({ id: paid, ...line, amountMinor: 321, status: 'paid', paidAt, transactionId });
  expect(JSON.stringify(body)).not.toContain('NEVER-PAID');
  const refunds = (await call('GET', `/v1/statement?day=${String(completedAt).slice(0, 10)}`)).body.refunds;
  const refundLine = {
    id: given.body.id,
    paymentId: paid,
    ...line,
    amountMinor: 21,
    status: 'successful',
    completedAt,
  };
  expect(refunds).toContainEqual(refundLine);
  expect((await call('GET', '/v1/statement?day=2020-01-01')).body).toMatchObject({ payments: [], refunds: [] });
  for (const day of ['2026-02-30', '2026-13-01', 'today']) {
    expect((await call('GET', `/v1/statement?day=${day}`)).status).toBe(422);
  }
});
