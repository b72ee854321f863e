// What staff must do before anything else (ASVS 6.3.3, 6.4.1): replace a password that an administrator got, and set up the second factor
// where the owner requires one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallName, type CallRow, calls, fileRoutes } from '../../contract/calls.ts';
import type { InputOf } from '../../contract/index.ts';
import { chosenPassword, enterNewStaff } from '../../tests/build/enter-new-staff.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { oneTimeCode } from '../account/second-factor.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let admin: string;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

type Role = InputOf<'consoleStaffSave'>['roles'][number];
const rename = (email: string) => email.split('@')[0] ?? '';
const hire = async (email: string, roles: Role[] = ['admin']) =>
  (await test.call('consoleStaffSave', { email, name: rename(email), roles }, { token: admin })).data;
let count = 0;
/** Each from an address of its own, so that wrong passwords of one test ask no other for a picture. */
const enter = (account: string, password: string) =>
  test.call('consoleLogin', { account, password }, { headers: { 'x-forwarded-for': `10.34.0.${count++ % 250}` } });
const me = (token: string) => test.call('consoleMe', {}, { token });
const replace = (token: string, current: string, password: string) =>
  test.call('consolePassword', { current, password, confirmation: password }, { token });
const find = async (id: string) =>
  (await test.call('consoleStaff', {}, { token: admin })).data.list.find((item) => item.id === id);
const letDaysPass = (id: string, days: number) =>
  sql`UPDATE account SET first_password_until = first_password_until - make_interval(days => ${days})
    WHERE owner_id = 1 AND account_id = ${id}`.execute(test.database.house);

/** Calls that staff with a duty may use, beside those that are open to everybody. */
const open: Record<'newPassword' | 'secondFactor', CallName[]> = {
  newPassword: ['consoleLogout', 'consoleMe', 'consolePassword'],
  secondFactor: ['consoleLogout', 'consoleMe', 'consolePassword', 'consoleFactorStart', 'consoleFactorConfirm'],
};

/** Every other call of an owner's back office, by an administrator's session, with an input that fails validation if it is read. */
async function listAnswers(token: string, duty: 'newPassword' | 'secondFactor') {
  const rows = Object.entries(calls) as [CallName, CallRow][];
  const closed = rows.filter(
    ([name, row]) =>
      row.path.startsWith('/api/console') && !['any', 'house'].includes(String(row.who)) && !open[duty].includes(name),
  );
  expect(closed.length).toBeGreaterThan(90);
  const answers = new Set<number>();
  const input = { id: '1', accountId: '1', at: '0', orderNo: '1' };
  for (const [name] of closed) answers.add((await test.call(name, input as never, { token })).code);
  return [...answers];
}

describe('a first password', () => {
  it('opens nothing but the way to a password of the person’s own', async () => {
    const { id, password } = await hire('hana@one.example');
    const first = password ?? '';
    const { token } = (await enter('hana@one.example', first)).data;
    expect((await me(token)).data).toMatchObject({ name: 'hana', duty: 'newPassword' });
    expect(await listAnswers(token, 'newPassword')).toEqual([200118]);
    const result = await test.call('consoleStaff', {}, { token });
    expect(result).toMatchObject({ http: 200, msg: 'Please choose your own password first, under “My security”.' });
    for (const row of Object.values(fileRoutes).filter(({ path }) => path.startsWith('/api/console'))) {
      const address = row.path.replace(/:\w+/g, '1');
      const answer = await test.fetch(address, { method: row.method, headers: { token } });
      expect(await answer.json(), address).toMatchObject({ code: 200118 });
    }
    expect((await test.call('webSettings', {}, { token })).code).toBe(200);

    expect((await replace(token, first, first)).data).toEqual({
      fields: { password: 'Please choose a password other than the current one' },
    });
    expect((await find(id))?.firstPasswordUntil).not.toBeNull();
    expect((await replace(token, first, chosenPassword)).code).toBe(200);
    expect((await find(id))?.firstPasswordUntil).toBeNull();
    expect((await me(token)).http).toBe(401);
    const own = (await enter('hana@one.example', chosenPassword)).data.token;
    expect((await me(own)).data.duty).toBeNull();
    expect((await test.call('consoleStaff', {}, { token: own })).code).toBe(200);
    expect((await enter('hana@one.example', first)).code).toBe(200101);
  });

  it('is over after seven days, for signing in and for a session that it opened', async () => {
    const { id, password } = await hire('kai@one.example', ['content']);
    const first = password ?? '';
    const until = Date.parse((await find(id))?.firstPasswordUntil ?? '');
    expect(Math.round((until - Date.now()) / 60_000)).toBe(7 * 24 * 60);
    await letDaysPass(id, 6);
    const { token } = (await enter('kai@one.example', first)).data;
    expect((await me(token)).http).toBe(200);
    await letDaysPass(id, 1);
    expect((await enter('kai@one.example', first)).code).toBe(200117);
    expect((await enter('kai@one.example', 'wrong-2026')).code).toBe(200101);
    expect((await me(token)).http).toBe(401);
    expect((await replace(token, first, chosenPassword)).http).toBe(401);

    const renewed = (await test.call('consoleStaffReset', { id }, { token: admin })).data.password;
    const again = await enterNewStaff(test, 'kai@one.example', renewed ?? '');
    await letDaysPass(id, 30);
    expect((await me(again)).data.duty).toBeNull();
  });

  it('is what a reset gives too; passwords of the seed stay', async () => {
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    expect((await me(finance)).data.duty).toBeNull();
    const { list } = (await test.call('consoleStaff', {}, { token: admin })).data;
    const { id } = list.find((item) => item.email === 'finance@one.example') ?? ({} as never);
    const { password } = (await test.call('consoleStaffReset', { id }, { token: admin })).data;
    const { token } = (await enter('finance@one.example', password ?? '')).data;
    expect((await test.call('consoleRefunds', {}, { token })).code).toBe(200118);
    expect((await test.call('consoleRefunds', {}, { token, language: 'zh_CN' })).msg).toMatch(/自己的密码/);
  });
});

