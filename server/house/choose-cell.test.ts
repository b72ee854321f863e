// Owners that begin in a chosen cell, and what the installation's admins see of cells and moves (decision 0580).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { enterHouse, houseHost } from '../../tests/build/enter-house.ts';
import { openTestCells, type TestCells } from '../../tests/build/open-cells.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { auditCells } from '../upkeep/cells/audit-cells.ts';
import { confirmMove, moveOwner } from '../upkeep/cells/move-owner.ts';

let test: TestHouse;
let opened: TestCells;
let as: { token: string; host: string };
beforeAll(async () => {
  opened = await openTestCells();
  test = opened.test;
  as = { token: await enterHouse(test), host: houseHost };
});
afterAll(() => opened.close());

const report = () => undefined;
const written = { titles: { en: 'Terms' }, texts: { en: 'What holds.' } };
const stepsOf = (code: string): InputOf<'houseSetupSave'> => ({
  names: { code, name: `Shop ${code}`, legalName: 'Shop Ltd.', legalAddress: '1 Road', taxNumber: '' },
  reach: { hostnames: [`${code}.test`], languages: ['en'], currency: 'MYR', zone: 'Asia/Kuching' },
  admin: { name: 'Ada Tan', email: `ada@${code}.example`, language: 'en' },
  transfer: { texts: { en: 'Bank of Kuching' } },
  registration: written,
  booking: written,
  privacy: written,
});
const begin = async (code: string) => (await test.call('houseSetupSave', stepsOf(code), as)).data;
const open = (setup: { id: string; revision: number }, cell?: string) =>
  test.call('houseSetupOpen', { ...setup, ...(cell !== undefined && { cell }) }, as);
const rowOf = async (code: string) => {
  const { list } = (await test.call('houseOwners', { query: code }, as)).data;
  return list.find((row) => row.code === code);
};
const count = async (cell: string, text: string) =>
  (await opened.inCell<{ n: number }>(cell, `SELECT count(*)::int AS n FROM ${text}`))[0]?.n;
const brokenCells = async () => (await auditCells(opened.cells)).filter(({ violations }) => violations.length);

describe('an owner that is opened', () => {
  it('begins in the chosen cell, with its admin invited from there, and nothing of it is in the first', async () => {
    const setup = await begin('elsewhere');
    const { cells } = (await test.call('houseSetup', { id: setup.id }, as)).data;
    expect(cells).toEqual([
      { name: 'two', owners: 0 },
      { name: 'one', owners: expect.any(Number) },
    ]);
    const made = await open(setup, 'two');
    expect(made.code).toBe(200);
    const { id } = made.data;
    // The process that opened it knows at once.
    expect((await test.call('houseOwner', { id }, as)).data).toMatchObject({
      code: 'elsewhere',
      cell: 'two',
      move: null,
    });
    expect(await rowOf('elsewhere')).toMatchObject({ state: 'open', entered: false, cell: 'two', move: null });
    expect((await test.call('webSettings', {}, { host: 'elsewhere.test' })).data).toMatchObject({
      title: 'Shop elsewhere',
    });
    const where = `account WHERE owner_id = ${id}`;
    expect([await count('two', where), await count('one', where)]).toEqual([1, 0]);
    expect(await count('two', `moving_job WHERE owner_id = ${id}`)).toBe(0);
    // The mail is written by a job that waited until the cell served the owner.
    const occasion = `mail WHERE owner_id = ${id} AND occasion LIKE 'account invite %'`;
    await until(
      () => count('two', occasion),
      (mails) => mails === 1,
    );
    expect(await brokenCells()).toEqual([]);
    // Its number and names are taken for all cells.
    const again = await test.call('houseSetupSave', stepsOf('elsewhere'), as);
    expect(again.data).toMatchObject({ fields: { code: expect.anything(), hostnames: expect.anything() } });
  });

  it('goes to the cell with the fewest owners when none is chosen, and to no cell that does not exist', async () => {
    const refused = await open(await begin('nowhere'), 'three');
    expect(refused.data).toMatchObject({ fields: { cell: expect.anything() } });
    expect((await rowOf('nowhere'))?.state).toBe('begun');
    expect((await open(await begin('fewest'))).code).toBe(200);
    expect((await rowOf('fewest'))?.cell).toBe('two');
    expect((await open(await begin('first'), 'one')).code).toBe(200);
    expect((await rowOf('first'))?.cell).toBe('one');
    expect((await test.call('webSettings', {}, { host: 'first.test' })).code).toBe(200);
  });

  it('is opened once, however often it is asked', async () => {
    const setup = await begin('once');
    const answers = await Promise.all([1, 2, 3, 4].map(() => open(setup, 'two')));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 421, 421, 421]);
    expect(await count('two', `owner WHERE code = 'once'`)).toBe(1);
  });

  it('serves no request while only one of the two clusters has written it, and is opened after the copy is deleted', async () => {
    const setup = await begin('halfway');
    // The first cluster fails at its commit, after that of the second.
    await opened.inCell(
      'one',
      `CREATE FUNCTION fail_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
       CREATE CONSTRAINT TRIGGER fail_late AFTER INSERT ON owner_away DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION fail_late()`,
    );
    expect((await open(setup, 'two')).http).toBe(500);
    await opened.inCell('one', 'DROP TRIGGER fail_late ON owner_away; DROP FUNCTION fail_late()');
    expect(await rowOf('halfway')).toMatchObject({ state: 'begun', cell: null });
    expect(await count('two', `owner WHERE code = 'halfway'`)).toBe(1);
    expect(await brokenCells()).toEqual([]);
    expect((await open(setup, 'two')).data).toMatchObject({ fields: { cell: expect.stringContaining('copy') } });
    const [row] = await opened.inCell<{ id: number }>('two', `SELECT owner_id AS id FROM owner WHERE code = 'halfway'`);
    await confirmMove({ cells: opened.cells, ownerId: Number(row?.id), report: report });
    expect((await open(setup, 'two')).code).toBe(200);
    expect((await test.call('webSettings', {}, { host: 'halfway.test' })).code).toBe(200);
  });
});

