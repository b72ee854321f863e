// Telr (§3 channel 13) beyond the cases of every channel (conformance.ts): the computed signature, values that could move, both kinds of
// notices, its requests, lost answers, refunds, and what its stand-in refuses.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkOf } from '../../../../sandbox/telr/run-fake.ts';
import { controlTelr, setUpTelr, signAdvice, telrKeys, telrUrl } from '../../../../tests/build/gateways/set-up-telr.ts';
import { type ChannelConfig, ChannelRefused, type PaymentRef, type RefundInput, type StartInput } from '../channel.ts';
import { isAdviceSigned } from './read-advice.ts';
import { readOrder, telr } from './telr.ts';
import type { OrderAnswer } from './telr-calls.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await setUpTelr.open('http://127.0.0.1:9/'));
});
afterAll(() => close());
beforeEach(() => controlTelr('settings', { muted: true }));

const configOf = (more: Partial<ChannelConfig> = {}): ChannelConfig => ({
  ...{ keys: telrKeys.one, options: { environment: 'sandbox' }, baseUrl: telrUrl() },
  ...more,
});
let count = 0;
function inputOf(more: Partial<StartInput> = {}): StartInput {
  count += 1;
  return {
    paymentNo: `2611221234ABCD${count}PXYZW`,
    amount: { amountMinor: 950, currency: 'AED' },
    description: 'One: Tours 26112212',
    returnUrl: 'http://one.test/booking/complete?order=26112212',
    cancelUrl: 'http://one.test/booking/pay?order=26112212',
    notifyUrl: 'http://127.0.0.1:9/api/pay/notify/telr',
    startedAt: new Date(),
    expiresAt: new Date(Date.now() + 900_000),
    language: 'en',
    landingUrl: 'http://one.test/booking/complete?order=26112212',
    buyer: { email: 'sara@example.com', phone: '971501234567', source: '127.0.0.1', agent: '' },
    ...more,
  };
}
const askedOf = ({ paymentNo, amount, startedAt }: StartInput, more: Partial<PaymentRef> = {}): PaymentRef => ({
  ...{ paymentNo, amount, startedAt, providerRef: null, transactionId: null },
  ...more,
});
const start = (input: StartInput, config = configOf()) => telr.start(config, input, new Date());

/** Begun and played by the customer; as the installation would ask about it. */
async function played(outcome: string): Promise<PaymentRef> {
  const input = inputOf();
  const { providerRef } = await start(input);
  const { order } = await controlTelr(`orders/${input.paymentNo}`, { outcome });
  return askedOf(input, { providerRef, transactionId: order.sale?.ref ?? null });
}
const query = (asked: PaymentRef, config = configOf()) => telr.query(config, asked, new Date());

describe('the signature of an advice (§3 channel 13)', () => {
  const values = [
    '12345',
    'sale',
    'ecom',
    '1',
    '030012345678',
    '',
    '',
    'AED',
    '100.00',
    'CART-1',
    'Order CART-1',
    'A',
    '012345',
    'Authorised',
  ];
  const names =
    'store type class test ref prevref firstref currency amount cartid desc status authcode authmessage'.split(' ');
  const fields = Object.fromEntries(names.map((name, at) => [`tran_${name}`, values[at] ?? '']));
  const digest = 'dc776d7e0a8a3d43b4823065964fcba8906cc893';

  it('is the computed one, for the channel and for the stand-in; a missing value keeps its colon', () => {
    expect(checkOf('S3cret', fields)).toBe(digest);
    expect(isAdviceSigned('S3cret', { ...fields, tran_check: digest })).toBe(true);
    const { tran_prevref: _, ...missing } = fields;
    expect(isAdviceSigned('S3cret', { ...missing, tran_check: digest })).toBe(true);
    const changes: Record<string, string>[] = [
      ...[{ tran_amount: '100.0' }, { tran_status: 'D' }],
      ...[{ tran_check: '' }, { tran_check: `${digest}00` }],
    ];
    for (const change of changes)
      expect(isAdviceSigned('S3cret', { ...fields, tran_check: digest, ...change })).toBe(false);
    expect(isAdviceSigned('s3cret', { ...fields, tran_check: digest })).toBe(false);
  });

  it('does not let a value move over a colon', () => {
    const moved = {
      ...fields,
      tran_currency: 'AED:100.00',
      tran_amount: 'CART-1',
      tran_cartid: 'Order CART-1',
      tran_desc: 'A',
    };
    const shifted = { ...moved, tran_status: '012345', tran_authcode: 'Authorised', tran_authmessage: '' };
    expect(isAdviceSigned('S3cret', { ...shifted, tran_check: checkOf('S3cret', shifted) })).toBe(false);
  });
});

