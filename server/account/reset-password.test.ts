// New passwords (§2 retrieve and reset, §5): an answer that does not reveal whether a mail was sent, a link that works once and for a
// limited time, and every other way into the account closed afterwards (security rules 44, 45 and 48).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slideTo } from '../../tests/build/attacks/slide-piece.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { type Answer, openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { firstRow, sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

let sources = 0;
/** Each call from a source address of its own, so that no limit of a source is met. */
const elsewhere = () => {
  sources += 1;
  return { headers: { 'x-forwarded-for': `10.30.${sources >> 8}.${sources & 255}` } };
};

type Mail = { subject: string; body: string; occasion: string };
const mailsTo = (email: string): Promise<Mail[]> => test.mails(email);

const ask = async (email: string, language = 'en') =>
  test.call('forgetPassword', { email, ...(await solveImage(test)) }, { ...elsewhere(), language });

/** Asks for the mail and returns it with the token of its link. */
async function askLink(email: string, language = 'en') {
  const before = (await mailsTo(email)).length;
  expect((await ask(email, language)).code).toBe(200);
  const isNew = (mails: Mail[]) => mails.length > before;
  const mail = (await until(() => mailsTo(email), isNew))[0];
  const token = /http:\/\/one\.test\/login\/reset\?token=([\w-]{22,})/.exec(mail?.body ?? '')?.[1];
  if (!mail || !token) throw new Error(`no link to ${email}`);
  return { ...mail, token };
}

const reset = (token: string, password: string, confirmation = password) =>
  test.call('resetPasswordByToken', { token, password, confirmation }, elsewhere());
const open = (token: string) => test.call('resetLinkOpened', { token }, elsewhere());
const signIn = (account: string, password: string) => test.call('login', { account, password }, elsewhere());
const infoOf = (token: string) => test.call('getUserInfo', {}, { token });
const waitMinutes = (minutes: number) =>
  sql`UPDATE account_link SET expires_at = expires_at - make_interval(mins => ${minutes})`.execute(test.database.house);
/** What a caller can see of an answer. */
const seen = ({ headers, ...answer }: Answer<'forgetPassword'>) => [
  answer,
  [...headers.keys()].filter((name) => name !== 'date'),
];

async function enterAsGuest(email: string): Promise<string> {
  const [flow, as] = [`guest-${email}`, elsewhere()];
  const { ticket } = (await test.call('getSliderCaptcha', { flow }, as)).data;
  const gap = sql<{ x: number }>`SELECT answer_x AS x FROM captcha WHERE ticket = ${ticket}`;
  const x = (await firstRow(test.database.house, gap))?.x ?? 0;
  await test.call('sendEmailVerCode', { email, flow, ticket, ...(await slideTo(x)) }, as);
  const isThere = (mails: Mail[]) => mails.length > 0;
  const mail = (await until(() => mailsTo(email), isThere))[0];
  return (await test.call('verCodeRegionAndLogin', { email, flow, code: mail?.subject.slice(0, 4) ?? '' }, as)).data
    .token;
}

describe('asking for the link', () => {
  it('answers the same for every address, and writes only to people with an account that may act (§2 login/retrieve)', async () => {
    await sql`UPDATE account SET status = 0 WHERE email = 'open@one.example'`.execute(test.database.house);
    const unknown = await ask('nobody@one.example', 'vi');
    const frozen = await ask('open@one.example', 'vi');
    const staff = await ask('admin@one.example', 'vi');
    const known = await ask('Member@one.example', 'vi');
    expect([known.http, known.code]).toEqual([200, 200]);
    for (const other of [unknown, frozen, staff]) expect(seen(other)).toEqual(seen(known));
    const mails = await until(
      () => mailsTo('member@one.example'),
      (list) => list.length > 0,
    );
    expect(mails[0]?.occasion).toMatch(/^account reset /);
    expect(mails[0]?.subject).not.toBe('Set a new password');
    // Jobs run in the order in which they were asked for, so nothing is on its way any more.
    for (const email of ['nobody', 'open', 'admin']) expect(await mailsTo(`${email}@one.example`)).toEqual([]);
    await sql`UPDATE account SET status = 1 WHERE email = 'open@one.example'`.execute(test.database.house);
  });

  it('wants an address and the code of the picture; each try spends its ticket', async () => {
    const image = await solveImage(test);
    const askReset = async (email: string, more: object) => {
      const { code, data } = await test.call('forgetPassword', { email, flow: image.flow, ...more }, elsewhere());
      return { code, fields: {}, ...data };
    };
    const wrong = { imageCode: 'The code is not right' };
    expect(await askReset('mei@example.com', {})).toMatchObject({ code: 200103 });
    const short = { imageCode: 'The code has 4 characters' };
    expect(await askReset('mei@example.com', { ...image, imageCode: '00' })).toMatchObject({
      code: 200001,
      fields: short,
    });
    expect(await askReset('mei@example.com', { ...image, imageCode: '0000' })).toEqual({ code: 200004, fields: wrong });
    expect(await askReset('mei@example.com', image)).toEqual({ code: 200004, fields: wrong });
    expect((await askReset(' ', image)).fields).toEqual({ email: 'This field is required' });
    for (const email of ['mei', 'a@b@example.com', 'mei\u0000@example.com', `${'x'.repeat(109)}@example.com`])
      expect((await askReset(email, image)).fields).toEqual({ email: 'Please enter a valid e-mail address' });
  });

  it('brings at most five mails an hour from one place to one address, known or not, then 503 with Retry-After', async () => {
    for (const email of ['often@example.com', 'sub@one.example']) {
      const here = elsewhere();
      const askHere = async (to: string) =>
        test.call('forgetPassword', { email: to, ...(await solveImage(test)) }, here);
      for (let sent = 0; sent < 5; sent += 1) expect((await askHere(email)).code).toBe(200);
      const sixth = await askHere(email.toUpperCase());
      expect([sixth.http, sixth.code]).toEqual([503, 503]);
      expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
      const again = await test.call('resendEmail', { email, ...(await solveImage(test)) }, here);
      expect(again.http).toBe(503);
    }
    expect((await ask('seldom@example.com')).code).toBe(200);
    const mails = await until(
      () => mailsTo('sub@one.example'),
      (list) => list.length >= 5,
    );
    expect(mails).toHaveLength(5);
  });
});

