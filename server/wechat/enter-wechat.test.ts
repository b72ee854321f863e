// Signing in by WeChat (§2 wechat/wlogin) against the stand-in: the way there and back works for one browser, once, for ten minutes; and
// what the mobile group answers to a visitor who is not signed in (§4 session).
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WechatFake } from '../../sandbox/wechat/serve-wechat.ts';
import { appSecret, controlWechat, openWechat, wechatKeys } from '../../tests/build/gateways/set-up-wechat.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { setUp } from '../../tests/build/set-up-channels.ts';
import { beHeldBy, openPhone, type Phone } from '../../tests/build/wechat-phone.ts';
import { sql } from '../platform/db.ts';

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0 Safari/537.36';
const refused = { over: 200115, silent: 200116, frozen: 200102 };

let test: TestHouse;
let fake: WechatFake;
beforeAll(async () => {
  fake = await openWechat();
  const env = { GATEWAY_WECHAT_URL: fake.url, GATEWAY_WECHAT_OPEN_URL: fake.url, GATEWAY_WECHAT_API_URL: fake.url };
  test = await openTestHouse({ env });
  // Paying by it is switched off at the first owner.
  await setUp(test, 'wechat', 'one', { ...wechatKeys.one, appSecret }, { active: false });
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await fake?.close();
  await test?.close();
});

const house = () => test.database.house;
const askedOf = async (phone: Phone, go?: string) => (await phone.call('wechatEnter', { go })).data.redirectUrl;
const there = async (phone: Phone, go?: string) => phone.leave(await askedOf(phone, go));
/** The clock of the installation, not of the database. */
const letMinutesPass = (minutes: number) =>
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 - 1000 });

/** An account of the first owner that WeChat opens for `openid`. */
async function link(email: string, openid: string): Promise<void> {
  await sql`INSERT INTO wechat_link (owner_id, app_id, openid, account_id)
    SELECT 1, ${wechatKeys.one.appId}, ${openid}, account_id FROM account WHERE owner_id = 1 AND email = ${email}`.execute(
    house(),
  );
}

