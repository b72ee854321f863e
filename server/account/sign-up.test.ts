// Sign-up (§1 registrants, §2 signup, §5 fields): from the form by the mail's link to the first sign-in; what each field says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { signUpForms } from '../../domain/account-forms.ts';
import { slideTo } from '../../tests/build/attacks/slide-piece.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { firstRow, sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

type Registrant = keyof typeof signUpForms;
type Form = Partial<InputOf<'register'>>;
const password = 'harbour-2026';
let sources = 0;
/** Each call from a source address of its own, so that no limit of a source is met. */
const elsewhere = () => {
  sources += 1;
  return { headers: { 'x-forwarded-for': `10.20.${sources >> 8}.${sources & 255}` } };
};

const place = { country: 'MY', city: 'Testville', address: '1 Jalan Besar' };
const contactOf = (who: string) => ({
  [`${who}ContactName`]: 'Siti',
  [`${who}ContactAreaCode`]: '60',
  [`${who}ContactPhone`]: '12345678',
  [`${who}ContactEmail`]: `${who}@example.com`,
});
const forms: Record<Registrant, Form> = {
  individual: {},
  personal: { areaCode: '60', mobile: '12345678', ...place, ...contactOf('order') },
  corporate: { areaCode: '66', mobile: '87654321', companyName: 'Sea Tours', ...place, ...contactOf('order') },
};
/** Every field of the longest form, filled in. */
const complete = { ...forms.corporate, wechat: 'mei', ...contactOf('business'), ...contactOf('settlement') };

function register(registrant: Registrant, email: string, more: Form = {}, language = 'en') {
  const typed = { email, name: 'Mei Tan', password, confirmation: password, agreed: true, flow: 'flow-of-sign-up' };
  const input = { registrant, ...typed, ...forms[registrant], ...more };
  return test.call('register', input, { ...elsewhere(), language });
}

type Mail = { subject: string; html: string; body: string; occasion: string };
const mailsTo = (email: string): Promise<Mail[]> => test.mails(email);

/** Runs what sends a mail to an address and returns that mail with the token of its link. */
async function mailOf(email: string, act: () => Promise<{ code: number }>) {
  const before = (await mailsTo(email)).length;
  expect((await act()).code).toBe(200);
  const isNew = (mails: Mail[]) => mails.length > before;
  const mail = (await until(() => mailsTo(email), isNew))[0];
  if (!mail) throw new Error(`no mail to ${email}`);
  const link = /http:\/\/one\.test\/login\/active\?token=([\w-]+)/;
  expect(link.exec(mail.html)?.[1]).toBe(link.exec(mail.body)?.[1]);
  return { ...mail, token: link.exec(mail.body)?.[1] ?? '' };
}

const signUp = async (registrant: Registrant, email: string, more: Form = {}, language = 'en') => {
  const image = await solveImage(test);
  return mailOf(email, () => register(registrant, email, { ...image, ...more }, language));
};
const open = (token: string) => test.call('enableEmail', { token }, elsewhere());
const openWith = (token: string, word = password) =>
  test.call('enableEmailByPassword', { token, password: word }, elsewhere());
const signIn = (account: string, word = password) => test.call('login', { account, password: word }, elsewhere());
const partnersOf = async (query: string) => {
  const token = await test.signIn('operations@one.example', 'operations-2026');
  return (await test.call('consolePartners', { query }, { token })).data.list;
};
const infoOf = async (email: string) => {
  const { token } = (await signIn(email)).data;
  return { token, ...(await test.call('getUserInfo', {}, { token })).data };
};

async function enterAsGuest(email: string): Promise<string> {
  const flow = `guest-${email}`;
  const as = elsewhere();
  const { ticket } = (await test.call('getSliderCaptcha', { flow }, as)).data;
  const gap = sql<{ x: number }>`SELECT answer_x AS x FROM captcha WHERE ticket = ${ticket}`;
  const x = (await firstRow(test.database.house, gap))?.x ?? 0;
  const moved = await slideTo(x);
  const mail = await mailOf(email, () => test.call('sendEmailVerCode', { email, flow, ticket, ...moved }, as));
  return (await test.call('verCodeRegionAndLogin', { email, flow, code: mail.subject.slice(0, 4) }, as)).data.token;
}

