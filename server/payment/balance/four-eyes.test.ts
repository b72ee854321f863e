// The owner's changes by hand (§3 deal types 5 to 10, rules §8): at once up to the limit, by two people above it, never beyond what the
// account allows, and all of it in the log.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AdjustmentType } from '../../../domain/payment-status.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey } from '../../../tests/build/place-orders.ts';
import { adjust, findAgency, passDay, readFigures, readLines } from '../../../tests/build/set-balances.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let agent: string;
let finance: string;
let admin: string;
let id: string;
/** The limit of the small catalogue's owners. */
const limit = 500_000;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  id = await findAgency(test, finance);
});
afterAll(() => test.close());
beforeEach(() => passDay(test));

const change = (dealType: AdjustmentType, amountMinor: number, token = finance, more: object = {}) =>
  adjust(test, token, { id, dealType, amountMinor, ...more });
const decide = (adjustment: string, approve: boolean, token: string, reason = 'not now') =>
  test.call('consoleAdjustmentDecide', { id: adjustment, approve, reason }, { token });
const figures = () => readFigures(test, agent);
const waiting = async () => (await test.call('consoleAdjustments', {}, { token: admin })).data;
const acts = async (act: string) =>
  (
    await sql<{
      subject: string;
      staff_name: string;
      before: object;
      after: object;
    }>`SELECT subject, staff_name, before, after FROM audit_log
    WHERE act = ${act} ORDER BY entry_id`.execute(test.database.house)
  ).rows;

describe('below the limit', () => {
  it('each deal type does what it says, at once', async () => {
    const steps: [AdjustmentType, number, object][] = [
      [9, 5_000, { deposit: 105_000, left: 0, used: 0 }],
      [10, 15_000, { deposit: 90_000, left: 0, used: 0 }],
      [5, 80_000, { deposit: 90_000, left: 80_000, used: 0 }],
      [6, 30_000, { deposit: 90_000, left: 50_000, used: 0 }],
      [8, 1_000, { deposit: 90_000, left: 51_000, used: 0 }],
    ];
    for (const [dealType, amount, after] of steps) {
      expect((await change(dealType, amount)).data.state).toBe('done');
      expect(await figures()).toEqual(after);
    }
    expect((await acts('deposit-adjusted')).length).toBe(2);
    const [first] = await acts('credit-adjusted');
    expect(first).toMatchObject({
      subject: `partner ${id}`,
      staff_name: 'Farah',
      before: { creditLine: 0 },
      after: { creditLine: 80_000, dealType: 5, amountMinor: 80_000, reason: 'as agreed' },
    });
  });

  it('nothing goes beyond what the account allows, and then nothing is stored', async () => {
    const before = await figures();
    const lines = (await readLines(test, agent)).length;
    for (const [dealType, amount] of [
      [10, 90_001],
      [6, 50_001],
      [7, 1],
    ] as [AdjustmentType, number][])
      expect((await change(dealType, amount)).code).toBe(200410);
    for (const amount of [0, -5, 10_000_000_001]) expect((await change(9, amount)).code).toBe(200001);
    expect((await change(9, 5, finance, { reason: '  ' })).code).toBe(200001);
    for (const dealType of [1, 2, 3, 4, 11]) expect((await change(dealType as 9, 5)).code).toBe(200001);
    expect(await figures()).toEqual(before);
    expect((await readLines(test, agent)).length).toBe(lines);
  });

  it('a repeat with the same key is one change; with another content it is refused', async () => {
    const before = await figures();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(9, 700, finance, { key })));
    expect(new Set(answers.map((answer) => answer.data.id)).size).toBe(1);
    expect((await change(9, 701, finance, { key })).code).toBe(200006);
    expect((await figures()).deposit).toBe(before.deposit + 700);
  });

  it('the limit itself is still done at once, one unit more is not; without a limit nothing waits', async () => {
    const before = await figures();
    expect((await change(9, limit)).data.state).toBe('done');
    const asked = (await change(10, limit + 1)).data;
    expect(asked.state).toBe('waiting');
    expect((await figures()).deposit).toBe(before.deposit + limit);
    expect((await decide(asked.id, false, admin)).code).toBe(200);
    await sql`UPDATE owner SET four_eyes_minor = NULL WHERE owner_id = 1`.execute(test.database.house);
    expect((await change(10, limit + 1)).code).toBe(200);
    expect((await change(9, limit + 1)).data.state).toBe('done');
    await sql`UPDATE owner SET four_eyes_minor = ${limit} WHERE owner_id = 1`.execute(test.database.house);
  });
});

