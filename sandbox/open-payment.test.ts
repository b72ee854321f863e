import { afterAll, beforeAll, expect, test } from 'vitest';
import { describePayment, openTestPayment, startGateway, waitUntil } from './rehearse-shop.ts';

let gateway: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());

test('an opened payment can be shown and found by its reference', async () => {
  const wish = describePayment({ reference: 'FIND-ME' });
  const opened = await gateway.call('POST', '/v1/payments', wish);
  expect(opened.status).toBe(201);
  expect(opened.body).toMatchObject({ status: 'open', expiresAt: wish.expiresAt });
  expect(opened.body.payUrl).toBe(`${gateway.url}/pay/${opened.body.id}`);
  expect(opened.body.qrText).toBe(opened.body.payUrl);
  const shown = await gateway.call('GET', `/v1/payments/${opened.body.id}`);
  expect(shown.body).toMatchObject({
    id: opened.body.id,
    merchant: 'kembara',
    reference: 'FIND-ME',
    currency: 'CNY',
    amountMinor: 123_450,
    status: 'open',
    paidAt: null,
    transactionId: null,
  });
  const found = await gateway.call('GET', '/v1/payments?reference=FIND-ME');
  expect(found.body.payments).toEqual([shown.body]);
});

test('the same key gives the same payment, also when asked twice at once', async () => {
  const wish = describePayment({ reference: 'ONCE' });
  const answers = await Promise.all([1, 2, 3].map(() => gateway.call('POST', '/v1/payments', wish)));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 201]);
  const changed = await gateway.call('POST', '/v1/payments', { ...wish, amountMinor: 1 });
  expect(changed).toMatchObject({ status: 409, body: { error: { code: 'idempotency_conflict' } } });
});

test('a merchant sees neither the payments nor the keys of another', async () => {
  const wish = describePayment({ reference: 'MINE' });
  const mine = await gateway.call('POST', '/v1/payments', wish);
  const theirs = await gateway.call('POST', '/v1/payments', wish, { merchant: 'other' });
  expect(theirs.status).toBe(201);
  expect(theirs.body.id).not.toBe(mine.body.id);
  const peek = await gateway.call('GET', `/v1/payments/${mine.body.id}`, undefined, { merchant: 'other' });
  expect(peek.status).toBe(404);
  const drive = await gateway.call(
    'POST',
    `/control/payments/${mine.body.id}`,
    { outcome: 'pay' },
    { merchant: 'other' },
  );
  expect(drive.status).toBe(404);
});

test('forged, altered, old and unknown requests are refused', async () => {
  const wish = describePayment({ reference: 'FORGED' });
  const attempts = [
    { secret: 'a-wrong-secret-000000' },
    { sentBody: JSON.stringify({ ...wish, amountMinor: 1 }) },
    { ageSeconds: 302 },
    { ageSeconds: -302 },
    { merchant: 'nobody', secret: '' },
    { signature: '' },
  ];
  for (const attempt of attempts) {
    const refused = await gateway.call('POST', '/v1/payments', wish, attempt);
    expect(refused, JSON.stringify(attempt)).toMatchObject({ status: 401, body: { error: { code: 'unauthorized' } } });
  }
  const control = await gateway.call('POST', '/control/silence', { seconds: 60 }, { secret: 'a-wrong-secret-000000' });
  expect(control.status).toBe(401);
  expect((await gateway.call('GET', '/v1/payments?reference=FORGED')).body.payments).toEqual([]);
});

test.each([
  ['amountMinor', 0],
  ['amountMinor', 10.5],
  ['amountMinor', '100'],
  ['currency', 'cny'],
  ['reference', ''],
  ['reference', 'a\nb'],
  ['returnUrl', 'javascript:alert(1)'],
  ['notifyUrl', 'http://user:word@shop.example/'],
  ['expiresAt', '2020-01-01T00:00:00Z'],
  ['expiresAt', '2099-01-01 00:00'],
  ['idempotencyKey', 'short'],
])('a wrong %s is named: %s', async (field, value) => {
  const refused = await gateway.call('POST', '/v1/payments', describePayment({ [field]: value }));
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'invalid_field', field } } });
});

test('a body that is no JSON object and a body too large are refused', async () => {
  expect((await gateway.call('POST', '/v1/payments', [1])).status).toBe(400);
  const large = await gateway.call('POST', '/v1/payments', describePayment({ description: 'x'.repeat(70_000) }));
  expect(large.status).toBe(413);
});

test('closing works once and for all, but not on a paid or an unknown payment', async () => {
  const id = await openTestPayment(gateway.call);
  expect((await gateway.call('POST', `/v1/payments/${id}/close`)).body.status).toBe('closed');
  expect((await gateway.call('POST', `/v1/payments/${id}/close`)).body.status).toBe('closed');
  const late = await gateway.call('POST', `/control/payments/${id}`, { outcome: 'pay' });
  expect(late).toMatchObject({ status: 409, body: { error: { code: 'already_decided', status: 'closed' } } });

  const paid = await openTestPayment(gateway.call);
  await gateway.call('POST', `/control/payments/${paid}`, { outcome: 'pay-silent' });
  expect(await gateway.call('POST', `/v1/payments/${paid}/close`)).toMatchObject({
    status: 409,
    body: { error: { code: 'already_paid', payment: { status: 'paid' } } },
  });

  const unknown = await openTestPayment(gateway.call);
  await gateway.call('POST', `/control/payments/${unknown}`, { outcome: 'unknown', delaySeconds: 60 });
  expect(await gateway.call('POST', `/v1/payments/${unknown}/close`)).toMatchObject({
    status: 409,
    body: { error: { code: 'outcome_unknown', payment: { status: 'unknown' } } },
  });
});

test('an open payment expires and can then not be paid', async () => {
  const id = await openTestPayment(gateway.call, { expiresAt: new Date(Date.now() + 400).toISOString() });
  expect((await gateway.call('GET', `/v1/payments/${id}`)).body.status).toBe('open');
  await waitUntil(async () => (await gateway.call('GET', `/v1/payments/${id}`)).body.status === 'expired', 2000);
  expect((await gateway.call('POST', `/control/payments/${id}`, { outcome: 'pay' })).status).toBe(409);
});

test('a payment begun in time is paid even though it expires meanwhile', async () => {
  const id = await openTestPayment(gateway.call, { expiresAt: new Date(Date.now() + 300).toISOString() });
  const unknown = await gateway.call('POST', `/control/payments/${id}`, { outcome: 'unknown', delaySeconds: 0.7 });
  expect(unknown.body).toMatchObject({ status: 'unknown', paidAt: null, transactionId: null });
  await new Promise((resolve) => setTimeout(resolve, 450));
  expect((await gateway.call('GET', `/v1/payments/${id}`)).body.status).toBe('unknown');
  await waitUntil(async () => (await gateway.call('GET', `/v1/payments/${id}`)).body.status === 'paid', 2000);
});