describe('signing up', () => {
  it('makes a member who may order at once', async () => {
    const email = 'lim@example.com';
    const mail = await signUp('individual', email);
    expect(mail.subject).toBe('Please confirm your e-mail');
    expect(mail.occasion).toMatch(/^account activate /);
    expect(await partnersOf(email)).toEqual([]);
    expect((await open(mail.token)).data).toEqual({ registrant: 'individual', email, waits: false });
    const user = await infoOf('LIM@example.com');
    expect(user).toMatchObject({ kind: 'member', name: 'Mei Tan', approval: 'none', verAuthFlag: true });
    expect(await placeOrder(test, user.token)).toBeTruthy();
  });

  it.each([
    ['personal', 'zh_CN', '请确认您的邮箱', 'Mei Tan'],
    ['corporate', 'th', 'โปรดยืนยันอีเมลของคุณ', 'Sea Tours'],
  ] as const)('makes a %s distributor who browses but cannot order yet (%s)', async (kind, language, subject, name) => {
    const email = `${kind}@example.com`;
    const mail = await signUp(kind, email, {}, language);
    expect(mail.subject).toBe(subject);
    expect((await open(mail.token)).data).toEqual({ registrant: kind, email, waits: true });
    const user = await infoOf(email);
    expect(user).toMatchObject({ kind: 'main', registrant: kind, approval: 'waiting', partnerName: name });
    const input = await fillOrder(test, user.token);
    expect(input.seenTotal).toEqual({ amountMinor: 10_000, currency: 'MYR' });
    expect((await test.call('createOrder', input, { token: user.token, key: newKey() })).code).toBe(200108);
    expect(await partnersOf(email)).toMatchObject([{ registrant: kind, approval: 'waiting', mainEmail: email }]);
    const tellsOfIt = (mails: Mail[]) => mails.some((mail) => mail.body.includes(name));
    const toStaff = await until(() => mailsTo('admin@one.example'), tellsOfIt);
    expect(toStaff[0]?.occasion).toMatch(/^account applied-staff /);
    expect((await mailsTo(email))[0]?.occasion).toMatch(/^account applied /);
  });

  it('reads addresses and names of accounts in full width as plain ones, also at the next sign-in (§5 fields)', async () => {
    const [email, typed] = ['wide@example.com', 'ｗｉｄｅ＠ｅｘａｍｐｌｅ．ｃｏｍ'];
    const image = await solveImage(test);
    const { token } = await mailOf(email, () => register('individual', typed, { ...image, line: 'ｍｅｉ．ｔａｎ' }));
    expect((await open(token)).data.email).toBe(email);
    const user = await infoOf(typed);
    expect(user).toMatchObject({ email, name: 'Mei Tan' });
    const info = await test.call('childAccountInfo', { userNo: user.userNo }, { token: user.token });
    expect(info.data).toMatchObject({ email, line: 'mei.tan' });
  });

  it('wants the code of the picture, and each try spends its ticket', async () => {
    const image = await solveImage(test);
    const codes = [];
    for (const more of [{}, { ...image, imageCode: '0000' }, image])
      codes.push((await register('individual', 'picture@example.com', more)).code);
    expect(codes).toEqual([200103, 200004, 200004]);
  });

  it('knows the right password before the link is opened, and only then says what is missing (§8 e-mail not active yet)', async () => {
    await signUp('individual', 'early@example.com');
    expect((await signIn('early@example.com')).code).toBe(200105);
    expect((await signIn('early@example.com', 'harbour-2027')).code).toBe(200101);
  });
});

