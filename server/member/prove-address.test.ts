// An address counts for a sub-account only after its owner proved it (decision 0083): a main account that enters another person's
// address gets neither that person's orders nor their mails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterAsGuest } from '../../tests/build/enter-as-guest.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let main: string;
beforeAll(async () => {
  test = await openTestHouse();
  main = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

const secret = { password: 'helper-2026', confirmation: 'helper-2026' };
const open = async (username: string, email: string) => {
  const answer = await test.call('createChildAccount', { username, email, name: username, ...secret }, { token: main });
  expect(answer.code).toBe(200);
  return answer.data.userNo;
};
const signIn = (account: string, password = secret.password) =>
  test.call(
    'login',
    { account, password },
    { headers: { 'x-forwarded-for': `10.60.0.${Math.ceil(Math.random() * 250)}` } },
  );
const infoOf = async (token: string) => (await test.call('getUserInfo', {}, { token })).data;
const ordersOf = async (token: string) =>
  (await test.call('orderList', {}, { token })).data.list.map((item) => item.orderNo);
const listed = async (query: string) => (await test.call('childAccountList', { query }, { token: main })).data.list[0];
const mailOf = async (email: string, pattern: RegExp) => {
  const find = async () => (await test.mails(email)).map((mail) => pattern.exec(mail.body)?.[1]).find(Boolean) ?? '';
  return until(find, Boolean);
};
const linkTo = (email: string) => mailOf(email, /\/login\/active\?token=([\w-]{22,})/);
const resetsTo = async (email: string) =>
  (await test.mails(email)).filter((mail) => mail.occasion.startsWith('account reset'));
const forget = async (email: string) => test.call('forgetPassword', { email, ...(await solveImage(test)) });
/** Until what was asked before is written: mails of one queue come one after another. */
const settle = async (email: string) => {
  await enterAsGuest(test, email);
  await new Promise((resolve) => setTimeout(resolve, 1500));
};

describe('a sub-account with another person’s address', () => {
  const email = 'victim@example.com';

  it('signs in by its username, and the address is mailed whose account it is', async () => {
    await open('Trap001', email);
    expect((await signIn('Trap001')).code).toBe(200);
    expect(await listed('Trap001')).toMatchObject({ email, emailProved: false });
    const [mail] = await until(
      () => test.mails(email),
      (mails) => mails.length > 0,
    );
    expect(mail?.body).toContain('Trap001');
    const { name } = (await test.call('partner', {}, { token: main })).data;
    expect(mail?.body).toContain(`: ${name}`);
  });

  it('captures no guest order, and the main account sees none', async () => {
    const guest = await enterAsGuest(test, email);
    expect((await infoOf(guest)).kind).toBe('guest');
    const orderNo = await placeOrder(test, guest);
    expect(await ordersOf(guest)).toEqual([orderNo]);
    expect(await ordersOf(main)).not.toContain(orderNo);
    expect(await ordersOf((await signIn('Trap001')).data.token)).not.toContain(orderNo);
    const rows = await sql<{ kind: string }>`SELECT a.kind FROM purchase p JOIN account a USING (owner_id, account_id)
      WHERE p.order_no = ${orderNo}`.execute(test.database.house);
    expect(rows.rows).toEqual([{ kind: 'guest' }]);
  });

  it('does not get the address by its link when another account proved it meanwhile', async () => {
    expect((await test.call('enableEmail', { token: await linkTo(email) })).code).not.toBe(200);
    expect(await listed('Trap001')).toMatchObject({ emailProved: false });
    expect((await infoOf(await enterAsGuest(test, email))).kind).toBe('guest');
  });

  it('neither gets recovery mails nor keeps others from signing up with the address', async () => {
    await open('Trap002', 'second@example.com');
    expect((await forget('second@example.com')).code).toBe(200);
    await settle('other@example.com');
    expect(await resetsTo('second@example.com')).toEqual([]);
    const word = { password: 'letters-2026', confirmation: 'letters-2026' };
    const person = {
      registrant: 'individual',
      email: 'second@example.com',
      name: 'Second',
      agreed: true,
      ...word,
    } as const;
    expect((await test.call('register', { ...person, ...(await solveImage(test)) })).code).toBe(200);
    const activations = async () =>
      (await test.mails('second@example.com')).filter((mail) => mail.occasion.startsWith('account activate'));
    const [mail] = await until(activations, (mails) => mails.length > 0);
    const token = /token=([\w-]{22,})/.exec(mail?.body ?? '')?.[1] ?? '';
    expect((await test.call('enableEmail', { token })).code).toBe(200);
    const member = await signIn('second@example.com', word.password);
    expect((await infoOf(member.data.token)).kind).toBe('member');
  });

  it('leaves the sign-ups of the address as they are when the main account gives it a new password', async () => {
    const address = 'newcomer@example.com';
    const id = await open('Trap004', address);
    const known = (await test.mails(address)).length;
    const typed = { name: 'Mei', password: 'harbour-2026', confirmation: 'harbour-2026', agreed: true };
    const form = { registrant: 'individual' as const, email: address, ...typed, ...(await solveImage(test)) };
    expect((await test.call('register', form)).code).toBe(200);
    await until(
      () => test.mails(address),
      (mails) => mails.length > known && mails.some(({ occasion }) => occasion.startsWith('account activate')),
    );
    expect((await test.call('resetChildPassword', { id }, { token: main })).code).toBe(200);
    const [mail] = (await test.mails(address)).filter(({ occasion }) => occasion.startsWith('account activate'));
    const token = /\/login\/active\?token=([\w-]{22,})/.exec(mail?.body ?? '')?.[1] ?? '';
    expect((await test.call('enableEmail', { token })).code).toBe(200);
  });

  it('is not proved by a new password of the main account', async () => {
    const id = await open('Trap003', 'third@example.com');
    expect((await test.call('resetChildPassword', { id }, { token: main })).code).toBe(200);
    expect(await listed('Trap003')).toMatchObject({ emailProved: false });
    await forget('third@example.com');
    await settle('other@example.com');
    expect(await resetsTo('third@example.com')).toEqual([]);
  });
});

describe('a sub-account whose address was proved', () => {
  const email = 'lina@example.com';

  it('is so once, of twenty who open the link; and the main account is notified', async () => {
    await open('Lina001', email);
    const token = await linkTo(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.call('enableEmail', { token })));
    expect(answers.filter((answer) => answer.code === 200).map((answer) => answer.data)).toEqual([
      { registrant: expect.any(String), email, waits: false },
    ]);
    expect(await listed('Lina001')).toMatchObject({ emailProved: true });
    const answer = async () => (await test.mails('agent@one.example')).filter((mail) => mail.body.includes(email));
    const mails = await until(answer, (list) => list.length > 0);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.body).toContain('Lina001');
  });

  it('then finds the account: for sign-in, recovery and codes', async () => {
    expect((await infoOf((await signIn(email)).data.token)).username).toBe('Lina001');
    await forget(email);
    expect(
      (
        await until(
          () => resetsTo(email),
          (list) => list.length > 0,
        )
      ).length,
    ).toBe(1);
    expect(await infoOf(await enterAsGuest(test, email))).toMatchObject({ kind: 'sub', username: 'Lina001' });
  });

  it('gets a new link when the first one was lost', async () => {
    await open('Lina002', 'lost@example.com');
    await linkTo('lost@example.com');
    await sql`UPDATE account_link SET expires_at = now() - interval '1 second' WHERE purpose = 'prove'`.execute(
      test.database.house,
    );
    expect((await test.call('enableEmail', { token: await linkTo('lost@example.com') })).code).not.toBe(200);
    const before = (await test.mails('lost@example.com')).length;
    expect((await test.call('resendEmail', { email: 'lost@example.com', ...(await solveImage(test)) })).code).toBe(200);
    await until(
      () => test.mails('lost@example.com'),
      (mails) => mails.length > before,
    );
    expect((await test.call('enableEmail', { token: await linkTo('lost@example.com') })).code).toBe(200);
  });
});

describe('a main account that opens one sub-account after another', () => {
  const host = 'two.test';
  const openFor = (token: string, username: string, email: string) =>
    test.call('createChildAccount', { username, email, name: username, ...secret }, { token, host });

  it('mails one address five times an hour, of twenty at once, and tries sixty addresses', async () => {
    const other = await test.signIn('agent@two.example', 'agent-2026', host);
    const openMany = (many: number, emailOf: (at: number) => string) =>
      Promise.all(Array.from({ length: many }, (_, at) => openFor(other, `Flood${many + at}`, emailOf(at))));
    const flood = await openMany(20, () => 'flooded@example.com');
    expect(flood.filter(({ code }) => code === 200)).toHaveLength(5);
    expect(flood.filter(({ http }) => http === 503)).toHaveLength(15);
    const probes = await openMany(50, (at) => `probe${at}@example.com`);
    expect(probes.filter(({ code }) => code === 200)).toHaveLength(40);
    expect(probes.filter(({ http }) => http === 503)).toHaveLength(10);
  });
});
