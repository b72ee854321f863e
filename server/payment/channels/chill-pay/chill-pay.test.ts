// ChillPay's messages alone and against its stand-in: checksums, notices of both manuals, refusals as HTTP 200, refunds by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../../../sandbox/chill-pay/run-fake.ts';
import { describeNotice, signNotice } from '../../../../sandbox/chill-pay/send-notices.ts';
import { secret, vectors } from '../../../../tests/build/gateways/chill-pay-vectors.ts';
import { controlFake } from '../../../../tests/build/gateways/control-fake.ts';
import { chillPayKeys, openChillPay } from '../../../../tests/build/gateways/set-up-chill-pay.ts';
import { type ChannelConfig, ChannelRefused, KeyRefused, RefundByHand, type StartInput } from '../channel.ts';
import { chillPay } from './chill-pay.ts';
import { checkSumOf } from './chill-pay-calls.ts';

let fake: Awaited<ReturnType<typeof openChillPay>>;
beforeAll(async () => {
  fake = await openChillPay();
});
afterAll(() => fake.close());

const configOf = (keys: Record<string, string> = {}): ChannelConfig => ({
  keys: { ...chillPayKeys.one, ...keys },
  options: {},
  baseUrl: fake.url,
});
let count = 0;
function inputOf(more: Partial<StartInput> = {}): StartInput {
  count += 1;
  return {
    paymentNo: `26112200000${String(count).padStart(3, '0')}PABCD`,
    amount: { amountMinor: 76_336, currency: 'THB' },
    description: 'One & Co · 26112200000001',
    returnUrl: 'http://one.test/booking/complete?order=1',
    cancelUrl: 'http://one.test/booking/pay?order=1',
    notifyUrl: 'http://one.test/api/pay/notify/chillPay',
    landingUrl: '',
    startedAt: new Date(),
    expiresAt: new Date(Date.now() + 900_000),
    language: 'th',
    buyer: { email: 'a@example.com', phone: '66812345678', source: '2001:db8::', agent: '' },
    ...more,
  };
}
const askedOf = ({ paymentNo, amount, startedAt }: StartInput, providerRef: string | null = null) => ({
  ...{ paymentNo, amount, startedAt, providerRef, transactionId: providerRef },
});
const act = (paymentNo: string, body: object) =>
  controlFake<{ payment: Transaction }>(fake.url, `payments/${paymentNo}`, body);
const settings = (body: object) => controlFake(fake.url, 'settings', body);
async function begin(more: Partial<StartInput> = {}) {
  const input = inputOf(more);
  const { providerRef } = await chillPay.start(configOf(), input, new Date());
  return { input, asked: askedOf(input, providerRef) };
}
const refundOf = (asked: Awaited<ReturnType<typeof begin>>['asked'], amountMinor = asked.amount.amountMinor) => ({
  ...{ refundNo: `${asked.paymentNo}-r`, refundRef: null, payment: asked, reason: 'guest ill' },
  amount: { ...asked.amount, amountMinor },
});

describe('§3 ChillPay: checksums', () => {
  it.each(Object.entries(vectors))('%s', (_, { values, sum }) => {
    expect(checkSumOf(values, secret)).toBe(sum);
  });

  it('null adds nothing, so a whole refund has the checksum of a void', () => {
    expect(checkSumOf([12345, null, null], secret)).toBe(vectors.void?.sum);
  });
});