describe('the link', () => {
  it('works once, and only at the owner who sent it (§2 login/active)', async () => {
    const { token } = await signUp('individual', 'once@example.com');
    expect((await test.call('enableEmail', { token }, { host: 'two.test' })).code).toBe(200107);
    expect([(await open(token)).code, (await open(token)).code]).toEqual([200, 200107]);
  });

  it('ends after a day; a mail asked for again brings one that works (§8 e-mail could not be verified)', async () => {
    const first = await signUp('individual', 'late@example.com');
    const input = { email: 'late@example.com', ...(await solveImage(test)) };
    await sql`UPDATE sign_up SET token_expires_at = now() WHERE email = ${input.email}`.execute(test.database.house);
    expect((await open(first.token)).code).toBe(200107);
    const second = await mailOf(input.email, () => test.call('resendEmail', input, elsewhere()));
    Object.assign(input, await solveImage(test));
    const third = await mailOf(input.email, () => test.call('resendEmail', input, elsewhere()));
    const codes = [await open(second.token), await open(third.token), await open(first.token)].map(
      (answer) => answer.code,
    );
    expect(codes).toEqual([200107, 200, 200107]);
    expect((await signIn('late@example.com')).code).toBe(200);
  });

  it('of two sign-ups of one address makes one account, however many open them at once', async () => {
    const email = 'twice@example.com';
    const other = { password: 'harbour-2027', confirmation: 'harbour-2027' };
    const [first, second] = [await signUp('individual', email), await signUp('corporate', email, other)];
    const tokens = Array.from({ length: 20 }, (_, at) => (at % 2 ? second.token : first.token));
    const words = tokens.map((_, at) => (at % 2 ? other.password : password));
    const opened = await Promise.all(tokens.map((token, at) => openWith(token, words[at])));
    const codes = opened.map((answer) => answer.code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, ...Array(19).fill(200107)]);
    const kind = codes.indexOf(200) % 2 ? 'corporate' : 'individual';
    expect(await partnersOf(email)).toMatchObject([{ registrant: kind }]);
    const passwords = [await signIn(email), await signIn(email, 'harbour-2027')];
    expect(passwords.map((password) => password.code)).toEqual(kind === 'individual' ? [200, 200101] : [200101, 200]);
  });

  it('of an address that has an account is a friendly word instead, and the answer is the same as for any other', async () => {
    const [other, image] = [await solveImage(test), await solveImage(test)];
    const unknown = await register('corporate', 'stranger@example.com', other, 'zh_CN');
    let known = unknown;
    const mail = await mailOf('member@one.example', async () => {
      known = await register('corporate', 'Member@one.example', image, 'zh_CN');
      return known;
    });
    expect({ ...known, headers: null }).toEqual({ ...unknown, headers: null });
    expect([mail.subject, mail.token, mail.occasion.slice(0, 14)]).toEqual(['您已经有账号了', '', 'account known ']);
    expect(mail.body).toContain('http://one.test/login/retrieve');
    expect(await partnersOf('member@one.example')).toMatchObject([{ registrant: 'individual' }]);
    expect((await signIn('member@one.example')).code).toBe(200101);
    expect((await signIn('member@one.example', 'member-2026')).code).toBe(200);
  });

  it.each([
    ['individual', 'member', 'none'],
    ['corporate', 'main', 'waiting'],
  ] as const)('makes a guest %s, who keeps the orders and no session', async (registrant, kind, approval) => {
    const email = `guest-${registrant}@example.com`;
    const guest = await enterAsGuest(email);
    const orderNo = await placeOrder(test, guest);
    const { token } = await signUp(registrant, email);
    expect((await test.call('getUserInfo', {}, { token: guest })).data.kind).toBe('guest');
    expect((await openWith(token)).code).toBe(200);
    expect((await test.call('getUserInfo', {}, { token: guest })).http).toBe(401);
    const user = await infoOf(email);
    expect(user).toMatchObject({ kind, registrant, approval, passwordSet: true, verLoginFlag: false });
    expect((await test.call('orderList', {}, { token: user.token })).data.list).toMatchObject([{ orderNo }]);
    expect(await partnersOf(email)).toHaveLength(1);
  });
});

const required = 'This field is required';
const rule = '6 to 20 characters with a letter and a digit or symbol';
const letters = 'Please use letters and digits only';
const longest = (max: number) => `At most ${max} characters`;
const tooLong = (max: number) => ['x'.repeat(max + 1), longest(max)];
const bad = (message: string, ...values: string[]) => values.map((value) => [value, message]);
const empty = ['', required];
const mailbox = [
  [`${'x'.repeat(109)}@example.com`, longest(120)],
  ...bad('Please enter a valid e-mail address', 'mei.example.com', 'mei tan@example.com', 'mei@example'),
];
const phone = [['1'.repeat(21), longest(20)], ...bad('Digits only, at most 20', '12345a', '+60123', '12-34')];
const areaCode = [empty, ...bad('Please choose one', '999', '+60'), ['123456', longest(5)]];
const messenger = [tooLong(64), ...bad(letters, 'mei tan!')];
const contactRows = (who: string, first: string[][]) => ({
  [`${who}ContactName`]: [...first, tooLong(50)],
  [`${who}ContactAreaCode`]: areaCode,
  [`${who}ContactPhone`]: [...first, ...phone],
  [`${who}ContactEmail`]: [...first, ...mailbox],
});
const badValues: Record<string, string[][]> = {
  email: [empty, ...mailbox],
  name: [...bad(required, '', ' '), tooLong(50), ...bad(letters, 'Mei\u0007')],
  areaCode,
  mobile: [empty, ...phone],
  companyName: [empty, tooLong(120)],
  country: [empty, ...bad('Please choose one', 'XX', 'my'), ['MYS', longest(2)]],
  city: [empty, tooLong(60)],
  address: [empty, tooLong(255)],
};
for (const name of ['wechat', 'line', 'whatsapp']) badValues[name] = messenger;
for (const who of ['order', 'business', 'settlement'])
  Object.assign(badValues, contactRows(who, who === 'order' ? [empty] : []));
