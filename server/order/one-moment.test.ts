// An order's page is read at one moment: a change that arrives while it is read is in all of its parts, or in none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buy, makeRoom } from '../../tests/build/set-up-desk.ts';
import { inHouseTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(test.database.house);
  return rows[0]?.n ?? 0;
}

/** The answer of `read`, in the middle of which the order and its line change together. */
async function changeWhile<Answer>(id: string, read: () => Promise<Answer>): Promise<Answer> {
  const waits = await inHouseTransaction(test.database.house, async (trx) => {
    await sql`LOCK TABLE sub_order IN ACCESS EXCLUSIVE MODE`.execute(trx);
    const answer = read();
    await until(countWaiting, (waiting) => waiting > 0);
    await sql`UPDATE purchase SET remark = 'changed' WHERE order_no = ${id}`.execute(trx);
    await sql`UPDATE sub_order SET supplier_reference = 'changed' WHERE order_no = ${id}`.execute(trx);
    return [answer];
  });
  return waits[0] as Answer;
}

describe('an order that changes while it is read (§2 order detail)', () => {
  it.each(['the buyer', 'staff'])('has all of the change or nothing of it for %s', async (reader) => {
    const id = await buy(test, agent, { product: 'Green Hills', quantity: 2 });
    await test.call('consoleConfirm', { id }, { token: staff });
    const read = async () =>
      reader === 'staff'
        ? (await test.call('consoleOrder', { id }, { token: staff })).data
        : (await test.call('orderDetail', { id }, { token: agent })).data;
    expect((await read()).lines[0]?.reference).toBe('');
    const { remark, lines } = await changeWhile(id, read);
    expect(lines[0]?.reference).toBe(remark);
    const after = await read();
    expect([after.remark, after.lines[0]?.reference]).toEqual(['changed', 'changed']);
  });
});
