// Whose sign-up a mailed link finishes (decision 0779): anyone may type an address and a password of their own, and the reader of the
// mailbox must not hand them a guest's orders, or the account that the reader asked for.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../../domain/limits.ts';
import { enterAsGuest } from '../../../tests/build/enter-as-guest.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { placeOrder } from '../../../tests/build/place-orders.ts';
import { solveImage } from '../../../tests/build/solve-images.ts';

let test: TestHouse;
beforeAll(async () => {
  test = await openTestHouse();
});
afterAll(() => test.close());

let sources = 0;
const elsewhere = () => {
  sources += 1;
  return { headers: { 'x-forwarded-for': `10.30.${sources >> 8}.${sources & 255}` } };
};

async function mailAfter(email: string, act: () => Promise<{ code: number }>): Promise<string> {
  const before = (await test.mails(email)).length;
  expect((await act()).code).toBe(200);
  const [mail] = await until(
    () => test.mails(email),
    (mails) => mails.length > before,
  );
  return mail ? mail.subject + mail.body : '';
}

async function linkAfter(email: string, act: () => Promise<{ code: number }>): Promise<string> {
  return /\/login\/active\?token=([\w-]+)/.exec(await mailAfter(email, act))?.[1] ?? '';
}

async function register(email: string, name: string, password: string): Promise<string> {
  const typed = { email, name, password, confirmation: password, agreed: true, flow: 'flow-of-sign-up' };
  const image = await solveImage(test);
  return linkAfter(email, () => test.call('register', { registrant: 'individual', ...typed, ...image }, elsewhere()));
}

const open = (token: string) => test.call('enableEmail', { token }, elsewhere());
const openWith = (token: string, password: string) =>
  test.call('enableEmailByPassword', { token, password }, elsewhere());
const signIn = (account: string, password: string) => test.call('login', { account, password }, elsewhere());

it('the orders of a guest go to no one who only typed the address (§2 login/active)', async () => {
  const email = 'victim@example.com';
  const guest = await enterAsGuest(test, email);
  const orderNo = await placeOrder(test, guest);
  const token = await register(email, 'Victim', 'stranger-2026');
  expect((await open(token)).code).toBe(200125);
  expect((await signIn(email, 'stranger-2026')).code).toBe(200105);
  // Nothing happened to the guest, and the link still waits for the password.
  expect((await test.call('orderList', {}, { token: guest })).data.list).toMatchObject([{ orderNo }]);
  const wrong = await openWith(token, 'guessed-2026');
  expect([wrong.code, wrong.data]).toMatchObject([200001, { fields: { password: expect.any(String) } }]);
  expect((await openWith(token, '')).code).toBe(200001);
  // The way out of a forgotten password: signing up again with another one.
  const own = await register(email, 'Vera', 'harbour-2026');
  expect((await openWith(own, 'harbour-2026')).code).toBe(200);
  const { token: signedIn } = (await signIn(email, 'harbour-2026')).data;
  expect((await test.call('getUserInfo', {}, { token: signedIn })).data).toMatchObject({
    kind: 'member',
    name: 'Vera',
  });
  expect((await test.call('orderList', {}, { token: signedIn })).data.list).toMatchObject([{ orderNo }]);
  expect((await signIn(email, 'stranger-2026')).code).toBe(200101);
  expect((await openWith(token, 'stranger-2026')).code).toBe(200107);
});

it('a mail sent again finishes the sign-up of the person who reads it, not that of the newest stranger', async () => {
  const email = 'vera@example.com';
  const first = await register(email, 'Vera', 'harbour-2026');
  const strangers = await register(email, 'Someone', 'stranger-2026');
  const again = { email, ...(await solveImage(test)) };
  const sent = await linkAfter(email, () => test.call('resendEmail', again, elsewhere()));
  expect([(await open(sent)).code, (await open(first)).code]).toEqual([200125, 200125]);
  expect((await openWith(sent, 'harbour-2026')).code).toBe(200);
  const { token } = (await signIn(email, 'harbour-2026')).data;
  expect((await test.call('getUserInfo', {}, { token })).data.name).toBe('Vera');
  for (const link of [first, strangers, sent]) expect((await openWith(link, 'stranger-2026')).code).toBe(200107);
});

it('a sign-up alone is finished by one click, and its password is never asked for', async () => {
  const token = await register('alone@example.com', 'Alone', 'harbour-2026');
  expect((await openWith('x'.repeat(43), 'harbour-2026')).code).toBe(200107);
  expect((await open(token)).code).toBe(200);
});

it('tries at the password are counted together, however many come at once (§8)', async () => {
  const email = 'counted@example.com';
  await enterAsGuest(test, email);
  const token = await register(email, 'Counted', 'harbour-2026');
  const most = limits.loginTriesPerAccountHour;
  expect((await openWith(token, 'wrong-lamp-1')).code).toBe(200001);
  const tries = await Promise.all(Array.from({ length: most + 5 }, (_, at) => openWith(token, `wrong-${at}-lamp`)));
  expect(tries.filter(({ code }) => code === 200001)).toHaveLength(most - 1);
  expect(tries.filter(({ http }) => http === 503)).toHaveLength(6);
  expect((await openWith(token, 'harbour-2026')).http).toBe(503);
});
