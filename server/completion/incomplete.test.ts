// Details that are missing, for operations (§4 booking completion) over HTTP: the queue before the deadline and past it, the link, reminders
// by hand and by the clock, each once.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { addDays, instantOf } from '../../domain/dates.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, newKey } from '../../tests/build/place-orders.ts';
import { urlFor } from '../../tests/build/set-up-database.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { inTransaction, sql } from '../platform/db.ts';
import { type Jobs, startJobs } from '../platform/jobs.ts';
import { makeLog } from '../platform/log.ts';
import { remindMissing } from './remind-missing.ts';

let test: TestHouse;
let agent: string;
let operations: string;
let jobs: Jobs;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  const found = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.database.house);
  jobs = await startJobs(urlFor(inject('serverUrl'), String(found.rows[0]?.name)), makeLog('silent'));
});
afterAll(async () => {
  await jobs.stop();
  await test.close();
});

async function buyLater(): Promise<string> {
  const input = await fillOrder(test, agent, { product: 'Green Hills', quantity: 2 });
  const later = { ...input, travellers: [], travellersLater: true };
  const { orderNo } = (await test.call('createOrder', later, { token: agent, key: newKey() })).data;
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  return orderNo;
}
const listed = async (state: 'open' | 'late') =>
  (await test.call('consoleIncomplete', { state }, { token: operations })).data.list;
const mailsOf = async (orderNo: string) =>
  (
    await sql<{ recipient: string; subject: string }>`SELECT recipient, subject FROM mail
      WHERE occasion LIKE ${`completion reminder ${orderNo} %`}`.execute(test.database.house)
  ).rows;
const logged = async (orderNo: string) =>
  (
    await sql<{ act: string }>`SELECT act FROM audit_log WHERE subject = ${`order ${orderNo}`} ORDER BY at`.execute(
      test.database.house,
    )
  ).rows.map((row) => row.act);

it('operations see what each order misses and until when, and move what is late to its own queue', async () => {
  const orderNo = await buyLater();
  const row = (await listed('open')).find((item) => item.orderNo === orderNo);
  expect(row).toMatchObject({
    contactName: 'Mei Tan',
    missing: [
      { traveller: 0, fields: ['102', '202'] },
      { traveller: 1, fields: ['102', '202'] },
    ],
  });
  const count = async (key: string) =>
    (await test.call('consoleQueues', {}, { token: operations })).data.list.find((queue) => queue.key === key)?.count;
  const before = [await count('incomplete'), await count('incompleteLate')];
  expect((await test.call('consoleOrder', { id: orderNo }, { token: operations })).data.incomplete).toMatchObject({
    state: 'open',
  });
  await sql`UPDATE purchase SET fields_due_at = now() WHERE order_no = ${orderNo}`.execute(test.database.house);
  expect((await listed('open')).map((item) => item.orderNo)).not.toContain(orderNo);
  expect((await listed('late')).map((item) => item.orderNo)).toContain(orderNo);
  expect([await count('incomplete'), await count('incompleteLate')]).toEqual([
    (before[0] ?? 0) - 1,
    (before[1] ?? 0) + 1,
  ]);
  expect((await test.call('consoleCompletionLink', { id: orderNo }, { token: operations })).code).toBe(200302);
  // Customer service fills in the rest: the order leaves the queue.
  const { change } = (await test.call('consoleOrder', { id: orderNo }, { token: operations })).data;
  const travellers = ['A', 'B'].map((name) => ({ '102': `Traveller ${name}`, '202': 'P1' }));
  const filled = { id: orderNo, seen: change?.seen ?? '', values: change?.values ?? {}, travellers };
  expect((await test.call('consoleTravellers', filled, { token: operations })).code).toBe(200);
  expect((await listed('late')).map((item) => item.orderNo)).not.toContain(orderNo);
});

it('operations make and mail the link, and remind now, each in the log', async () => {
  const orderNo = await buyLater();
  const { data } = await test.call('consoleCompletionLink', { id: orderNo }, { token: operations });
  const token = new URL(data.address).searchParams.get('token') ?? '';
  expect((await test.call('intactInfo', { token })).data.orders).toMatchObject([{ orderNo, state: 'open' }]);
  const wrong = await test.call(
    'consoleCompletionSend',
    { id: orderNo, email: 'x', language: 'en' },
    { token: operations },
  );
  expect(wrong.code).toBe(200001);
  const sent = { id: orderNo, email: 'guest@example.com', language: 'th' } as const;
  expect((await test.call('consoleCompletionSend', sent, { token: operations })).code).toBe(200);
  for (const expected of [200, 200, 200])
    expect((await test.call('consoleCompletionRemind', { id: orderNo }, { token: operations })).code).toBe(expected);
  expect((await test.call('consoleCompletionRemind', { id: orderNo }, { token: operations })).http).toBe(503);
  const mails = await until(
    () => mailsOf(orderNo),
    (list) => list.length === 3,
  );
  expect(mails[0]).toMatchObject({ recipient: 'mei@example.com', subject: expect.stringContaining('Reminder') });
  expect(await logged(orderNo)).toEqual([
    'completion-linked',
    'completion-sent',
    ...Array(3).fill('completion-reminded'),
  ]);
  expect((await test.call('consoleIncomplete', {}, { token: agent })).code).not.toBe(200);
});

