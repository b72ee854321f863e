// The page to pay on and the statement are read at one moment: what changes meanwhile is in all of their parts, or in none.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OrderStatus } from '../../domain/order-status.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { inHouseTransaction, sql } from '../platform/db.ts';

type House = Parameters<Parameters<typeof inHouseTransaction>[1]>[0];

let test: TestHouse;
let agent: string;
let staff: string;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(() => test.close());

async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(test.database.house);
  return rows[0]?.n ?? 0;
}

/** The answer of `read`, which waits for `table` while `change` happens. */
async function changeWhile<Answer>(
  table: string,
  read: () => Promise<Answer>,
  change: (trx: House) => Promise<unknown>,
): Promise<Answer> {
  const waits = await inHouseTransaction(test.database.house, async (trx) => {
    await sql`LOCK TABLE ${sql.table(table)} IN ACCESS EXCLUSIVE MODE`.execute(trx);
    const answer = read();
    await until(countWaiting, (waiting) => waiting > 0);
    await change(trx);
    return [answer];
  });
  return waits[0] as Answer;
}

it('the page to pay on has the order and its lines of one moment (§7 order payInfo)', async () => {
  const id = await placeOrder(test, agent);
  const read = async () => (await test.call('payInfo', { id }, { token: agent })).data;
  expect((await read()).lines[0]?.status).toBe(OrderStatus.unpaid);
  const setStatus = async (house: House, status: number) => {
    await sql`UPDATE sub_order SET status = ${status} WHERE order_no = ${id}`.execute(house);
    await sql`UPDATE purchase SET status = ${status} WHERE order_no = ${id}`.execute(house);
  };
  const { order, lines } = await changeWhile('sub_order', read, (trx) => setStatus(trx, OrderStatus.closed));
  expect(lines[0]?.status).toBe(order.status);
  expect((await read()).order.status).toBe(OrderStatus.closed);
  // As before, for the audit.
  await inHouseTransaction(test.database.house, (trx) => setStatus(trx, OrderStatus.unpaid));
});

it('the newest line of a statement is what is left, also while money moves (§2 uc balance; rules §8)', async () => {
  const id = await placeOrder(test, agent);
  const paid = await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
  expect(paid.code).toBe(200);
  const read = async () => (await test.call('bill', { kind: 'deposit' }, { token: agent })).data;
  const { figures, list } = await changeWhile('statement_line', read, async (trx) => {
    await sql`WITH moved AS (UPDATE ledger_account SET balance_minor = balance_minor + 500
        WHERE owner_id = 1 AND kind = 'deposit' AND partner_id IS NOT NULL RETURNING ledger_id),
      house AS (UPDATE ledger_account SET balance_minor = balance_minor - 500
        WHERE owner_id = 1 AND kind = 'house' RETURNING ledger_id),
      journal AS (INSERT INTO ledger_journal (owner_id, cause, deal_type) VALUES (1, 'moved while read', 9) RETURNING journal_id)
      INSERT INTO ledger_entry (owner_id, journal_id, ledger_id, amount_minor)
      SELECT 1, journal_id, ledger_id, 500 FROM journal, moved UNION ALL SELECT 1, journal_id, ledger_id, -500 FROM journal, house`.execute(
      trx,
    );
  });
  expect(list[0]?.after.amountMinor).toBe(figures.deposit.amountMinor);
  const after = await read();
  expect(after.list[0]?.after).toEqual(after.figures.deposit);
  expect(after.figures.deposit.amountMinor).toBe(figures.deposit.amountMinor + 500);
});

it('an additional payment has its reason in the statement, for those who see the order (§2 uc balance; §3 supplements)', async () => {
  const id = await placeOrder(test, agent);
  await test.call('paying', { id, channel: 'deposit' }, { token: agent, key: newKey() });
  const asked = { id, kind: 'extraTime' as const, amountMinor: 2550, reason: 'Two hours more' };
  const { supplementNo } = (await test.call('consoleSupplementAdd', asked, { token: staff })).data;
  await test.call('paying', { id, channel: 'deposit', supplement: supplementNo }, { token: agent, key: newKey() });
  const { list } = (await test.call('bill', { kind: 'deposit' }, { token: agent })).data;
  expect(list.slice(0, 2).map(({ orderNo, note }) => [orderNo, note])).toEqual([
    [id, 'Two hours more'],
    [id, ''],
  ]);
});
