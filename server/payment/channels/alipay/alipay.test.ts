// Alipay through the installation: yuan and nothing else, which way a device goes, a return that proves nothing, keys under seal.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { desktop, phone } from '../../../../tests/build/gateways/open-alipay.ts';
import {
  alipayKeys,
  alipayUrl,
  controlAlipay,
  outNoOf,
  setUpAlipay,
  signAs,
} from '../../../../tests/build/gateways/set-up-alipay.ts';
import { setUpWechat } from '../../../../tests/build/gateways/set-up-wechat.ts';
import { until } from '../../../../tests/build/open-gateway.ts';
import { newKey, placeOrder } from '../../../../tests/build/place-orders.ts';
import { openTheatre, setUp, type Theatre } from '../../../../tests/build/set-up-channels.ts';
import { sql } from '../../../platform/db.ts';

let theatre: Theatre;
let member: string;
beforeAll(async () => {
  theatre = await openTheatre([setUpAlipay, setUpWechat]);
  member = await theatre.test.signIn('member@one.example', 'member-2026');
});
afterAll(() => theatre.close());

const stage = () => theatre.stageOf('alipay');
const pay = (orderNo: string, agent = desktop, channel = 'alipay', language = 'en') => {
  const host = theatre.test.base.replace('http://', '');
  const as = { token: member, key: newKey(), host, language, headers: { 'user-agent': agent } };
  return theatre.test.call('paying', { id: orderNo, channel }, as);
};
const offerOf = async (orderNo: string, channel: string) => {
  const { data } = await theatre.test.call('payInfo', { id: orderNo }, { token: member });
  return data.channels.find((item) => item.channel === channel);
};
const methodOf = (url: string | null) => new URL(String(url)).searchParams.get('method');

/** As the owner's finance people do it; an empty one takes the currency off the table. */
async function setRate(currency: 'CNY', rate: string): Promise<void> {
  const token = await theatre.test.signIn('finance@one.example', 'finance-2026');
  const { revision, feed, margin } = (await theatre.test.call('consoleRates', {}, { token })).data;
  const rates = [{ currency, source: 'hand' as const, rate }];
  const answer = await theatre.test.call('consoleRatesSave', { revision, feed, margin, rates }, { token });
  expect(answer.code).toBe(200);
}

describe('yuan and nothing else', () => {
  it.each(['alipay', 'wechat'])('%s: another currency is converted once, at the rate of the start', async (channel) => {
    const orderNo = await placeOrder(theatre.test, member);
    // 100 MYR at 0.62 MYR for a yuan.
    const payable = { amountMinor: 16_129, currency: 'CNY' };
    expect(await offerOf(orderNo, channel)).toMatchObject({ blocked: null, payable });
    expect((await pay(orderNo, desktop, channel)).code).toBe(200);
    expect(await stage().attempt(orderNo)).toMatchObject(payable);
  });

  it.each(['alipay', 'wechat'])(
    '%s: without a rate it is shown with the reason, and refused with it',
    async (value) => {
      const orderNo = await placeOrder(theatre.test, member);
      await setRate('CNY', '');
      try {
        const payable = { amountMinor: 10_000, currency: 'MYR' };
        expect(await offerOf(orderNo, value)).toMatchObject({ blocked: 'currencyNotTaken', payable, balance: null });
        expect(await offerOf(orderNo, 'sandbox')).toMatchObject({ blocked: null });
        const answer = await pay(orderNo, desktop, value);
        const words = 'Takes CNY only, and there is no exchange rate for this order.';
        expect([answer.code, answer.msg]).toEqual([200414, words]);
        expect((await pay(orderNo, desktop, value, 'zh_CN')).msg).toBe('仅支持 CNY，此订单暂无可用汇率。');
        const { rows } = await sql`SELECT 1 FROM payment WHERE order_no = ${orderNo}`.execute(
          theatre.test.database.house,
        );
        expect(rows).toEqual([]);
      } finally {
        await setRate('CNY', '0.62');
      }
      expect(await offerOf(orderNo, value)).toMatchObject({ blocked: null });
    },
  );

  it('the owner can choose no other for it', async () => {
    const choose = setUp(theatre.test, 'alipay', 'one', {}, { currency: 'USD' });
    await expect(choose).rejects.toThrow('currency');
  });
});

