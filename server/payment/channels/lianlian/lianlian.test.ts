// LianLian Pay (§3 channel 7) beyond the cases of every channel (conformance.ts): what is signed, in all variants of its programs,
// amounts, both products, refunds, and what the stand-in refuses.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fitsKey, flatten, signWith, walletText as standInText } from '../../../../sandbox/lianlian/sign-messages.ts';
import {
  controlLianLian,
  lianLianKeys,
  lianLianUrl,
  setUpLianLian,
  signLianLian,
} from '../../../../tests/build/gateways/set-up-lianlian.ts';
import { type ChannelConfig, ChannelRefused, type PaymentRef, type RefundInput, type StartInput } from '../channel.ts';
import { readTwoDecimals, toTwoDecimals } from './global-checkout.ts';
import { lianLian } from './lianlian.ts';
import {
  flattenTree,
  isSignedBody,
  isSignedText,
  joinLeaves,
  leafOf,
  readTree,
  shanghaiTime,
  signText,
  walletText,
} from './sign-lianlian.ts';

let close: () => Promise<void>;
beforeAll(async () => {
  ({ close } = await setUpLianLian.open('http://127.0.0.1:9/'));
});
afterAll(() => close());
beforeEach(() => controlLianLian('settings', { muted: true }));

const configOf = (options: object = {}, keys: Record<string, string> = lianLianKeys.one): ChannelConfig => ({
  ...{ keys, options: options as ChannelConfig['options'], baseUrl: lianLianUrl() },
});
const wallet = configOf.bind(undefined, { wallet: true });
let count = 0;
function inputOf(more: Partial<StartInput> = {}): StartInput {
  count += 1;
  return {
    paymentNo: `26112212AB${String(count).padStart(3, '0')}-1PXYZW`,
    amount: { amountMinor: 12_550, currency: 'CNY' },
    description: 'One & Co = 海岛一日游 26112212',
    returnUrl: 'http://one.test/booking/complete?order=26112212',
    cancelUrl: 'http://one.test/booking/pay?order=26112212',
    notifyUrl: 'http://127.0.0.1:9/api/pay/notify/lianLian',
    startedAt: new Date(),
    expiresAt: new Date(Date.now() + 900_000),
    language: 'en',
    landingUrl: 'http://one.test/booking/complete?order=26112212',
    buyer: { email: 'li@example.com', phone: '8613812345678', source: '203.0.113.7', agent: '' },
    ...more,
  };
}
const askedOf = ({ paymentNo, amount, startedAt }: StartInput, more: Partial<PaymentRef> = {}): PaymentRef => ({
  ...{ paymentNo, amount, startedAt, providerRef: null, transactionId: null },
  ...more,
});
const act = (number: string, outcome: string) => controlLianLian(`payments/${number}`, { outcome });
async function paid(config = configOf()): Promise<PaymentRef> {
  const input = inputOf();
  const { providerRef } = await lianLian.start(config, input, new Date());
  await act(input.paymentNo, 'pay');
  return askedOf(input, { providerRef });
}

describe('what is signed (§3 channel 7)', () => {
  const body = {
    ...{ merchant_transaction_id: 'T1', merchant_id: 'M1', country: 'US' },
    merchant_order: {
      ...{ merchant_order_id: 'O1', order_amount: '10.00' },
      products: [
        { name: 'a', price: '4.00', quantity: '1' },
        { name: 'b', price: '6.00', quantity: '1' },
      ],
    },
  };
  const text =
    'country=US&merchant_id=M1&merchant_order_id=O1&order_amount=10.00&name=a&price=4.00&quantity=1&name=b&price=6.00&quantity=1&merchant_transaction_id=T1';

  it('by the global checkout is the computed text, for the channel and for the stand-in, which accept each other', () => {
    expect(joinLeaves(flattenTree(body))).toBe(text);
    expect(flatten(body)).toBe(text);
    expect(joinLeaves(flattenTree(readTree(JSON.stringify(body).replaceAll('"1"', '1'))))).toBe(text);
    const { raw, headers } = signLianLian('global', body);
    expect(isSignedBody(readTree(raw), headers.signature, configOf())).toBe(true);
    expect(isSignedBody(readTree(raw.replace('4.00', '4.01')), headers.signature, configOf())).toBe(false);
    expect(isSignedBody(readTree(raw), signLianLian('global', body, true).headers.signature, configOf())).toBe(false);
    for (const signature of [undefined, '', 'x', 7])
      expect(isSignedBody(readTree(raw), signature, configOf())).toBe(false);
  });

  it('is accepted as each of its programs writes it: printed or with two and eight decimals, with or without what is empty or zero', () => {
    const signed = (raw: string, printed: string) => {
      const signature = signLianLianText(printed);
      return isSignedBody(readTree(raw), signature, configOf());
    };
    const raw = '{"payment_amount":12.5,"exchange_rate":1,"note":"","fee":0,"gone":null}';
    expect(signed(raw, 'exchange_rate=1&fee=0&note=&payment_amount=12.5')).toBe(true);
    expect(signed(raw, 'exchange_rate=1&fee=0&payment_amount=12.5')).toBe(true);
    expect(signed(raw, 'exchange_rate=1.00000000&payment_amount=12.50')).toBe(true);
    expect(signed(raw, 'exchange_rate=1.00000000&fee=0&note=&payment_amount=12.50')).toBe(true);
    expect(signed(raw, 'exchange_rate=1&payment_amount=12.51')).toBe(false);
  });

  it('by the wallet API is one level, sorted, without what is empty and without the signature', () => {
    const fields = { no_order: 'A', money_order: '0.01', bank_code: '', sign: 'x', info_order: 'b&c' };
    expect(walletText(fields)).toBe('info_order=b&c&money_order=0.01&no_order=A');
    expect(standInText(fields)).toBe(walletText(fields));
  });

  it('is read with its numbers as they were printed, and a name with two values is none', () => {
    const tree = readTree('{"a":1.50,"b":{"c":10000000000000000001,"d":true},"e":[{"a":"1.50"}],"f":{"a":2}}');
    expect(leafOf(tree, 'c')).toBe('10000000000000000001');
    expect(leafOf(tree, 'd')).toBe('true');
    expect(leafOf(tree, 'a')).toBeUndefined();
    for (const raw of ['', '[]', '7', 'null']) expect(() => readTree(raw)).toThrow();
  });
});