it('the clock reminds 7, 3 and 1 days before, each once, and not of what is complete', async () => {
  const orderNo = await buyLater();
  const start = instantOf(playOn, '00:00', 'Asia/Kuala_Lumpur');
  await sql`UPDATE purchase SET placed_at = ${new Date(start - 20 * 86_400_000).toISOString()}::timestamptz
    WHERE order_no = ${orderNo}`.execute(test.database.house);
  const clockAt = (daysBefore: number) => ({
    house: test.database.house,
    forOwner: (ownerId: number) => test.database.forOwner(ownerId),
    jobs,
    now: new Date(start - daysBefore * 86_400_000),
  });
  const count = async () => (await mailsOf(orderNo)).length;
  await remindMissing(clockAt(8));
  expect(await count()).toBe(0);
  await sql`UPDATE purchase SET fields_done_at = now() WHERE order_no <> ${orderNo}`.execute(test.database.house);
  // The right is taken once, whatever the mails would do with a second one.
  const taken = await Promise.all(Array.from({ length: 20 }, () => remindMissing(clockAt(7))));
  expect(taken.reduce((sum, value) => sum + value, 0)).toBe(1);
  expect(await until(count, (sum) => sum > 0)).toBe(1);
  await remindMissing(clockAt(5));
  await remindMissing(clockAt(3));
  expect(await until(count, (sum) => sum > 1)).toBe(2);
  await sql`UPDATE purchase SET fields_done_at = now() WHERE order_no = ${orderNo}`.execute(test.database.house);
  await remindMissing(clockAt(1));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(await count()).toBe(2);
});

it('a line that is moved to another day moves its deadline, its links and its reminders', async () => {
  const orderNo = await buyLater();
  const zone = 'Asia/Kuala_Lumpur';
  const start = instantOf(playOn, '00:00', zone);
  const day = 86_400_000;
  await sql`UPDATE product SET completion_hours = 48 WHERE owner_id = 1 AND key = 'hills'`.execute(test.database.house);
  await sql`UPDATE purchase SET placed_at = ${new Date(start - 20 * day).toISOString()}::timestamptz,
    fields_due_at = ${new Date(start - 2 * day).toISOString()}::timestamptz WHERE order_no = ${orderNo}`.execute(
    test.database.house,
  );
  const { data } = await test.call('completionLink', { orderNos: [orderNo] }, { token: agent });
  const token = new URL(data.address).searchParams.get('token') ?? '';
  const remind = (now: number) =>
    remindMissing({
      house: test.database.house,
      forOwner: (ownerId: number) => test.database.forOwner(ownerId),
      jobs,
      now: new Date(now),
    });
  await remind(start - 3 * day + 1);
  expect(
    await until(
      async () => (await mailsOf(orderNo)).length,
      (count) => count === 1,
    ),
  ).toBe(1);
  const place = { playOn: addDays(playOn, 1), session: '', untilOn: null, quantity: 2 };
  const asked = { id: orderNo, subOrderNo: `${orderNo}-1`, ...place, untilOn: '' };
  const quote = (await test.call('consoleLineQuote', asked, { token: operations })).data;
  const moved = await test.call(
    'consoleLineMove',
    {
      ...{ id: orderNo, subOrderNo: `${orderNo}-1`, to: place, seen: quote.seen, settle: 'settle', reason: 'Later' },
      differenceMinor: quote.asked?.difference.amountMinor ?? 0,
    },
    { token: operations },
  );
  expect(moved.code).toBe(200);
  const [order] = (await test.call('intactInfo', { token })).data.orders;
  expect(Date.parse(order?.dueAt ?? '')).toBe(start - day);
  const { rows } = await sql<{ until: Date }>`SELECT expires_at AS until FROM completion_link
    WHERE order_nos = ARRAY[${orderNo}] AND sent_to = ''`.execute(test.database.house);
  expect(rows[0]?.until.getTime()).toBe(instantOf(addDays(playOn, 3), '00:00', zone));
  await remind(start - 2 * day + 1);
  expect(
    await until(
      async () => (await mailsOf(orderNo)).length,
      (count) => count === 2,
    ),
  ).toBe(2);
});

it('an order that was cancelled before its mail is written gets none', async () => {
  const orderNo = await buyLater();
  expect((await test.call('cancelOrder', { orderNo }, { token: agent, key: newKey() })).data.status).toBe(2001);
  const mail = { accountId: 1, email: 'mei@example.com', language: 'en', reminder: true };
  const other = await buyLater();
  for (const no of [orderNo, other])
    await inTransaction(test.database.forOwner(1), (owner) =>
      jobs.send(owner, 'completion.mail', { ...mail, orderNos: [no], request: `reminder ${no} late` }),
    );
  await until(
    () => mailsOf(other),
    (list) => list.length > 0,
  );
  expect(await mailsOf(orderNo)).toEqual([]);
});
