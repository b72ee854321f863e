// WeChat Pay in a shop, beyond the cases of every channel (conformance.ts): CNY only, code or page, refunds that end later, notices of
// other sales.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  controlWechat,
  type KeptOrder,
  saleOf,
  setUpWechat,
  signedBy,
  wechatKeys,
} from '../../../../tests/build/gateways/set-up-wechat.ts';
import { until } from '../../../../tests/build/open-gateway.ts';
import { newKey, placeOrder } from '../../../../tests/build/place-orders.ts';
import { openTheatre, readAttempt, setUp, type Theatre } from '../../../../tests/build/set-up-channels.ts';
import { sql } from '../../../platform/db.ts';
import { findBadOptions } from '../forms/judge-form.ts';
import { wechat } from './wechat.ts';

let theatre: Theatre;
let fakeUrl: string;
let member: string;
beforeAll(async () => {
  theatre = await openTheatre([
    {
      ...setUpWechat,
      async open(notifyUrl) {
        const opened = await setUpWechat.open(notifyUrl);
        fakeUrl = opened.url;
        return opened;
      },
    },
  ]);
  member = await theatre.test.signIn('member@one.example', 'member-2026');
});
afterAll(() => theatre.close());

const stage = () => theatre.stageOf('wechat');
const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148';
const pay = (orderNo: string, agent = desktop) =>
  theatre.test.call(
    'paying',
    { id: orderNo, channel: 'wechat' },
    // Under an address that the stand-in's notices can reach.
    { token: member, key: newKey(), host: theatre.test.base.replace('http://', ''), headers: { 'user-agent': agent } },
  );
const orderAt = async (url: string, paymentNo: string | undefined) =>
  (await controlWechat<{ orders: KeptOrder[] }>(url, 'orders')).orders.find(
    (order) => order.out_trade_no === paymentNo,
  );

describe('CNY only', () => {
  it('an order in another currency is converted once, and no other currency can be chosen (§5 Alipay and WeChat Pay)', async () => {
    const orderNo = await placeOrder(theatre.test, member);
    const { data } = await theatre.test.call('payInfo', { id: orderNo }, { token: member });
    // 100 MYR at 0.62 MYR for a yuan.
    const payable = { amountMinor: 16_129, currency: 'CNY' };
    expect(data.channels.find((channel) => channel.channel === 'wechat')).toMatchObject({ payable });
    const started = await pay(orderNo);
    expect(await orderAt(fakeUrl, started.data.paymentNo)).toMatchObject({ total: 16_129 });
    const finance = await theatre.test.signIn('finance@one.example', 'finance-2026');
    const { list } = (await theatre.test.call('consoleChannels', {}, { token: finance })).data;
    const row = list.find((item) => item.channel === 'wechat');
    expect(row?.currencies).toEqual(['CNY']);
    const wanted = { channel: 'wechat', active: true, feePercent: '0', feeRefundable: false, keys: {} };
    const save = await theatre.test.call(
      'consoleChannelSave',
      { ...wanted, currency: 'USD', revision: row?.revision ?? 0 },
      { token: finance },
    );
    const { fields = {} } = save.data as { fields?: object };
    expect([save.code, Object.keys(fields)]).toEqual([200001, ['currency']]);
  });

  it('keys lie sealed', async () => {
    const stored = await sql<{
      keys_sealed: string;
    }>`SELECT keys_sealed FROM channel_setting WHERE owner_id = 1 AND channel = 'wechat'`.execute(
      theatre.test.database.house,
    );
    expect(stored.rows[0]?.keys_sealed.length).toBeGreaterThan(1000);
    expect(stored.rows[0]?.keys_sealed).not.toContain(wechatKeys.one.apiV3Key);
  });
});

