// iPay88's messages alone and against its stand-in: signatures, the form that browsers post, results, queries, and voids.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeResult, type Payment } from '../../../../sandbox/ipay88/run-fake.ts';
import { sign } from '../../../../sandbox/ipay88/sign-messages.ts';
import { controlFake } from '../../../../tests/build/gateways/control-fake.ts';
import { key, vectors } from '../../../../tests/build/gateways/ipay88-vectors.ts';
import { iPay88Keys, openIPay88 } from '../../../../tests/build/gateways/set-up-ipay88.ts';
import { type ChannelConfig, ChannelRefused, RefundByHand, type StartInput } from '../channel.ts';
import { iPay88 } from './ipay88.ts';
import { readSen, signIPay88, writeAmount } from './ipay88-calls.ts';

let fake: Awaited<ReturnType<typeof openIPay88>>;
beforeAll(async () => {
  fake = await openIPay88();
});
afterAll(() => fake.close());

const configOf = (options: Record<string, boolean> = {}): ChannelConfig => ({
  keys: iPay88Keys.one,
  options,
  baseUrl: fake.url,
});
let count = 0;
function inputOf(more: Partial<StartInput> = {}): StartInput {
  count += 1;
  return {
    paymentNo: `26112200000${String(count).padStart(3, '0')}PABCD`,
    amount: { amountMinor: 123_450, currency: 'MYR' },
    description: 'One & Co · 26112200000001',
    returnUrl: 'http://one.test/booking/complete?order=1',
    cancelUrl: 'http://one.test/booking/pay?order=1',
    notifyUrl: 'http://127.0.0.1:9/api/pay/notify/iPay88',
    landingUrl: 'http://127.0.0.1:9/api/pay/return/iPay88',
    startedAt: new Date(),
    expiresAt: new Date(Date.now() + 900_000),
    language: 'ms',
    buyer: { email: 'a@example.com', phone: '60123456789', source: '127.0.0.1', agent: '' },
    ...more,
  };
}
async function post(
  input: StartInput,
  options = {},
  change: Record<string, string> = {},
  referer = 'http://one.test/',
) {
  const { form } = (await iPay88.start(configOf(options), input, new Date())).data;
  if (!form) throw new Error('no form');
  const body = new URLSearchParams({ ...form.fields, ...change });
  const headers = { ...(referer ? { referer } : {}), 'accept-language': 'ms-MY,en' };
  return (await fetch(form.action, { method: 'POST', body, headers })).text();
}
const act = async (paymentNo: string, body: object) =>
  (await controlFake<{ payment: Payment }>(fake.url, `payments/${paymentNo}`, body)).payment;
async function paid(change: Partial<Payment> = {}) {
  const { paymentNo, amount, startedAt, ...input } = inputOf();
  await post({ ...input, paymentNo, amount, startedAt });
  await act(paymentNo, { outcome: 'pay-silent', change });
  return { paymentNo, amount, startedAt, providerRef: null, transactionId: 'T-of-somebody' };
}

describe('§3 iPay88: signatures', () => {
  it.each(vectors)('%s over %j, by the channel and by the stand-in', (kind, values, signature) => {
    expect(signIPay88(kind, key, values)).toBe(signature);
    expect(sign(kind, key, values)).toBe(signature);
  });

  it('amounts have commas on the wire', () => {
    const written = [100, 123_450, 123_456_789].map((amountMinor) => writeAmount({ amountMinor, currency: 'MYR' }));
    expect(written).toEqual(['1.00', '1,234.50', '1,234,567.89']);
    expect(written.map(readSen)).toEqual([100, 123_450, 123_456_789]);
    for (const bad of ['1', '1.0', '12,34.00', '-1.00', '1e2', ' 1.00']) expect(readSen(bad)).toBeUndefined();
  });
});

describe('§3 iPay88: the form', () => {
  it.each([{}, { sha256: true }])('is taken, signed as the owner set it: %o', async (options) => {
    const page = await post(inputOf(), options);
    expect(page).toContain('RM 1,234.50');
    expect(page).toContain('lang="ms"');
  });

  it.each([
    ['Signature not match', { Amount: '1,234.51' }],
    ['Invalid merchant', { MerchantCode: 'M99999' }],
    ['Invalid parameters', { Amount: '1234.5' }],
    ['Invalid parameters', { UserName: '' }],
    ['Invalid parameters', { RefNo: 'A'.repeat(21) }],
  ])('%s: the stand-in refuses as iPay88 does', async (reason, change) => {
    expect(await post(inputOf(), {}, change)).toContain(`value="${reason}"`);
  });

  it('a browser that does not say where it comes from is refused; so is a number that was used', async () => {
    expect(await post(inputOf(), {}, {}, '')).toContain('Permission not allow');
    const input = inputOf();
    await post(input);
    await act(input.paymentNo, { outcome: 'decline' });
    expect(await post(input)).toContain('Duplicate reference number');
    expect(iPay88.fits?.(configOf(), {}, { agent: '' }, new Date())).toBe(false);
  });

  it('takes ringgit and dollars', async () => {
    expect(await post(inputOf({ amount: { amountMinor: 500, currency: 'USD' } }))).toContain('USD 5.00');
    const baht = inputOf({ amount: { amountMinor: 500, currency: 'THB' } });
    await expect(iPay88.start(configOf(), baht, new Date())).rejects.toBeInstanceOf(ChannelRefused);
  });
});