describe('§3 ChillPay: notices', () => {
  const transaction: Transaction = {
    ...{
      id: 100_777,
      orderNo: '26112200000999PABCD',
      customerId: 'c',
      amount: '76336',
      currency: '764',
      description: 'Tour',
    },
    ...{ language: 'TH', routeNo: '1', customer: '', status: 0, createdAt: 0, paidAt: 0, settled: false, back: [] },
  };
  const written = (noticeValues: 14 | 16, change: Record<string, string> = {}) => ({
    ...describeNotice({ keys: chillPayKeys.one, noticeValues }, transaction, Date.now()),
    ...change,
  });
  const read = (body: string) => chillPay.readNotice(configOf(), Buffer.from(body), {}, new Date());
  const sign = (fields: Record<string, string>) => signNotice(fields, chillPayKeys.one.md5Secret);

  it('of the older manual have fourteen values, of the newer sixteen', () => {
    for (const values of [14, 16] as const)
      expect(read(sign(written(values)))?.answer).toEqual({
        ...{
          state: 'paid',
          merchant: 'M000001',
          paymentNo: transaction.orderNo,
          amount: { amountMinor: 76_336, currency: 'THB' },
        },
        ...{ providerRef: '100777', transactionId: '100777' },
      });
  });

  it('fields may come in any order; one that is there twice, bent, moved into its neighbour or unsigned is refused', () => {
    const fields = written(16);
    const whole = sign(fields);
    const shuffled = new URLSearchParams([...new URLSearchParams(whole)].reverse()).toString();
    expect(read(shuffled)?.answer?.state).toBe('paid');
    const sum = new URLSearchParams(whole).get('CheckSum') ?? '';
    const moved = { ...fields, TransactionId: '10077', Amount: '776336', CheckSum: sum };
    expect(read(new URLSearchParams(moved).toString())?.answer).not.toMatchObject({ amount: { amountMinor: 76_336 } });
    for (const bad of [
      `${whole}&Amount=1`,
      whole.replace('Amount=76336', 'Amount=76337'),
      new URLSearchParams(fields).toString(),
      signNotice(fields, 'another-secret'),
      '',
      '{"TransactionId":1}',
    ])
      expect(read(bad)).toBeUndefined();
  });

  it.each([
    ['1', 'failed'],
    ['2', 'failed'],
    ['3', 'pending'],
    ['9', 'pending'],
  ])('status %s is %s', (PaymentStatus, state) => {
    expect(read(sign(written(16, { PaymentStatus })))?.answer?.state).toBe(state);
  });

  it('of sales of other systems are known by their number', () => {
    expect(read(sign(written(16, { OrderNo: 'SHOP77' })))).toEqual({ eventId: expect.any(String), paymentNo: '' });
  });
});

