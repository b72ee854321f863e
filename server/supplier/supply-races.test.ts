// Races around suppliers (rules §7, §10): many answers to one request to cancel, and a supplier that takes places away while they are
// bought. Each statement is shown to fail without its guard.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { buyPending, giveToSupplier, makeRoom } from '../../tests/build/set-up-desk.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { withoutGuard } from '../../tests/build/without-guard.ts';
import { inTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let supplier: string;
let operations: string;
beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  await giveToSupplier(test, 'hills');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
}, 60_000);
afterAll(() => test.close());

/** Confirmed, and the supplier requests to cancel one of its two. */
async function askForOne(): Promise<{ id: string; request: string }> {
  const [id = ''] = await buyPending(test, agent, 1);
  await test.call('consoleConfirm', { id }, { token: supplier });
  const asked = { id, subOrderNo: `${id}-1`, refundNum: 1, remark: 'One guide is ill' };
  expect((await test.call('consoleSupplyCancel', asked, { token: supplier })).data).toEqual({ status: 1004 });
  const { list } = (await test.call('consoleCancels', { applier: 3 }, { token: operations })).data;
  return { id, request: list.find((item) => item.orderNo === id)?.id ?? '' };
}

describe('one request to cancel', () => {
  it('takes one of twenty answers, and cancels its part once', async () => {
    const { id, request } = await askForOne();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        test.call(
          'consoleCancelDecide',
          at % 2
            ? { id: request, approve: true }
            : { id: request, approve: false, reason: 2, text: 'Another guide comes' },
          { token: operations },
        ),
      ),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
    const approved = answers.findIndex((answer) => answer.code === 200) % 2 === 1;
    const [line] = (await test.call('orderDetail', { id }, { token: agent })).data.lines;
    expect(line).toMatchObject({ status: 1003, quantity: 2, cancelledQuantity: approved ? 1 : 0 });
  });

  it('would be answered twenty times without the guard', async () => {
    const { request } = await askForOne();
    const answer = { result: 2 as const, refundMinor: 0, feeMinor: 0, reason: 2, text: 'x', name: 'x' };
    const decide = (module: typeof import('../order/cancel.sql.ts')) =>
      Promise.all(
        Array.from({ length: 20 }, () =>
          inTransaction(test.database.forOwner(1), (owner) => module.decideRequest(owner, Number(request), answer)),
        ),
      );
    const count = (list: number[]) => list.reduce((sum, value) => sum + value, 0);
    const reopen = () =>
      sql`UPDATE cancel_request SET result = 0, decided_at = NULL, decided_by_name = '' WHERE request_id = ${request}`.execute(
        test.database.house,
      );
    expect(count(await decide(await import('../order/cancel.sql.ts')))).toBe(1);
    await reopen();
    await withoutGuard<typeof import('../order/cancel.sql.ts')>(
      'order/cancel.sql.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a part of the statement's source
      [['request_id = ${id} AND result = 0', 'request_id = ${id}']],
      async (module) => expect(count(await decide(module))).toBe(20),
    );
    await reopen();
  });
});

describe('places that a supplier keeps', () => {
  it('would fall below what is held without the guard', async () => {
    await placeOrder(test, agent, { product: 'Green Hills', quantity: 4 });
    const { rows } = await sql<{
      package_id: number;
      capacity: number;
      taken: number;
    }>`SELECT package_id, capacity, d.held + d.sold AS taken
      FROM departure d JOIN package k USING (owner_id, package_id) JOIN product p USING (owner_id, product_id)
      WHERE p.owner_id = 1 AND p.key = 'hills' AND play_on = ${playOn}::date`.execute(test.database.house);
    const { package_id: id, capacity: was, taken } = rows[0] ?? ({} as never);
    const list = [{ on: playOn, session: '', capacity: taken - 1, was }];
    const cut = (module: typeof import('../editing/calendar.sql.ts')) =>
      inTransaction(test.database.forOwner(1), async (owner) => {
        const written = await module.changeCapacities(owner, String(id), list);
        // Takes the change back.
        throw Object.assign(new Error('enough'), { written: written.length });
      }).catch((error: Error & { written?: number }) => error.written ?? error.message);
    expect(await cut(await import('../editing/calendar.sql.ts'))).toBe(0);
    await withoutGuard<typeof import('../editing/calendar.sql.ts')>(
      'editing/calendar.sql.ts',
      [['AND d.capacity = g.was AND d.held + d.sold <= g.capacity', '']],
      // The table's own check is the last guard.
      async (module) => expect(await cut(module)).toMatch(/departure_check/),
    );
  });
});
