// Paying inside WeChat: WeChat identifies the payer by a code with a state of ours, the installation exchanges it, the app gets a signed
// order, and only WeChat and the installation ever see the person's number.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { refusals } from '../../../../domain/errors.ts';
import type { WechatFake } from '../../../../sandbox/wechat/serve-wechat.ts';
import {
  appSecret,
  controlWechat,
  type KeptOrder,
  openWechat,
  wechatKeys,
} from '../../../../tests/build/gateways/set-up-wechat.ts';
import { until } from '../../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../../tests/build/place-orders.ts';
import { setUp } from '../../../../tests/build/set-up-channels.ts';
import { sql } from '../../../platform/db.ts';
import { wechat } from './wechat.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';
const inside = `${phone} MicroMessenger/8.0.50 NetType/WIFI Language/zh_CN`;
const openid = 'oPersonOfTheseTests000000001';

let test: TestHouse;
let fake: WechatFake;
let member: string;
beforeAll(async () => {
  fake = await openWechat();
  const env = { GATEWAY_WECHAT_URL: fake.url, GATEWAY_WECHAT_OPEN_URL: fake.url, GATEWAY_WECHAT_API_URL: fake.url };
  test = await openTestHouse({ env: { ...env, LOG_LEVEL: 'debug' } });
  await sql`INSERT INTO hostname (host, owner_id) VALUES ('127.0.0.1', 1)`.execute(test.database.house);
  await setUp(test, 'wechat', 'one', { ...wechatKeys.one, appSecret });
  member = await test.signIn('member@one.example', 'member-2026');
  await controlWechat(fake.url, 'person', { openid });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await test?.close();
  await fake?.close();
});

const as = (agent = inside, token = member) => ({
  token,
  key: newKey(),
  // The address for the stand-in's notices.
  host: test.base.replace('http://', ''),
  headers: { 'user-agent': agent },
});
type Entry = { code: string; state: string };
const enter = (id: string, ...who: Parameters<typeof as>) =>
  test.call('payEntry', { id, channel: 'wechat' }, as(...who));
const pay = (id: string, entry?: Entry, ...who: Parameters<typeof as>) =>
  test.call('paying', { id, channel: 'wechat', entry }, as(...who));

/** As the browser in WeChat goes: to its page and back. */
async function goPast(address: string | null): Promise<Entry & { back: URL }> {
  const answer = await fetch(String(address), { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return { back, code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}
async function entryFor(id: string, ...who: Parameters<typeof as>): Promise<Entry> {
  const { code, state } = await goPast((await enter(id, ...who)).data.redirectUrl);
  return { code, state };
}
const orderAt = async (paymentNo: string) =>
  (await controlWechat<{ orders: (KeptOrder & { openid: string })[] }>(fake.url, 'orders')).orders.find(
    (order) => order.out_trade_no === paymentNo,
  );
const askApp = (asked: object | null, wish = 'pay') =>
  controlWechat<{ err_msg: string; why?: string }>(fake.url, 'inside', { asked: asked ?? {}, wish });
const result = async (id: string) => (await test.call('isPaySuccess', { id }, { token: member })).data;

describe('the way in', () => {
  it('leads past WeChat and back; its app pays what was signed for it, and only asking settles the order', async () => {
    const orderNo = await placeOrder(test, member);
    const { redirectUrl } = (await enter(orderNo)).data;
    const address = new URL(String(redirectUrl));
    const host = test.base.replace('http://', '');
    expect([...address.searchParams.keys()].join()).toBe('appid,redirect_uri,response_type,scope,state');
    expect([address.pathname, address.hash]).toEqual(['/connect/oauth2/authorize', '#wechat_redirect']);
    expect(address.searchParams.get('redirect_uri')).toBe(`http://${host}/booking/wechat?order=${orderNo}`);
    expect(address.searchParams.get('state')).toMatch(/^[a-z0-9]{60,128}$/);
    const { back, code, state } = await goPast(redirectUrl);
    expect([back.host, back.pathname, back.searchParams.get('order')]).toEqual([host, '/booking/wechat', orderNo]);
    const { data } = await pay(orderNo, { code, state });
    expect(data).toMatchObject({ redirectUrl: null, qr: null, form: null });
    expect(Object.keys(data.client ?? {}).sort()).toEqual(
      ['appId', 'nonceStr', 'package', 'paySign', 'signType', 'timeStamp'].sort(),
    );
    expect(await orderAt(data.paymentNo)).toMatchObject({ way: 'jsapi', openid, total: 16_129 });
    expect((await result(orderNo)).paid).toBe(false);
    expect(await askApp(data.client)).toEqual({ err_msg: 'get_brand_wcpay_request:ok' });
    await until(
      () => result(orderNo),
      (now) => now.paid,
    );
  });

  it('is for WeChat alone, and for owners who set the secret; elsewhere paying itself leads on', async () => {
    const orderNo = await placeOrder(test, member);
    for (const agent of [phone, `${inside} wxwork/4.1.0`])
      expect((await enter(orderNo, agent)).data.redirectUrl).toBeNull();
    for (const [keys, here] of [
      [wechatKeys.one, false],
      [{ ...wechatKeys.one, appSecret }, true],
    ] as const)
      expect(wechat.inside?.isHere({ keys, options: {}, baseUrl: '' }, inside)).toBe(here);
    expect((await test.call('payEntry', { id: orderNo, channel: 'telr' }, as())).code).toBe(refusals.channelNotOffered);
  });
});

describe('a state', () => {
  const refused = async (...asked: Parameters<typeof pay>) =>
    expect((await pay(...asked)).code, String(asked[1]?.state)).toBe(refusals.entryOver);

  it('is good once, also when twenty come at the same moment', async () => {
    const orderNo = await placeOrder(test, member);
    const entry = await entryFor(orderNo);
    const codes = await Promise.all(Array.from({ length: 20 }, async () => (await pay(orderNo, entry)).code));
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === refusals.entryOver)).toHaveLength(19);
    await refused(orderNo, entry);
  });

  it('of another session, another buyer or another order is refused, and so is one that was bent; the right one still counts', async () => {
    const orderNo = await placeOrder(test, member);
    const second = await placeOrder(test, member);
    const entry = await entryFor(orderNo);
    const again = await test.signIn('member@one.example', 'member-2026');
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    await refused(orderNo, entry, inside, again);
    await refused(second, entry);
    await refused(await placeOrder(test, agent), entry, inside, agent);
    const { code, state } = entry;
    const later = `${state.slice(0, 32)}ffffffff${state.slice(40)}`;
    const flipped = state.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const bent of [later, flipped, state.toUpperCase(), state.slice(1), '', 'x'.repeat(80)])
      await refused(orderNo, { code, state: bent });
    await refused(orderNo, entry, phone);
    expect((await pay(orderNo, entry)).code).toBe(200);
  });

  it('ends after ten minutes', async () => {
    const orderNo = await placeOrder(test, member);
    const entry = await entryFor(orderNo);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    await refused(orderNo, entry);
  });
});