describe('§3 iPay88: results', () => {
  const item = {
    refNo: '26112200000999PABCD',
    transId: 'T1',
    paymentId: '2',
    amount: '1,234.50',
    currency: 'MYR',
    status: '1',
    reason: '',
    remark: '',
  };
  const read = (body: string, options = {}) => iPay88.readNotice(configOf(options), Buffer.from(body), {}, new Date());
  const written = (change: object = {}, kind: 'HMACSHA512' | 'SHA256' = 'HMACSHA512') =>
    new URLSearchParams(describeResult(iPay88Keys.one, { ...item, kind, ...change })).toString();

  it('count signed as the owner set it, with the amount and the account that they name', () => {
    const answer = {
      ...{
        state: 'paid',
        merchant: 'M00001',
        paymentNo: item.refNo,
        amount: { amountMinor: 123_450, currency: 'MYR' },
      },
      ...{ providerRef: null, transactionId: 'T1' },
    };
    expect(read(written())?.answer).toEqual(answer);
    expect(read(written({}, 'SHA256'), { sha256: true })?.answer).toEqual(answer);
    expect([read(written({}, 'SHA256')), read(written(), { sha256: true })]).toEqual([undefined, undefined]);
  });

  it('bent, twice named, unsigned or of other systems they do not', () => {
    for (const bad of [
      written().replace('1%2C234.50', '1%2C234.51'),
      `${written()}&Amount=1.00`,
      written().replace(/Signature=\w+/, ''),
      '',
    ])
      expect(read(bad)).toBeUndefined();
    expect(read(written({ refNo: 'SHOP77' }))).toMatchObject({ paymentNo: '' });
  });

  it.each([
    ['0', 'Status not approved', 'failed'],
    ['0', 'Duplicate reference number', 'pending'],
    ['6', '', 'pending'],
  ])('status %s with "%s" is %s', (status, reason, state) => {
    expect(read(written({ status, reason }))?.answer?.state).toBe(state);
  });

  it('a query finds what is paid; no missing buyer, and no other amount', async () => {
    const asked = await paid();
    expect(await iPay88.query(configOf(), asked, new Date())).toMatchObject({ state: 'paid', amount: asked.amount });
    const never = { ...asked, paymentNo: '26112200000998PABCD' };
    expect((await iPay88.query(configOf(), never, new Date())).state).toBe('pending');
    expect(await iPay88.close(configOf(), never, new Date())).toMatchObject({ state: 'failed', stillPayable: true });
    await controlFake(fake.url, 'faults', { mode: 'error', path: 'TxDetails' });
    await expect(iPay88.query(configOf(), asked, new Date())).rejects.toThrow('500');
  });

  it('knows whose payment a buyer comes back from', () => {
    expect(iPay88.readReturn?.({ RefNo: '26112200000001S1ABCD' }, new Date())).toBe('26112200000001S1PABCD');
  });
});

describe('§3 iPay88: refunds', () => {
  const inputFor = (payment: Awaited<ReturnType<typeof paid>>, amountMinor = payment.amount.amountMinor) => ({
    ...{ refundNo: `${payment.paymentNo}-r`, refundRef: null, payment, reason: 'ill' },
    amount: { ...payment.amount, amountMinor },
  });
  const refund = (payment: Awaited<ReturnType<typeof paid>>, options = {}, minor?: number, now = new Date()) =>
    iPay88.refund?.(configOf(options), inputFor(payment, minor), now);

  it('a card of the day is voided, by the number that iPay88 itself names', async () => {
    const payment = await paid({ paymentId: '2' });
    expect(await refund(payment)).toEqual({ state: 'successful', refundRef: null });
    expect((await act(payment.paymentNo, {})).voided).toBe(true);
    await expect(refund(payment)).rejects.toBeInstanceOf(RefundByHand);
  });

  it('shops of old sign voids by SHA1', async () => {
    await controlFake(fake.url, 'settings', { voidKind: 'SHA1' });
    const payment = await paid({ paymentId: '2' });
    await expect(refund(payment)).rejects.toBeInstanceOf(RefundByHand);
    expect((await refund(payment, { voidSha1: true }))?.state).toBe('successful');
    await controlFake(fake.url, 'settings', { voidKind: 'SHA256' });
  });

  it('parts, other days and other ways wait for a person', async () => {
    const payment = await paid({ paymentId: '2' });
    await expect(refund(payment, {}, 100)).rejects.toBeInstanceOf(RefundByHand);
    await expect(refund(payment, {}, undefined, new Date(Date.now() + 86_400_000))).rejects.toBeInstanceOf(
      RefundByHand,
    );
    await expect(refund(await paid({ paymentId: '16' }))).rejects.toBeInstanceOf(RefundByHand);
    expect((await act(payment.paymentNo, {})).voided).toBe(false);
  });
});