describe('the link', () => {
  it('sets a new password once, and ends every session (§2 login/reset)', async () => {
    const sessions = [
      await test.signIn('agent@one.example', 'agent-2026'),
      await test.signIn('agent@one.example', 'agent-2026'),
    ];
    const { token } = await askLink('agent@one.example');
    const weak = await reset(token, 'short');
    const unlike = await reset(token, 'harbour-2026', 'harbour-2027');
    expect(weak.data).toEqual({ fields: { password: '6 to 20 characters with a letter and a digit or symbol' } });
    expect(unlike.data).toEqual({ fields: { confirmation: 'The passwords entered twice are not consistent' } });
    expect((await infoOf(sessions[0] ?? '')).http).toBe(200);
    const done = await reset(token, 'harbour-2026');
    expect([done.code, done.data, done.headers.get('set-cookie')]).toEqual([200, {}, null]);
    expect((await Promise.all(sessions.map(infoOf))).map((answer) => answer.http)).toEqual([401, 401]);
    expect((await reset(token, 'harbour-2027')).code).toBe(200107);
    expect((await signIn('agent@one.example', 'agent-2026')).code).toBe(200101);
    expect((await signIn('agent@one.example', 'harbour-2026')).code).toBe(200);
  });

  it('says at once whether it still works, and looking does not use it up (§2 login/reset)', async () => {
    const { token } = await askLink('open@one.example');
    expect((await open(token)).code).toBe(200);
    expect((await open(token)).code).toBe(200);
    expect((await test.call('resetLinkOpened', { token }, { host: 'two.test' })).code).toBe(200107);
    await waitMinutes(30);
    expect((await open(token)).code).toBe(200107);
    expect((await open('x'.repeat(43))).code).toBe(200107);
    const next = await askLink('open@one.example');
    expect((await reset(next.token, 'harbour-2026')).code).toBe(200);
    expect((await open(next.token)).code).toBe(200107);
  });

  it('ends after thirty minutes, and with any other link that was used', async () => {
    const early = await askLink('member@one.example');
    const other = await askLink('member@one.example');
    await waitMinutes(29);
    expect((await reset(early.token, 'harbour-2026')).code).toBe(200);
    expect((await reset(other.token, 'harbour-2027')).code).toBe(200107);
    const late = await askLink('member@one.example');
    await waitMinutes(30);
    expect((await reset(late.token, 'harbour-2027')).code).toBe(200107);
    expect((await signIn('member@one.example', 'harbour-2026')).code).toBe(200);
  });

  it('works for one of twenty who open it at once, and only at its owner', async () => {
    const { token } = await askLink('open@one.example');
    const elsewhereToo = { host: 'two.test' };
    const input = { token, password: 'harbour-0001', confirmation: 'harbour-0001' };
    expect((await test.call('resetPasswordByToken', input, elsewhereToo)).code).toBe(200107);
    const passwords = Array.from({ length: 20 }, (_, at) => `harbour-${1000 + at}`);
    const codes = (await Promise.all(passwords.map((password) => reset(token, password)))).map((answer) => answer.code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(200107)]);
    expect((await signIn('open@one.example', passwords[codes.indexOf(200)] ?? '')).code).toBe(200);
  });

  it('gives a guest a first password; a password set meanwhile ends the link', async () => {
    const guest = await enterAsGuest('guest@example.com');
    const link = await askLink('guest@example.com');
    expect((await reset(link.token, 'harbour-2026')).code).toBe(200);
    expect((await infoOf(guest)).http).toBe(401);
    const { token } = (await signIn('guest@example.com', 'harbour-2026')).data;
    expect((await infoOf(token)).data).toMatchObject({ kind: 'member', passwordSet: true, verAuthFlag: true });
    const other = await enterAsGuest('second@example.com');
    const late = await askLink('second@example.com');
    const typed = { password: 'harbour-2026', confirmation: 'harbour-2026' };
    expect((await test.call('setPassword', typed, { token: other })).code).toBe(200);
    expect((await reset(late.token, 'harbour-2027')).code).toBe(200107);
    expect((await signIn('second@example.com', 'harbour-2026')).code).toBe(200);
  });
});

