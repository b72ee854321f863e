// Sub-accounts (§3 visibility, §5 username, §6): their main account alone creates, changes and stops them and sets their passwords;
// what each of them sees of the partner's orders.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { type As, openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { solveImage } from '../../tests/build/solve-images.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let main: string;
beforeAll(async () => {
  test = await openTestHouse();
  main = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => test.close());

let count = 0;
const newAddress = () => ({ 'x-forwarded-for': `10.31.0.${count++ % 250}` });
const enter = (account: string, password = 'helper-2026') =>
  test.call('login', { account, password }, { headers: newAddress() });
const secret = { password: 'helper-2026', confirmation: 'helper-2026' };
const formOf = (username: string, more: object = {}) => ({
  username,
  email: `${username.toLowerCase()}@helpers.example`,
  name: 'Lina Ong',
  ...secret,
  ...more,
});

async function create(username: string, more: object = {}): Promise<string> {
  const answer = await test.call('createChildAccount', formOf(username, more), { token: main });
  expect(answer.code).toBe(200);
  return answer.data.userNo;
}

const show = async (userNo: string) => (await test.call('childAccountInfo', { userNo }, { token: main })).data;
const sessionWorks = async (token: string) => (await test.call('getUserInfo', {}, { token })).http === 200;

/** What a screen sends when it saves: everything it showed, with one thing changed. */
async function formFor(userNo: string, change: object = {}) {
  const { username, email, emailProved, kind, zone, status, createdAt, lastLoginAt, ...shown } = await show(userNo);
  return { ...shown, ...change };
}

/** A personal distributor who has just proved the address and waits for the owner's word. */
async function signUpDistributor(email: string): Promise<void> {
  const place = { country: 'MY', city: 'Ipoh', address: '1 Jalan Sultan' };
  const person = { registrant: 'personal', email, name: 'Siti Rahman', areaCode: '60', mobile: '123456789' } as const;
  const contact = { orderContactName: 'Siti', orderContactAreaCode: '60', orderContactPhone: '123456789' };
  const form = { ...person, ...place, ...contact, orderContactEmail: email, agreed: true, ...secret };
  const answer = await test.call('register', { ...form, ...(await solveImage(test)) }, { headers: newAddress() });
  expect(answer.code).toBe(200);
  const mails = () => test.mails(email);
  const [newest] = await until(mails, (rows) => rows.length > 0);
  const token = /token=([\w-]+)/.exec(newest?.body ?? '')?.[1] ?? '';
  expect((await test.call('enableEmail', { token })).code).toBe(200);
}

describe('a new sub-account', () => {
  it.each([
    ['Lina5', '6 to 16 letters or digits, starting with a letter'],
    ['Lina5678901234567', '6 to 16 letters or digits, starting with a letter'],
    ['5Linaong', '6 to 16 letters or digits, starting with a letter'],
    ['lina_ong', '6 to 16 letters or digits, starting with a letter'],
    ['', 'This field is required'],
  ])('is not named %j', async (username, words) => {
    const answer = await test.call('createChildAccount', formOf(username, { email: 'rule@helpers.example' }), {
      token: main,
    });
    expect([answer.code, answer.data]).toEqual([200001, { fields: { username: words } }]);
  });

  it('may be named with 6 and with 16 letters or digits, and signs in by username in any case and by e-mail (§5 username)', async () => {
    await create('Lina56', { email: 'Lina@Helpers.example' });
    await create('Lina567890123456');
    for (const account of ['Lina56', 'lina56', 'lina@helpers.example', 'LINA567890123456'])
      expect((await enter(account)).code).toBe(200);
  });

  it('does not take a username or an e-mail that is in use, and names which', async () => {
    await create('Taken01');
    const name = await test.call('createChildAccount', formOf('tAKEN01', { email: 'free@helpers.example' }), {
      token: main,
    });
    expect([name.code, name.data]).toEqual([200001, { fields: { username: 'This username is taken' } }]);
    const mail = await test.call('createChildAccount', formOf('Free01', { email: 'MEMBER@one.example' }), {
      token: main,
    });
    expect([mail.code, mail.data]).toEqual([
      200001,
      { fields: { email: 'There is an account with this e-mail already' } },
    ]);
  });

  it('is made once when twenty ask for the same username at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        test.call('createChildAccount', formOf('Crowded', { email: `crowd${at}@helpers.example` }), { token: main }),
      ),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    for (const item of answers.filter((answer) => answer.code !== 200))
      expect(item.data).toHaveProperty('fields.username');
    const listed = await test.call('childAccountList', { query: 'crowded' }, { token: main });
    expect([listed.data.total, listed.data.list[0]?.username]).toEqual([1, 'Crowded']);
  });

  it('mails the new person the name to sign in with, without the password', async () => {
    await create('Mailed1');
    const mails = () => test.mails('mailed1@helpers.example');
    const [mail] = await until(mails, (rows) => rows.length > 0);
    expect(mail?.body).toContain('Mailed1');
    expect(mail?.body).not.toContain('helper-2026');
  });
});