describe('notices', () => {
  const read = (raw: string, keys: Record<string, string> = telrKeys.one) =>
    telr.readNotice(configOf({ keys }), Buffer.from(raw), {}, new Date());
  const advice = {
    ...{ tran_store: telrKeys.one.storeId, tran_type: 'sale', tran_class: 'ecom', tran_test: '1', tran_ref: '0300' },
    ...{ tran_currency: 'AED', tran_amount: '9.50', tran_cartid: 'A.2', tran_desc: 'Tours A', tran_status: 'A' },
  };

  it('of a sale, a decline, a held one; of the other environment it is another merchant', () => {
    const answer = (change: object) => read(signAdvice({ ...advice, ...change }).raw);
    const amount = { amountMinor: 950, currency: 'AED' };
    expect(answer({})).toMatchObject({
      paymentNo: 'A',
      answer: { state: 'paid', merchant: telr.merchant(configOf()), amount },
    });
    expect(answer({ tran_test: '0' })).toMatchObject({ answer: { merchant: `live ${telrKeys.one.storeId}` } });
    expect(answer({ tran_status: 'D' })).toMatchObject({ answer: { state: 'failed' } });
    expect(answer({ tran_status: 'H' })).toMatchObject({ answer: { state: 'pending' } });
    expect(answer({ tran_type: 'capture' })).toMatchObject({ paymentNo: '' });
  });

  it('that contradict themselves, that cannot be checked, or that are the other callback only make us query', () => {
    const { adviceSecret: _, ...without } = telrKeys.one;
    expect(read(signAdvice({ ...advice, tran_desc: 'Tours B' }).raw)).toMatchObject({ paymentNo: 'A', ask: true });
    expect(read(signAdvice(advice, true).raw, without)).toMatchObject({ paymentNo: 'A', ask: true });
    expect(read('tran_cartid=A&tran_authstatus=A&tran_amount=1.00')).toMatchObject({ paymentNo: 'A', ask: true });
    for (const raw of [
      '',
      '{}',
      'tran_cartid=A',
      'tran_cartid=A&tran_cartid=B&tran_authstatus=A',
      signAdvice(advice, true).raw,
    ])
      expect(read(raw)).toBeUndefined();
  });

  it('of a refund by our number alone', () => {
    const answer = (change: object) => read(signAdvice({ ...advice, tran_type: 'refund', ...change }).raw);
    expect(answer({ tran_desc: 'A-late' })).toMatchObject({
      paymentNo: 'A',
      refund: { refundNo: 'A-late', state: 'successful' },
    });
    expect(answer({ tran_desc: 'A-late', tran_status: 'D' })).toMatchObject({ refund: { state: 'failed' } });
    expect(answer({ tran_desc: 'by hand' })).toMatchObject({ paymentNo: '' });
  });
});

