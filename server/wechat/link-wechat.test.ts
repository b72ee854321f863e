// Linking an account with WeChat (§2 wechat/wlogin): only who proved both just now in one browser does, and every change that ends
// the account's sessions ends its links.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { WechatFake } from '../../sandbox/wechat/serve-wechat.ts';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { appSecret, openWechat, wechatKeys } from '../../tests/build/gateways/set-up-wechat.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { setUp } from '../../tests/build/set-up-channels.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { beHeldBy, openPhone, type Phone } from '../../tests/build/wechat-phone.ts';
import { sql } from '../platform/db.ts';

const over = 200115;

let test: TestHouse;
let fake: WechatFake;
let operations: string;
beforeAll(async () => {
  fake = await openWechat();
  const env = { GATEWAY_WECHAT_URL: fake.url, GATEWAY_WECHAT_OPEN_URL: fake.url, GATEWAY_WECHAT_API_URL: fake.url };
  test = await openTestHouse({ env });
  await setUp(test, 'wechat', 'one', { ...wechatKeys.one, appSecret });
  operations = await test.signIn('operations@one.example', 'operations-2026');
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await fake?.close();
  await test?.close();
});

const house = () => test.database.house;
const linkedOf = async (phone: Phone) => (await phone.call('wechatLinked', {})).data;
let people = 0;
const newOpenid = () => {
  people += 1;
  return `oPersonOfTheLinkTest${String(people).padStart(4, '0')}`;
};

/** A phone that came back from WeChat unknown, and what it may link by. */
async function comeUnknown(openid = newOpenid()): Promise<{ phone: Phone; ticket: string; openid: string }> {
  await beHeldBy(fake.url, openid);
  const phone = openPhone(test);
  const { data } = await phone.enter();
  expect(data.signedIn).toBe(false);
  return { phone, ticket: data.ticket, openid };
}

/** Links an account as a person does. */
async function linkTo(account: string, password: string, openid = newOpenid()) {
  const come = await comeUnknown(openid);
  expect((await come.phone.login(account, password)).code).toBe(200);
  expect((await come.phone.call('wechatLink', { ticket: come.ticket })).code).toBe(200);
  return come;
}

/** Whose account WeChat opens for a person on a phone that knows nothing of it; '' for none. */
async function openedFor(openid: string): Promise<string> {
  await beHeldBy(fake.url, openid);
  const phone = openPhone(test);
  return (await phone.enter()).data.signedIn ? phone.who() : '';
}