describe('a code', () => {
  it('that WeChat does not know, or that was used, begins nothing and leaves the order payable', async () => {
    const orderNo = await placeOrder(test, member);
    const used = await entryFor(orderNo);
    const query = new URLSearchParams({
      appid: wechatKeys.one.appId,
      secret: appSecret,
      code: used.code,
      grant_type: 'authorization_code',
    });
    await fetch(`${fake.url}/sns/oauth2/access_token?${query}`);
    for (const entry of [used, { ...(await entryFor(orderNo)), code: 'nobodys' }])
      expect((await pay(orderNo, entry)).code).toBe(refusals.entryOver);
    const stored = await sql`SELECT 1 FROM payment WHERE order_no = ${orderNo}`.execute(test.database.house);
    expect(stored.rows).toEqual([]);
    expect((await pay(orderNo, await entryFor(orderNo))).code).toBe(200);
  });

  it('of a person who only previews the page begins nothing', async () => {
    const orderNo = await placeOrder(test, member);
    await controlWechat(fake.url, 'person', { openid: 'oPreviewOfThePage00000000001' });
    expect((await pay(orderNo, await entryFor(orderNo))).code).toBe(refusals.entryOver);
    await controlWechat(fake.url, 'person', { openid });
    expect((await pay(orderNo, await entryFor(orderNo))).code).toBe(200);
  });

  it('that cannot be exchanged because WeChat is silent says so; the next way in works', async () => {
    const orderNo = await placeOrder(test, member);
    const entry = await entryFor(orderNo);
    await controlWechat(fake.url, 'faults', { mode: 'error', path: '/sns/' });
    expect((await pay(orderNo, entry)).code).toBe(refusals.gatewaySilent);
    expect((await pay(orderNo, await entryFor(orderNo))).code).toBe(200);
  });

  it('is not taken with a wrong secret, which is never revealed', async () => {
    await setUp(test, 'wechat', 'one', { appSecret: 'ffffffffffffffffffffffffffffffff' });
    const orderNo = await placeOrder(test, member);
    expect((await pay(orderNo, await entryFor(orderNo))).code).toBe(refusals.entryOver);
    expect(test.log.join('\n')).toContain('appId or appSecret is not taken: 40125');
    await setUp(test, 'wechat', 'one', { appSecret });
  });
});

