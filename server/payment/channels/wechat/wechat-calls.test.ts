// Calls to WeChat Pay without a house: CNY only, a clear no and silence distinguished, keys that change, unsigned answers, refunds by
// our numbers, the day's bill.
import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WechatFake } from '../../../../sandbox/wechat/serve-wechat.ts';
import {
  controlWechat,
  forge,
  type KeptOrder,
  openWechat,
  saleOf,
  signedBy,
  wechatKeys,
} from '../../../../tests/build/gateways/set-up-wechat.ts';
import { type ChannelConfig, ChannelRefused, type PaymentRef, type RefundInput, type StartInput } from '../channel.ts';
import { wechat } from './wechat.ts';
import { readWechatBill } from './wechat-bill.ts';

let alone: WechatFake;
beforeAll(async () => {
  alone = await openWechat();
});
afterAll(() => alone.close());

const own = (more: Record<string, string> = {}): ChannelConfig => ({
  keys: { ...wechatKeys.one, ...more },
  options: {},
  baseUrl: alone.url,
});
const amount = { amountMinor: 10_000, currency: 'CNY' as const };
const input = (paymentNo: string): StartInput => ({
  paymentNo,
  amount,
  description: `Kembara ${'旅'.repeat(60)}`,
  returnUrl: 'https://shop.test/back',
  cancelUrl: 'https://shop.test/pay',
  notifyUrl: 'https://shop.test/notify',
  startedAt: new Date(),
  expiresAt: new Date(Date.now() + 30_000),
  language: 'en' as const,
  landingUrl: '',
  buyer: {
    email: '',
    phone: '',
    source: '2001:db8:0:1',
    agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0',
  },
});
const asked = (paymentNo: string, startedAt = new Date()): PaymentRef => ({
  paymentNo,
  providerRef: null,
  transactionId: null,
  amount,
  startedAt,
});
const act = (path: string, body: object) => controlWechat<object>(alone.url, path, body);

describe('starting', () => {
  it('nothing but yuan is ever sent', async () => {
    const start = { ...input('CNYONLY1'), amount: { amountMinor: 100, currency: 'MYR' as const } };
    await expect(wechat.start(own(), start, new Date())).rejects.toThrow(ChannelRefused);
    const { orders } = await controlWechat<{ orders: KeptOrder[] }>(alone.url, 'orders');
    expect(orders.find((order) => order.out_trade_no === 'CNYONLY1')).toBeUndefined();
  });

  it('a clear no is distinguished from silence, haste and an order that is there already', async () => {
    const now = new Date();
    const again = { ...input('START001'), startedAt: now };
    const begun = await wechat.start(own(), again, now);
    expect(await wechat.start(own(), again, now)).toEqual(begun);
    const other = wechat.start(own({ appId: 'wx9999999999999999' }), input('START002'), now);
    await expect(other).rejects.toThrow(ChannelRefused);
    await act('faults', { mode: 'error' });
    for (const number of ['START003', 'START001']) {
      const dearer = { ...input(number), amount: { amountMinor: 20_000, currency: 'CNY' as const } };
      const answer = await wechat.start(own(), dearer, now).catch((error: unknown) => error);
      expect(answer).toBeInstanceOf(Error);
      expect(answer).not.toBeInstanceOf(ChannelRefused);
    }
    await act('orders/START001', { outcome: 'pay-silent' });
    const paid = await wechat.start(own(), again, now).catch((error: unknown) => error);
    expect(paid).not.toBeInstanceOf(ChannelRefused);
    expect(await wechat.query(own(), asked('START001'), now)).toMatchObject({ state: 'paid', amount });
  });

  it('one of which nothing is known may still be on its way for half a minute', async () => {
    const now = new Date();
    expect(await wechat.query(own(), asked('NEVER001', now), now)).toMatchObject({ state: 'pending' });
    const earlier = asked('NEVER001', new Date(now.getTime() - 31_000));
    expect(await wechat.query(own(), earlier, now)).toMatchObject({ state: 'failed', reason: 'never started' });
    expect(await wechat.close(own(), earlier, now)).toMatchObject({ state: 'failed' });
  });
});

