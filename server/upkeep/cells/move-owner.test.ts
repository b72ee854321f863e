// Owners in two clusters, moved from one to the other over the HTTP address that buyers use (decisions 0490 to 0492).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestCells, type TestCells } from '../../../tests/build/open-cells.ts';
import type { TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import type { OwnedCell } from '../../platform/cells/cells.ts';
import { inTransaction, type Owner, openPool, sql } from '../../platform/db.ts';
import { makeLog } from '../../platform/log.ts';
import { maintainMonths } from '../maintain-months.ts';
import { confirmMove, moveOwner, type Step } from './move-owner.ts';

let test: TestHouse;
let opened: TestCells;
let cells: OwnedCell[];
let token: string;

beforeAll(async () => {
  opened = await openTestCells();
  ({ test, cells } = opened);
  await sql`UPDATE departure SET capacity = 1000000 WHERE capacity = 20`.execute(test.database.house);
  token = await test.signIn('agent@one.example', 'agent-2026');
});
afterAll(() => opened.close());

const report = () => undefined;
const move = (to: string, before?: (step: Step) => Promise<void>) =>
  moveOwner({ cells, ownerId: 1, to, report: report, ...(before && { before }) });

const inCell = <Row extends object>(name: string, text: string) => opened.inCell<Row>(name, text);
const holds = async (cell: string, orderNo: string) =>
  (await inCell(cell, `SELECT 1 FROM purchase WHERE owner_id = 1 AND order_no = '${orderNo}'`)).length === 1;

/** Ordered as a careful client does: again under the same key after a 503. */
async function insistOrder(): Promise<string> {
  const as = { token, key: newKey() };
  for (let tries = 0; ; tries += 1) {
    try {
      const placed = await test.call('createOrder', await fillOrder(test, token), as);
      if (placed.code === 200) return (placed.data as { orderNo: string }).orderNo;
      if (placed.code !== 503 || tries > 400) throw new Error(`createOrder: ${placed.code} ${placed.msg}`);
    } catch (error) {
      if (tries > 400) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe('§8 an owner that moves to another cluster', () => {
  it('keeps its orders, sessions and numbers; the old cell refuses it, other owners stay', async () => {
    const before = await placeOrder(test, token);
    // Its history goes along from the archive (decision 0530), in which the other cell has no month yet.
    const { house } = test.database;
    await maintainMonths({ house, now: new Date(Date.now() + 400 * 86_400_000), keep: 6, log: makeLog('silent') });
    await maintainMonths({ house, now: new Date(), keep: 6, log: makeLog('silent') });
    const moved = await move('two');
    expect(moved?.from).toBe('one');
    expect(moved?.rows).toBeGreaterThan(100);
    await expect.poll(() => test.call('webSettings', {}).then(({ code }) => code), { timeout: 5000 }).toBe(200);
    const after = await insistOrder();
    expect((await test.call('orderDetail', { id: before } as never, { token })).data.events.length).toBeGreaterThan(0);
    expect([await holds('two', before), await holds('two', after), await holds('one', after)]).toEqual([
      true,
      true,
      false,
    ]);
    const stale = openPool(test.databaseUrl, 1);
    const owner = stale.forOwner(1);
    await expect(sql`SELECT 1 FROM product`.execute(owner)).rejects.toMatchObject({ cause: { code: 'KB002' } });
    await expect(sql`UPDATE departure SET held = held`.execute(owner)).rejects.toMatchObject({
      cause: { code: 'KB002' },
    });
    await expect(sql`UPDATE departure SET held = held`.execute(stale.forOwner(2))).resolves.toBeDefined();
    expect((await sql`SELECT 1 FROM purchase WHERE owner_id = 1`.execute(stale.house)).rows).toEqual([]);
    await stale.close();
    expect((await test.call('webSettings', {}, { host: 'two.test' })).code).toBe(200);
    expect(await move('two')).toBeUndefined();
  });

  it('moves out of the cell that loaded the demo, and is refused between different versions', async () => {
    await move('one');
    await inCell('one', `INSERT INTO migration (name) VALUES ('demo loaded'), ('demo extended')`);
    expect((await move('two'))?.from).toBe('one');
    await inCell('one', `INSERT INTO migration (name) VALUES ('9999-of-tomorrow.sql')`);
    await expect(move('one')).rejects.toThrow('different versions');
    await inCell('one', `DELETE FROM migration WHERE name = '9999-of-tomorrow.sql'`);
  });

  it('comes back, and the copy that is left is deleted when that is confirmed', async () => {
    await move('one');
    const order = await insistOrder();
    expect(await holds('one', order)).toBe(true);
    await confirmMove({ cells, ownerId: 1, report: report });
    expect(await inCell('two', 'SELECT 1 FROM account WHERE owner_id = 1')).toEqual([]);
    expect(await insistOrder()).toBeTruthy();
  });

  it('is served by exactly one cell when its move dies before any of the steps, and the move can be run again', async () => {
    const die = (dyingAt: Step) =>
      move('two', async (step) => {
        if (step === dyingAt) throw new Error('killed');
      });
    for (const step of ['copy', 'freeze', 'leave'] as const) {
      await expect(die(step)).rejects.toThrow('killed');
      const order = await insistOrder();
      expect([await holds('one', order), await holds('two', order)], step).toEqual([true, false]);
    }
    // Processes bring a move to its end that was decided already.
    await expect(die('arrive')).rejects.toThrow('killed');
    const order = await insistOrder();
    expect([await holds('one', order), await holds('two', order)]).toEqual([false, true]);
    await move('one');
  });

  it('has no writer once it is frozen: earlier transactions are waited for, later ones are refused', async () => {
    const stale = openPool(test.databaseUrl, 2);
    const owner = stale.forOwner(1);
    const rename = (to: Owner, name: string) => sql`UPDATE owner SET legal_name = ${name}`.execute(to);
    const nameIn = async (cell: string) =>
      (await inCell<{ name: string }>(cell, 'SELECT legal_name AS name FROM owner WHERE owner_id = 1'))[0]?.name;
    try {
      let ending: Promise<unknown> = Promise.resolve();
      const { promise: hasBegun, resolve: began } = Promise.withResolvers<void>();
      await move('two', async (step) => {
        if (step === 'freeze') {
          ending = inTransaction(owner, async (inside) => {
            await rename(inside, 'Before');
            began();
            await new Promise((resolve) => setTimeout(resolve, 300));
          });
          await hasBegun;
        }
        if (step === 'leave') await expect(rename(owner, 'Later')).rejects.toMatchObject({ cause: { code: 'KB002' } });
      });
      await ending;
      expect(await nameIn('two')).toBe('Before');
      await move('one');
      // Without its guard the old cell accepts a write that is lost.
      await inCell('one', 'ALTER TABLE owner DISABLE TRIGGER in_this_cell');
      await move('two', async (step) => {
        if (step === 'leave') await rename(owner, 'Lost');
      });
      expect([await nameIn('one'), await nameIn('two')]).toEqual(['Lost', 'Before']);
    } finally {
      await inCell('one', 'ALTER TABLE owner ENABLE TRIGGER in_this_cell');
      await stale.close();
      await move('one');
    }
  });

  it('loses and doubles nothing under load, and does each job once', async () => {
    const orders: string[] = [];
    let over = false;
    const buyers = Array.from({ length: 4 }, async () => {
      while (!over) orders.push(await insistOrder());
    });
    const first = await move('two');
    const second = await move('one');
    over = true;
    await Promise.all(buyers);
    expect(Math.max(first?.freezeSeconds ?? 99, second?.freezeSeconds ?? 99)).toBeLessThan(5);
    const found = await inCell<{ order_no: string }>('one', 'SELECT order_no FROM purchase WHERE owner_id = 1');
    expect(orders.filter((order) => !found.some(({ order_no }) => order_no === order))).toEqual([]);
    expect(new Set(orders).size).toBe(orders.length);
    await expect
      .poll(
        async () =>
          (await inCell('two', `SELECT 1 FROM pgboss.job WHERE data ->> 'ownerId' = '1' AND state < 'completed'`))
            .length,
      )
      .toBe(0);
  }, 180_000);
});