describe('the way to WeChat', () => {
  it('is offered inside WeChat alone, and where the owner has an official account, also when paying by it is switched off', async () => {
    expect(await askedOf(openPhone(test, 'one.test', desktop))).toBeNull();
    expect(await askedOf(openPhone(test, 'one.test', 'wxwork/4.1 MicroMessenger/7.0.1'))).toBeNull();
    expect(await askedOf(openPhone(test, 'two.test'))).toBeNull();
    await setUp(test, 'wechat', 'two', wechatKeys.two);
    expect(await askedOf(openPhone(test, 'two.test')), 'no secret yet').toBeNull();
    const address = new URL((await askedOf(openPhone(test))) ?? '');
    expect([address.origin, address.pathname, address.hash]).toEqual([
      fake.url,
      '/connect/oauth2/authorize',
      '#wechat_redirect',
    ]);
    expect([...address.searchParams.keys()]).toEqual(['appid', 'redirect_uri', 'response_type', 'scope', 'state']);
    expect(address.searchParams.get('appid')).toBe(wechatKeys.one.appId);
    expect(address.searchParams.get('scope')).toBe('snsapi_base');
    expect(address.searchParams.get('state')).toMatch(/^[A-Za-z0-9]{40,128}$/);
  });

  it.each([
    [undefined, '/wechat/order'],
    ['/wechat/ordeInfo?orderNo=1&l=en', '/wechat/ordeInfo?orderNo=1&l=en'],
    ['/uc/balance', '/uc/balance'],
    ['/wechat/wlogin?go=/uc', '/wechat/order'],
    ['https://evil.example/wechat/user', '/wechat/order'],
    ['//evil.example', '/wechat/order'],
  ])('go %j comes back to %s', async (go, wanted) => {
    await beHeldBy(fake.url, 'oNobodyInParticular001');
    expect(await there(openPhone(test), go)).toMatchObject({ path: 'http://one.test/wechat/wlogin', go: wanted });
  });

  it('marks the browser in a cookie that no script reads, for ten minutes; on https it is for this host alone', async () => {
    const phone = openPhone(test);
    await askedOf(phone);
    expect(phone.written).toHaveLength(1);
    expect(phone.written[0]).toMatch(/^kbw=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
    const [mark] = phone.cookies.values();
    await askedOf(phone);
    expect([...phone.cookies]).toEqual([['kbw', mark]]);
    await phone.call('wechatEnter', {}, { 'x-forwarded-proto': 'https' });
    expect(phone.written[2]).toMatch(/^__Host-kbw=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });
});

describe('the way back', () => {
  it('opens the account that is linked, for a week, as by password', async () => {
    await beHeldBy(fake.url, 'oLinkedMember000000001');
    await link('member@one.example', 'oLinkedMember000000001');
    const phone = openPhone(test);
    const answer = await phone.enter();
    expect(answer.data).toEqual({ signedIn: true, ticket: '' });
    expect(phone.written.at(-1)).toMatch(/^kb=[\w-]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
    expect((await phone.call('getUserInfo', {})).data).toMatchObject({
      email: 'member@one.example',
      verAuthFlag: true,
      actingStaff: '',
    });
    expect(JSON.stringify([answer.data, test.log])).not.toContain('oLinkedMember000000001');
  });

  it('is good once, also when it is tried many times together', async () => {
    await beHeldBy(fake.url, 'oLinkedAgent0000000001');
    await link('agent@one.example', 'oLinkedAgent0000000001');
    const phone = openPhone(test);
    const { code, state } = await there(phone);
    const all = await Promise.all(Array.from({ length: 20 }, () => phone.call('wechatLogin', { code, state })));
    expect(all.map((answer) => answer.code).sort()).toEqual([200, ...Array.from({ length: 19 }, () => refused.over)]);
    // Nor with another code, also when WeChat did not take the first.
    const second = await there(phone);
    expect((await phone.call('wechatLogin', { code: 'not-a-code', state: second.state })).code).toBe(refused.over);
    expect((await phone.call('wechatLogin', { code: second.code, state: second.state })).code).toBe(refused.over);
  });

  it('is over after ten minutes', async () => {
    const phone = openPhone(test);
    const [early, late] = [await there(phone), await there(phone)];
    // Codes of WeChat's run out sooner: this is about the state.
    const freshCode = async () => (await there(openPhone(test))).code;
    letMinutesPass(9);
    expect((await phone.call('wechatLogin', { code: await freshCode(), state: early.state })).code).toBe(200);
    letMinutesPass(2);
    expect((await phone.call('wechatLogin', { code: await freshCode(), state: late.state })).code).toBe(refused.over);
  });

  it('is closed to every browser but the one that left, so that no one is signed in as another person', async () => {
    const attacker = openPhone(test);
    const { code, state } = await there(attacker);
    const victim = openPhone(test);
    const unmarked = await victim.call('wechatLogin', { code, state });
    expect(unmarked.code).toBe(refused.over);
    expect(unmarked.msg).toBe('WeChat did not confirm who you are. Please start again with WeChat.');
    await askedOf(victim);
    expect((await victim.call('wechatLogin', { code, state })).code).toBe(refused.over);
    expect(await victim.who()).toBe('');
    const own = await there(victim);
    const mixed = await victim.call('wechatLogin', { code, state: own.state.slice(0, 40) + state.slice(40) });
    expect(mixed.code).toBe(refused.over);
    // Nor outside WeChat with the right cookie.
    const copy = openPhone(test, 'one.test', desktop);
    copy.cookies.set('kbw', attacker.cookies.get('kbw') ?? '');
    expect((await copy.call('wechatLogin', { code, state })).code).toBe(refused.over);
    // It was spent by none of them.
    expect((await attacker.call('wechatLogin', { code, state })).data.signedIn).toBe(true);
  });

  it('is closed to another owner', async () => {
    await setUp(test, 'wechat', 'two', { appSecret });
    const phone = openPhone(test);
    const { code, state } = await there(phone);
    const other = openPhone(test, 'two.test');
    other.cookies.set('kbw', phone.cookies.get('kbw') ?? '');
    expect((await other.call('wechatLogin', { code, state })).code).toBe(refused.over);
    // Also where both owners share one official account: the link is the first owner's.
    await setUp(test, 'wechat', 'two', { appId: wechatKeys.one.appId, appSecret });
    expect((await other.call('wechatLogin', { code, state })).code).toBe(refused.over);
    expect((await other.enter()).data).toMatchObject({ signedIn: false, ticket: expect.stringMatching(/^v1\./) });
    expect((await phone.call('wechatLogin', { code, state })).data.signedIn).toBe(true);
  });

  it('refuses whom WeChat does not name, and says so when WeChat is silent', async () => {
    const phone = openPhone(test);
    const { state } = await there(phone);
    expect((await phone.call('wechatLogin', { code: '', state })).code).toBe(200001);
    expect((await phone.call('wechatLogin', { code: 'x', state: 'x'.repeat(201) })).code).toBe(200001);
    expect((await phone.call('wechatLogin', { code: 'x', state: '0'.repeat(80) })).code).toBe(refused.over);
    await beHeldBy(fake.url, 'oPreviewOfThePage00001');
    expect((await phone.enter()).code).toBe(refused.over);
    await controlWechat(fake.url, 'faults', { mode: 'error', path: '/sns/', times: 1 });
    await beHeldBy(fake.url, 'oLinkedMember000000001');
    const answer = await phone.enter();
    expect([answer.code, answer.msg]).toEqual([
      refused.silent,
      'WeChat does not answer just now. Please try again in a moment.',
    ]);
    expect((await phone.enter()).data.signedIn).toBe(true);
  });

  it('lets no one in whom a password would not let in', async () => {
    const openid = 'oLinkedSub000000000001';
    await beHeldBy(fake.url, openid);
    await link('open@one.example', openid);
    const mine = sql`email = 'open@one.example' AND owner_id = 1`;
    const set = (status: number) => sql`UPDATE account SET status = ${status} WHERE ${mine}`.execute(house());
    const freeze = (frozen: boolean) =>
      sql`UPDATE partner SET frozen = ${frozen} WHERE owner_id = 1
        AND partner_id = (SELECT partner_id FROM account WHERE ${mine})`.execute(house());
    const codes: number[] = [];
    for (const status of [0, -1]) {
      await set(status);
      codes.push((await openPhone(test).enter()).code);
    }
    await set(1);
    await freeze(true);
    codes.push((await openPhone(test).enter()).code);
    expect(codes).toEqual([refused.frozen, refused.frozen, refused.frozen]);
    await freeze(false);
    await set(2);
    expect((await openPhone(test).enter()).data.signedIn).toBe(true);
    await set(-2);
    expect((await openPhone(test).enter()).data.signedIn).toBe(false);
    await set(1);
  });

  it('never opens the back office', async () => {
    await beHeldBy(fake.url, 'oLinkedStaff0000000001');
    await link('admin@one.example', 'oLinkedStaff0000000001');
    const phone = openPhone(test);
    expect((await phone.enter()).data.signedIn).toBe(false);
    expect((await phone.call('consoleMe', {})).http).toBe(401);
  });

  it('and the way there are limited for each source', async () => {
    const phone = openPhone(test);
    const { code, state } = await there(phone);
    await phone.call('wechatLogin', { code, state });
    await sql`UPDATE attempt SET count = 1200 WHERE bucket = ${`wechat-enter:${phone.source}`}`.execute(house());
    await sql`UPDATE attempt SET count = 600 WHERE bucket = ${`wechat-login:${phone.source}`}`.execute(house());
    const all = [await phone.call('wechatEnter', {}), await phone.call('wechatLogin', { code, state })];
    expect(all.map((item) => item.http)).toEqual([503, 503]);
    // A visitor without WeChat signs in by hand.
    const at = { 'x-current-url': '/wechat/order' };
    expect(await phone.call('wechatLinked', {}, at)).toMatchObject({ http: 200, code: 401, data: {} });
    expect((await openPhone(test).call('wechatEnter', {})).http).toBe(200);
  });
});

describe('a visitor who is not signed in', () => {
  const ask = (phone: Phone, path?: string) =>
    phone.call('orderList', {}, path === undefined ? {} : { 'x-current-url': path });

  it('gets the answer in the body on pages of the mobile group, with the way past WeChat and back (§8 401)', async () => {
    const phone = openPhone(test);
    const answer = await ask(phone, '/wechat/order?page=2');
    expect([answer.http, answer.code, answer.msg]).toEqual([200, 401, 'Please sign in.']);
    const { redirectUrl } = answer.data as unknown as { redirectUrl: string };
    await beHeldBy(fake.url, 'oLinkedMember000000001');
    const { go, code, state } = await phone.leave(redirectUrl);
    expect(go).toBe('/wechat/order?page=2');
    expect((await phone.call('wechatLogin', { code, state })).data.signedIn).toBe(true);
    expect((await ask(phone, '/wechat/order?page=2')).code).toBe(200);
  });

  it('gets the same where the app sends its whole address (§7 headers, "current URL"), of this site alone', async () => {
    const answer = await ask(openPhone(test), 'http://one.test/wechat/order?page=2');
    const { redirectUrl } = answer.data as unknown as { redirectUrl: string };
    expect([answer.http, answer.code]).toEqual([200, 401]);
    expect(new URL(redirectUrl).searchParams.get('redirect_uri')).toContain('go=%2Fwechat%2Forder%3Fpage%3D2');
    for (const foreign of ['http://one.test.evil.example/wechat/order', 'http://one.test//evil.example/wechat/order'])
      expect(await ask(openPhone(test), foreign)).toMatchObject({ http: 401, data: null });
  });

  it('gets no way where there is none', async () => {
    const answer = await ask(openPhone(test, 'one.test', desktop), '/wechat/order');
    expect([answer.http, answer.code, answer.data]).toEqual([200, 401, {}]);
    const long = await ask(openPhone(test), `/wechat/order?x=${'y'.repeat(400)}`);
    const { redirectUrl } = long.data as unknown as { redirectUrl: string };
    expect(new URL(redirectUrl).searchParams.get('redirect_uri')).toBe(
      'http://one.test/wechat/wlogin?go=%2Fwechat%2Forder',
    );
  });

  it.each([undefined, '/uc/order', '/wechats', '/booking/pay', '//evil.example/wechat/order', ''])(
    'is told by the status on %j',
    async (path) => {
      const phone = openPhone(test);
      expect(await ask(phone, path)).toMatchObject({ http: 401, code: 401, data: null });
      expect(phone.written).toEqual([]);
    },
  );
});
