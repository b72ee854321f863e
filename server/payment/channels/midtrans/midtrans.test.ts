// Midtrans (§3 channel 12) beyond the cases of every channel (conformance.ts): the published signature, its requests, both products,
// states, refunds that end later, and what its stand-in refuses.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signatureOf } from '../../../../sandbox/midtrans/run-fake.ts';
import {
  controlMidtrans,
  midtransKeys,
  midtransUrl,
  setUpMidtrans,
  signMidtrans,
} from '../../../../tests/build/gateways/set-up-midtrans.ts';
import {
  type ChannelConfig,
  ChannelRefused,
  KeyRefused,
  type PaymentRef,
  type RefundInput,
  type StartInput,
} from '../channel.ts';
import { midtrans } from './midtrans.ts';
import { isSigned, jakartaTime, readMidtransStatus } from './read-midtrans.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await setUpMidtrans.open('http://127.0.0.1:9/'));
});
afterAll(() => close());
beforeEach(() => controlMidtrans('settings', { muted: true }));

const configOf = (more: Partial<ChannelConfig> = {}): ChannelConfig => ({
  ...{ keys: midtransKeys.one, options: {}, baseUrl: midtransUrl() },
  ...more,
});
let count = 0;
function inputOf(more: Partial<StartInput> = {}): StartInput {
  count += 1;
  return {
    paymentNo: `2611221234ABCD${count}PXYZW`,
    amount: { amountMinor: 12_500_000, currency: 'IDR' },
    description: 'Pulau Seribu, satu hari 26112212',
    returnUrl: 'http://one.test/booking/complete?order=26112212',
    cancelUrl: 'http://one.test/booking/pay?order=26112212',
    notifyUrl: 'http://127.0.0.1:9/api/pay/notify/midtrans',
    startedAt: new Date(),
    expiresAt: new Date(Date.now() + 900_000),
    language: 'en',
    landingUrl: 'http://one.test/booking/complete?order=26112212',
    buyer: { email: 'ani@example.com', phone: '62811234567', source: '127.0.0.1', agent: '' },
    ...more,
  };
}
const askedOf = ({ paymentNo, amount, startedAt }: StartInput): PaymentRef => ({
  ...{ paymentNo, amount, startedAt, providerRef: null, transactionId: null },
});
const act = (input: StartInput, outcome: string) => controlMidtrans(`orders/${input.paymentNo}`, { outcome });
const query = (input: StartInput, now = new Date()) => midtrans.query(configOf(), askedOf(input), now);
async function paid(outcome = 'pay'): Promise<StartInput> {
  const input = inputOf();
  await midtrans.start(configOf(), input, new Date());
  await act(input, outcome);
  return input;
}

describe('on paper (§3 channel 12)', () => {
  const key = 'askvnoibnosifnboseofinbofinfgbiufglnbfg';
  const digest =
    'edc076b21793ebe3e17926350f5b8ae67d902fe657b3d0aa31b932d5c127e2375d308a2bc94f3265ac2d80a1f181a79b997ac178a236fcff35af263fc4d4c231';
  const fields = { order_id: '1111', status_code: '200', gross_amount: '100000.00', signature_key: digest };

  it('the published inputs give the digest, for the channel and for the stand-in', () => {
    const config = { keys: { serverKey: key } };
    expect(isSigned(config, fields)).toBe(true);
    expect(signatureOf('1111', '200', '100000.00', key)).toBe(digest);
    for (const change of [
      { gross_amount: '100000' },
      { status_code: '201' },
      { order_id: '111' },
      { signature_key: 7 },
    ])
      expect(isSigned(config, { ...fields, ...change })).toBe(false);
    expect(isSigned({ keys: {} }, fields)).toBe(false);
  });

  it('times are those of Jakarta', () => {
    expect(jakartaTime(new Date('2026-11-22T18:30:05Z'))).toBe('2026-11-23 01:30:05 +0700');
  });

  it.each([
    ['settlement', '200', {}, 'paid'],
    ['capture', '200', { fraud_status: 'accept' }, 'paid'],
    ['capture', '201', { fraud_status: 'challenge' }, 'pending'],
    ['capture', '200', { fraud_status: 'deny' }, 'pending'],
    ['settlement', '201', {}, 'pending'],
    ['settlement', '200', { gross_amount: '1e5' }, 'pending'],
    ['pending', '201', {}, 'pending'],
    ['authorize', '200', {}, 'pending'],
    ['chargeback', '200', {}, 'pending'],
    ['deny', '202', {}, 'failed'],
    ['cancel', '200', {}, 'failed'],
    ['expire', '407', {}, 'failed'],
    ['failure', '202', {}, 'failed'],
  ])('%s with %s is read as what it is', (transaction_status, status_code, more, state) => {
    const found = {
      order_id: 'A',
      transaction_id: 't',
      gross_amount: '100000.00',
      transaction_status,
      status_code,
      ...more,
    };
    expect(readMidtransStatus(configOf(), 'A', found).state).toBe(state);
  });
});

