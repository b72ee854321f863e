// An owner that the installation closed serves no one, loses nothing, and works again once it was opened (decision 0335, §2 the notice
// "website under configuration", §6 roles).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/calls.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { enterHouse, houseHost } from '../../tests/build/enter-house.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { remindOrders } from '../order/clock/remind-orders.ts';
import { endUnpaidRests } from '../order/part/end-unpaid-rest.ts';
import { remindRests } from '../order/part/remind-rest.ts';
import { sql } from '../platform/db.ts';
import { startJobs } from '../platform/jobs.ts';
import { makeLog } from '../platform/log.ts';
import { queueNotices } from '../wish/wish.jobs.ts';

let test: TestHouse;
let as: { token: string; host: string };
beforeAll(async () => {
  test = await openTestHouse();
  as = { token: await enterHouse(test), host: houseHost };
  // Hostnames without an earlier request: the result for a hostname is cached for seconds.
  await sql`INSERT INTO hostname (host, owner_id) VALUES ('closed.test', 1), ('open.test', 1)`.execute(
    test.database.house,
  );
});
afterAll(() => test.close());

const close = (reason = 'Licence ran out') => test.call('houseOwnerClose', { id: '1', reason }, as);
const reopen = (reason = 'Licence renewed') => test.call('houseOwnerReopen', { id: '1', reason }, as);
const logOf = async (act: string) => (await test.call('houseLog', { act }, as)).data.list;
/** Its buyer paid a first part of it; if the rest is not paid in time, the order is cancelled and the owner retains all that was paid. */
async function buyPart(token: string): Promise<string> {
  await sql`UPDATE product SET first_percent = 30, rest_days = 5, rest_missed = 'cancel', rest_keeps = true
    WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
  const id = await placeOrder(test, token);
  const paid = await test.call('paying', { id, channel: 'deposit', part: true }, { token, key: newKey() });
  expect(paid.code).toBe(200);
  return id;
}
const counts = async () =>
  (
    await sql`SELECT (SELECT count(*) FROM purchase WHERE owner_id = 1) AS orders, (SELECT count(*) FROM account WHERE owner_id = 1) AS people,
      (SELECT count(*) FROM login_session WHERE owner_id = 1) AS sessions`.execute(test.database.house)
  ).rows;

describe('a closed owner (§2 website under configuration)', () => {
  it('signs no one in, holds no session, loses nothing, and opens again as it was', async () => {
    const buyer = await test.signIn('agent@one.example', 'agent-2026');
    const admin = await test.signIn('admin@one.example', 'admin-2026');
    await placeOrder(test, buyer);
    const before = await counts();
    expect((await close('  ')).data).toEqual({ fields: { reason: 'This field is required' } });
    expect((await close()).code).toBe(200);
    // At once, although the hostname is cached for seconds: permissions are never read from a cache.
    expect((await test.call('getUserInfo', {}, { token: buyer })).http).toBe(401);
    expect((await test.call('consoleMe', {}, { token: admin })).http).toBe(401);
    expect((await close()).code).toBe(200302);
    expect((await test.call('houseOwner', { id: '1' }, as)).data.closed?.reason).toBe('Licence ran out');
    const shown = (await test.call('houseOwners', { state: 'closed' }, as)).data.list;
    expect(shown.map(({ id, state }) => [id, state])).toEqual([['1', 'closed']]);
    for (const name of ['webSettings', 'login', 'consoleLogin'] as const) {
      const { path, method } = calls[name];
      const sent = method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } };
      const answer = await test.fetch(path, { method, host: 'closed.test', ...sent });
      expect(answer.status, name).toBe(421);
    }
    expect((await test.call('webSettings', {}, { host: 'two.test' })).http).toBe(200);
    expect(await counts()).toEqual(before);
    expect((await reopen()).code).toBe(200);
    expect((await reopen()).code).toBe(200302);
    expect((await test.call('webSettings', {}, { host: 'open.test' })).http).toBe(200);
    expect((await test.call('consoleMe', {}, { token: admin })).http).toBe(200);
    expect((await test.call('getUserInfo', {}, { token: buyer })).http).toBe(200);
    expect((await logOf('owner-closed'))[0]).toMatchObject({
      subject: 'owner 1',
      after: { reason: 'Licence ran out' },
    });
    const own = (await test.call('consoleLog', { act: 'owner-reopened' }, { token: admin })).data.list;
    expect(own).toMatchObject([{ staffName: 'Helen Berg', after: { reason: 'Licence renewed' } }]);
  });

  it('is closed once, however often it is asked at once, and the house never', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => close()));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 200302, 200302, 200302]);
    expect((await reopen()).code).toBe(200);
    const house = await sql<{ id: string }>`SELECT owner_id::text AS id FROM owner WHERE is_house`.execute(
      test.database.house,
    );
    for (const id of ['999999', house.rows[0]?.id ?? ''])
      expect((await test.call('houseOwnerClose', { id, reason: 'No' }, as)).http).toBe(421);
  });

  it('sends nothing that leads to its pages, and cancels nothing that its buyers cannot pay, until it is open again', async () => {
    const house = test.database.house;
    const jobs = await startJobs(test.databaseUrl, makeLog('silent'));
    const round = { ...test.database, house, forOwner: test.database.forOwner, jobs, now: new Date() };
    const buyer = await test.signIn('agent@one.example', 'agent-2026');
    const [near, part] = [await placeOrder(test, buyer), await buyPart(buyer)];
    await sql`UPDATE purchase SET placed_at = now() - interval '1 hour', pay_by = now() + interval '10 minutes' WHERE order_no = ${near}`.execute(
      house,
    );
    await sql`UPDATE supplement SET due_at = now() - interval '1 minute' WHERE order_no = ${part}`.execute(house);
    await sql`INSERT INTO product_notice (owner_id, product_id, kind, email, language, from_minor, currency, state, changed_at)
      SELECT 1, product_id, 'price', 'waits@example.com', 'en', from_minor + 1, currency, 'waiting', now()
      FROM product WHERE owner_id = 1 AND key = 'tower'`.execute(house);
    const statusOf = async () =>
      (await sql<{ status: number }>`SELECT status FROM purchase WHERE order_no = ${part}`.execute(house)).rows[0]
        ?.status;
    expect((await close()).code).toBe(200);
    expect(await remindOrders(round)).toBe(0);
    expect(await queueNotices(round)).toBe(0);
    expect(await endUnpaidRests(round)).toBe(0);
    expect((await reopen()).code).toBe(200);
    expect(await remindOrders(round)).toBe(1);
    expect(await queueNotices(round)).toBe(1);
    // There is a day to pay what could not be paid.
    expect(await endUnpaidRests(round)).toBe(0);
    expect(await statusOf()).toBe(OrderStatus.confirmed);
    expect(await remindRests(round)).toBe(1);
    expect(await endUnpaidRests({ ...round, now: new Date(Date.now() + 90_000_000) })).toBe(1);
    expect(await statusOf()).toBe(OrderStatus.cancelledAfterApproval);
    await jobs.stop();
  });
});
