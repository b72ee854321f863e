// One row that cannot be written, as those of an owner that is being moved to another cluster, does not keep the others waiting: in each
// round the others are done, and the round is reported as failed.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import type { Asking } from '../../payment/ask-channel.ts';
import { endOverdue } from '../../payment/sweep-payments.ts';
import { sql } from '../../platform/db.ts';
import { type Jobs, startJobs } from '../../platform/jobs.ts';
import { makeLog } from '../../platform/log.ts';
import { closeOverdue } from '../close-order.ts';
import { orderJobs } from '../order.jobs.ts';

let test: TestHouse;
let agent: string;
let jobs: Jobs;
let now = new Date();

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  jobs = await startJobs(test.databaseUrl, makeLog('silent'));
}, 60_000);
afterAll(async () => {
  await jobs.stop();
  await test.close();
});
afterEach(async () => {
  await sql`DROP TRIGGER IF EXISTS stubborn ON purchase`.execute(house());
  await closeOverdue(test.database, () => new Date());
});

const house = () => test.database.house;
const statusOf = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data.status;

/** From now on this order cannot be written. */
async function refuseWrites(orderNo: string): Promise<void> {
  await sql`CREATE OR REPLACE FUNCTION refuse_writes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''moving''; END'`.execute(
    house(),
  );
  await sql`CREATE TRIGGER stubborn BEFORE UPDATE ON purchase FOR EACH ROW WHEN (OLD.order_no = ${sql.lit(orderNo)})
    EXECUTE FUNCTION refuse_writes()`.execute(house());
}

async function placeOverdue(minutes: number): Promise<string> {
  const orderNo = await placeOrder(test, agent);
  await sql`UPDATE purchase SET pay_by = now() - make_interval(mins => ${minutes}) WHERE order_no = ${orderNo}`.execute(
    house(),
  );
  return orderNo;
}

async function buyWalk(): Promise<string> {
  const orderNo = await placeOrder(test, agent, { product: 'Free Walk' });
  const paid = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  expect(paid.code).toBe(200);
  return orderNo;
}

describe('of two orders of which the first cannot be written', () => {
  it('the other one is closed at its deadline', async () => {
    const [first, second] = [await placeOverdue(20), await placeOverdue(10)];
    await refuseWrites(first);
    await expect(closeOverdue(test.database, () => new Date())).rejects.toThrow('moving');
    expect([await statusOf(first), await statusOf(second)]).toEqual([1001, 4006]);
  });

  it('the other one is completed, and the works after it are done too', async () => {
    const orders = [await buyWalk(), await buyWalk(), await buyWalk()];
    await refuseWrites(orders[0] ?? '');
    const late = await placeOrder(test, agent);
    const parts = { database: test.database, jobs, clock: () => now } as unknown as Parameters<typeof orderJobs>[0];
    now = new Date(Date.parse(playOn) + 3 * 86_400_000);
    await sql`UPDATE purchase SET placed_at = ${now}::timestamptz - interval '1 hour',
      pay_by = ${now}::timestamptz + interval '2 minutes' WHERE order_no = ${late}`.execute(house());
    await expect(orderJobs(parts).rounds?.[0]?.run(() => undefined)).rejects.toThrow('moving');
    expect(await Promise.all(orders.map(statusOf))).toEqual([1003, 1005, 1005]);
    const reminded = await sql`SELECT 1 FROM purchase WHERE order_no = ${late} AND reminded_at IS NOT NULL`.execute(
      house(),
    );
    expect(reminded.rows).toHaveLength(1);
  });

  it('a transfer that cannot be ended keeps no other order open', async () => {
    await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options)
      VALUES (1, 'offline', true, '0', '{"instructions": "To our account"}')`.execute(house());
    const first = await placeOrder(test, agent);
    const paid = await test.call('paying', { id: first, channel: 'offline' }, { token: agent, key: newKey() });
    expect(paid.code).toBe(200);
    await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE order_no = ${first}`.execute(house());
    const second = await placeOverdue(10);
    await refuseWrites(first);
    const asking = (owner: unknown) => ({ owner, jobs, log: makeLog('silent') }) as Asking;
    await expect(endOverdue(test.database, asking, () => new Date())).rejects.toThrow('moving');
    expect(await statusOf(second)).toBe(4006);
  });
});
