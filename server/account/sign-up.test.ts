// Sign-up (§1 registrants, §2 signup, §5 fields): from the form by the mail's link to the first sign-in, links that work once, addresses
// that cannot be told apart, guests who keep their orders, and what each field says when it is wrong.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { signUpForms } from '../../domain/account-forms.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

type Registrant = keyof typeof signUpForms;
type Form = Partial<InputOf<'register'>>;
const password = 'harbour-2026';
let sources = 0;
/** A source address of its own for each call, so that no limit of a source is met. */
const elsewhere = () => {
  sources += 1;
  return { 'x-forwarded-for': `10.20.${sources >> 8}.${sources & 255}` };
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
const complete = { ...forms.corporate, wechat: 'mei', line: 'mei', whatsapp: '+60 1'.replace(' ', '') };
Object.assign(complete, contactOf('business'), contactOf('settlement'));

function register(registrant: Registrant, email: string, more: Form = {}, language = 'en') {
  const typed = { registrant, email, name: 'Mei Tan', password, confirmation: password, agreed: true };
  const input = { flow: 'flow-of-sign-up', ...typed, ...forms[registrant], ...more };
  return test.call('register', input, { headers: elsewhere(), language });
}

async function mailsTo(email: string) {
  const found = await sql<{ subject: string; html: string; body: string; occasion: string }>`
    SELECT subject, html, body, occasion FROM mail WHERE recipient = ${email} ORDER BY mail_id DESC`.execute(
    test.database.house,
  );
  return found.rows;
}

/** Runs what sends a mail to an address and returns that mail with the token of its link. */
async function mailOf(email: string, act: () => Promise<{ code: number }>) {
  const before = (await mailsTo(email)).length;
  expect((await act()).code).toBe(200);
  const [mail] = await until(
    () => mailsTo(email),
    (mails) => mails.length > before,
  );
  if (!mail) throw new Error(`no mail to ${email}`);
  const link = /http:\/\/one\.test\/login\/active\?token=([\w-]+)/;
  expect(link.exec(mail.html)?.[1]).toBe(link.exec(mail.body)?.[1]);
  return { ...mail, token: link.exec(mail.body)?.[1] ?? '' };
}

const signUp = async (registrant: Registrant, email: string, more: Form = {}, language = 'en') => {
  const image = await solveImage(test);
  return mailOf(email, () => register(registrant, email, { ...image, ...more }, language));
};
const resend = async (email: string) => {
  const image = await solveImage(test);
  return mailOf(email, () => test.call('resendEmail', { email, ...image }, { headers: elsewhere() }));
};
const open = (token: string) => test.call('enableEmail', { token }, { headers: elsewhere() });
const signIn = (account: string, typed = password) =>
  test.call('login', { account, password: typed }, { headers: elsewhere() });
/** What the back office finds under an address. */
const partnersOf = async (query: string) => {
  const token = await test.signIn('operations@one.example', 'operations-2026');
  return (await test.call('consolePartners', { query }, { token })).data;
};
const infoOf = async (email: string) => {
  const { token } = (await signIn(email)).data;
  return { token, ...(await test.call('getUserInfo', {}, { token })).data };
};

async function enterAsGuest(email: string): Promise<string> {
  const flow = `guest-${email}`;
  const { ticket } = (await test.call('getSliderCaptcha', { flow }, { headers: elsewhere() })).data;
  const at = await sql<{ x: number }>`SELECT answer_x AS x FROM captcha WHERE ticket = ${ticket}`.execute(
    test.database.house,
  );
  const x = at.rows[0]?.x ?? 0;
  const mail = await mailOf(email, () =>
    test.call('sendEmailVerCode', { email, flow, ticket, x }, { headers: elsewhere() }),
  );
  const code = mail.subject.slice(0, 4);
  return (await test.call('verCodeRegionAndLogin', { email, flow, code }, { headers: elsewhere() })).data.token;
}

describe('signing up', () => {
  it('makes a member who may order at once', async () => {
    const mail = await signUp('individual', 'Lim@example.com'.toLowerCase());
    expect(mail).toMatchObject({ subject: 'Please confirm your e-mail' });
    expect(mail.occasion).toMatch(/^account activate /);
    expect((await partnersOf('lim@example.com')).list).toEqual([]);
    expect((await open(mail.token)).data).toEqual({
      registrant: 'individual',
      email: 'lim@example.com',
      waits: false,
    });
    const user = await infoOf('LIM@example.com');
    expect(user).toMatchObject({ kind: 'member', name: 'Mei Tan', approval: 'none', verAuthFlag: true });
    expect(await placeOrder(test, user.token)).toBeTruthy();
  });

  it.each([
    ['personal', 'zh_CN', '请确认您的邮箱', 'Mei Tan'],
    ['corporate', 'th', 'โปรดยืนยันอีเมลของคุณ', 'Sea Tours'],
  ] as const)(
    'makes a %s distributor who browses but cannot order while waiting (%s)',
    async (kind, language, subject, partnerName) => {
      const email = `${kind}@example.com`;
      const mail = await signUp(kind, email, {}, language);
      expect(mail.subject).toBe(subject);
      expect((await open(mail.token)).data).toEqual({ registrant: kind, email, waits: true });
      const user = await infoOf(email);
      expect(user).toMatchObject({ kind: 'main', registrant: kind, approval: 'waiting', partnerName });
      const input = await fillOrder(test, user.token);
      expect(input.seenTotal).toEqual({ amountMinor: 10_000, currency: 'MYR' });
      expect((await test.call('createOrder', input, { token: user.token, key: newKey() })).code).toBe(200108);
      expect((await partnersOf(email)).list).toMatchObject([
        { registrant: kind, approval: 'waiting', mainEmail: email },
      ]);
      const toStaff = await until(
        () => mailsTo('admin@one.example'),
        (mails) => mails.some((one) => one.body.includes(partnerName)),
      );
      expect(toStaff[0]?.occasion).toMatch(/^account applied-staff /);
      expect((await mailsTo(email))[0]?.occasion).toMatch(/^account applied /);
    },
  );

  it('wants the code of the picture, and each try spends its ticket', async () => {
    const image = await solveImage(test);
    const bare = await register('individual', 'picture@example.com');
    const wrong = await register('individual', 'picture@example.com', { ...image, imageCode: '0000' });
    const spent = await register('individual', 'picture@example.com', image);
    expect([bare.code, wrong.code, spent.code]).toEqual([200103, 200004, 200004]);
  });

  it('knows the right password before the link is opened, and only then says what is missing', async () => {
    await signUp('individual', 'early@example.com');
    expect((await signIn('early@example.com')).code).toBe(200105);
    expect((await signIn('early@example.com', 'harbour-2027')).code).toBe(200101);
  });
});

describe('the link', () => {
  it('works once', async () => {
    const { token } = await signUp('individual', 'once@example.com');
    expect([(await open(token)).code, (await open(token)).code]).toEqual([200, 200107]);
    expect((await signIn('once@example.com')).code).toBe(200);
  });

  it('ends after a day; a mail asked for again brings one that works', async () => {
    const first = await signUp('individual', 'late@example.com');
    await sql`UPDATE sign_up SET token_expires_at = now() - interval '1 second' WHERE email = 'late@example.com'`.execute(
      test.database.house,
    );
    expect((await open(first.token)).code).toBe(200107);
    const second = await resend('late@example.com');
    const third = await resend('late@example.com');
    expect((await open(second.token)).code).toBe(200107);
    expect((await open(third.token)).code).toBe(200);
    expect((await open(first.token)).code).toBe(200107);
    expect((await signIn('late@example.com')).code).toBe(200);
  });

  it('of two sign-ups of one address makes one account, however many open them at once', async () => {
    const links = [
      await signUp('individual', 'twice@example.com'),
      await signUp('corporate', 'twice@example.com', { password: 'harbour-2027', confirmation: 'harbour-2027' }),
    ];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => open(links[at % 2]?.token ?? '')));
    const codes = answers.map((one) => one.code);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect(codes.filter((code) => code === 200107)).toHaveLength(19);
    const kind = codes.indexOf(200) % 2 ? 'corporate' : 'individual';
    expect((await partnersOf('twice@example.com')).list).toMatchObject([{ registrant: kind }]);
    const passwords = [await signIn('twice@example.com'), await signIn('twice@example.com', 'harbour-2027')];
    expect(passwords.map((one) => one.code)).toEqual(kind === 'individual' ? [200, 200101] : [200101, 200]);
  });

  it('of an address that has an account is a friendly word instead, and the answer is the same as for any other', async () => {
    const unknown = await register('individual', 'stranger@example.com', await solveImage(test));
    const image = await solveImage(test);
    let known = unknown;
    const mail = await mailOf('member@one.example', async () => {
      known = await register('corporate', 'Member@one.example', image, 'zh_CN');
      return known;
    });
    expect([known.http, known.code, known.msg, known.data]).toEqual([200, 200, '', unknown.data]);
    expect(mail).toMatchObject({ subject: '您已经有账号了', token: '' });
    expect(mail.occasion).toMatch(/^account known /);
    expect(mail.body).toContain('http://one.test/login/retrieve');
    expect((await partnersOf('member@one.example')).list).toMatchObject([{ registrant: 'individual' }]);
    expect((await signIn('member@one.example')).code).toBe(200101);
    expect((await signIn('member@one.example', 'member-2026')).code).toBe(200);
  });

  it.each([
    ['individual', 'member', 'none'],
    ['corporate', 'main', 'waiting'],
  ] as const)(
    'makes a guest %s, who keeps the earlier orders and loses the sessions opened by code',
    async (registrant, kind, approval) => {
      const email = `guest-${registrant}@example.com`;
      const guest = await enterAsGuest(email);
      const orderNo = await placeOrder(test, guest);
      const { token } = await signUp(registrant, email);
      expect((await test.call('getUserInfo', {}, { token: guest })).data.kind).toBe('guest');
      expect((await open(token)).code).toBe(200);
      expect((await test.call('getUserInfo', {}, { token: guest })).http).toBe(401);
      const user = await infoOf(email);
      expect(user).toMatchObject({ kind, registrant, approval, passwordSet: true, verLoginFlag: false });
      const orders = (await test.call('orderList', {}, { token: user.token })).data;
      expect(orders.list.map((one) => one.orderNo)).toEqual([orderNo]);
      expect((await partnersOf(email)).list).toHaveLength(1);
    },
  );
});

