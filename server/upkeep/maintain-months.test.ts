// The histories in tables of months (decision 0530), through the doors of their readers: an order's page, the log, an erasure.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { type Database, openPool } from '../platform/db.ts';
import { makeLog } from '../platform/log.ts';
import { auditHouse } from './audit-house.ts';
import { maintainMonths } from './maintain-months.ts';

const dayMilliseconds = 86_400_000;
let test: TestHouse;
/** As the role of the running processes. */
let processes: Database;
let token: string;
let admin: string;
let orderNo: string;

beforeAll(async () => {
  test = await openTestHouse();
  processes = openPool(test.databaseUrl, 2);
  token = await test.signIn('agent@one.example', 'agent-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
  orderNo = await placeOrder(test, token);
});
afterAll(async () => {
  await processes.close();
  await test.close();
});

const query = async (text: string) => (await test.database.pool.query(`SET app.owner_id = '0'; ${text}`)) as never;
const rowsOf = async <Row>(text: string) => ((await query(text)) as { rows: Row[] }[])[1]?.rows ?? [];
/** As the hourly job does it, so many days from now. */
const keepAt = (days: number) =>
  maintainMonths({
    house: processes.house,
    now: new Date(Date.now() + days * dayMilliseconds),
    keep: 6,
    log: makeLog('silent'),
  });
const readHistory = async () =>
  (await test.call('consoleOrder', { id: orderNo }, { token: admin })).data.events.map((event) => event.action);
const readLog = async () =>
  (await test.call('consoleLog', { size: 50 }, { token: admin })).data.list.map((item) => item.act);
const findFaults = async () =>
  (await auditHouse(test.database)).filter((finding) => finding.violations.length).map((finding) => finding.invariant);
const monthsFault = 'months: each history has its months ahead, and no row waits for one';

it('§4 history: those to come are made by the job, once, also where two processes make them', async () => {
  const listMonths = () => rowsOf<{ name: string }>(`SELECT part::text AS name FROM list_months('order_event')`);
  const before = await listMonths();
  await Promise.all([keepAt(62), keepAt(62)]);
  const after = await listMonths();
  expect(after.length).toBeGreaterThan(before.length);
  await keepAt(62);
  expect(await listMonths()).toEqual(after);
  expect(await findFaults()).toEqual([]);
});

it('§4 history: an old one leaves the table and is still read on the order’s page and in the log', async () => {
  await query(
    `INSERT INTO audit_log (owner_id, staff_id, staff_name, act, subject) VALUES (1, 1, 'A', 'month-tried', 'x 1')`,
  );
  const [history, log] = [await readHistory(), await readLog()];
  expect(history).toContain('place');
  expect(log).toContain('month-tried');
  await Promise.all([keepAt(400), keepAt(400)]);
  const counts = await rowsOf(`SELECT (SELECT count(*)::int FROM order_event WHERE order_no = '${orderNo}') AS present,
    (SELECT count(*)::int FROM order_event_archive WHERE order_no = '${orderNo}') AS archived`);
  expect(counts).toEqual([{ present: 0, archived: history.length }]);
  expect(await readHistory()).toEqual(history);
  expect(await readLog()).toEqual(log);
});

it('§4 history: an order is placed although its month is missing; the audit says so until the job makes it', async () => {
  orderNo = await placeOrder(test, token);
  expect(await findFaults()).toEqual([monthsFault]);
  await keepAt(0);
  expect(await findFaults()).toEqual([]);
  expect(await readHistory()).toEqual(['place']);
  const places = await rowsOf<{ place: string }>(
    `SELECT tableoid::regclass::text AS place FROM order_event WHERE order_no = '${orderNo}'`,
  );
  expect(places[0]?.place).toMatch(/^month\.order_event_\d{4}_\d\d$/);
});

it('§4 history: the audit finds an event without its order, which no foreign key refuses', async () => {
  await query(`INSERT INTO order_event (owner_id, order_no, action, actor) VALUES (1, 'nowhere', 'place', 'buyer')`);
  expect(await findFaults()).toEqual(['months: what a history says belongs to an order']);
  await query(`DELETE FROM order_event WHERE order_no = 'nowhere'`);
  expect(await findFaults()).toEqual([]);
});

it('§4 history: processes reach them by their parents alone, and an owner sees its own rows there', async () => {
  const client = new pg.Client({ connectionString: test.databaseUrl });
  await client.connect();
  const denied = { code: '42501' };
  for (const { name } of await rowsOf<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace = 'month'::regnamespace AND relkind = 'r'`,
  ))
    await expect(client.query(`SELECT 1 FROM ${name}`)).rejects.toMatchObject(denied);
  for (const text of [
    `INSERT INTO order_event_archive (owner_id, order_no, action, actor) VALUES (1, 'x', 'place', 'buyer')`,
    'DELETE FROM order_event_archive',
    `UPDATE audit_log_archive SET act = ''`,
  ])
    await expect(client.query(`SET app.owner_id = '1'; ${text}`)).rejects.toMatchObject(denied);
  const count = async (owner: number) => {
    await client.query(`SET app.owner_id = '${owner}'`);
    return (await client.query('SELECT count(*)::int AS n FROM order_event_archive')).rows[0].n;
  };
  expect(await count(1)).toBeGreaterThan(0);
  expect(await count(2)).toBe(0);
  await client.query(`SET app.owner_id = '1'`);
  await expect(client.query('SELECT archive_month(now()::date, 3)')).rejects.toThrow(/by the house/);
  await client.end();
  // Nor does the role that owns them change the log there.
  await expect(query('DELETE FROM audit_log_archive')).rejects.toThrow('never changed');
});

it('§6 personal data: words of an erased person leave the archive, too', async () => {
  const [row] = await rowsOf<{ order_no: string }>(
    'SELECT order_no FROM order_event_archive WHERE owner_id = 1 LIMIT 1',
  );
  const read = () =>
    rowsOf(
      `SELECT DISTINCT actor_name AS name FROM order_event_archive WHERE order_no = '${row?.order_no}' AND actor = 'buyer'`,
    );
  expect(await read()).not.toEqual([{ name: '•' }]);
  await test.database.pool.query(`BEGIN; SET LOCAL app.owner_id = '1'; SELECT erase_history(ARRAY['${row?.order_no}'], '{}', '•');
    SELECT erase_from_log(ARRAY['x 1'], 'nobody@mail.example', ARRAY['A'], '•'); COMMIT`);
  expect(await read()).toEqual([{ name: '•' }]);
});