/** As LianLian would sign this very text: the stand-in signs one leaf whose name contains it. */
function signLianLianText(text: string): string {
  const at = text.indexOf('=');
  return signLianLian('global', { [text.slice(0, at)]: text.slice(at + 1) }).headers.signature ?? '';
}

describe('amounts', () => {
  it('have two decimals in every currency', () => {
    expect(toTwoDecimals({ amountMinor: 12_550, currency: 'USD' })).toBe('125.50');
    expect(toTwoDecimals({ amountMinor: 500, currency: 'JPY' })).toBe('500.00');
    expect(toTwoDecimals({ amountMinor: 5120, currency: 'KWD' })).toBe('5.12');
    expect(() => toTwoDecimals({ amountMinor: 5125, currency: 'KWD' })).toThrow(ChannelRefused);
    expect(readTwoDecimals('500.00', 'JPY')).toEqual({ amountMinor: 500, currency: 'JPY' });
    expect(readTwoDecimals('125.5', 'USD')).toEqual({ amountMinor: 12_550, currency: 'USD' });
    expect(readTwoDecimals('5.12', 'KWD')).toEqual({ amountMinor: 5120, currency: 'KWD' });
    for (const [text, currency] of [
      ['500.50', 'JPY'],
      ['1e3', 'USD'],
      ['-1.00', 'USD'],
      ['1.00', 'XXX'],
      [undefined, 'USD'],
    ])
      expect(readTwoDecimals(text, currency)).toBeUndefined();
  });

  it('and times are those of China', () => {
    expect(shanghaiTime(new Date('2026-11-22T18:30:05Z'))).toBe('20261123023005');
  });
});

describe('the global checkout', () => {
  it('opens a page, says what became of it, and is closed', async () => {
    const input = inputOf({ amount: { amountMinor: 980, currency: 'EUR' } });
    const { payUrl, providerRef } = await lianLian.start(configOf(), input, new Date());
    expect(payUrl).toContain('/checkout/');
    const asked = askedOf(input, { providerRef });
    expect(await lianLian.query(configOf(), asked, new Date())).toMatchObject({ state: 'pending', reason: 'WP' });
    expect(await lianLian.close(configOf(), asked, new Date())).toMatchObject({ state: 'failed' });
    expect((await act(input.paymentNo, 'pay')).payment.state).toBe('cancelled');
    const sale = await paid();
    expect(await lianLian.close(configOf(), sale, new Date())).toMatchObject({ state: 'paid', amount: sale.amount });
  });

  it('an answer that is not signed, or signed for another key, says nothing', async () => {
    await controlLianLian('faults', { mode: 'error' });
    const broken = await lianLian.start(configOf(), inputOf(), new Date()).catch((error) => error);
    expect(broken).not.toBeInstanceOf(ChannelRefused);
    const other = configOf({}, { ...lianLianKeys.one, privateKey: lianLianKeys.two.privateKey });
    await expect(lianLian.start(other, inputOf(), new Date())).rejects.toThrow('INVALID_SIGNATURE');
  });

  it('never started is known after half a minute and not before', async () => {
    const asked = askedOf(inputOf());
    expect(await lianLian.query(configOf(), asked, new Date())).toMatchObject({ state: 'pending' });
    const later = new Date(Date.now() + 60_000);
    expect(await lianLian.query(configOf(), asked, later)).toMatchObject({ state: 'failed', reason: 'never started' });
  });
});

