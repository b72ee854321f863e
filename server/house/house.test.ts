// The portal's admins (decision 0315, rules §10): they set up and open owners, see nothing of what those sell, and no other account can.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { enterHouse, houseHost } from '../../tests/build/enter-house.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let as: { token: string; host: string };
beforeAll(async () => {
  test = await openTestHouse();
  as = { token: await enterHouse(test), host: houseHost };
});
afterAll(() => test.close());

type Steps = Omit<InputOf<'houseSetupSave'>, 'id' | 'revision'>;
const written = { titles: { en: 'Terms' }, texts: { en: 'What holds.' } };
const stepsOf = (code: string): Steps => ({
  names: { code, name: `Shop ${code}`, legalName: 'Shop Ltd.', legalAddress: '1 Road', taxNumber: '' },
  reach: { hostnames: [`${code}.test`], languages: ['en', 'zh_CN'], currency: 'MYR', zone: 'Asia/Kuching' },
  admin: { name: 'Ada Tan', email: `ada@${code}.example`, language: 'en' },
  transfer: { texts: { en: 'Bank of Kuching' } },
  registration: written,
  booking: written,
  privacy: written,
});
const save = (input: InputOf<'houseSetupSave'>) => test.call('houseSetupSave', input, as);
const open = (id: string, revision: number) => test.call('houseSetupOpen', { id, revision }, as);
const fieldsOf = ({ data }: { data: unknown }) => (data as { fields?: Record<string, string> }).fields ?? {};

