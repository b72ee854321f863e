// Admins of the installation on screens (decision 0335, §6 roles): one invites another by mail, and the last who can sign in stays.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterHouse, houseHost } from '../../tests/build/enter-house.ts';
import { chosenPassword } from '../../tests/build/enter-new-staff.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { type As, openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';
import { startJobs } from '../platform/jobs.ts';
import { makeLog } from '../platform/log.ts';

let test: TestHouse;
let as: As;
beforeAll(async () => {
  test = await openTestHouse();
  as = { token: await enterHouse(test), host: houseHost };
});
afterAll(() => test.close());

const host = houseHost;
const list = async (by: As = as) => (await test.call('houseAdmins', {}, by)).data.list;
const idOf = async (email: string, by?: As) => (await list(by)).find((row) => row.email === email)?.id ?? '';
const invite = (email: string, name = 'Ida Holm') => test.call('houseAdminInvite', { name, email, language: 'en' }, as);
const remove = (id: string, by: As = as) => test.call('houseAdminRemove', { id }, by);
const tokenIn = (text: string) => /token=([\w-]{22,})/.exec(text)?.[1] ?? '';

/** By the newest mailed link; undefined where it opens nothing. */
async function enter(email: string, links: number): Promise<As> {
  const mails = await until(
    () => test.mails(email),
    (found) => found.length >= links,
  );
  const word = { password: chosenPassword, confirmation: chosenPassword };
  const [newest, former] = mails;
  if (former)
    expect((await test.call('resetPasswordByToken', { token: tokenIn(former.body), ...word }, { host })).code).toBe(
      200107,
    );
  expect(
    (await test.call('resetPasswordByToken', { token: tokenIn(newest?.body ?? ''), ...word }, { host })).code,
  ).toBe(200);
  const signed = await test.call('consoleLogin', { account: email, password: chosenPassword }, { host });
  return { token: signed.data.token, host };
}

describe('admins of the house (§6 roles)', () => {
  it('are invited by mail, again with another link, and lose the right with their sessions', async () => {
    expect((await invite('nobody')).data).toHaveProperty('fields.email');
    expect((await invite('ida@house.example', '')).data).toHaveProperty('fields.name');
    expect((await invite('ida@house.example')).code).toBe(200);
    expect(await list()).toMatchObject([
      { email: 'house@house.example', own: true, entered: true, mail: null },
      { email: 'ida@house.example', own: false, entered: false },
    ]);
    // The only admin with a password stays, even when others are invited.
    expect((await remove(await idOf('house@house.example'))).code).toBe(200111);
    expect((await invite('ida@house.example', 'Ida Lund')).code).toBe(200);
    const ida = await enter('ida@house.example', 2);
    expect((await test.call('houseOwners', {}, ida)).http).toBe(200);
    expect((await invite('ida@house.example')).data).toHaveProperty('fields.email');
    expect((await remove(await idOf('ida@house.example'))).code).toBe(200);
    expect((await test.call('houseOwners', {}, ida)).http).toBe(401);
    const again = await test.call('consoleLogin', { account: 'ida@house.example', password: chosenPassword }, { host });
    expect(again.code).toBe(200101);
    expect((await remove('999999')).http).toBe(421);
    const { data } = await test.call('houseLog', {}, as);
    const acts = data.list.map(({ act }) => act).filter((act) => act.startsWith('house-admin'));
    expect(acts).toEqual(['house-admin-removed', 'house-admin-invited', 'house-admin-invited']);
  });

  // Mails are written later and in any order: without endLinks both links would open.
  it('have one link that opens, also when two mails are written at the same time', async () => {
    const email = 'twice@house.example';
    expect((await invite(email)).code).toBe(200);
    await until(
      () => test.mails(email),
      (found) => found.length === 1,
    );
    const { house, forOwner } = test.database;
    const found = await sql<{ owner_id: number; account_id: number }>`SELECT owner_id, account_id FROM account
      WHERE email = ${email}`.execute(house);
    const { owner_id: ownerId, account_id: accountId } = found.rows[0] ?? { owner_id: 0, account_id: 0 };
    const jobs = await startJobs(test.databaseUrl, makeLog('silent'));
    const again = { kind: 'invite', accountId, email, language: 'en' } as const;
    await Promise.all([1, 2].map(() => jobs.send(forOwner(ownerId), 'account.mail', again)));
    const mails = await until(
      () => test.mails(email),
      (all) => all.length === 3,
    );
    await jobs.stop();
    const word = { password: chosenPassword, confirmation: chosenPassword };
    const codes: number[] = [];
    for (const mail of mails.toReversed())
      codes.push((await test.call('resetPasswordByToken', { token: tokenIn(mail.body), ...word }, { host })).code);
    expect(codes).toEqual([200107, 200107, 200]);
    expect((await remove(await idOf(email))).code).toBe(200);
  });

  // Without the count in deleteAdmin both of a round succeed, and no admin is left.
  it('keep one who can sign in when two take away each other’s right', async () => {
    let own = as;
    let email = 'house@house.example';
    for (let round = 0; round < 5; round += 1) {
      const rival = `rival${round}@house.example`;
      expect((await test.call('houseAdminInvite', { name: 'Rita', email: rival, language: 'en' }, own)).code).toBe(200);
      const other = await enter(rival, 1);
      const ids = [await idOf(rival, own), await idOf(email, own)] as const;
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => (at % 2 ? remove(ids[1], other) : remove(ids[0], own))),
      );
      expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
      for (const { http, code } of answers) expect([200, 200111, 401, 421]).toContain(http === 200 ? code : http);
      const ownLeft = (await test.call('houseAdmins', {}, own)).http === 200;
      if (!ownLeft) [own, email] = [other, rival];
      expect(await list(own)).toHaveLength(1);
    }
  });
});
