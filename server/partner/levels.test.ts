// Price levels through HTTP (rules §11): named by the owner, shown by their names, one of them given to newly approved distributors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let admin: { token: string };
let operations: { token: string };
beforeAll(async () => {
  test = await openTestHouse();
  admin = { token: await test.signIn('admin@one.example', 'admin-2026') };
  operations = { token: await test.signIn('operations@one.example', 'operations-2026') };
});
afterAll(() => test.close());

const show = async () => (await test.call('consoleLevels', {}, admin)).data;
const namesWith = (given: Record<number, string>) => Array.from({ length: 10 }, (_, level) => given[level] ?? '');
const logOf = async (act: string) => (await test.call('consoleLog', { act, size: 50 }, admin)).data.list;

/** A distributor that waits for approval. */
async function addWaiting(name: string, level = 0): Promise<string> {
  const made = await sql<{ id: string }>`INSERT INTO partner (owner_id, kind, name, approval, level)
    VALUES (1, 'corporate', ${name}, 'waiting', ${level}) RETURNING partner_id::text AS id`.execute(
    test.database.house,
  );
  return made.rows[0]?.id ?? '';
}

async function approve(id: string, level?: number) {
  const { revision } = (await test.call('consolePartner', { id }, operations)).data;
  return test.call(
    'consolePartnerDecide',
    { id, revision, approve: true, ...(level === undefined ? {} : { level }) },
    operations,
  );
}
const levelOf = async (id: string) => (await test.call('consolePartner', { id }, operations)).data.level;

const none = Array<number>(10).fill(0);

describe('price levels (rules §11)', () => {
  it('have names that no two share, saved once per revision, shown everywhere a level is, and logged', async () => {
    const { revision, names, defaultLevel, partners } = await show();
    expect({ names, defaultLevel }).toEqual({ names: namesWith({}), defaultLevel: 0 });
    expect(partners[2]).toBe(1);
    const save = (given: Record<number, string>, more = {}) =>
      test.call(
        'consoleLevelsSave',
        { names: namesWith(given), defaultLevel: 2, quotePlaces: none, quoteHours: none, revision, ...more },
        admin,
      );
    const twice = await save({ 2: 'Gold', 4: ' gold' });
    expect([twice.code, Object.keys((twice.data as unknown as { fields: object }).fields)]).toEqual([
      200001,
      ['names.4'],
    ]);
    expect((await save({ 2: 'x'.repeat(41) })).code).toBe(200001);
    expect((await save({}, { defaultLevel: 10 })).code).toBe(200001);
    expect((await save({}, { names: ['Gold'] })).code).toBe(200001);
    const answers = await Promise.all(Array.from({ length: 20 }, () => save({ 1: 'Silver', 2: ' Gold ' })));
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
    expect(await show()).toMatchObject({ names: namesWith({ 1: 'Silver', 2: 'Gold' }), defaultLevel: 2 });
    const agency = (await test.call('consolePartners', { query: 'Agency' }, operations)).data;
    expect(agency.levelNames[agency.list[0]?.level ?? 0]).toBe('Gold');
    const [entry, ...others] = await logOf('levels-saved');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ staffName: 'Grace', before: { defaultLevel: 0 }, after: { defaultLevel: 2 } });
  });

  it('of newly approved distributors is the default, or the one that the approver chose, or was given before', async () => {
    const [usual, chosen, retail, given] = await Promise.all(
      ['Usual', 'Chosen', 'Retail', 'Given'].map((name) => addWaiting(name, name === 'Given' ? 5 : 0)),
    );
    expect((await approve(usual ?? '')).code).toBe(200);
    expect((await approve(chosen ?? '', 4)).code).toBe(200);
    expect((await approve(retail ?? '', 0)).code).toBe(200);
    expect((await approve(given ?? '')).code).toBe(200);
    const levels = await Promise.all([usual, chosen, retail, given].map((id) => levelOf(id ?? '')));
    expect(levels).toEqual([2, 4, 0, 5]);
    const entry = (await logOf('partner-approved')).find((item) => item.subject === `partner ${chosen}`);
    expect(entry).toMatchObject({ before: { level: 0 }, after: { level: 4 } });
    const refused = await addWaiting('Refused');
    const { revision } = (await test.call('consolePartner', { id: refused }, operations)).data;
    await test.call('consolePartnerDecide', { id: refused, revision, approve: false, reason: 'No' }, operations);
    expect(await levelOf(refused)).toBe(0);
  });

  it('are given once by operations: another one after a disapproval is for administrators (decision 0240)', async () => {
    const decide = async (who: { token: string }, id: string, more: object) => {
      const { revision } = (await test.call('consolePartner', { id }, who)).data;
      return test.call('consolePartnerDecide', { id, revision, approve: true, ...more } as never, who);
    };
    const away = { approve: false, reason: 'Papers' };
    for (const [name, level] of [
      ['Again', 3],
      ['Again at retail', 0],
    ] as const) {
      const id = await addWaiting(name);
      expect((await decide(operations, id, { level })).code).toBe(200);
      expect((await decide(operations, id, away)).code).toBe(200);
      expect((await decide(operations, id, { level: 9 })).code).toBe(200112);
      expect((await decide(operations, id, {})).code).toBe(200);
      expect(await levelOf(id)).toBe(level);
      expect((await decide(operations, id, away)).code).toBe(200);
      expect((await decide(admin, id, { level: 9 })).code).toBe(200);
      expect(await levelOf(id)).toBe(9);
    }
    const waits = await addWaiting('Waits');
    const { revision } = (await test.call('consolePartner', { id: waits }, admin)).data;
    expect((await test.call('consolePartnerLevel', { id: waits, revision, level: 1 }, admin)).code).toBe(200);
    expect((await decide(operations, waits, { level: 9 })).code).toBe(200112);
    expect((await decide(operations, waits, { level: 1 })).code).toBe(200);
  });

  it('that a process of the version before gave by an approval are given, too (decision 0240)', async () => {
    const [approved, refused] = [await addWaiting('Older'), await addWaiting('Older, disapproved')];
    // As that process writes it: the column is not there for it.
    for (const id of [approved, refused])
      await sql`UPDATE partner SET approval = 'approved', level = 3, revision = revision + 1
        WHERE partner_id = ${id}::bigint`.execute(test.database.house);
    const show = async (id: string) => (await test.call('consolePartner', { id }, operations)).data;
    expect((await show(approved)).levelGiven).toBe(true);
    const away = { id: refused, revision: (await show(refused)).revision, approve: false, reason: 'Papers' };
    expect((await test.call('consolePartnerDecide', away, operations)).code).toBe(200);
    expect((await show(refused)).levelGiven).toBe(true);
    expect((await approve(refused, 9)).code).toBe(200112);
    expect((await approve(refused)).code).toBe(200);
    expect(await levelOf(refused)).toBe(3);
  });

  it('belong to their owner', async () => {
    const foreign = await test.signIn('admin@two.example', 'admin-2026', 'two.test');
    const theirs = (await test.call('consoleLevels', {}, { token: foreign, host: 'two.test' })).data;
    expect(theirs).toMatchObject({ names: namesWith({}), defaultLevel: 0 });
  });
});