describe('a second factor required of all staff', () => {
  const wish = async (staffSecondFactor: boolean, token: string) => {
    const { name, currency, limitDefaults, ...row } = (await test.call('consoleSettings', {}, { token })).data;
    return test.call('consoleSettingsSave', { ...row, staffSecondFactor }, { token });
  };
  const setUp = async (token: string, drift = 0) => {
    const { secret } = (await test.call('consoleFactorStart', {}, { token })).data;
    const bits = [...secret].map((value) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(value).toString(2).padStart(5, '0'),
    );
    const bytes = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    const code = oneTimeCode(bytes, Math.floor(Date.now() / 30_000) + drift);
    return test.call('consoleFactorConfirm', { code }, { token });
  };

  it('is wanted at once of those without one, the administrator included, and of no other owner', async () => {
    const operations = await test.signIn('operations@one.example', 'operations-2026');
    const other = { host: 'two.test', token: await test.signIn('admin@two.example', 'admin-2026', 'two.test') };
    const asAgent = await actAsAgent('operations@one.example');
    expect((await test.call('getUserInfo', {}, { token: asAgent })).http).toBe(200);
    expect((await wish(true, admin)).code).toBe(200);
    expect((await test.call('consoleSettings', {}, { token: admin })).code).toBe(200119);
    expect((await me(operations)).data).toMatchObject({ duty: 'secondFactor', secondFactor: false });
    expect(await listAnswers(admin, 'secondFactor')).toEqual([200119]);
    expect((await test.call('getUserInfo', {}, { token: asAgent })).http).toBe(401);
    expect((await test.call('consoleSettings', {}, other)).code).toBe(200);
    expect((await enter('operations@one.example', 'operations-2026')).code).toBe(200);

    expect((await setUp(operations)).code).toBe(200);
    expect((await me(operations)).data).toMatchObject({ duty: null, secondFactor: true });
    expect((await test.call('consoleOrders', {}, { token: operations })).code).toBe(200);
    expect((await enter('operations@one.example', 'operations-2026')).code).toBe(200113);
    expect((await setUp(admin)).code).toBe(200);
    expect((await wish(false, admin)).code).toBe(200);
    expect((await test.call('consoleSettings', {}, { token: admin })).data.staffSecondFactor).toBe(false);
  });

  it('comes after the password of a new account, and again after it was switched off', async () => {
    expect((await wish(true, admin)).code).toBe(200);
    const { password } = await hire('mila@one.example', ['content']);
    const { token } = (await enter('mila@one.example', password ?? '')).data;
    expect((await me(token)).data.duty).toBe('newPassword');
    expect((await test.call('consoleFactorStart', {}, { token })).code).toBe(200118);
    const own = await enterNewStaff(test, 'mila@one.example', password ?? '');
    expect((await me(own)).data.duty).toBe('secondFactor');
    expect((await setUp(own)).code).toBe(200);
    expect((await test.call('consoleProducts', {}, { token: own })).code).toBe(200);
    expect((await test.call('consoleFactorStop', { password: chosenPassword }, { token: own })).code).toBe(200);
    expect((await test.call('consoleProducts', {}, { token: own })).code).toBe(200119);
  });

  /** The session that a member of staff gets as a partner. */
  async function actAsAgent(staffEmail: string): Promise<string> {
    const token = await test.signIn('agent@one.example', 'agent-2026');
    const { numAffectedRows } =
      await sql`UPDATE login_session s SET acting_staff_id = t.account_id FROM account a, account t
      WHERE s.owner_id = 1 AND a.owner_id = 1 AND t.owner_id = 1 AND a.account_id = s.account_id AND a.email = 'agent@one.example'
        AND t.email = ${staffEmail}`.execute(test.database.house);
    expect(numAffectedRows).toBe(1n);
    return token;
  }
});