describe('linking', () => {
  it('takes coming back from WeChat and a password in one browser; from then on WeChat opens the account everywhere', async () => {
    const { phone, ticket, openid } = await comeUnknown();
    expect(ticket).not.toContain(openid);
    expect((await phone.call('wechatLink', { ticket })).http).toBe(401);
    await phone.login('member@one.example', 'member-2026');
    expect(await linkedOf(phone)).toEqual({ offered: true, linked: false, since: null });
    expect((await phone.call('wechatLink', { ticket })).code).toBe(200);
    const { linked, since } = await linkedOf(phone);
    expect([linked, Math.abs(Date.now() - Date.parse(since ?? '')) < 60_000]).toEqual([true, true]);
    expect(await openedFor(openid)).toBe('member@one.example');
    await phone.call('logout', {});
    expect(await phone.who()).toBe('');
    expect((await phone.enter()).data.signedIn).toBe(true);
    expect(await phone.who()).toBe('member@one.example');
  });

  it('is not offered where the owner has no official account', async () => {
    const phone = openPhone(test, 'two.test');
    await phone.login('member@two.example', 'member-2026');
    expect(await linkedOf(phone)).toEqual({ offered: false, linked: false, since: null });
  });

  it('is taken back by the account, which stays signed in', async () => {
    const { phone, openid } = await linkTo('member@one.example', 'member-2026');
    expect((await phone.call('wechatUnlink', {})).code).toBe(200);
    expect(await linkedOf(phone)).toEqual({ offered: true, linked: false, since: null });
    expect(await phone.who()).toBe('member@one.example');
    expect(await openedFor(openid)).toBe('');
    expect((await phone.call('wechatUnlink', {})).code).toBe(200);
  });

  it('moves a person to the account that is linked last; an account may have several people', async () => {
    const first = await linkTo('member@one.example', 'member-2026');
    const { phone, ticket } = await linkTo('agent@one.example', 'agent-2026');
    expect(await linkedOf(first.phone)).toMatchObject({ linked: true });
    const mine = await linkTo('member@one.example', 'member-2026');
    await phone.login('member@one.example', 'member-2026');
    expect((await phone.call('wechatLink', { ticket })).code).toBe(200);
    const agent = openPhone(test);
    await agent.login('agent@one.example', 'agent-2026');
    expect(await linkedOf(agent)).toEqual({ offered: true, linked: false, since: null });
    for (const item of [first, mine]) expect(await openedFor(item.openid)).toBe('member@one.example');
  });

  it('is refused with the ticket of another browser, another owner or another hour, and with none of ours', async () => {
    const { phone, ticket, openid } = await comeUnknown();
    const victim = openPhone(test);
    await victim.login('agent@one.example', 'agent-2026');
    const link = (phone: Phone, what: string) => phone.call('wechatLink', { ticket: what });
    expect((await link(victim, ticket)).code).toBe(over);
    await victim.call('wechatEnter', {});
    expect((await link(victim, ticket)).code).toBe(over);
    await phone.login('agent@one.example', 'agent-2026');
    const bent = `${ticket.slice(0, 40)}${ticket[40] === 'A' ? 'B' : 'A'}${ticket.slice(41)}`;
    for (const none of ['x', 'v1.a.b.c', ticket.slice(0, -8), bent])
      expect((await link(phone, none)).code, none).toBe(over);
    expect((await link(phone, 'x'.repeat(601))).code).toBe(200001);
    const elsewhere = openPhone(test, 'two.test');
    await elsewhere.login('agent@two.example', 'agent-2026');
    elsewhere.cookies.set('kbw', phone.cookies.get('kbw') ?? '');
    expect((await link(elsewhere, ticket)).code).toBe(over);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect((await link(phone, ticket)).code).toBe(over);
    vi.useRealTimers();
    expect(await openedFor(openid)).toBe('');
    expect((await link(phone, ticket)).code).toBe(200);
  });

  it('is not for sessions by an e-mailed code, nor for staff who act as the account', async () => {
    const { phone, ticket, openid } = await comeUnknown();
    phone.cookies.set('kb', await enterAsGuest(test, 'guest-of-links@one.example'));
    expect((await phone.call('wechatLink', { ticket })).code).toBe(200110);
    expect((await phone.call('wechatLinked', {})).code).toBe(200110);
    await sql`INSERT INTO hostname (host, owner_id, customer_service) VALUES ('desk.one.test', 1, true)`.execute(
      house(),
    );
    await phone.login('sub@one.example', 'sub-2026');
    await sql`UPDATE login_session SET acting_staff_id = s.account_id FROM account s, account a
      WHERE s.owner_id = 1 AND s.email = 'operations@one.example' AND a.owner_id = 1 AND a.email = 'sub@one.example'
        AND login_session.owner_id = 1 AND login_session.account_id = a.account_id`.execute(house());
    expect((await phone.call('getUserInfo', {})).data.actingStaff).toBe('Daniel');
    for (const name of ['wechatLink', 'wechatUnlink'] as const) {
      const input = name === 'wechatLink' ? { ticket } : {};
      expect((await phone.call(name, input as never)).code, name).toBe(200109);
      // Where staff place orders for partners, too.
      const desk = openPhone(test, 'desk.one.test');
      for (const [key, value] of phone.cookies) desk.cookies.set(key, value);
      expect((await desk.call(name, input as never)).code, name).toBe(200109);
    }
    expect(await openedFor(openid)).toBe('');
  });

  it('is limited for each source', async () => {
    const { phone, ticket } = await linkTo('member@one.example', 'member-2026');
    await sql`UPDATE attempt SET count = 120 WHERE bucket = ${`wechat-link:${phone.source}`}`.execute(house());
    expect((await phone.call('wechatLink', { ticket })).http).toBe(503);
    expect((await phone.call('wechatUnlink', {})).http).toBe(503);
  });
});