describe('a code or a page', () => {
  it('a desktop gets a code to scan (§9 QR code)', async () => {
    const { data } = await pay(await placeOrder(theatre.test, member));
    expect(data).toMatchObject({ redirectUrl: null, qr: expect.stringContaining('data:image/svg+xml'), form: null });
    expect(await orderAt(fakeUrl, data.paymentNo)).toMatchObject({ way: 'native', trade_state: 'NOTPAY' });
  });

  it('a phone gets a page that opens WeChat and brings the buyer back, which proves nothing', async () => {
    const orderNo = await placeOrder(theatre.test, member);
    const { data } = await pay(orderNo, phone);
    const back = `${theatre.test.base}/booking/complete?order=${orderNo}`;
    expect(data.qr).toBeNull();
    expect(new URL(String(data.redirectUrl)).searchParams.get('redirect_url')).toBe(back);
    expect((await orderAt(fakeUrl, data.paymentNo))?.way).toBe('h5');
    expect(await stage().ask(orderNo)).toEqual({ paid: false, late: false });
    const page = String(data.redirectUrl).replace(/^https?:\/\/[^/]+/, fakeUrl);
    const paid = await fetch(page, { method: 'POST', redirect: 'manual' });
    expect([paid.status, paid.headers.get('location')]).toEqual([303, back]);
    await until(
      () => stage().status(orderNo),
      (now) => now.payStatus === 103,
    );
  });

  it('inside WeChat, where no page opens, and where the owner has no right to pages, it is a code', async () => {
    const inside = await pay(await placeOrder(theatre.test, member), `${phone} MicroMessenger/8.0`);
    expect([inside.data.redirectUrl, Boolean(inside.data.qr)]).toEqual([null, true]);
    await setUp(theatre.test, 'wechat', 'one', {}, { options: { h5: false } });
    const without = await pay(await placeOrder(theatre.test, member), phone);
    expect([without.data.redirectUrl, Boolean(without.data.qr)]).toEqual([null, true]);
    await setUp(theatre.test, 'wechat', 'one', {}, { options: {} });
    expect(findBadOptions(wechat.form, { h5: 'yes', other: 1 })).toEqual(['h5', 'other']);
  });

  it('who goes on at another device, or after the page ran out, gets what opens there; the way before is closed', async () => {
    const orderNo = await placeOrder(theatre.test, member);
    const begun: string[] = [];
    for (const [agent, way] of [
      [phone, 'h5'],
      [desktop, 'native'],
      [phone, 'h5'],
    ] as const) {
      const { data } = await pay(orderNo, agent);
      expect(await orderAt(fakeUrl, data.paymentNo)).toMatchObject({ way, trade_state: 'NOTPAY' });
      const states = await Promise.all(begun.map((value) => orderAt(fakeUrl, value)));
      expect(states.every((state) => state?.trade_state === 'CLOSED')).toBe(true);
      expect((await pay(orderNo, agent)).data.paymentNo).toBe(data.paymentNo);
      begun.push(data.paymentNo);
    }
    await sql`UPDATE payment SET channel_data = jsonb_set(channel_data, '{go,until}', '"2026-01-01T00:00:00+08:00"') WHERE payment_no = ${begun[2]}`.execute(
      theatre.test.database.house,
    );
    const fresh = (await pay(orderNo, phone)).data;
    expect(begun).not.toContain(fresh.paymentNo);
    expect((await orderAt(fakeUrl, begun[2]))?.trade_state).toBe('CLOSED');
    await stage().play.pay(await readAttempt(theatre.test, orderNo));
    await until(
      () => stage().status(orderNo),
      (now) => now.payStatus === 103,
    );
    const late = await pay(orderNo, desktop);
    expect(late.code).not.toBe(200);
  });
});

describe('notices', () => {
  it('of other sales of the account are acknowledged and not stored', async () => {
    const other = { paymentNo: 'OTHERSHOP1', amountMinor: 500 };
    const refund = { mchid: wechatKeys.one.mchId, out_trade_no: 'OTHERSHOP1', out_refund_no: 'B7', refund_id: '5030' };
    const before = await countNotices();
    for (const wish of [
      { type: 'TRANSACTION.SUCCESS', kind: 'transaction' as const, told: saleOf(other, {}, { attach: undefined }) },
      { type: 'REFUND.SUCCESS', kind: 'refund' as const, told: { ...refund, refund_status: 'SUCCESS' } },
    ])
      expect(await stage().tell(await signedBy(fakeUrl, wish))).toEqual({ status: 200, text: stage().play.received });
    expect(await countNotices()).toBe(before);
  });

  const countNotices = async () =>
    (await sql`SELECT 1 FROM payment_notice WHERE channel = 'wechat'`.execute(theatre.test.database.house)).rows.length;

  it('report refunds that end later, well or badly', async () => {
    for (const [outcome, status] of [
      ['SUCCESS', 1],
      ['ABNORMAL', 2],
      ['CLOSED', 2],
    ] as const) {
      const orderNo = await placeOrder(theatre.test, member, { product: 'Green Hills', quantity: 2 });
      await pay(orderNo);
      await stage().play.pay(await readAttempt(theatre.test, orderNo));
      await until(
        () => stage().status(orderNo),
        (now) => now.payStatus === 103,
      );
      await controlWechat(fakeUrl, 'refund-plans', { plans: ['PROCESSING'] });
      await stage().reject(orderNo);
      const [open] = await until(
        () => stage().refunds(orderNo),
        (rows) => rows[0]?.tries === 1,
      );
      expect(open?.status).toBe(0);
      await until(
        () => controlWechat<{ refunds: object[] }>(fakeUrl, 'orders'),
        ({ refunds }) => JSON.stringify(refunds).includes(open?.refundNo ?? '-'),
      );
      await controlWechat(fakeUrl, `refunds/${open?.refundNo}`, { outcome });
      const [ended] = await until(
        () => stage().refunds(orderNo),
        (rows) => rows[0]?.status === status,
      );
      expect(ended).toMatchObject({ status, amountMinor: open?.amountMinor });
    }
  });
});
