// A cancellation of a part that is sent again because its answer was lost (rules §2, decision 0831): staff's with its key cancels once,
// also twenty at the same moment and before an order is paid; a buyer’s does too.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { buy, makeRoom } from '../../../tests/build/set-up-desk.ts';
import { sql } from '../../platform/db.ts';

let test: TestHouse;
let agent: string;
let operations: string;
const hills = 'Green Hills Day Tour';

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;
const part = (id: string, refundNum = 1) => ({ subOrderNo: `${id}-1`, refundNum });

describe('staff who press again', () => {
  const apply = (id: string, more: object, key: string) =>
    test.call('consoleCancelApply', { id, remark: 'asked', ...more }, { token: operations, key });
  const notesOf = async (id: string) => {
    const { rows } =
      await sql`SELECT 1 FROM audit_log WHERE act = 'cancel-asked' AND subject = ${`order ${id}`}`.execute(
        test.database.house,
      );
    return rows.length;
  };

  it('cancel one of three once with one key, and another with the next', async () => {
    const id = await buy(test, agent, { product: hills, quantity: 3 });
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => apply(id, part(id), key)));
    expect(new Set(answers.map(({ code, data }) => `${code} ${data.status}`))).toEqual(new Set(['200 1002']));
    expect((await detail(id)).lines[0]).toMatchObject({ quantity: 3, cancelledQuantity: 1, status: 1002 });
    expect(await notesOf(id)).toBe(1);
    expect((await apply(id, part(id, 2), key)).code).toBe(200006);
    expect((await apply(id, part(id), newKey())).code).toBe(200);
    expect((await detail(id)).lines[0]).toMatchObject({ cancelledQuantity: 2 });
  });

  it('withdraw an unpaid order once, and read that it is closed', async () => {
    const id = await placeOrder(test, agent, { product: hills, quantity: 2 });
    const key = newKey();
    const again = async () => {
      const { code, data } = await apply(id, {}, key);
      return [code, data.status];
    };
    expect(await again()).toEqual([200, 4007]);
    expect(await again()).toEqual([200, 4007]);
    expect(await notesOf(id)).toBe(1);
  });
});

describe('a buyer who cancels a part', () => {
  const cancel = (orderNo: string, more: object, key: string) =>
    test.call('cancelOrder', { orderNo, remark: 'ill', ...more }, { token: agent, key });

  it('cancels it once for each key, and once for each call without one', async () => {
    const id = await buy(test, agent, { product: hills, quantity: 4 });
    const key = newKey();
    for (const _ of [1, 2]) expect((await cancel(id, part(id), key)).code).toBe(200);
    expect((await detail(id)).lines[0]).toMatchObject({ cancelledQuantity: 1 });
    for (const _ of [1, 2]) expect((await cancel(id, part(id), '')).code).toBe(200);
    expect((await detail(id)).lines[0]).toMatchObject({ cancelledQuantity: 3 });
  });
});