describe('a Snap page', () => {
  it('asks for whole rupiah and no part of one', async () => {
    const half = inputOf({ amount: { amountMinor: 12_500_050, currency: 'IDR' } });
    await expect(midtrans.start(configOf(), half, new Date())).rejects.toThrow(ChannelRefused);
    const yuan = inputOf({ amount: { amountMinor: 100, currency: 'CNY' } });
    await expect(midtrans.start(configOf(), yuan, new Date())).rejects.toThrow(ChannelRefused);
  });

  it('opens once for one number, in its own words of any length, and stays unknown to the Core API until it is used', async () => {
    const input = inputOf({ description: 'Perjalanan '.repeat(20), expiresAt: new Date(Date.now() + 30_000) });
    const first = await midtrans.start(configOf(), input, new Date());
    expect(first).toMatchObject({ providerRef: null, payUrl: expect.stringContaining('/snap/v4/redirection/') });
    expect(await midtrans.start(configOf(), input, new Date())).toEqual(first);
    expect(await query(input)).toMatchObject({ state: 'pending', reason: 'untouched' });
    expect(await query(input, new Date(Date.now() + 3_600_000))).toMatchObject({ state: 'failed', reason: 'expired' });
    await act(input, 'pay');
    expect(await query(input)).toMatchObject({ state: 'paid', merchant: 'G000000001', amount: input.amount });
  });

  it('is closed without undoing money that came in between', async () => {
    const input = await paid('capture');
    expect(await midtrans.close(configOf(), askedOf(input), new Date())).toMatchObject({ state: 'paid' });
    expect(await query(input)).toMatchObject({ state: 'paid' });
    const open = await paid('pick');
    expect(await midtrans.close(configOf(), askedOf(open), new Date())).toMatchObject({ state: 'failed' });
    const never = inputOf();
    expect(await midtrans.close(configOf(), askedOf(never), new Date())).toMatchObject({ reason: 'never started' });
  });

  it.each([
    ['error', Error],
    ['refuse', Error],
  ] as const)('%s says nothing about the money', async (mode, kind) => {
    await controlMidtrans('faults', { mode, path: '/snap' });
    const problem = await midtrans.start(configOf(), inputOf(), new Date()).catch((error) => error);
    expect(problem).toBeInstanceOf(kind);
    expect(problem).not.toBeInstanceOf(ChannelRefused);
  });
});

describe('a QRIS code', () => {
  const qris = () => configOf({ options: { qris: true } });

  it('is drawn in the shop, known at once, and ends when it is given up', async () => {
    const input = inputOf();
    const started = await midtrans.start(qris(), input, new Date());
    expect(started).toMatchObject({ payUrl: null, data: { qrText: expect.stringMatching(/^000201/) } });
    expect(await query(input)).toMatchObject({ state: 'pending', reason: 'pending' });
    expect(await midtrans.close(qris(), askedOf(input), new Date())).toMatchObject({
      state: 'failed',
      reason: 'closed',
    });
    expect((await act(input, 'pay')).transaction?.status).toBe('expire');
  });

  it('a refusal inside HTTP 200 is one', async () => {
    const nothing = inputOf({ amount: { amountMinor: 0, currency: 'IDR' } });
    await expect(midtrans.start(qris(), nothing, new Date())).rejects.toThrow(ChannelRefused);
    const wrong = configOf({ options: { qris: true }, keys: midtransKeys.two });
    await expect(midtrans.start(wrong, inputOf(), new Date())).rejects.toThrow(KeyRefused);
  });
});

describe('keys', () => {
  it('are proved by a question about an order that is none', async () => {
    expect(await midtrans.tryKeys?.(configOf(), new Date())).toEqual(['merchantId']);
    await expect(midtrans.tryKeys?.(configOf({ keys: midtransKeys.two }), new Date())).rejects.toThrow(KeyRefused);
  });
});