describe('changing a sub-account', () => {
  it('keeps profile and visibility (§2 uc account/user/{userId}; §3 order visibility)', async () => {
    const userNo = await create('Edited1');
    const form = await formFor(userNo, { name: 'Lina Tan', department: 'Sales', orderVisibility: 2 as const });
    expect((await test.call('updateUser', form, { token: main })).data).toMatchObject({ revision: form.revision + 1 });
    expect(await show(userNo)).toMatchObject({ name: 'Lina Tan', department: 'Sales', orderVisibility: 2 });
  });

  it('by two editors loses nothing: the second has to reload', async () => {
    const userNo = await create('Edited2');
    const [first, second] = [await formFor(userNo, { name: 'First' }), await formFor(userNo, { department: 'Second' })];
    expect((await test.call('updateUser', first, { token: main })).code).toBe(200);
    expect((await test.call('updateUser', second, { token: main })).code).toBe(200009);
    expect(await show(userNo)).toMatchObject({ name: 'First', department: '' });
  });

  it('by twenty editors at once is done by one of them', async () => {
    const userNo = await create('Edited3');
    const form = await formFor(userNo);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => test.call('updateUser', { ...form, name: `Name ${at}` }, { token: main })),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
    expect((await show(userNo)).name).toBe(`Name ${answers.findIndex((answer) => answer.code === 200)}`);
  });

  it('does not let a sub-account lift its own visibility', async () => {
    const userNo = await create('Edited4', { orderVisibility: 2 });
    const { token } = (await enter('Edited4')).data;
    const answer = await test.call('updateUser', await formFor(userNo, { name: 'Own', orderVisibility: 1 as const }), {
      token,
    });
    expect(answer.data).toMatchObject({ name: 'Own', orderVisibility: 2 });
  });
});

describe('stopping a sub-account', () => {
  const move = (id: string, status: number) => test.call('changeUserStatus', { id, status }, { token: main });

  it('ends its sessions at once and keeps it out until it is enabled again (§3 account status; §4 account)', async () => {
    const userNo = await create('Stopped1');
    const { token } = (await enter('Stopped1')).data;
    expect(await sessionWorks(token)).toBe(true);
    expect((await move(userNo, -1)).data).toEqual({ status: -1 });
    expect(await sessionWorks(token)).toBe(false);
    expect(await enter('Stopped1')).toMatchObject({ code: 200102, msg: expect.stringContaining('main account') });
    expect((await move(userNo, -1)).data).toEqual({ status: -1 });
    for (const _ of [1, 2]) expect((await move(userNo, 1)).data).toEqual({ status: 1 });
    expect(await sessionWorks(token)).toBe(false);
    expect((await enter('Stopped1')).code).toBe(200);
  });

  it('by deleting frees its username and e-mail', async () => {
    const userNo = await create('Deleted1');
    const { token } = (await enter('Deleted1')).data;
    expect((await move(userNo, -2)).code).toBe(200);
    expect(await sessionWorks(token)).toBe(false);
    expect((await enter('Deleted1')).code).toBe(200101);
    expect((await test.call('childAccountInfo', { userNo }, { token: main })).http).toBe(421);
    expect((await move(userNo, 1)).http).toBe(421);
    expect(await create('Deleted1')).not.toBe(userNo);
    expect((await enter('Deleted1')).code).toBe(200);
  });

  it('knows no other statuses, and does not undo what the owner froze', async () => {
    const userNo = await create('Frozen1');
    expect((await move(userNo, 0)).data).toHaveProperty('fields.status');
    expect((await move(userNo, 2)).data).toHaveProperty('fields.status');
    await sql`UPDATE account SET status = 0 WHERE account_id = ${userNo}`.execute(test.database.house);
    const refused = await move(userNo, 1);
    expect([refused.code, refused.msg]).toEqual([200302, expect.not.stringMatching(/order/i)]);
    expect((await show(userNo)).status).toBe(0);
  });

  it('by a new password ends old sessions; the password is shown once and works (§2 uc account/subreset)', async () => {
    const userNo = await create('Renewed1');
    const { token } = (await enter('Renewed1')).data;
    const { password } = (await test.call('resetChildPassword', { id: userNo }, { token: main })).data;
    expect(await sessionWorks(token)).toBe(false);
    expect((await enter('Renewed1')).code).toBe(200101);
    expect((await enter('Renewed1', password)).code).toBe(200);
    expect(JSON.stringify(await show(userNo))).not.toContain(password);
    expect(test.log.join('\n')).not.toContain(password);
  });
});

