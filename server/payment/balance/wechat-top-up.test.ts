// Topping up inside WeChat (§7 cashierInfo, §3 channel 3): the same way in as for orders, for one session, amount and use; then WeChat's
// window takes what was signed for it, and the deposit rises once. Outside WeChat it is a code or a page, as before.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '../../../domain/errors.ts';
import type { WechatFake } from '../../../sandbox/wechat/serve-wechat.ts';
import {
  appSecret,
  controlWechat,
  type KeptOrder,
  openWechat,
  wechatKeys,
} from '../../../tests/build/gateways/set-up-wechat.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { readFigures } from '../../../tests/build/set-balances.ts';
import { setUp } from '../../../tests/build/set-up-channels.ts';
import { sql } from '../../platform/db.ts';

const desktop = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0 Safari/537.36';
const inside = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0.50';
const openid = 'oPersonWhoTopsUp000000000001';
const amount = 20_000;

let test: TestHouse;
let fake: WechatFake;
let agent: string;
beforeAll(async () => {
  fake = await openWechat();
  const env = { GATEWAY_WECHAT_URL: fake.url, GATEWAY_WECHAT_OPEN_URL: fake.url, GATEWAY_WECHAT_API_URL: fake.url };
  test = await openTestHouse({ env: { ...env, LOG_LEVEL: 'debug' } });
  await sql`INSERT INTO hostname (host, owner_id) VALUES ('127.0.0.1', 1)`.execute(test.database.house);
  await setUp(test, 'wechat', 'one', { ...wechatKeys.one, appSecret });
  agent = await test.signIn('agent@one.example', 'agent-2026');
  await controlWechat(fake.url, 'person', { openid });
});
afterAll(async () => {
  await test?.close();
  await fake?.close();
});

type Who = { agentName?: string; token?: string; key?: string };
const as = ({ agentName = inside, token = agent, key = newKey() }: Who) => ({
  ...{ token, key, host: test.base.replace('http://', ''), headers: { 'user-agent': agentName } },
});
type Entry = { code: string; state: string };
const enter = (minor = amount, who: Who = {}) =>
  test.call('cashierEntry', { channel: 'wechat', amount: minor }, as(who));
const start = (entry: Entry | undefined, minor = amount, who: Who = {}) =>
  test.call('cashierInfo', { channel: 'wechat', amount: minor, entry }, as(who));