describe('§3 ChillPay: starting and asking', () => {
  it('opens a page in Thai for Thai readers, in English for others; addresses of IPv6 are not sent', async () => {
    const { payUrl } = await chillPay.start(configOf(), inputOf(), new Date());
    expect(await (await fetch(String(payUrl))).text()).toContain('฿ 763.36');
    const english = await chillPay.start(configOf(), inputOf({ language: 'fr_FR' }), new Date());
    expect(await (await fetch(String(english.payUrl))).text()).toContain('lang="en"');
  });

  it('counts yen whole; takes the currencies of its manual alone', async () => {
    const { input } = await begin({ amount: { amountMinor: 1500, currency: 'JPY' } });
    expect(
      (await controlFake<{ payment: Transaction }>(fake.url, `payments/${input.paymentNo}`)).payment,
    ).toMatchObject({
      ...{ amount: '1500', currency: '392' },
    });
    await expect(begin({ amount: { amountMinor: 1500, currency: 'TRY' } })).rejects.toBeInstanceOf(ChannelRefused);
  });

  it('a refusal comes as HTTP 200 and ends the attempt; a broken answer does not', async () => {
    const input = inputOf();
    for (const key of ['md5Secret', 'apiKey', 'merchantCode'])
      await expect(chillPay.start(configOf({ [key]: 'wrong-value' }), input, new Date())).rejects.toBeInstanceOf(
        ChannelRefused,
      );
    await controlFake(fake.url, 'faults', { mode: 'error', path: '/Payment' });
    const broken = chillPay.start(configOf(), input, new Date());
    await expect(broken).rejects.not.toBeInstanceOf(ChannelRefused);
    await expect(broken).rejects.toThrow('500');
  });

  it('an empty record proves nothing: with wrong keys nothing is known', async () => {
    const { asked } = await begin();
    await act(asked.paymentNo, { outcome: 'pay-silent' });
    await expect(chillPay.query(configOf({ md5Secret: 'wrong-secret' }), asked, new Date())).rejects.toThrow(
      'says nothing',
    );
    expect(await chillPay.query(configOf(), asked, new Date())).toMatchObject({ state: 'paid', amount: asked.amount });
  });

  it('an attempt whose answer was lost is found by its number; one that never began is over after half a minute', async () => {
    const { input } = await begin();
    await act(input.paymentNo, { outcome: 'pay-silent' });
    expect((await chillPay.query(configOf(), askedOf(input), new Date())).state).toBe('paid');
    const never = askedOf(inputOf());
    expect((await chillPay.query(configOf(), never, new Date())).state).toBe('pending');
    expect((await chillPay.query(configOf(), never, new Date(Date.now() + 40_000))).state).toBe('failed');
  });

  it('is given up, never closed', async () => {
    const { asked } = await begin();
    expect(await chillPay.close(configOf(), asked, new Date())).toMatchObject({ state: 'failed', stillPayable: true });
    await act(asked.paymentNo, { outcome: 'pay-silent' });
    expect((await chillPay.close(configOf(), asked, new Date())).state).toBe('paid');
  });

  it('tries keys by a search, and names the wrong one as far as the answer shows it', async () => {
    expect(await chillPay.tryKeys?.(configOf(), new Date())).toEqual(['routeNo']);
    const refusedBy = (keys: Record<string, string>) =>
      chillPay.tryKeys?.(configOf(keys), new Date()).catch((error) => error);
    const [bySecret, byKey] = [
      await refusedBy({ md5Secret: 'wrong-secret' }),
      await refusedBy({ apiKey: 'wrong-key' }),
    ];
    expect([bySecret, byKey].every((item) => item instanceof KeyRefused)).toBe(true);
    expect([bySecret.key, byKey.key]).toEqual(['md5Secret', 'apiKey']);
  });

  it('knows whose payment a buyer comes back from', () => {
    const back = (fields: Record<string, string>) => chillPay.readReturn?.(fields, new Date());
    expect(back({ orderNo: '26112200000001S1ABCD', status: 'complete' })).toBe('26112200000001S1PABCD');
    expect([back({ OrderNo: '26112200000001PABCD' }), back({})]).toEqual(['26112200000001PABCD', undefined]);
  });
});

describe('§3 ChillPay: refunds', () => {
  const paid = async (change: object = {}) => {
    const { asked } = await begin();
    await act(asked.paymentNo, { outcome: 'pay-silent', change });
    return asked;
  };

  it.each([false, true])('the whole goes back once, voided or (settled: %s) refunded', async (settled) => {
    const asked = await paid({ settled });
    for (let time = 0; time < 2; time += 1)
      expect((await chillPay.refund?.(configOf(), refundOf(asked), new Date()))?.state).toBe('successful');
    const { payment } = await act(asked.paymentNo, {});
    expect(payment.back).toEqual([{ kind: settled ? 'refund' : 'void', amount: '76336', status: 'Success' }]);
  });

  it('a part waits for a person, because the unit of parts is not published', async () => {
    const asked = await paid();
    await expect(chillPay.refund?.(configOf(), refundOf(asked, 100), new Date())).rejects.toBeInstanceOf(RefundByHand);
    expect((await act(asked.paymentNo, {})).payment.back).toEqual([]);
  });

  it('a request that a person must decide is processing; one that both calls refuse has failed', async () => {
    const waiting = await paid();
    await settings({ refundPlans: ['waiting'] });
    expect(await chillPay.refund?.(configOf(), refundOf(waiting), new Date())).toMatchObject({ state: 'processing' });
    const no = await paid();
    await settings({ refundPlans: ['refuse', 'refuse'] });
    await expect(chillPay.refund?.(configOf(), refundOf(no), new Date())).rejects.toBeInstanceOf(ChannelRefused);
    expect(await chillPay.queryRefund?.(configOf(), refundOf(no), new Date())).toBeUndefined();
  });
});