const required = 'This field is required';
const choose = 'Please choose one';
const longest = (max: number) => `At most ${max} characters`;
const tooLong = (max: number) => ['x'.repeat(max + 1), longest(max)];
const mailbox = [
  [`${'x'.repeat(109)}@example.com`, longest(120)],
  ['mei.example.com', 'Please enter a valid e-mail address'],
  ['mei tan@example.com', 'Please enter a valid e-mail address'],
];
const phone = [
  ['1'.repeat(21), longest(20)],
  ...['12345a', '+60123', '12-34'].map((bad) => [bad, 'Digits only, at most 20']),
];
const areaCode = [
  ['', required],
  ['999', choose],
  ['+60', choose],
  ['123456', longest(5)],
];
const messenger = [tooLong(64), ['mei tan!', 'Please use letters and digits only']];
const contactRows = (who: string, first: string[][]) => ({
  [`${who}ContactName`]: [...first, tooLong(50)],
  [`${who}ContactAreaCode`]: areaCode,
  [`${who}ContactPhone`]: [...first, ...phone],
  [`${who}ContactEmail`]: [...first, ...mailbox],
});
const empty = ['', required];
const badValues: Record<string, string[][]> = {
  email: [empty, ...mailbox],
  name: [empty, [' ', required], tooLong(50), ['Mei\u0007', 'Please use letters and digits only']],
  areaCode,
  mobile: [empty, ...phone],
  wechat: messenger,
  line: messenger,
  whatsapp: messenger,
  companyName: [empty, tooLong(120)],
  country: [empty, ['XX', choose], ['MYS', longest(2)]],
  city: [empty, tooLong(60)],
  address: [empty, tooLong(255)],
  ...contactRows('order', [empty]),
  ...contactRows('business', []),
  ...contactRows('settlement', []),
};
const rows = Object.entries(badValues).flatMap(([field, values]) =>
  values.map(([value = '', message = '']) => [field, value, message] as const),
);
const told = async (registrant: Registrant, more: object, language = 'en') => {
  const answer = await register(registrant, 'fields@example.com', more as Form, language);
  return { code: answer.code, ...answer.data } as { code: number; fields?: Record<string, string> };
};