describe('above the limit', () => {
  it('waits in the queue with its count, and only another person approves it', async () => {
    const before = await figures();
    const asked = (await change(9, limit + 100)).data;
    expect(asked.state).toBe('waiting');
    expect(await figures()).toEqual(before);
    expect((await waiting()).list).toMatchObject([{ id: asked.id, dealType: 9, askedBy: 'Farah', own: false }]);
    const mine = (await test.call('consoleAdjustments', {}, { token: finance })).data.list;
    expect(mine[0]?.own).toBe(true);
    expect((await test.call('consoleBalances', {}, { token: finance })).data.waiting).toBe(1);
    expect((await decide(asked.id, true, finance)).code).toBe(200411);
    expect(await figures()).toEqual(before);
    expect((await decide(asked.id, true, admin)).code).toBe(200);
    expect((await figures()).deposit).toBe(before.deposit + limit + 100);
    expect((await decide(asked.id, true, admin)).code).toBe(200009);
    expect((await decide(asked.id, false, finance)).code).toBe(200009);
    expect((await acts('deposit-adjusted')).at(-1)).toMatchObject({ staff_name: 'Grace', after: { askedBy: 'Farah' } });
    expect((await waiting()).total).toBe(0);
  });

  it('is refused with a reason, or withdrawn by who asked; then it can never be approved', async () => {
    const before = await figures();
    for (const token of [admin, finance]) {
      const asked = (await change(5, limit + 1)).data;
      expect((await decide(asked.id, false, token, ' ')).code).toBe(200001);
      expect((await decide(asked.id, false, token)).code).toBe(200);
      expect((await decide(asked.id, true, admin)).code).toBe(200009);
    }
    expect(await figures()).toEqual(before);
    expect((await acts('adjustment-refused')).length).toBeGreaterThan(1);
    expect((await acts('adjustment-asked')).at(-1)).toMatchObject({ staff_name: 'Farah', subject: `partner ${id}` });
  });

  it('twenty approvals and refusals at once end in one, by another person', async () => {
    const others = await Promise.all(
      ['second', 'third'].map(async (name) => {
        await sql`INSERT INTO account (owner_id, kind, email, name, language, password_hash, roles, status, email_proved_at)
          SELECT owner_id, kind, ${`finance@${name}.example`}, ${name}, language, password_hash, roles, status, now() FROM account WHERE owner_id = 1 AND email = 'finance@one.example'`.execute(
          test.database.house,
        );
        return test.signIn(`finance@${name}.example`, 'finance-2026');
      }),
    );
    for (const approving of [20, 10]) {
      const before = await figures();
      const asked = (await change(9, limit + 7)).data;
      const voices = Array.from({ length: 20 }, (_, at) =>
        decide(asked.id, at < approving, [finance, admin, ...others][at % 4] as string),
      );
      const codes = (await Promise.all(voices)).map((answer) => answer.code);
      expect(codes.filter((code) => code === 200)).toHaveLength(1);
      const row = await sql<{
        state: string;
        asked_by: number;
        decided_by: number;
      }>`SELECT state, asked_by, decided_by FROM adjustment
        WHERE adjustment_id = ${asked.id}`.execute(test.database.house);
      const end = row.rows[0];
      const done = end?.state === 'done';
      if (done) expect(end?.asked_by).not.toBe(end?.decided_by);
      expect((await figures()).deposit).toBe(before.deposit + (done ? limit + 7 : 0));
      if (approving === 20) expect(done).toBe(true);
    }
  });

  it('two approved at once never take a deposit below zero; what is not possible keeps waiting', async () => {
    const { deposit } = await figures();
    const amount = Math.floor(deposit / 2) + 1;
    expect(amount).toBeGreaterThan(limit);
    const asked = await Promise.all([1, 2].map(async () => (await change(10, amount)).data.id));
    const codes = await Promise.all(asked.map((value) => decide(value, true, admin)));
    expect(codes.map((code) => code.code).sort()).toEqual([200, 200410]);
    expect((await figures()).deposit).toBe(deposit - amount);
    const left = (await waiting()).list;
    expect(left).toHaveLength(1);
    await decide(left[0]?.id ?? '', false, admin);
  });
});

describe('who may', () => {
  it('is finance and the administrator, of this owner only, and for distributors only', async () => {
    for (const name of ['operations', 'content', 'supplier']) {
      const token = await test.signIn(`${name}@one.example`, `${name}-2026`);
      expect((await change(9, 5, token)).http).toBe(421);
      expect((await test.call('consoleBalance', { id }, { token })).http).toBe(421);
      expect((await test.call('consoleBalances', {}, { token })).http).toBe(421);
      const file = await test.fetch(`/api/console/balances/${id}/export?format=csv`, { headers: { token } });
      expect(file.status).toBe(421);
    }
    expect((await change(9, 5, agent)).http).toBe(401);
    const asked = (await change(9, limit + 5)).data;
    const there = await test.signIn('finance@two.example', 'finance-2026', 'two.test');
    const as = { token: there, host: 'two.test', key: newKey() };
    expect((await test.call('consoleBalance', { id }, as)).http).toBe(421);
    expect((await test.call('consoleAdjust', { id, dealType: 9, amountMinor: 5, reason: 'x' }, as)).http).toBe(421);
    expect((await test.call('consoleAdjustmentDecide', { id: asked.id, approve: true }, as)).http).toBe(421);
    expect((await test.call('consoleAdjustments', {}, as)).data.total).toBe(0);
    await decide(asked.id, false, admin);
    const members = await sql<{
      partner_id: number;
    }>`SELECT partner_id FROM account WHERE owner_id = 1 AND kind = 'member'`.execute(test.database.house);
    const member = String(members.rows[0]?.partner_id);
    expect((await adjust(test, finance, { id: member, dealType: 9, amountMinor: 5 })).http).toBe(421);
    expect((await test.call('consoleBalance', { id: member }, { token: finance })).http).toBe(421);
  });
});