describe('what was begun inside WeChat', () => {
  it('is asked for again when its answer was lost: one order there', async () => {
    const orderNo = await placeOrder(test, member);
    await controlWechat(fake.url, 'faults', { mode: 'lose', path: '/transactions/jsapi' });
    expect((await pay(orderNo, await entryFor(orderNo))).code).toBe(refusals.gatewaySilent);
    const { data } = await pay(orderNo, await entryFor(orderNo));
    const { orders } = await controlWechat<{ orders: KeptOrder[] }>(fake.url, 'orders');
    expect(orders.filter((order) => order.out_trade_no.startsWith(orderNo))).toHaveLength(1);
    expect((await askApp(data.client)).err_msg).toBe('get_brand_wcpay_request:ok');
  });

  it('goes on after a refresh, with a new signature; stopping and failing leave it payable', async () => {
    const orderNo = await placeOrder(test, member);
    const first = (await pay(orderNo, await entryFor(orderNo))).data;
    expect((await askApp(first.client, 'cancel')).err_msg).toBe('get_brand_wcpay_request:cancel');
    expect(await askApp({ ...first.client, package: 'prepay_id=wx1' })).toMatchObject({ why: 'invalid paySign' });
    expect((await enter(orderNo)).data.redirectUrl).toBeNull();
    const second = (await pay(orderNo)).data;
    expect(second.paymentNo).toBe(first.paymentNo);
    expect(second.client?.package).toBe(first.client?.package);
    expect(second.client?.nonceStr).not.toBe(first.client?.nonceStr);
    expect((await result(orderNo)).paid).toBe(false);
    expect((await askApp(second.client)).err_msg).toBe('get_brand_wcpay_request:ok');
    expect(await askApp(first.client)).toMatchObject({ why: '订单状态为SUCCESS' });
    await until(
      () => result(orderNo),
      (now) => now.paid,
    );
  });

  it('is of one session: elsewhere it is started again for the person there, and the way before is closed', async () => {
    const orderNo = await placeOrder(test, member);
    const first = (await pay(orderNo, await entryFor(orderNo))).data;
    const again = await test.signIn('member@one.example', 'member-2026');
    await controlWechat(fake.url, 'person', { openid: 'oAnotherPersonOfTheTests0001' });
    const second = (await pay(orderNo, await entryFor(orderNo, inside, again), inside, again)).data;
    expect((await orderAt(first.paymentNo))?.trade_state).toBe('CLOSED');
    expect(await orderAt(second.paymentNo)).toMatchObject({ way: 'jsapi', openid: 'oAnotherPersonOfTheTests0001' });
    const third = (await pay(orderNo, undefined, phone)).data;
    expect((await orderAt(second.paymentNo))?.trade_state).toBe('CLOSED');
    expect((await orderAt(third.paymentNo))?.way).toBe('h5');
    await controlWechat(fake.url, 'person', { openid });
    const fourth = (await pay(orderNo, await entryFor(orderNo))).data;
    expect((await orderAt(third.paymentNo))?.trade_state).toBe('CLOSED');
    expect((await askApp(fourth.client)).err_msg).toBe('get_brand_wcpay_request:ok');
    await until(
      () => result(orderNo),
      (now) => now.paid,
    );
  });
});

it('an additional payment has a way in of its own, which is none for the order', async () => {
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const staff = await test.signIn('operations@one.example', 'operations-2026');
  const id = await placeOrder(test, agent);
  await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
  const wanted = { id, kind: 'extraTime' as const, amountMinor: 6200, reason: 'Two hours more' };
  const supplement = (await test.call('consoleSupplementAdd', wanted, { token: staff })).data.supplementNo;
  const { data } = await test.call('payEntry', { id, supplement, channel: 'wechat' }, as(inside, agent));
  const { back, code, state } = await goPast(data.redirectUrl);
  expect(back.searchParams.get('supplement')).toBe(supplement);
  const other = (await test.call('consoleSupplementAdd', wanted, { token: staff })).data.supplementNo;
  const payOf = (supplementNo: string) => {
    const wish = { id, supplement: supplementNo, channel: 'wechat', entry: { code, state } };
    return test.call('paying', wish, as(inside, agent));
  };
  expect((await payOf(other)).code).toBe(refusals.entryOver);
  const begun = (await payOf(supplement)).data;
  expect(await orderAt(begun.paymentNo)).toMatchObject({ way: 'jsapi', total: 10_000 });
  expect((await askApp(begun.client)).err_msg).toBe('get_brand_wcpay_request:ok');
  await until(
    () => test.call('isPaySuccess', { id, supplement }, { token: agent }),
    (outcome) => outcome.data.paid,
  );
});

it("the person's number, the code and the secret are in no answer, no log and no table", async () => {
  const stranger = 'oStrangerToTheAccount0000001';
  await controlWechat(fake.url, 'person', { openid: stranger });
  const orderNo = await placeOrder(test, member);
  const entry = await entryFor(orderNo);
  const outcome = await pay(orderNo, entry);
  expect(outcome.code).toBe(refusals.providerRefused);
  await controlWechat(fake.url, 'person', { openid });
  const second = await entryFor(orderNo);
  const fine = await pay(orderNo, second);
  expect(fine.code).toBe(200);
  const logged = test.log.join('\n');
  // What WeChat said of it is there, without the number.
  expect(logged).toContain('appid和openid不匹配：[secret]');
  const tables = await sql<{
    name: string;
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`.execute(test.database.house);
  const stored = await Promise.all(
    tables.rows.map(async ({ name }) =>
      JSON.stringify((await sql`SELECT t::text AS row FROM ${sql.table(name)} t`.execute(test.database.house)).rows),
    ),
  );
  expect(stored.join('').length).toBeGreaterThan(10_000);
  for (const secret of [openid, stranger, appSecret, entry.code, second.code])
    for (const text of [logged, JSON.stringify([outcome, fine]), ...stored])
      expect(text.includes(secret), secret).toBe(false);
});
