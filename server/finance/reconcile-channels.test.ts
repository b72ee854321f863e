// A day at each gateway that has a list of it (§3 pay channels, rules §8), with three planted differences beside a payment that agrees: each
// is found, once. The test gateway's day is in reconcile.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { todayIn } from '../../domain/dates.ts';
import { channelTraits } from '../../domain/pay-channels.ts';
import { controlAlipay, setUpAlipay } from '../../tests/build/gateways/set-up-alipay.ts';
import { setUpStripe } from '../../tests/build/gateways/set-up-stripe.ts';
import { controlWechat, setUpWechat } from '../../tests/build/gateways/set-up-wechat.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { type Cast, openTheatre, type Theatre } from '../../tests/build/set-up-channels.ts';
import type { Stage } from '../payment/channels/stage.ts';
import { sql } from '../platform/db.ts';
import { hasList } from './reconcile-day.ts';

let theatre: Theatre;
let finance: string;
let agent: string;
let wechatUrl = '';
const wechat: Cast = {
  ...setUpWechat,
  async open(notifyUrl) {
    const opened = await setUpWechat.open(notifyUrl);
    wechatUrl = opened.url;
    return opened;
  },
};
beforeAll(async () => {
  theatre = await openTheatre([setUpStripe, setUpAlipay, wechat]);
  finance = await theatre.test.signIn('finance@one.example', 'finance-2026');
  agent = await theatre.test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => theatre.close());

/**
 * Bills of Beijing's days are ready by noon of the next day, and a payment missing in one day may be listed in the next: the buyers
 * paid three days ago, so that both bills exist at any hour of this test.
 */
const before = new Date(Date.now() - 3 * 86_400_000);
type Day = { on: string; at: Date; pay(stage: Stage, orderNo: string): Promise<void> };
const days: Record<string, Day> = {
  stripe: {
    on: new Date().toISOString().slice(0, 10),
    at: new Date(Date.now() - 900_000),
    pay: async (stage, orderNo) => stage.play.pay(await stage.attempt(orderNo), { silent: true }),
  },
  alipay: {
    on: todayIn('Asia/Shanghai', before.getTime()),
    at: before,
    async pay(stage, orderNo) {
      await controlAlipay('settings', { aheadSeconds: (before.getTime() - Date.now()) / 1000 });
      await stage.play.pay(await stage.attempt(orderNo), { silent: true });
      await controlAlipay('settings', { aheadSeconds: 0 });
    },
  },
  wechat: {
    on: todayIn('Asia/Shanghai', before.getTime()),
    at: before,
    async pay(stage, orderNo) {
      const { paymentNo } = await stage.attempt(orderNo);
      await controlWechat(wechatUrl, `orders/${paymentNo}`, { outcome: 'pay-silent', at: before.toISOString() });
    },
  },
};

it('every channel with a list has its day here, beside the test gateway', () => {
  expect(Object.keys(channelTraits).filter(hasList).sort()).toEqual([...Object.keys(days), 'sandbox'].sort());
});

it.each(Object.entries(days))('%s: three differences, each found once', async (channel, { on, at, pay }) => {
  const { test } = theatre;
  const stage = theatre.stageOf(channel);
  const books = test.database.house;
  const paid = async () => {
    const orderNo = await stage.order();
    expect((await stage.start(orderNo)).code).toBe(200);
    await pay(stage, orderNo);
    expect((await stage.ask(orderNo)).paid).toBe(true);
    return (await stage.attempt(orderNo)).paymentNo;
  };
  const [fine, amount, strange] = [await paid(), await paid(), await paid()];
  const orderNo = await placeOrder(test, agent);
  const inside = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  const absent = inside.data.paymentNo;
  await sql`UPDATE payment SET settled_at = ${at.toISOString()} WHERE payment_no = ANY(${[fine, amount, strange, absent]}::text[])`.execute(
    books,
  );
  // Another amount in our books; a payment of theirs that we do not know; one of ours that no list has.
  await sql`UPDATE payment SET amount_minor = amount_minor + 1 WHERE payment_no = ${amount}`.execute(books);
  await sql`UPDATE payment SET channel = 'offline' WHERE payment_no = ${strange}`.execute(books);
  await sql`UPDATE payment SET channel = ${channel} WHERE payment_no = ${absent}`.execute(books);
  const compare = async () => (await test.call('consoleReconcile', { channel, day: on }, { token: finance })).data;
  expect(await compare()).toMatchObject({ state: 'done', problem: '', added: 3 });
  const { list } = (await test.call('consoleDifferences', { channel }, { token: finance })).data;
  expect(Object.fromEntries(list.map((item) => [item.kind, item.paymentNo]))).toEqual({
    amount,
    missingHere: null,
    missingThere: absent,
  });
  expect(await compare()).toMatchObject({ state: 'done', added: 0 });
  await sql`UPDATE payment SET amount_minor = amount_minor - 1 WHERE payment_no = ${amount}`.execute(books);
  await sql`UPDATE payment SET channel = ${channel} WHERE payment_no = ${strange}`.execute(books);
  await sql`UPDATE payment SET channel = 'deposit' WHERE payment_no = ${absent}`.execute(books);
});