describe('refunds', () => {
  const wish = (input: StartInput, amountMinor: number, refundNo: string): RefundInput => ({
    ...{ refundNo, refundRef: null, payment: askedOf(input), reason: 'guest ill' },
    amount: { amountMinor, currency: 'IDR' },
  });
  const refund = (input: RefundInput) => midtrans.refund?.(configOf(), input, new Date());
  const ask = (input: RefundInput) => midtrans.queryRefund?.(configOf(), input, new Date());

  it('in parts up to the whole and not beyond; the same key once', async () => {
    const input = await paid();
    const first = wish(input, 5_000_000, `${input.paymentNo}-cancel-1-1`);
    expect(await ask(first)).toBeUndefined();
    expect(await refund(first)).toMatchObject({ state: 'successful' });
    // 406: known already, as the query shows.
    await expect(refund(first)).rejects.toThrow('406');
    expect(await ask(first)).toMatchObject({ state: 'successful' });
    const tooMuch = wish(input, 8_000_000, `${input.paymentNo}-cancel-1-2`);
    const problem = await refund(tooMuch)?.catch((error) => error);
    expect(problem).not.toBeInstanceOf(ChannelRefused);
    expect(await refund(wish(input, 7_500_000, `${input.paymentNo}-cancel-1-3`))).toMatchObject({
      state: 'successful',
    });
  });

  it('of a card that is not settled is a cancellation, whole or not yet', async () => {
    const input = await paid('capture');
    await expect(refund(wish(input, 100, `${input.paymentNo}-part`))).rejects.toThrow('412');
    const whole = wish(input, input.amount.amountMinor, `${input.paymentNo}-reject`);
    expect(await refund(whole)).toMatchObject({ state: 'successful' });
    expect(await ask(whole)).toMatchObject({ state: 'successful' });
  });

  it('that the bank denies inside a success is refused for good', async () => {
    const input = await paid();
    await controlMidtrans('refund-plans', { plans: ['denied'] });
    await expect(refund(wish(input, 100, `${input.paymentNo}-late`))).rejects.toThrow(ChannelRefused);
  });

  it('come twice: of a card only the second time with money', () => {
    const line = { refund_key: 'A-late', refund_chargeback_id: 7 };
    const answer = (type: string, more: object) => {
      const fields = { order_id: 'A', status_code: '200', gross_amount: '10.00', transaction_status: 'refund' };
      const { raw } = signMidtrans({ ...fields, payment_type: type, refunds: [{ ...line, ...more }] });
      return midtrans.readNotice(configOf(), Buffer.from(raw), {}, new Date());
    };
    const first = answer('credit_card', {});
    const second = answer('credit_card', { bank_confirmed_at: '2026-11-22 10:00:00' });
    expect(first).toMatchObject({ refund: { refundNo: 'A-late', state: 'processing' } });
    expect(second).toMatchObject({ refund: { refundNo: 'A-late', state: 'successful' } });
    expect(first?.eventId).not.toBe(second?.eventId);
    expect(answer('gopay', {})).toMatchObject({ refund: { state: 'successful' } });
    // Made at Midtrans by hand.
    expect(answer('gopay', { refund_key: 'by-hand' })).toMatchObject({ paymentNo: '' });
  });
});

describe('notices', () => {
  const read = (raw: string) => midtrans.readNotice(configOf(), Buffer.from(raw), {}, new Date());
  const fields = {
    order_id: 'A',
    status_code: '200',
    gross_amount: '10.00',
    transaction_status: 'settlement',
    transaction_id: 't',
  };

  it('are known again in another order of their fields', () => {
    const value = signMidtrans(fields).raw;
    const other = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(value) as object).reverse()));
    expect(other).not.toBe(value);
    expect(read(other)).toEqual(read(value));
  });

  it('that contradict themselves are asked about, and anything unreadable is refused', () => {
    expect(read(signMidtrans({ ...fields, custom_field1: 'B' }).raw)).toMatchObject({ paymentNo: 'A', ask: true });
    for (const raw of ['', '{', 'null', '[]', '7', '{"order_id":{}}', signMidtrans(fields, true).raw])
      expect(read(raw)).toBeUndefined();
  });
});

describe('the stand-in', () => {
  it('sends again until it is accepted, and refuses what Midtrans refuses', async () => {
    const send = async (body: object) => {
      const key = Buffer.from(`${midtransKeys.one.serverKey}:`).toString('base64');
      const headers = { authorization: `Basic ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${midtransUrl()}/snap/v1/transactions`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      return answer.status;
    };
    const details = { order_id: 'stand-in-1', gross_amount: 1000 };
    expect(await send({ transaction_details: { ...details, gross_amount: 10.5 } })).toBe(400);
    expect(await send({ transaction_details: { ...details, order_id: 'x'.repeat(51) } })).toBe(400);
    expect(await send({ transaction_details: details, item_details: [{ price: 999, quantity: 1, name: 'a' }] })).toBe(
      400,
    );
    const expiry = { start_time: '2026-11-22 10:00:00 +0700', unit: 'minute', duration: 4 };
    expect(await send({ transaction_details: details, expiry })).toBe(400);
    expect(await send({ transaction_details: details })).toBe(201);
    expect(await send({ transaction_details: details })).toBe(406);
    await controlMidtrans('settings', { muted: false });
    const input = await paid();
    await expect
      .poll(
        async () =>
          (await controlMidtrans<{ deliveries: { about: string }[] }>('deliveries')).deliveries.filter(({ about }) =>
            about.startsWith(input.paymentNo),
          ).length,
      )
      .toBeGreaterThan(1);
  });
});