describe('which way a device goes', () => {
  it('a desktop gets a code and a page; the same order on a phone the mobile page, and the code is given up', async () => {
    const orderNo = await placeOrder(theatre.test, member);
    const first = (await pay(orderNo)).data;
    expect([methodOf(first.redirectUrl), first.qr?.slice(0, 18)]).toEqual([
      'alipay.trade.page.pay',
      'data:image/svg+xml',
    ]);
    await controlAlipay(`trades/${outNoOf(first)}`, { outcome: 'scan' });
    const second = (await pay(orderNo, phone)).data;
    expect([methodOf(second.redirectUrl), second.qr]).toEqual(['alipay.trade.wap.pay', null]);
    expect(second.paymentNo).not.toBe(first.paymentNo);
    const { trade } = await controlAlipay<{ trade: { status: string } }>(`trades/${outNoOf(first)}`);
    expect(trade.status).toBe('TRADE_CLOSED');
    expect((await pay(orderNo, phone)).data.paymentNo).toBe(second.paymentNo);
    expect((await pay(orderNo)).data.paymentNo).toBe(second.paymentNo);
  });

  it('a code that was paid meanwhile is no longer given up for a phone', async () => {
    const orderNo = await placeOrder(theatre.test, member);
    await pay(orderNo);
    await stage().play.pay(await stage().attempt(orderNo), { silent: true });
    expect((await pay(orderNo, phone)).code).toBe(200405);
    expect(await stage().status(orderNo)).toEqual({ status: 1003, payStatus: 103, applied: 1 });
  });
});

it('the way back proves nothing, well signed or not; the notice or the question does', async () => {
  const orderNo = await placeOrder(theatre.test, member);
  const { data } = await pay(orderNo, phone);
  await controlAlipay('settings', { muted: true });
  const cashier = `${alipayUrl()}/cashier/${outNoOf(data)}`;
  const payUrl = String(data.redirectUrl).replace(/^https?:\/\/[^/]+/, alipayUrl());
  expect(await (await fetch(payUrl)).text()).toContain('¥ 161.29');
  const back = (await fetch(cashier, { method: 'POST', redirect: 'manual' })).headers.get('location') ?? '';
  expect(back).toContain(`/booking/complete?order=${orderNo}`);
  expect(back).toContain('trade_no=');
  const other = await placeOrder(theatre.test, member);
  await pay(other, phone);
  const bent = back
    .replace(orderNo, other)
    .replace('http://', '')
    .replace(/^[^/]+/, '');
  for (const path of [bent, back.replace(/^https?:\/\/[^/]+/, '')])
    await theatre.test.fetch(path, { headers: { cookie: `token=${member}` } });
  expect(await stage().status(other)).toMatchObject({ payStatus: 102, applied: 0 });
  expect(await stage().ask(other)).toEqual({ paid: false, late: false });
  await controlAlipay('settings', { muted: false });
  expect(await stage().ask(orderNo)).toEqual({ paid: true, late: false });
});

it('sales that are none of ours are answered and not stored; keys are sealed', async () => {
  const { house } = theatre.test.database;
  const count = async () =>
    (await sql`SELECT 1 FROM payment_notice WHERE channel = 'alipay'`.execute(house)).rows.length;
  const before = await count();
  const fields = { app_id: alipayKeys.one.appId, notify_id: 'other-1', notify_type: 'trade_status_sync' };
  const notice = signAs({ ...fields, out_trade_no: 'SHOP_77', trade_status: 'TRADE_SUCCESS', total_amount: '5.00' });
  expect(await stage().tell(notice)).toEqual({ status: 200, text: 'success' });
  expect(await count()).toBe(before);
  const stored = await sql<{
    keys_sealed: string;
  }>`SELECT keys_sealed FROM channel_setting WHERE owner_id = 1 AND channel = 'alipay'`.execute(house);
  expect(stored.rows[0]?.keys_sealed.length).toBeGreaterThan(1000);
  for (const secret of [alipayKeys.one.privateKey, alipayKeys.one.privateKey.slice(40, 90), alipayKeys.one.appId])
    expect(stored.rows[0]?.keys_sealed).not.toContain(secret);
});

it('a refund that waits at Alipay ends by its notice, once', async () => {
  const orderNo = await placeOrder(theatre.test, member, { product: 'Green Hills', quantity: 2 });
  await pay(orderNo);
  const attempt = await stage().attempt(orderNo);
  await stage().play.pay(attempt);
  await until(
    () => stage().status(orderNo),
    (now) => now.payStatus === 103,
  );
  await controlAlipay('settings', { plans: ['processing'] });
  await stage().reject(orderNo);
  const [open] = await until(
    () => stage().refunds(orderNo),
    (rows) => rows[0]?.tries === 1,
  );
  expect(open?.status).toBe(0);
  await until(
    () => stage().play.refundsOf(attempt),
    (cents) => cents.length > 0,
  );
  await controlAlipay(`refunds/${open?.refundNo}`, {});
  const [ended] = await until(
    () => stage().refunds(orderNo),
    (rows) => rows[0]?.status === 1,
  );
  expect(ended).toMatchObject({ status: 1, amountMinor: attempt.amountMinor });
  expect(await stage().play.refundsOf(attempt)).toEqual([attempt.amountMinor]);
  expect(await stage().audit()).toEqual([]);
});