describe('links end with', () => {
  const partnerOf = async (email: string) => {
    const found = await sql<{ id: string; partner: string; revision: number }>`SELECT a.account_id::text AS id,
        p.partner_id::text AS partner, p.revision FROM account a JOIN partner p USING (owner_id, partner_id)
      WHERE a.owner_id = 1 AND a.email = ${email}`.execute(house());
    return found.rows[0] as { id: string; partner: string; revision: number };
  };
  const subOf = async (email: string) => ({
    main: await test.signIn('agent@one.example', 'agent-2026'),
    id: (await partnerOf(email)).id,
  });

  it('a change of the password', async () => {
    const { phone, openid } = await linkTo('open@one.example', 'open-2026');
    const password = 'wave-again-2026';
    const change = { current: 'open-2026', password, confirmation: password };
    expect((await phone.call('changePassword', change)).code).toBe(200);
    expect(await openedFor(openid)).toBe('');
    expect(await linkedOf(phone)).toEqual({ offered: true, linked: false, since: null });
  });

  it('a reset of it by mail', async () => {
    const email = 'open@one.example';
    const { openid } = await linkTo(email, 'wave-again-2026');
    expect((await test.call('forgetPassword', { email, ...(await solveImage(test)) })).code).toBe(200);
    const ask = async () => /reset\?token=([\w-]{22,})/.exec((await test.mails(email)).at(0)?.body ?? '')?.[1] ?? '';
    const reset = { token: await until(ask, Boolean), password: 'wave-third-2026', confirmation: 'wave-third-2026' };
    expect((await test.call('resetPasswordByToken', reset)).code).toBe(200);
    expect(await openedFor(openid)).toBe('');
  });

  it('a new password by the main account', async () => {
    const { openid } = await linkTo('open@one.example', 'wave-third-2026');
    const { main, id } = await subOf('open@one.example');
    const { password } = (await test.call('resetChildPassword', { id }, { token: main })).data;
    expect(await openedFor(openid)).toBe('');
    expect((await openPhone(test).login('open@one.example', password)).code).toBe(200);
  });

  it('signing out everywhere else', async () => {
    const { phone, openid } = await linkTo('agent@one.example', 'agent-2026');
    expect((await phone.call('logoutElsewhere', {})).code).toBe(200);
    expect(await openedFor(openid)).toBe('');
    expect(await phone.who()).toBe('agent@one.example');
  });

  it('being disabled by the main account, for good: enabling does not bring them back', async () => {
    const { openid } = await linkTo('sub@one.example', 'sub-2026');
    const { main, id } = await subOf('sub@one.example');
    for (const status of [-1, 1])
      expect((await test.call('changeUserStatus', { id, status }, { token: main })).code).toBe(200);
    expect(await openedFor(openid)).toBe('');
  });

  it('being frozen by the owner: an account alone', async () => {
    const { openid } = await linkTo('sub@one.example', 'sub-2026');
    const other = await linkTo('agent@one.example', 'agent-2026');
    const { id: accountId, partner: id } = await partnerOf('sub@one.example');
    for (const frozen of [true, false])
      expect((await test.call('consoleAccountFreeze', { id, accountId, frozen }, { token: operations })).code).toBe(
        200,
      );
    expect(await openedFor(openid)).toBe('');
    expect(await openedFor(other.openid)).toBe('agent@one.example');
  });

  it('being frozen by the owner: a partner with all its accounts, and no other', async () => {
    const [agent, sub] = [await linkTo('agent@one.example', 'agent-2026'), await linkTo('sub@one.example', 'sub-2026')];
    const other = await linkTo('member@one.example', 'member-2026');
    for (const frozen of [true, false]) {
      const { partner: id, revision } = await partnerOf('agent@one.example');
      const freeze = { id, revision, frozen, reason: 'Unpaid' };
      expect((await test.call('consolePartnerFreeze', freeze, { token: operations })).code).toBe(200);
      if (!frozen) continue;
      // As by password.
      expect((await agent.phone.login('agent@one.example', 'agent-2026')).code).toBe(200102);
    }
    expect([await openedFor(agent.openid), await openedFor(sub.openid)]).toEqual(['', '']);
    expect(await openedFor(other.openid)).toBe('member@one.example');
  });

  it('being deleted', async () => {
    const { openid } = await linkTo('sub@one.example', 'sub-2026');
    const { main, id } = await subOf('sub@one.example');
    expect((await test.call('changeUserStatus', { id, status: -2 }, { token: main })).code).toBe(200);
    expect(await openedFor(openid)).toBe('');
    const left = await sql`SELECT 1 FROM wechat_link WHERE openid = ${openid}`.execute(house());
    expect(left.rows).toEqual([]);
  });
});