describe('setting up an owner', () => {
  it('remembers each step, refuses what is wrong by field, and what another changed meanwhile', async () => {
    const { names, reach } = stepsOf('first');
    const begun = await save({ names });
    expect(begun.code).toBe(200);
    const { id } = begun.data;
    expect(fieldsOf(await save({ names: { ...names, code: 'ONE' } as never }))).toHaveProperty('code');
    expect(
      fieldsOf(await save({ id, revision: 1, names: { ...names, code: '9 lives', legalAddress: '' } as never })),
    ).toEqual({
      code: expect.anything(),
      legalAddress: expect.anything(),
    });
    for (const hostnames of [[], ['one.test'], ['nowhere test'], ['127.0.0.1:80']])
      expect(
        fieldsOf(await save({ id, revision: 1, reach: { ...reach, hostnames } as never })),
        `${hostnames}`,
      ).toHaveProperty('hostnames');
    expect(fieldsOf(await save({ id, revision: 1, reach: { ...reach, zone: 'Moon/Sea' } as never }))).toHaveProperty(
      'zone',
    );
    expect((await save({ id, revision: 1, reach })).data.revision).toBe(2);
    expect((await save({ id, revision: 1, reach })).code).toBe(200009);
    const shown = (await test.call('houseSetup', { id }, as)).data;
    expect(Object.keys(shown.steps).sort()).toEqual(['names', 'reach']);
    // No mail is promised: this installation has no mail server.
    expect(shown.sendsMails).toBe(false);
    expect(fieldsOf(await open(id, 2))).toMatchObject({
      admin: 'This field is required',
      privacy: 'This field is required',
    });
    const { list } = (await test.call('houseOwners', { query: 'first' }, as)).data;
    expect(list).toMatchObject([{ state: 'begun', saved: 2, hostnames: ['first.test'] }]);
    expect((await test.call('houseSetupDelete', { id }, as)).code).toBe(200);
    expect((await test.call('houseSetup', { id }, as)).http).toBe(421);
  });

  it('opens it once, however often it is asked, with its first admin invited by mail', async () => {
    const { id, revision } = (await save(stepsOf('second'))).data;
    const answers = await Promise.all([1, 2, 3, 4].map(() => open(id, revision)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 421, 421, 421]);
    const ownerId = answers.find(({ code }) => code === 200)?.data.id ?? '';
    const [mail] = await until(
      () => test.mails('ada@second.example'),
      (mails) => mails.length > 0,
    );
    expect(mail?.body).toContain('http://second.test/login/reset?token=');
    const owner = (await test.call('houseOwner', { id: ownerId }, as)).data;
    expect(owner).toMatchObject({ code: 'second', invited: { email: 'ada@second.example' } });
    // What became of the mail with a former link is not said of the newest.
    const { house } = test.database;
    const stateOf = async () => (await test.call('houseOwner', { id: ownerId }, as)).data.mail?.state;
    await sql`UPDATE mail SET sent_at = NULL, problem = 'noMailServer' WHERE recipient = 'ada@second.example'`.execute(
      house,
    );
    expect(await stateOf()).toBe('noServer');
    // Nor of one that was just asked for: the former link is ended, and the mail with the next is not written yet.
    const setUsed = (at: 'now()' | 'NULL') =>
      sql`UPDATE account_link SET used_at = ${sql.raw(at)} WHERE owner_id = ${ownerId}`.execute(house);
    await setUsed('now()');
    expect(await stateOf()).toBe('waiting');
    await setUsed('NULL');
    await sql`UPDATE account_link SET expires_at = expires_at + interval '1 minute' WHERE owner_id = ${ownerId}`.execute(
      house,
    );
    expect(await stateOf()).toBe('waiting');
    // Another address: the former link opens nothing, and the installation is out once one has a password.
    const other = { name: 'Bea Ong', email: 'bea@second.example', language: 'en' } as const;
    expect((await test.call('houseInvite', { id: ownerId, ...other }, as)).code).toBe(200);
    const link =
      (
        await until(
          () => test.mails(other.email),
          (mails) => mails.length > 0,
        )
      )[0]?.body ?? '';
    const tokenIn = (text: string) => /token=([\w-]{22,})/.exec(text)?.[1] ?? '';
    const word = { password: 'harbour-2026', confirmation: 'harbour-2026' };
    const host = 'second.test';
    expect(
      (await test.call('resetPasswordByToken', { token: tokenIn(mail?.body ?? ''), ...word }, { host })).code,
    ).toBe(200107);
    expect((await test.call('resetPasswordByToken', { token: tokenIn(link), ...word }, { host })).code).toBe(200);
    expect((await test.call('houseInvite', { id: ownerId, ...other }, as)).code).toBe(200302);
    const signed = await test.call('consoleLogin', { account: other.email, password: word.password }, { host });
    const own = { token: signed.data.token, host };
    expect((await test.call('consoleCompany', {}, own)).data).toMatchObject({
      legalName: 'Shop Ltd.',
      currency: 'MYR',
    });
    expect(
      (await test.call('consoleChannels', {}, own)).data.list.find((item) => item.channel === 'offline')?.active,
    ).toBe(true);
    expect((await test.call('consoleAgreements', {}, own)).data.list).toHaveLength(3);
    // The owner's log says who opened it; the installation's says all of it.
    const opening = (await test.call('consoleLog', { act: 'owner-opened' }, own)).data.list;
    expect(opening.map((entry) => entry.subjectName)).toEqual([stepsOf('second').names?.name]);
    const { data } = await test.call('houseLog', { act: 'owner-opened' }, as);
    expect(data.total).toBe(1);
    // By its name: an installation may have fifty shops.
    const begun = (await test.call('houseLog', { act: 'owner-begun' }, as)).data.list;
    for (const names of [data.list, begun].map((list) => list.map((entry) => entry.subjectName)))
      expect(names).toContain(stepsOf('second').names?.name);
  });

  it('gives a hostname to one of two that are opened at once, and nothing of the other is left', async () => {
    const made = await Promise.all(['third', 'fourth'].map(async (code) => (await save(stepsOf(code))).data));
    await sql`UPDATE owner_setup SET steps = jsonb_set(steps, '{reach,hostnames}', '["same.test"]')
      WHERE steps -> 'names' ->> 'code' IN ('third', 'fourth')`.execute(test.database.house);
    const answers = await Promise.all(made.map(({ id, revision }) => open(id, revision)));
    expect(answers.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(1);
    const { rows } = await sql<{ n: number; hosts: number }>`SELECT count(*)::int AS n,
      (SELECT count(*)::int FROM hostname WHERE host = 'same.test') AS hosts
      FROM owner WHERE code IN ('third', 'fourth')`.execute(test.database.house);
    expect(rows[0]?.n).toBe(rows[0]?.hosts);
  });
});

describe('the role', () => {
  it('cannot be given: no call takes it, and the database refuses it for an owner’s staff', async () => {
    const token = await test.signIn('admin@one.example', 'admin-2026');
    const typed = { email: 'sly@one.example', name: 'Sly', roles: ['house'] } as never;
    expect((await test.call('consoleStaffSave', typed, { token })).code).toBe(200001);
    const raise = sql`UPDATE account SET roles = ARRAY['house'] WHERE owner_id = 1 AND email = 'admin@one.example'`;
    await expect(raise.execute(test.database.house)).rejects.toThrow('only the house has admins of the house');
    const both = sql`UPDATE account SET roles = ARRAY['house', 'admin'] WHERE email = 'house@house.example'`;
    await expect(both.execute(test.database.house)).rejects.toThrow('check constraint');
  });

  it('sees no owner’s orders, money, staff or products', async () => {
    for (const name of ['consoleOrders', 'consolePayments', 'consoleStaff', 'consoleProducts', 'consoleSales'] as const)
      expect((await test.call(name, {} as never, as)).http, name).toBe(421);
    const seen = JSON.stringify((await test.call('houseOwners', {}, as)).data);
    expect(seen).not.toMatch(/minor|order/i);
  });

  it('has no shop on its hostname', async () => {
    expect((await test.call('houseOwner', { id: '999999' }, as)).http).toBe(421);
  });
});