/** As the browser in WeChat goes: to its page and back. */
async function entryFor(minor = amount, who: Who = {}): Promise<Entry & { back: URL }> {
  const answer = await fetch(String((await enter(minor, who)).data.redirectUrl), { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return { back, code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}
const pass = async (minor?: number, who?: Who): Promise<Entry> => {
  const { code, state } = await entryFor(minor, who);
  return { code, state };
};
const ordersOf = async (rechargeNo: string) =>
  (await controlWechat<{ orders: (KeptOrder & { openid: string })[] }>(fake.url, 'orders')).orders.filter((order) =>
    order.out_trade_no.startsWith(rechargeNo),
  );
const askApp = (asked: object | null, wish = 'pay') =>
  controlWechat<{ err_msg: string }>(fake.url, 'inside', { asked: asked ?? {}, wish });
const stateOf = async (id: string) => (await test.call('rechargeResult', { id }, { token: agent })).data.status;
const countRecharges = async () =>
  (await sql<{ count: string }>`SELECT count(*) FROM recharge`.execute(test.database.house)).rows[0]?.count;

describe('a top-up inside WeChat (§7 cashierInfo)', () => {
  it('leads past WeChat and back to the balance; its window pays what was signed, and the deposit rises once', async () => {
    const before = (await readFigures(test, agent)).deposit;
    const { back, code, state } = await entryFor();
    expect([back.pathname, back.searchParams.get('topUp')]).toEqual(['/uc/balance', String(amount)]);
    const { data } = await start({ code, state });
    expect(data).toMatchObject({ status: 0, redirectUrl: null, qr: null, form: null });
    expect(Object.keys(data.client ?? {}).sort()).toEqual(
      ['appId', 'nonceStr', 'package', 'paySign', 'signType', 'timeStamp'].sort(),
    );
    expect(await ordersOf(data.rechargeNo)).toMatchObject([{ way: 'jsapi', openid }]);
    expect(await stateOf(data.rechargeNo)).toBe(0);
    expect((await askApp(data.client)).err_msg).toBe('get_brand_wcpay_request:ok');
    await until(
      () => stateOf(data.rechargeNo),
      (now) => now === 1,
    );
    expect((await readFigures(test, agent)).deposit).toBe(before + amount);
    const { rows } = await sql`SELECT 1 FROM payment WHERE payment::text LIKE ${`%${openid}%`}`.execute(
      test.database.house,
    );
    expect(rows).toEqual([]);
    expect(test.log.join('\n')).not.toContain(openid);
  });

  it('that was stopped is requested again under its key: the same order there, with a new signature', async () => {
    const entry = await pass();
    const key = newKey();
    const first = (await start(entry, amount, { key })).data;
    expect((await askApp(first.client, 'cancel')).err_msg).toBe('get_brand_wcpay_request:cancel');
    const second = (await start(entry, amount, { key })).data;
    expect(second.rechargeNo).toBe(first.rechargeNo);
    expect(second.client?.package).toBe(first.client?.package);
    expect(second.client?.nonceStr).not.toBe(first.client?.nonceStr);
    expect(await ordersOf(first.rechargeNo)).toHaveLength(1);
    expect((await askApp(second.client)).err_msg).toBe('get_brand_wcpay_request:ok');
  });

  it('whose answer was lost never becomes a code for another person: it is entered again', async () => {
    await controlWechat(fake.url, 'faults', { mode: 'lose', path: '/transactions/jsapi' });
    const entry = await pass();
    const key = newKey();
    expect((await start(entry, amount, { key })).code).toBe(refusals.gatewaySilent);
    expect((await start(entry, amount, { key })).code).toBe(refusals.entryOver);
    expect((await start(await pass())).data.client).not.toBeNull();
  });
});

describe('a way in for a top-up', () => {
  it('is good once, also when ten come at the same moment', async () => {
    // Each with a code of its own, so that only the state can be what is used up.
    const entries = await Promise.all(Array.from({ length: 10 }, () => pass()));
    const state = entries[0]?.state ?? '';
    const before = Number(await countRecharges());
    const codes = await Promise.all(entries.map(async ({ code }) => (await start({ code, state })).code));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === refusals.entryOver)).toHaveLength(9);
    expect(Number(await countRecharges())).toBe(before + 1);
  });

  it('is for its session, its amount and topping up alone, and writes nothing where it is refused', async () => {
    const entry = await pass();
    const before = await countRecharges();
    const again = await test.signIn('agent@one.example', 'agent-2026');
    expect((await start(entry, amount, { token: again })).code).toBe(refusals.entryOver);
    expect((await start(entry, amount + 1)).code).toBe(refusals.entryOver);
    expect((await start(entry, amount, { agentName: desktop })).code).toBe(refusals.entryOver);
    expect((await start({ ...entry, state: 'x'.repeat(80) })).code).toBe(refusals.entryOver);
    const id = await placeOrder(test, agent);
    expect((await test.call('paying', { id, channel: 'wechat', entry }, as({}))).code).toBe(refusals.entryOver);
    const { redirectUrl } = (await test.call('payEntry', { id, channel: 'wechat' }, as({}))).data;
    const answer = await fetch(String(redirectUrl), { redirect: 'manual' });
    const order = new URL(answer.headers.get('location') ?? '').searchParams;
    const ofOrder = { code: order.get('code') ?? '', state: order.get('state') ?? '' };
    expect((await start(ofOrder)).code).toBe(refusals.entryOver);
    expect(await countRecharges()).toBe(before);
    expect((await start(entry)).code).toBe(200);
  });

  it('is for WeChat alone: elsewhere the top-up is the code; what a top-up would refuse is refused before', async () => {
    expect((await enter(amount, { agentName: desktop })).data.redirectUrl).toBeNull();
    const { data } = await start(undefined, amount, { agentName: desktop });
    expect(data).toMatchObject({ client: null, qr: expect.stringContaining('data:image/svg+xml') });
    expect(await ordersOf(data.rechargeNo)).toMatchObject([{ way: 'native' }]);
    expect(Object.keys(((await enter(1)).data as unknown as { fields: object }).fields)).toEqual(['amount']);
    const of = (channel: string) => test.call('cashierEntry', { channel, amount }, as({}));
    for (const channel of ['deposit', 'telr', 'toString'])
      expect((await of(channel)).code).toBe(refusals.channelNotOffered);
  });
});
