// An order's one statement (decision 0232): its job is the one that the queue itself would write, a refused order leaves none, and a limit
// that is set between reading and writing is not passed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';
import { startJobs } from '../platform/jobs.ts';
import { makeLog } from '../platform/log.ts';

let test: TestHouse;
let member: string;
beforeAll(async () => {
  test = await openTestHouse();
  member = await test.signIn('member@one.example', 'member-2026');
});
afterAll(() => test.close());

const house = () => test.database.house;

/** The rows of jobs of an order, without what differs from job to job. Their workers may have begun them. */
async function jobsOf(orderNo: string) {
  const { rows } = await sql<{
    row: Record<string, unknown>;
  }>`SELECT to_jsonb(j) - ARRAY['id', 'created_on', 'start_after', 'keep_until',
      'started_on', 'completed_on', 'state', 'output', 'heartbeat_on', 'retry_count'] AS row
    FROM pgboss.job j WHERE data ->> 'orderNo' = ${orderNo} ORDER BY data ->> 'occasion'`.execute(house());
  return rows.map((row) => row.row);
}

describe('the job of an order', () => {
  it('is the row that the queue writes by itself', async () => {
    const placed = await test.call('createOrder', await fillOrder(test, member, {}), { token: member, key: newKey() });
    expect(placed.code).toBe(200);
    const { orderNo } = placed.data;
    const [own] = await jobsOf(orderNo);
    expect(own).toMatchObject({ name: 'order.changed', data: { orderNo, occasion: 'placed', ownerId: 1 } });
    const jobs = await startJobs(test.databaseUrl, makeLog('silent'));
    await jobs.send(test.database.forOwner(1), 'order.changed', { orderNo: 'X', occasion: 'placed' });
    const [sent] = await jobsOf('X');
    await expect(jobs.part(test.database.forOwner(1), 'mail.deliver', { mailId: 1 })).rejects.toThrow('otherwise');
    await jobs.stop();
    expect({ ...own, data: null }).toEqual({ ...sent, data: null });
  });

  it('does not exist where the order was refused', async () => {
    const count = async () =>
      (
        await sql<{ n: number }>`SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'order.changed'`.execute(
          house(),
        )
      ).rows[0]?.n;
    const before = await count();
    const product = await findProduct(test, 'Few Seats');
    const input = await fillOrder(test, member, { product: 'Few Seats' });
    // The lines are read while there are places; they are gone when the order is written.
    const client = await test.database.pool.connect();
    await client.query("SET app.owner_id = '0'");
    await client.query('BEGIN');
    await client.query('UPDATE departure SET capacity = held + sold WHERE package_id = $1', [product.packages[0]?.id]);
    const waiting = test.call('createOrder', input, { token: member, key: newKey() });
    await new Promise((resolve) => setTimeout(resolve, 700));
    await client.query('COMMIT');
    client.release(true);
    expect((await waiting).code).toBe(200202);
    expect(await count()).toBe(before);
    const left =
      await sql`SELECT 1 FROM purchase p LEFT JOIN sub_order s USING (owner_id, order_no) WHERE s.order_no IS NULL`.execute(
        house(),
      );
    expect(left.rows).toEqual([]);
  });
});

it('a limit of a SKU that is set between reading and writing holds', async () => {
  const product = await findProduct(test, 'Silver Tower');
  const input = await fillOrder(test, member, { product: 'Silver Tower' });
  const [line] = input.lines;
  const client = await test.database.pool.connect();
  await client.query("SET app.owner_id = '0'");
  await client.query('BEGIN');
  const departures = [product.packages[0]?.id, line?.playOn];
  await client.query('UPDATE departure SET limited = true WHERE package_id = $1 AND play_on = $2', departures);
  await client.query(
    `INSERT INTO departure_sku (owner_id, departure_id, sku_id, capacity, held) SELECT owner_id, departure_id, $3, held, held FROM departure
      WHERE package_id = $1 AND play_on = $2`,
    [...departures, line?.skuId],
  );
  const waiting = test.call('createOrder', input, { token: member, key: newKey() });
  await new Promise((resolve) => setTimeout(resolve, 700));
  await client.query('COMMIT');
  client.release(true);
  expect((await waiting).code).toBe(200202);
  await sql`UPDATE departure_sku SET capacity = 20`.execute(house());
  const again = await test.call('createOrder', input, { token: member, key: newKey() });
  expect(again.code).toBe(200);
  const { rows } = await sql<{ held: number; all: number }>`SELECT l.held, d.held AS all FROM departure_sku l
    JOIN departure d USING (owner_id, departure_id)`.execute(house());
  expect(rows.map(({ held, all }) => held === all && held > 0)).toEqual([true]);
});