describe('the list', () => {
  it('shows where each owner is, that it moves, that a move was cut off, and the copy that is left', async () => {
    // The second test cluster is a copy of the first.
    expect(await rowOf('one')).toMatchObject({ cell: 'one', move: { state: 'left', cell: 'two' } });
    const seen: unknown[] = [];
    const move = (to: string, dies = false) =>
      moveOwner({
        ...{ cells: opened.cells, ownerId: 1, to, report: report },
        async before(step) {
          if (step !== 'freeze') return;
          seen.push((await rowOf('one'))?.move);
          if (dies) throw new Error('killed');
        },
      });
    await expect(move('two', true)).rejects.toThrow('killed');
    expect(await rowOf('one')).toMatchObject({ cell: 'one', move: { state: 'stopped', cell: 'two' } });
    await move('two');
    expect(seen).toEqual([
      { state: 'running', cell: 'two' },
      { state: 'running', cell: 'two' },
    ]);
    expect(await rowOf('one')).toMatchObject({ cell: 'two', entered: true, move: { state: 'left', cell: 'one' } });
    await confirmMove({ cells: opened.cells, ownerId: 1, report: report });
    // Nothing of it is in the first cell any more, and the list still knows that its admins entered.
    expect(await rowOf('one')).toMatchObject({ cell: 'two', entered: true, move: null });
    await moveOwner({ cells: opened.cells, ownerId: 1, to: 'one', report: report });
  }, 180_000);

  it('shows an owner of another cell as closed, and open again', async () => {
    const { id = '' } = (await rowOf('elsewhere')) ?? {};
    expect((await test.call('houseOwnerClose', { id, reason: 'unpaid' }, as)).code).toBe(200);
    const closed = (await test.call('houseOwners', { state: 'closed' }, as)).data.list;
    expect(closed.map(({ code }) => code)).toEqual(['elsewhere']);
    expect((await test.call('houseOwnerReopen', { id, reason: 'paid' }, as)).code).toBe(200);
    expect((await rowOf('elsewhere'))?.state).toBe('open');
  });
});

it('with one cluster there is nothing to choose and nothing to see', async () => {
  const lone = await openTestHouse();
  try {
    const own = { token: await enterHouse(lone), host: houseHost };
    const setup = (await lone.call('houseSetupSave', stepsOf('alone'), own)).data;
    expect((await lone.call('houseSetup', { id: setup.id }, own)).data.cells).toEqual([]);
    const chosen = await lone.call('houseSetupOpen', { ...setup, cell: 'one' }, own);
    expect(chosen.data).toMatchObject({ fields: { cell: expect.anything() } });
    expect((await lone.call('houseSetupOpen', setup, own)).code).toBe(200);
    const { list } = (await lone.call('houseOwners', {}, own)).data;
    expect(new Set(list.map(({ cell, move }) => `${cell} ${move}`))).toEqual(new Set(['null null']));
  } finally {
    await lone.close();
  }
});
