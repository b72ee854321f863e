// The times that a product's page shows are those at which its packages are still sold (decision 0731), whoever opens and closes departures,
// also at once: the triggers' lock is shown to be what keeps a day from being missed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../domain/dates.ts';
import { type Editor, makeEditor, newDocument } from '../../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { sql } from '../../platform/db.ts';
import { stockInvariants } from '../../upkeep/audit-stock.sql.ts';

let test: TestHouse;
let editor: Editor;
let productId: string;
let packageId: string;
let now = new Date();
beforeAll(async () => {
  test = await openTestHouse({ clock: () => now });
  editor = makeEditor(test, { token: await test.signIn('content@one.example', 'content-2026') });
  productId = await editor.create(newDocument({ key: 'timed-walk' }));
  packageId = (await editor.open(productId)).document.packages[0]?.id ?? '';
  expect(await set([0, '', 5])).toBe(200);
  expect((await editor.state(productId, 'published')).code).toBe(200);
});
afterAll(() => test.close());

const shown = async () => {
  const { packages } = (await test.call('productDetail', { id: productId })).data;
  return packages[0]?.sessions;
};
const set = async (...list: [days: number, session: string, capacity: number | null][]) =>
  (
    await editor.calendar(
      packageId,
      list.map(([days, session, capacity]) => ({ on: addDays(playOn, days), session, capacity })),
    )
  ).code;
const wrong = async () =>
  (
    await stockInvariants['stock: the times of a package and their last days are those of its departures'].execute(
      test.database.house,
    )
  ).rows;

describe('the times of a package', () => {
  it('are those of its coming days: opened, closed, and over', async () => {
    expect(await shown()).toEqual([]);
    expect(await set([0, '14:00', 5], [0, '10:00', 5], [3, '10:00', 5])).toBe(200);
    expect(await shown()).toEqual(['10:00', '14:00']);
    // The last day of a time goes, an earlier one stays; then the only day of a time goes.
    expect(await set([3, '10:00', null])).toBe(200);
    expect(await shown()).toEqual(['10:00', '14:00']);
    expect(await set([0, '10:00', null], [5, '16:00', 2])).toBe(200);
    expect(await shown()).toEqual(['14:00', '16:00']);
    now = new Date(Date.parse(`${addDays(playOn, 2)}T04:00:00Z`));
    expect(await shown()).toEqual(['16:00']);
    now = new Date();
    expect(await wrong()).toEqual([]);
  });

  it('are missed by the audit where somebody writes them otherwise', async () => {
    await sql`UPDATE package_session SET last_on = last_on + 1 WHERE package_id = ${packageId}`.execute(
      test.database.house,
    );
    expect(await wrong()).toHaveLength(2);
    await sql`UPDATE package_session SET last_on = last_on - 1 WHERE package_id = ${packageId}`.execute(
      test.database.house,
    );
    expect(await wrong()).toEqual([]);
  });

  /** One opens an earlier day of a time while another closes its last day; the opening is committed once the closing waits or is over. */
  async function race(time: string): Promise<string[] | undefined> {
    expect(await set([9, time, 5])).toBe(200);
    const opening = await test.database.pool.connect();
    try {
      await opening.query(`SET app.owner_id = '0'; BEGIN`);
      await opening.query(
        `INSERT INTO departure (owner_id, package_id, play_on, session, capacity) VALUES (1, $1, $2, $3, 5)`,
        [packageId, addDays(playOn, 7), time],
      );
      let isOver = false;
      const closing = set([9, time, null]).finally(() => {
        isOver = true;
      });
      await expect
        .poll(async () => {
          const waiting =
            await sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return isOver || (await waiting.execute(test.database.house)).rows.length > 0;
        })
        .toBe(true);
      await opening.query('COMMIT');
      expect(await closing).toBe(200);
      return await shown();
    } finally {
      opening.release(true);
    }
  }

  it('have no day missed that is opened while the last one is closed, and have without the lock', async () => {
    expect(await race('17:00')).toContain('17:00');
    expect(await wrong()).toEqual([]);
    const { rows } = await sql<{ text: string }>`SELECT pg_get_functiondef('forget_sessions'::regproc) AS text`.execute(
      test.database.house,
    );
    const guarded = rows[0]?.text ?? '';
    const without = guarded.replace(/PERFORM 1 FROM package_session[\s\S]*?FOR UPDATE;/, '');
    expect(without).not.toBe(guarded);
    await sql.raw(without).execute(test.database.house);
    expect(await race('18:00')).not.toContain('18:00');
    expect(await wrong()).toHaveLength(1);
    await sql.raw(guarded).execute(test.database.house);
    await sql`INSERT INTO package_session SELECT owner_id, package_id, session, max(play_on) FROM departure
      WHERE session = '18:00' AND package_id = ${packageId} GROUP BY 1, 2, 3`.execute(test.database.house);
  });
});