describe('changing the password', () => {
  const [account, old] = ['agent@two.example', 'agent-2026'];
  const as = () => ({ ...elsewhere(), host: 'two.test' });
  const change = (token: string, current: string, password: string, confirmation = password) =>
    test.call('changePassword', { current, password, confirmation }, { ...as(), token });
  const info = (token: string) => test.call('getUserInfo', {}, { token, host: 'two.test' });
  const enter = (password: string) => test.call('login', { account, password }, as());

  it('wants the current one and a new one by the rules (§2 uc reset; §5 change)', async () => {
    const token = await test.signIn(account, old, 'two.test');
    const fieldsOf = async (...typed: [string, string, string?]) => (await change(token, ...typed)).data;
    expect(await fieldsOf('wrong-2026', 'harbour-2026')).toEqual({
      fields: { current: 'The current password is not right' },
    });
    expect(await fieldsOf('', 'password1', 'other')).toEqual({
      fields: {
        current: 'This field is required',
        password: 'This password is too common; please choose another',
        confirmation: 'The passwords entered twice are not consistent',
      },
    });
    expect((await info(token)).http).toBe(200);
  });

  it('keeps the caller in under a new session, ends the others, and the links asked for before', async () => {
    const token = await test.signIn(account, old, 'two.test');
    const other = await test.signIn(account, old, 'two.test');
    const image = await solveImage(test, 'two.test');
    await test.call('forgetPassword', { email: account, ...image }, as());
    const isThere = (mails: Mail[]) => mails.length > 0;
    const mail = (await until(() => mailsTo(account), isThere))[0];
    const answer = await change(token, old, 'harbour-2026');
    expect([answer.code, answer.data]).toEqual([200, {}]);
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/HttpOnly/);
    const fresh = /^kb=([\w-]+);/.exec(cookie)?.[1] ?? '';
    expect([token, other]).not.toContain(fresh);
    expect([(await info(fresh)).http, (await info(token)).http, (await info(other)).http]).toEqual([200, 401, 401]);
    expect((await info(fresh)).data).toMatchObject({ email: account, verAuthFlag: true });
    expect([(await enter(old)).code, (await enter('harbour-2026')).code]).toEqual([200101, 200]);
    // Sessions would end, and a password that another person knows would stay.
    expect((await change(fresh, 'harbour-2026', 'harbour-2026')).data).toEqual({
      fields: { password: 'Please choose a password other than the current one' },
    });
    expect((await info(fresh)).http).toBe(200);
    const link = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const input = { token: link, password: 'harbour-2027', confirmation: 'harbour-2027' };
    expect(link).toHaveLength(43);
    expect((await test.call('resetPasswordByToken', input, as())).code).toBe(200107);
  });

  it('is for people who signed in by password', async () => {
    const guest = await enterAsGuest('third@example.com');
    const input = { current: 'harbour-2026', password: 'harbour-2027', confirmation: 'harbour-2027' };
    expect((await test.call('changePassword', input, { token: guest })).code).toBe(200110);
    expect((await test.call('changePassword', input)).http).toBe(401);
  });

  it('judges at most ten tries an hour, however many come at once', async () => {
    const [email, password] = ['member@two.example', 'member-2026'];
    const token = await test.signIn(email, password, 'two.test');
    const tries = Array.from({ length: 20 }, () => change(token, 'wrong-2026', 'harbour-2026'));
    const answers = (await Promise.all(tries)).map((answer) => answer.http);
    expect([answers.filter((http) => http === 200).length, answers.filter((http) => http === 503).length]).toEqual([
      10, 10,
    ]);
    expect((await change(token, password, 'harbour-2026')).http).toBe(503);
  });

  it('takes a current one with marks that other texts lose (decision 0797)', async () => {
    const marked = 'har\u202ebour-2026';
    const token = await test.signIn('sub@two.example', 'sub-2026', 'two.test');
    const next = await change(token, 'sub-2026', marked);
    expect(next.code).toBe(200);
    const fresh = /^kb=([\w-]+);/.exec(next.headers.get('set-cookie') ?? '')?.[1] ?? '';
    expect((await change(fresh, marked, 'lantern-2031')).code).toBe(200);
  });
});