describe('the wallet API', () => {
  it('gives a code of Alipay or WeChat Pay in yuan, and has no test environment', async () => {
    const first = await lianLian.start(wallet(), inputOf(), new Date());
    expect(first).toMatchObject({ payUrl: null, data: { qrText: expect.stringContaining('/checkout/') } });
    const wechat = configOf({ wallet: true, wechatCode: true });
    expect((await lianLian.start(wechat, inputOf(), new Date())).data.qrText).toMatch(/^http/);
    const test = configOf({ wallet: true, environment: 'sandbox' });
    await expect(lianLian.start(test, inputOf(), new Date())).rejects.toThrow(ChannelRefused);
    const dollars = inputOf({ amount: { amountMinor: 100, currency: 'USD' } });
    await expect(lianLian.start(wallet(), dollars, new Date())).rejects.toThrow(ChannelRefused);
  });

  it('a number that is taken after a lost answer gets another behind it, which is read as ours', async () => {
    const input = inputOf();
    await controlLianLian('faults', { mode: 'lose' });
    await expect(lianLian.start(wallet(), input, new Date())).rejects.toThrow();
    const { providerRef } = await lianLian.start(wallet(), input, new Date());
    expect(providerRef).toBe(`${input.paymentNo}_2`);
    await act(`${input.paymentNo}_2`, 'pay');
    const asked = askedOf(input, { providerRef });
    expect(await lianLian.query(wallet(), asked, new Date())).toMatchObject({
      state: 'paid',
      paymentNo: input.paymentNo,
    });
  });

  it('a notice that contradicts itself is asked about; one of a refund names its payment', () => {
    const read = (body: object) => {
      const { raw, headers } = signLianLian('wallet', { ...body });
      return lianLian.readNotice(wallet(), Buffer.from(raw), headers, new Date());
    };
    expect(read({ no_order: 'A', info_order: 'B', result_pay: 'SUCCESS' })).toMatchObject({
      paymentNo: 'A',
      ask: true,
    });
    const refund = { no_refund: '26112212AB-1PXYZW-late', sta_refund: '2', oid_refundno: '7' };
    expect(read(refund)).toMatchObject({
      ...{ paymentNo: '26112212AB-1PXYZW', received: { body: '{"ret_code":"0000","ret_msg":"ok"}' } },
      refund: { refundNo: '26112212AB-1PXYZW-late', state: 'successful', refundRef: '7' },
    });
    for (const raw of ['', '{}', '[]', '{"sign":{}}'])
      expect(lianLian.readNotice(wallet(), Buffer.from(raw), {}, new Date())).toBeUndefined();
  });
});

describe.each([
  ['the global checkout', configOf],
  ['the wallet API', wallet],
])('refunds of %s', (_, configFor) => {
  const wish = (payment: PaymentRef, amountMinor: number, cause: string): RefundInput => ({
    ...{ refundNo: `${payment.paymentNo}-${cause}`, refundRef: null, payment, reason: 'guest ill' },
    ...{ amount: { amountMinor, currency: 'CNY' }, requestedAt: payment.startedAt },
  });

  it('in parts up to the whole and not beyond, the same number once, and failed later', async () => {
    const config = configFor();
    const sale = await paid(config);
    const refund = (input: RefundInput) => lianLian.refund?.(config, input, new Date());
    const ask = (input: RefundInput) => lianLian.queryRefund?.(config, input, new Date());
    const first = wish(sale, 10_000, 'cancel-1-1');
    expect(await ask(first)).toBeUndefined();
    expect(await refund(first)).toMatchObject({ state: 'successful' });
    await refund(first)?.catch(() => undefined);
    expect(await ask(first)).toMatchObject({ state: 'successful' });
    await expect(refund(wish(sale, 2551, 'cancel-1-2'))).rejects.toThrow(ChannelRefused);
    await controlLianLian('refund-plans', { plans: ['failed'] });
    const second = wish(sale, 2550, 'cancel-1-3');
    expect(await refund(second)).toMatchObject({ state: 'processing' });
    await expect.poll(async () => (await ask(second))?.state).toBe('failed');
  });
});

describe('both sides', () => {
  it.each(['SHA1', 'MD5'] as const)('%s with RSA verifies what the other one signed', (hash) => {
    const config = configOf();
    const algorithm = `RSA-${hash}` as const;
    const pem = (type: string, key: string) =>
      `-----BEGIN ${type}-----\n${key.match(/.{1,64}/g)?.join('\n')}\n-----END ${type}-----`;
    const ours = pem('PRIVATE KEY', lianLianKeys.one.privateKey);
    expect(signText(algorithm, 'a=1', config)).toBe(signWith(hash, 'a=1', ours));
    expect(fitsKey(hash, 'a=1', signText(algorithm, 'a=1', config), ours)).toBe(true);
    expect(isSignedText(algorithm, 'a=1', signWith(hash, 'a=1', ours), config)).toBe(false);
  });
});
