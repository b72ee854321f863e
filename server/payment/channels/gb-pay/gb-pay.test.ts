// GB Prime Pay against its stand-in: baht, a code, letters of states, unsigned notices that prove nothing, refunds by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlFake } from '../../../../tests/build/gateways/control-fake.ts';
import { gbPayKeys, openGbPay } from '../../../../tests/build/gateways/set-up-gb-pay.ts';
import { type ChannelConfig, ChannelRefused, type StartInput } from '../channel.ts';
import { toFifteen } from '../short-number.ts';
import { gbPay } from './gb-pay.ts';

let fake: Awaited<ReturnType<typeof openGbPay>>;
beforeAll(async () => {
  fake = await openGbPay();
});
afterAll(() => fake.close());

const configOf = (keys: Record<string, string> = {}): ChannelConfig => ({
  keys: { ...gbPayKeys.one, ...keys },
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
    returnUrl: '',
    cancelUrl: '',
    notifyUrl: '',
    landingUrl: '',
    startedAt: new Date(),
    expiresAt: new Date(Date.now() + 900_000),
    language: 'th',
    buyer: { email: 'a@example.com', phone: '66812345678', source: '127.0.0.1', agent: '' },
    ...more,
  };
}
async function begin() {
  const { paymentNo, amount, startedAt, ...input } = inputOf();
  const { providerRef } = await gbPay.start(configOf(), { ...input, paymentNo, amount, startedAt }, new Date());
  return { paymentNo, amount, startedAt, providerRef, transactionId: null };
}
const act = (paymentNo: string, body: object) => controlFake(fake.url, `payments/${toFifteen(paymentNo)}`, body);

describe('§3 GB Prime Pay', () => {
  it('gives the text of a PromptPay code for baht, the same again, and takes no other currency', async () => {
    const input = inputOf();
    const first = await gbPay.start(configOf(), input, new Date());
    expect(first).toMatchObject({
      payUrl: null,
      data: { qrText: expect.stringMatching(/^000201.*5802TH.*6304[0-9A-F]{4}$/) },
    });
    expect(await gbPay.start(configOf(), input, new Date())).toEqual(first);
    const other = inputOf({ amount: { amountMinor: 100, currency: 'MYR' } });
    await expect(gbPay.start(configOf(), other, new Date())).rejects.toBeInstanceOf(ChannelRefused);
  });

  it('an error inside HTTP 200 is a refusal; a broken answer says nothing', async () => {
    await expect(gbPay.start(configOf({ token: 'token-of-nobody' }), inputOf(), new Date())).rejects.toBeInstanceOf(
      ChannelRefused,
    );
    await controlFake(fake.url, 'faults', { mode: 'error', path: '/v3/qrcode' });
    await expect(gbPay.start(configOf(), inputOf(), new Date())).rejects.toThrow('500');
  });

  it.each([
    ['S', 'paid'],
    ['G', 'paid'],
    ['A', 'pending'],
    ['D', 'pending'],
    ['', 'pending'],
  ])('status %s is %s', async (status, state) => {
    const asked = await begin();
    await act(asked.paymentNo, { change: { status } });
    expect((await gbPay.query(configOf(), asked, new Date())).state).toBe(state);
  });

  it('money counts with its amount, in baht, under our number, asked with our key', async () => {
    const asked = await begin();
    await act(asked.paymentNo, { outcome: 'pay-silent' });
    expect(await gbPay.query(configOf(), asked, new Date())).toMatchObject({ state: 'paid', amount: asked.amount });
    await act(asked.paymentNo, { change: { amount: '763.35' } });
    expect(await gbPay.query(configOf(), asked, new Date())).toMatchObject({ amount: { amountMinor: 76_335 } });
    for (const change of [
      { amount: 'x' },
      { amount: '763.36', currencyCode: '840' },
      { currencyCode: '764', reference: 'SHOP1' },
    ]) {
      await act(asked.paymentNo, { change });
      expect((await gbPay.query(configOf(), asked, new Date())).state).toBe('pending');
    }
    await expect(gbPay.query(configOf({ secretKey: 'secret-of-nobody' }), asked, new Date())).rejects.toThrow('401');
  });

  it('is given up, never closed; money is given back by hand', async () => {
    const asked = await begin();
    expect(await gbPay.close(configOf(), asked, new Date())).toMatchObject({ state: 'failed', stillPayable: true });
    expect([gbPay.refund, gbPay.queryRefund, gbPay.settlementList]).toEqual([null, null, null]);
  });

  it('a notice is a reason to ask, as JSON or form, and nothing else; of numbers that are none of ours nothing is asked', () => {
    const paymentNo = '26112200000001PABCD';
    const read = (body: string) =>
      gbPay.readNotice(configOf(), Buffer.from(body), {}, new Date('2026-11-22T10:00:00Z'));
    const wanted = { eventId: paymentNo, paymentNo, ask: true };
    const referenceNo = toFifteen(paymentNo);
    expect(read(JSON.stringify({ amount: 1, resultCode: '00', referenceNo }))).toEqual(wanted);
    expect(read(`resultCode=00&referenceNo=${referenceNo}&amount=1`)).toEqual(wanted);
    for (const other of [
      '',
      '{',
      '{}',
      'null',
      '{"referenceNo":7}',
      'referenceNo=REF0000001',
      'referenceNo=ZZZZZZZZZZZZZZZ',
    ])
      expect(read(other)).toBeUndefined();
  });
});