describe('the fields of a sign-up', () => {
  it('are all judged below', () => {
    expect(Object.keys(badValues).sort()).toEqual(Object.keys(signUpForms.corporate).sort());
    const { companyName, ...personal } = signUpForms.corporate;
    expect([Object.keys(signUpForms.personal), companyName?.max]).toEqual([Object.keys(personal), 120]);
    expect(Object.keys(signUpForms.individual)).toEqual(Object.keys(personal).slice(0, 7));
  });

  it.each(rows)('%s refuses %j: %s', async (field, value, message) => {
    expect(await told('corporate', { ...complete, [field]: value })).toEqual({
      code: 200001,
      fields: { [field]: message },
    });
  });

  it.each([
    ['', '', { password: required, confirmation: required }],
    ['ab-12', 'ab-12', { password: '6 to 20 characters with a letter and a digit or symbol' }],
    [
      'a1'.repeat(10) + 'b',
      'a1'.repeat(10) + 'b',
      { password: '6 to 20 characters with a letter and a digit or symbol' },
    ],
    ['harbours', 'harbours', { password: '6 to 20 characters with a letter and a digit or symbol' }],
    ['84629175', '84629175', { password: '6 to 20 characters with a letter and a digit or symbol' }],
    ['password1', 'password1', { password: 'This password is too common; please choose another' }],
    ['harbour-1', 'harbour-2', { confirmation: 'The two passwords are not the same' }],
  ])('refuse the password %j with %j: %o', async (typed, confirmation, fields) => {
    expect(await told('individual', { password: typed, confirmation })).toEqual({ code: 200001, fields });
  });

  it('want the agreement accepted, and an area code to a number', async () => {
    const agreed = 'Please read and accept the agreement';
    expect((await told('individual', { agreed: false })).fields).toEqual({ agreed });
    expect((await told('individual', { mobile: '12345678' })).fields).toEqual({ areaCode: required });
  });

  it('of another registrant are refused', async () => {
    const notAsked = 'This is not asked for with this kind of account';
    expect((await told('individual', { companyName: 'Sea Tours', country: 'MY' })).fields).toEqual({
      companyName: notAsked,
      country: notAsked,
    });
    expect((await told('personal', { companyName: 'Sea Tours' })).fields).toEqual({ companyName: notAsked });
  });

  it('say it in Chinese and in Thai', async () => {
    const wrong = { name: '', email: 'mei', password: 'short', confirmation: 'short' };
    const said = [];
    for (const language of ['en', 'zh_CN', 'th']) said.push((await told('individual', wrong, language)).fields ?? {});
    for (const field of ['name', 'email', 'password']) expect(new Set(said.map((one) => one[field])).size).toBe(3);
    expect(said[1]?.name).toBe('此项必填');
    expect(said[2]?.name).toBe('จำเป็นต้องกรอก');
  });

  it('may be as long as the rules allow', async () => {
    const email = `${'x'.repeat(108)}@example.com`;
    const long = {
      ...complete,
      email,
      name: '界'.repeat(50),
      city: 'x'.repeat(60),
      address: 'x'.repeat(255),
      mobile: '1'.repeat(20),
    };
    const typed = { password: 'a1'.repeat(10), confirmation: 'a1'.repeat(10) };
    const { token } = await signUp('corporate', email, { ...long, ...typed });
    expect((await open(token)).code).toBe(200);
    expect((await signIn(email, typed.password)).code).toBe(200);
    expect((await told('individual', { password: 'ab-123', confirmation: 'ab-123' })).code).toBe(200103);
  });
});
