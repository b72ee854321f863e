// The sheet of net prices through HTTP (rules §11): an agent's own prices alone, one line for days in a row at one price, bounded.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  await sql`DELETE FROM price_rule WHERE owner_id = 1`.execute(test.database.house);
});
afterAll(() => test.close());

const open = (query: string, token = agent) =>
  test.fetch(`/api/product/netrates${query}`, { headers: { token, l: 'en' } });
const read = async (query = '', token = agent) => {
  const lines = (await (await open(query, token)).text()).replace('\ufeff', '').trim().split('\r\n');
  return lines.map((line) => line.split(','));
};
const of = (rows: string[][], product: string, item: string) =>
  rows.filter((row) => row[0] === product && row[2] === item).map((row) => row.slice(3));
const refused = async (query: string) =>
  (await (await open(query)).json()) as { code: number; data: { fields: object } };

describe('the sheet of net prices (rules §11)', () => {
  it('has retail and net of each item by seasons, and one line for an open ticket', async () => {
    const next = addDays(playOn, 1);
    await sql`INSERT INTO price_rule (owner_id, level, type, kind, value, valid_by, valid_from, valid_until) VALUES
      (1, 2, NULL, 'percent', 1000, NULL, NULL, NULL), (1, 3, NULL, 'percent', 9000, NULL, NULL, NULL),
      (1, 2, 3, 'percent', 2000, 'travel', ${next}::date, NULL)`.execute(test.database.house);
    const [head, ...rows] = await read();
    expect(head).toEqual([
      'Product',
      'Package',
      'For whom',
      'Retail price',
      'Your price',
      'Currency',
      'Travel from',
      'Travel until',
    ]);
    expect(of(rows, 'Silver Tower', 'Adult')).toEqual([
      ['100.00', '90.00', 'MYR', playOn, playOn],
      ['100.00', '80.00', 'MYR', next, next],
    ]);
    expect(of(rows, 'Green Hills Day Tour', 'Adult')).toEqual([['100.00', '90.00', 'MYR', playOn, next]]);
    expect(of(rows, 'Open Rail Pass', 'Adult')).toEqual([['60.00', '54.00', 'MYR', '', '']]);
    expect(of(rows, 'Evening Show', 'Adult')).toEqual([['3500', '3150', 'JPY', playOn, next]]);
    expect(of(rows, 'Harbour Inn', 'Double room')).toEqual([['200.00', '180.00', 'MYR', playOn, addDays(playOn, 39)]]);
    const shorter = await read(`?from=${playOn}&until=${playOn}&type=3`);
    expect(of(shorter, 'Silver Tower', 'Adult')).toEqual([['100.00', '90.00', 'MYR', playOn, playOn]]);
    expect(shorter.some((row) => row[0] === 'Harbour Inn')).toBe(false);
  });

  it('is a workbook too, is refused beyond a year or backwards, and counts with the other exports', async () => {
    const book = await open('?format=xlsx');
    expect(book.headers.get('content-disposition')).toMatch(/net-rates-.*\.xlsx/);
    expect(Number(book.headers.get('x-total-rows'))).toBeGreaterThan(10);
    expect(
      Buffer.from(await book.arrayBuffer())
        .subarray(0, 2)
        .toString(),
    ).toBe('PK');
    for (const query of [`?until=${addDays(today, 400)}`, `?from=${playOn}&until=${today}`, '?until=soon'])
      expect([(await refused(query)).code, Object.keys((await refused(query)).data.fields)]).toEqual([
        200001,
        ['until'],
      ]);
    const answers: number[] = [];
    for (let at = 0; at < 20; at++) answers.push((await open('?type=14')).status);
    expect(answers.at(-1)).toBe(503);
    expect(answers[0]).toBe(200);
  });

  it('is refused to callers without agent prices: members, guests of the shop, applicants', async () => {
    expect((await open('', '')).status).toBe(401);
    expect((await open('', await test.signIn('member@one.example', 'member-2026'))).status).toBe(421);
    expect((await open('', await test.signIn('admin@one.example', 'admin-2026'))).status).toBe(401);
    const sub = await test.signIn('sub@one.example', 'sub-2026');
    await sql`UPDATE partner SET approval = 'waiting' WHERE owner_id = 1 AND name = 'Agency'`.execute(
      test.database.house,
    );
    expect((await open('', sub)).status).toBe(421);
  });
});