const table = Object.entries(badValues).flatMap(([field, values]) =>
  values.map(([value = '', message = '']) => [field, value, message] as const),
);
const answer = async (registrant: Registrant, more: object, language = 'en') => {
  const { code, data } = await register(registrant, 'fields@example.com', more as Form, language);
  return code === 200001 ? (data as unknown as { fields: Record<string, string> }).fields : { code };
};

describe('the fields of a sign-up', () => {
  it('are all in the table below', () => {
    const { companyName: _, ...personal } = signUpForms.corporate;
    expect(Object.keys(badValues).sort()).toEqual(Object.keys(signUpForms.corporate).sort());
    expect(Object.keys(signUpForms.personal)).toEqual(Object.keys(personal));
    expect(Object.keys(signUpForms.individual)).toEqual(Object.keys(personal).slice(0, 7));
  });

  it.each(table)('%s refuses %j: %s', async (field, value, message) => {
    expect(await answer('corporate', { ...complete, [field]: value })).toEqual({ [field]: message });
  });

  it.each([
    ['ab-12', rule],
    ['ab-4567890-4567890-45', rule],
    ['harbours', rule],
    ['84629175', rule],
    ['password1', 'This password is too common; please choose another'],
  ])('password refuses %j: %s', async (typed, message) => {
    expect(await answer('individual', { password: typed, confirmation: typed })).toEqual({ password: message });
  });

  it('want the password twice the same, the agreement accepted, and an area code to a number (§5 repetition)', async () => {
    const none = { password: '', confirmation: '' };
    expect(await answer('individual', none)).toEqual({ password: required, confirmation: required });
    const confirmation = 'The passwords entered twice are not consistent';
    expect(await answer('individual', { confirmation: 'harbour-2027' })).toEqual({ confirmation });
    expect(await answer('individual', { agreed: false })).toEqual({ agreed: 'Please read and accept the agreement' });
    expect(await answer('individual', { mobile: '12345678' })).toEqual({ areaCode: required });
  });

  it('of another registrant are refused', async () => {
    const notAsked = 'This is not asked for with this kind of account';
    const [companyName, country] = [notAsked, notAsked];
    expect(await answer('individual', { companyName: 'Sea', country: 'MY' })).toEqual({ companyName, country });
    expect(await answer('personal', { companyName: 'Sea' })).toEqual({ companyName });
  });

  it('say it in Chinese and in Thai', async () => {
    const wrong = { name: '', email: 'mei', password: 'short', confirmation: 'short' };
    const said: Record<string, unknown>[] = [];
    for (const language of ['en', 'zh_CN', 'th']) said.push(await answer('individual', wrong, language));
    for (const field of ['name', 'email', 'password']) expect(new Set(said.map((item) => item[field])).size).toBe(3);
    expect(said.map((item) => item.name)).toEqual([required, '此项必填', 'จำเป็นต้องกรอก']);
  });

  it('takes no telephone number of fewer than five digits (§5 phones)', async () => {
    const short = await answer('corporate', { ...complete, mobile: '1234', orderContactPhone: '1' });
    expect(short).toMatchObject({ mobile: 'At least 5 characters', orderContactPhone: 'At least 5 characters' });
  });

  it('may be as long as the rules allow (§5 names; §5 phones)', async () => {
    const email = `${'x'.repeat(108)}@example.com`;
    const long = { name: '界'.repeat(50), city: 'x'.repeat(60), address: 'x'.repeat(255), mobile: '1'.repeat(20) };
    const typed = { password: 'ab-4567890-4567890-4', confirmation: 'ab-4567890-4567890-4' };
    const { token } = await signUp('corporate', email, { ...complete, ...long, ...typed });
    expect((await open(token)).code).toBe(200);
    expect((await signIn(email, typed.password)).code).toBe(200);
    expect(await answer('individual', { password: 'ab-123', confirmation: 'ab-123' })).toEqual({ code: 200103 });
  });
});