describe('an order', () => {
  it('says what it is for without a colon, in 63 characters, with our number at its end', async () => {
    const input = inputOf({ description: 'Desert: '.repeat(20) });
    await start(input);
    const { order } = await controlTelr(`orders/${input.paymentNo}`);
    expect(order).toMatchObject({ amount: '9.50', currency: 'AED', test: '1' });
    expect(order.description).toHaveLength(63);
    expect(order.description).toMatch(new RegExp(`^[^:]+ ${input.paymentNo}$`));
  });

  it('whose answer was lost begins again under another number, which is read as ours', async () => {
    const input = inputOf();
    await controlTelr('faults', { mode: 'lose', path: '/order.json' });
    await expect(start(input)).rejects.toThrow();
    const { providerRef } = await start(input);
    await controlTelr(`orders/${input.paymentNo}.2`, { outcome: 'pay' });
    expect(await query(askedOf(input, { providerRef }))).toMatchObject({ state: 'paid', paymentNo: input.paymentNo });
  });

  it.each([
    ['pay', 'paid'],
    ['hold', 'pending'],
    ['decline', 'failed'],
    ['cancel', 'failed'],
    ['expire', 'failed'],
  ])('after %s is %s', async (outcome, state) => {
    expect(await query(await played(outcome))).toMatchObject({ state });
  });

  it.each([1, 2, 4, 3])('with code %i and no authorised transaction is not paid', (code) => {
    const asked = askedOf(inputOf());
    const order = { cartid: asked.paymentNo, amount: 9.5, currency: 'AED', status: { code } };
    const answer = (more: object): OrderAnswer => ({ order: { ...order, ...more } });
    expect(readOrder(configOf(), asked, answer({}))).toMatchObject({ state: 'pending' });
    expect(readOrder(configOf(), asked, answer({ transaction: { ref: '1', status: 'P' } }))).toMatchObject({
      state: 'pending',
    });
  });

  it('that is given up is over for us, unless it was paid', async () => {
    const input = inputOf();
    const open = askedOf(input, { providerRef: (await start(input)).providerRef });
    expect(await telr.close(configOf(), open, new Date())).toMatchObject({ state: 'failed', reason: 'given up' });
    expect(await telr.close(configOf(), await played('pay'), new Date())).toMatchObject({ state: 'paid' });
  });

  it('an error inside HTTP 200 refuses a start and says nothing about money', async () => {
    const wrong = configOf({ keys: telrKeys.two });
    await expect(start(inputOf(), wrong)).rejects.toThrow(ChannelRefused);
    const problem = await query(await played('pay'), wrong).catch((error) => error);
    expect(problem).toBeInstanceOf(Error);
    expect(problem).not.toBeInstanceOf(ChannelRefused);
  });
});

describe('refunds', () => {
  const wish = (payment: PaymentRef, amountMinor: number, more: Partial<RefundInput> = {}): RefundInput => ({
    ...{ refundNo: `${payment.paymentNo}-cancel-1-1`, refundRef: null, payment, reason: 'guest ill' },
    amount: { amountMinor, currency: 'AED' },
    ...more,
  });
  const refund = (input: RefundInput, config = configOf()) => telr.refund?.(config, input, new Date());

  it('in parts up to the whole and not beyond', async () => {
    const sale = await played('pay');
    expect(await refund(wish(sale, 900))).toMatchObject({ state: 'successful', refundRef: expect.any(String) });
    await expect(refund(wish(sale, 51))).rejects.toThrow(ChannelRefused);
    expect(await refund(wish(sale, 50))).toMatchObject({ state: 'successful' });
  });

  it('a decline is one, no response is unknown, and without a key a person does it', async () => {
    const sale = await played('pay');
    await controlTelr('refund-plans', { plans: ['declined', 'unclear'] });
    await expect(refund(wish(sale, 100))).rejects.toThrow(ChannelRefused);
    const unclear = await refund(wish(sale, 100))?.catch((error) => error);
    expect(unclear).not.toBeInstanceOf(ChannelRefused);
    const { remoteKey: _, ...without } = telrKeys.one;
    await expect(refund(wish(sale, 100), configOf({ keys: without }))).rejects.toThrow(ChannelRefused);
  });

  it('without an answer are never repeated automatically: the advice reports them, or a person looks', async () => {
    const sale = await played('pay');
    const ask = (hours: number, config = configOf()) =>
      telr.queryRefund?.(
        config,
        wish(sale, 100, { requestedAt: new Date(Date.now() - hours * 3_600_000) }),
        new Date(),
      );
    const soon = await ask(1)?.catch((error) => error);
    expect(soon).toBeInstanceOf(Error);
    expect(soon).not.toBeInstanceOf(ChannelRefused);
    await expect(ask(25)).rejects.toThrow(ChannelRefused);
    const { adviceSecret: _, ...without } = telrKeys.one;
    await expect(ask(1, configOf({ keys: without }))).rejects.toThrow(ChannelRefused);
    // The first request may still be under way: whoever asks meanwhile learns nothing, and gives nothing up.
    const atOnce = await ask(0, configOf({ keys: without }))?.catch((error) => error);
    expect(atOnce).toBeInstanceOf(Error);
    expect(atOnce).not.toBeInstanceOf(ChannelRefused);
  });
});