describe('keys of the platform', () => {
  const sale = (paymentNo: string) => saleOf({ paymentNo, amountMinor: 10_000 });
  const signed = (paymentNo: string, serial?: string) =>
    signedBy(alone.url, { type: 'TRANSACTION.SUCCESS', kind: 'transaction', told: sale(paymentNo), serial });
  const read = async (config: ChannelConfig, notice: ReturnType<typeof signed>) => {
    const { raw, headers } = await notice;
    return wechat.readNotice(config, Buffer.from(raw), headers, new Date())?.answer?.state;
  };

  it('a new certificate is found by the next answer that it signed; the old one holds beside it', async () => {
    await wechat.start(own(), input('ROTATE01'), new Date());
    const old = await signed('ROTATE01');
    expect(await read(own(), Promise.resolve(old))).toBe('paid');
    await act('rotate', {});
    const fresh = await signed('ROTATE01');
    expect(fresh.headers['wechatpay-serial']).not.toBe(old.headers['wechatpay-serial']);
    expect(await read(own(), Promise.resolve(fresh))).toBeUndefined();
    expect((await wechat.query(own(), asked('ROTATE01'), new Date())).state).toBe('pending');
    expect(await read(own(), Promise.resolve(fresh))).toBe('paid');
    expect(await read(own(), Promise.resolve(old))).toBe('paid');
  });

  it('a merchant who moved to the public key believes both while one takes the place of the other', async () => {
    const { id, key } = alone.publicKey;
    const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString().trim();
    const moved = own({ platformKeys: `${id}\n${pem}\n${wechatKeys.two.platformKeys}` });
    expect((await wechat.start(moved, input('MOVED001'), new Date())).data.qrText).toContain('weixin://');
    expect(await read(moved, signed('MOVED001', id))).toBe('paid');
    expect(await read(own({ apiV3Key: 'x'.repeat(32) }), signed('MOVED001', id))).toBeUndefined();
    const { raw, headers } = forge(await signed('MOVED001', id));
    expect(wechat.readNotice(moved, Buffer.from(raw), headers, new Date())).toBeUndefined();
  });

  it('a certificate that a merchant with the public key meets is looked for, and nothing is lost where there is none', async () => {
    const { id, key } = alone.publicKey;
    const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString().trim();
    const begun = input('CERTS001');
    // Under an APIv3 key that opens nothing it is a merchant without certificates.
    for (const [apiV3Key, wanted] of [
      [wechatKeys.one.apiV3Key, 'paid'],
      ['x'.repeat(32), undefined],
    ]) {
      const moved = own({ platformKeys: `${id} ${pem}`, apiV3Key: String(apiV3Key) });
      await wechat.start(moved, begun, new Date());
      await act('rotate', {});
      const notice = await signed('CERTS001');
      expect(await read(moved, Promise.resolve(notice))).toBeUndefined();
      const minuteLater = new Date(Date.now() + 61_000);
      expect((await wechat.query(moved, asked('CERTS001'), minuteLater)).state).toBe('pending');
      expect(await read(moved, Promise.resolve(notice))).toBe(wanted);
    }
  });

  it('an answer that the platform did not sign says nothing', async () => {
    await wechat.start(own(), input('FORGE001'), new Date());
    await act('orders/FORGE001', { outcome: 'pay-silent' });
    for (const [mode, path] of [
      ['forge', 'FORGE001'],
      ['forge', 'close'],
      ['lose', 'FORGE001'],
    ]) {
      await act('faults', { mode, path });
      const call = path === 'close' ? wechat.close : wechat.query;
      await expect(call(own(), asked('FORGE001'), new Date())).rejects.toThrow();
    }
    expect((await wechat.close(own(), asked('FORGE001'), new Date())).state).toBe('paid');
  });
});

describe('the bill of a day', () => {
  it("lists what was sold and given back by our numbers, in Beijing's days", async () => {
    const now = new Date();
    const paidAt = new Date(now.getTime() - 86_400_000);
    const day = new Date(paidAt.getTime() + 8 * 3600_000).toISOString().slice(0, 10);
    await wechat.start(own(), input('BILLED01'), now);
    await act('orders/BILLED01', { outcome: 'pay-silent', at: paidAt.toISOString() });
    const refund: RefundInput = {
      refundNo: 'BILLED01-late',
      refundRef: null,
      payment: asked('BILLED01'),
      amount: { amountMinor: 2500, currency: 'CNY' },
      reason: '行程取消'.repeat(20),
    };
    expect(await wechat.queryRefund?.(own(), refund, now)).toBeUndefined();
    const answer = await wechat.refund?.(own(), refund, now);
    expect(answer).toMatchObject({ state: 'processing', refundRef: expect.stringMatching(/^5030/) });
    expect(await wechat.refund?.(own(), refund, now)).toMatchObject({ refundRef: answer?.refundRef });
    expect(await wechat.queryRefund?.(own(), refund, now)).toMatchObject({ state: 'successful' });
    const beyond = { ...refund, refundNo: 'BILLED01-more', amount };
    await expect(wechat.refund?.(own(), beyond, now)).rejects.toThrow(ChannelRefused);
    const providerRef = expect.stringMatching(/^4200/);
    expect(await wechat.settlementList?.(own(), day, now)).toEqual([
      { kind: 'payment', providerRef, ourRef: 'BILLED01', amount },
    ]);
    expect(await wechat.settlementList?.(own(), '2020-01-01', now)).toEqual([]);
    await expect(wechat.settlementList?.(own(), '2999-01-01', now)).rejects.toThrow();
  });

  it('is read by the names of its columns, whatever the names of the goods hold', () => {
    const head =
      '交易时间,微信订单号,商户订单号,交易状态,货币种类,微信退款单号,商户退款单号,商品名称,订单金额,申请退款金额';
    const bill = [
      `\uFEFF${head}`,
      '`2026-11-20 10:00:00,`4200A,`P1,`SUCCESS,`CNY,`0,`0,`Tea, cake,`161.29,`0.00',
      '`2026-11-20 10:00:00,`4200A,`P1,`REFUND,`CNY,`5030A,`P1-late,`Tea, cake,`0.00,`61.2',
      '`2026-11-20 10:00:00,`4200B,`P2,`REVOKED,`CNY,`0,`0,`Tea,`1.00,`0.00',
      '总交易单数,应结订单总金额',
      '`3,`161.29',
    ].join('\r\n');
    expect(readWechatBill(bill)).toEqual([
      { kind: 'payment', providerRef: '4200A', ourRef: 'P1', amount: { amountMinor: 16_129, currency: 'CNY' } },
      { kind: 'refund', providerRef: '5030A', ourRef: 'P1-late', amount: { amountMinor: 6120, currency: 'CNY' } },
    ]);
    expect(() => readWechatBill(`${head}\n\`2026,\`4200A`)).toThrow();
  });
});