describe('who may', () => {
  async function tryAll(userNo: string, as: As): Promise<number[]> {
    const form = await formFor(userNo, { name: 'Taken over' });
    const answers = await Promise.all([
      test.call('childAccountInfo', { userNo }, as),
      test.call('updateUser', form, as),
      test.call('changeUserStatus', { id: userNo, status: -2 }, as),
      test.call('resetChildPassword', { id: userNo }, as),
    ]);
    return answers.map((answer) => answer.http);
  }

  it('only the main account does any of it: not a sub-account, a member, another partner or another owner', async () => {
    const userNo = await create('Wanted1');
    const before = await show(userNo);
    await signUpDistributor('siti@other.example');
    const other = (await enter('siti@other.example')).data.token;
    const foreign = await test.signIn('agent@two.example', 'agent-2026', 'two.test');
    const none = [421, 421, 421, 421];
    expect(await tryAll(userNo, { token: other })).toEqual(none);
    expect(await tryAll(userNo, { token: foreign, host: 'two.test' })).toEqual(none);
    for (const email of ['sub', 'open', 'member']) {
      const token = await test.signIn(`${email}@one.example`, `${email}-2026`);
      expect(await tryAll(userNo, { token })).toEqual(none);
      expect((await test.call('childAccountList', {}, { token })).http).toBe(421);
      expect((await test.call('createChildAccount', formOf(`By${email}01`), { token })).http).toBe(421);
    }
    expect(await show(userNo)).toEqual(before);
  });

  it('a main account whose partner waits for approval makes none', async () => {
    await signUpDistributor('waiting@other.example');
    const { token } = (await enter('waiting@other.example')).data;
    const answer = await test.call('createChildAccount', formOf('Early01'), { token });
    expect(answer.code).toBe(200108);
    expect((await test.call('childAccountList', {}, { token })).data.total).toBe(0);
  });
});

describe('orders of a partner with sub-accounts', () => {
  it('are all seen by main, by a sharing one without those of a creator-only one, by that one only its own', async () => {
    const [a, b] = [await create('Sharing1', { orderVisibility: 1 }), await create('Private1', { orderVisibility: 2 })];
    const tokens = { a: (await enter('Sharing1')).data.token, b: (await enter('Private1')).data.token, main };
    const orders = {
      a: await placeOrder(test, tokens.a),
      b: await placeOrder(test, tokens.b),
      main: await placeOrder(test, main),
    };
    const paid = await test.call('paying', { id: orders.b, channel: 'deposit' }, { token: main, key: newKey() });
    expect(paid.data.status).toBe(103);
    const sees = async (token: string) => {
      const { list, total } = (await test.call('orderList', { size: 50 }, { token })).data;
      const details = await Promise.all(Object.values(orders).map((id) => test.call('orderDetail', { id }, { token })));
      return { total, list: list.map((item) => item.orderNo).sort(), details: details.map((answer) => answer.http) };
    };
    expect(await sees(main)).toEqual({ total: 3, list: Object.values(orders).sort(), details: [200, 200, 200] });
    expect(await sees(tokens.a)).toEqual({ total: 2, list: [orders.a, orders.main].sort(), details: [200, 421, 200] });
    expect(await sees(tokens.b)).toEqual({ total: 1, list: [orders.b], details: [421, 200, 421] });

    const voucher = (token: string) =>
      test.fetch(`/api/order/download/voucher?subOrderNo=${orders.b}-1`, { headers: { token } });
    expect((await voucher(tokens.b)).headers.get('content-type')).toBe('application/pdf');
    const stored = await voucher(tokens.a);
    const as = { token: tokens.a };
    const answers = await Promise.all([
      test.call('orderList', { size: 50 }, as),
      test.call('orderList', { query: orders.b }, as),
      test.call('orderDetail', { id: orders.b }, as),
      test.call('payInfo', { id: orders.b }, as),
      test.call('isPaySuccess', { id: orders.b }, as),
      test.call('paying', { id: orders.b, channel: 'deposit' }, { ...as, key: newKey() }),
      test.call('cancelOrder', { orderNo: orders.b }, as),
    ]);
    expect([stored.status, ...answers.map((answer) => answer.http)]).toEqual([421, 200, 200, 421, 421, 421, 421, 421]);
    expect((await stored.text()) + JSON.stringify(answers)).not.toContain(orders.b);

    expect(
      (await test.call('updateUser', await formFor(b, { orderVisibility: 1 as const }), { token: main })).code,
    ).toBe(200);
    expect((await sees(tokens.a)).total).toBe(3);
    expect(
      (await test.call('updateUser', await formFor(a, { orderVisibility: 2 as const }), { token: main })).code,
    ).toBe(200);
    expect(await sees(tokens.a)).toMatchObject({ total: 1, list: [orders.a] });
  });
});
