// An order's page is read at one moment: a change that arrives while it is read is in all of its parts, or in none.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeWhile, type HouseTrx } from '../../tests/build/change-while.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { buy, makeRoom } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

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

const change = (id: string) => async (trx: HouseTrx) => {
  await sql`UPDATE purchase SET remark = 'changed' WHERE order_no = ${id}`.execute(trx);
  await sql`UPDATE sub_order SET supplier_reference = 'changed' WHERE order_no = ${id}`.execute(trx);
};

describe('an order that changes while it is read (§2 order detail)', () => {
  it.each(['the buyer', 'staff'])('has all of the change or nothing of it for %s', async (reader) => {
    const id = await buy(test, agent, { product: 'Green Hills', quantity: 2 });
    await test.call('consoleConfirm', { id }, { token: staff });
    const read = async () =>
      reader === 'staff'
        ? (await test.call('consoleOrder', { id }, { token: staff })).data
        : (await test.call('orderDetail', { id }, { token: agent })).data;
    expect((await read()).lines[0]?.reference).toBe('');
    const { remark, lines } = await changeWhile(test, { table: 'sub_order', change: change(id) }, read);
    expect(lines[0]?.reference).toBe(remark);
    const after = await read();
    expect([after.remark, after.lines[0]?.reference]).toEqual(['changed', 'changed']);
  });
});
