// Work in the background that failed for good (rules §10, decision 0725): shown to the owner's admins alone, without its error, and done
// once more however often they ask.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { placeOrder } from '../../tests/build/place-orders.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let admin: string;
beforeAll(async () => {
  test = await openTestHouse();
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

const read = async <Row>(text: string) => (await sql.raw<Row>(text).execute(test.database.house)).rows;
const listed = async (who: object = { token: admin }) => (await test.call('consoleFailedJobs', {}, who)).data;
const again = (id: string, who: object = { token: admin }) => test.call('consoleFailedJobAgain', { id }, who);
const logged = async () =>
  (await test.call('consoleLog', { act: 'job-again' }, { token: admin })).data.list.map(({ subject, after }) => [
    subject,
    after,
  ]);

/** What was done is said to have failed; the queue's own counts follow within seconds. */
async function fail(which: string): Promise<void> {
  await until(
    () => read(`SELECT 1 FROM pgboss.job WHERE ${which} AND state = 'completed'`),
    (list) => list.length > 0,
  );
  await read(`UPDATE pgboss.job SET state = 'failed', retry_count = 10, retry_limit = 10, completed_on = now(),
    output = '{"message": "password of the mail server"}' WHERE ${which}`);
  await read('UPDATE pgboss.queue SET failed_count = 1');
}

it('is listed with its order and its tries, for admins of this owner, and never with its error', async () => {
  expect(await listed()).toEqual({ total: 0, page: 1, pages: 0, list: [] });
  const orderNo = await placeOrder(test, await test.signIn('agent@one.example', 'agent-2026'));
  await fail(`name = 'order.changed' AND data ->> 'orderNo' = '${orderNo}'`);
  const found = await listed();
  expect(found).toMatchObject({ total: 1, pages: 1 });
  expect(found.list).toEqual([
    {
      ...{ id: expect.any(String), kind: 'orderMails', tries: 11, failedAt: expect.stringMatching(/^2\d{3}-/) },
      ...{ about: { of: 'order', id: orderNo }, email: '' },
    },
  ]);
  expect(JSON.stringify(found)).not.toContain('password');
  const id = found.list[0]?.id ?? '';
  const others = { token: await test.signIn('admin@two.example', 'admin-2026', 'two.test'), host: 'two.test' };
  expect((await listed(others)).list).toEqual([]);
  expect((await again(id, others)).http).toBe(421);
  for (const name of ['operations', 'finance', 'content']) {
    const token = await test.signIn(`${name}@one.example`, `${name}-2026`);
    expect((await test.call('consoleFailedJobs', {}, { token })).http, name).toBe(421);
    expect((await again(id, { token })).http, name).toBe(421);
  }
  expect((await again('00000000-0000-4000-8000-000000000000')).http).toBe(421);
  expect(await logged()).toEqual([]);
});

it('is done once more, however often it is asked for, and that is logged once', async () => {
  const [{ id, about } = { id: '', about: null }] = (await listed()).list;
  const mails = () => read(`SELECT recipient, occasion FROM mail ORDER BY mail_id`);
  const before = await mails();
  const answers = await Promise.all(Array.from({ length: 5 }, () => again(id)));
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
  await until(
    () => read(`SELECT 1 FROM pgboss.job WHERE id = '${id}' AND state = 'completed'`),
    (list) => list.length > 0,
  );
  expect((await again(id)).code).toBe(200);
  expect((await listed()).list).toEqual([]);
  expect(await logged()).toEqual([[`order ${about?.id}`, { work: 'orderMails' }]]);
  // Mails that were written before are not written again.
  expect(await mails()).toEqual(before);
});

it('names the mail that could not be sent', async () => {
  const member = await test.signIn('member@one.example', 'member-2026');
  await placeOrder(test, member);
  await fail(`name IN ('mail.deliver', 'mails.deliver')`);
  const list = (await listed()).list;
  expect(list.length).toBeGreaterThan(0);
  for (const { kind, about } of list) {
    expect([kind, about?.of]).toEqual(['delivery', 'mail']);
    expect((await test.call('consoleMail', { id: about?.id ?? '' }, { token: admin })).code).toBe(200);
  }
});
