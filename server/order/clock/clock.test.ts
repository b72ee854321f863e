// The clock: orders complete after their service in the product's zone, reminders go out once, whatever runs twice or at once.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addDays, instantOf } from '../../../domain/dates.ts';
import { until } from '../../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { fillOrder, newKey, placeOrder } from '../../../tests/build/place-orders.ts';
import { urlFor } from '../../../tests/build/set-up-database.ts';
import { playOn } from '../../../tests/build/small-seed.ts';
import { withoutGuard } from '../../../tests/build/without-guard.ts';
import { sql } from '../../platform/db.ts';
import { type Jobs, startJobs } from '../../platform/jobs.ts';
import { makeLog } from '../../platform/log.ts';
import { closeOverdue } from '../close-order.ts';
import { claimTomorrow } from './clock.sql.ts';
import { completeOrders } from './complete-orders.ts';
import { remindOrders } from './remind-orders.ts';

const zone = 'Asia/Kuala_Lumpur';
let test: TestHouse;
let agent: string;
let jobs: Jobs;

beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  const found = await sql<{ name: string }>`SELECT current_database() AS name`.execute(test.database.house);
  jobs = await startJobs(urlFor(inject('serverUrl'), String(found.rows[0]?.name)), makeLog('silent'));
});
afterAll(async () => {
  await jobs.stop();
  await test.close();
});

const clockAt = (now: Date) => ({
  house: test.database.house,
  forOwner: (ownerId: number) => test.database.forOwner(ownerId),
  jobs,
  now,
});
const complete = (now: string | number) => completeOrders(clockAt(new Date(now)));
const remind = (now: string | number) => remindOrders(clockAt(new Date(now)));
const statusOf = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data.status;
const mailsOf = async (orderNo: string, occasion: string) =>
  (
    await sql<{
      recipient: string;
    }>`SELECT recipient FROM mail WHERE occasion LIKE ${`order ${orderNo} ${occasion}%`}`.execute(test.database.house)
  ).rows.length;

async function confirmed(): Promise<string> {
  const orderNo = await placeOrder(test, agent, { product: 'Free Walk' });
  const paid = await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  if (paid.code !== 200) throw new Error(paid.msg);
  return orderNo;
}

/** Moves what was bought to other days and another zone. */
async function move(orderNo: string, row: { on: string; to?: string; valid?: string; zone: string }): Promise<string> {
  await sql`UPDATE sub_order SET play_on = ${row.on}, until_on = ${row.to ?? null}, valid_until = ${row.valid ?? null},
    terms = jsonb_set(terms, '{zone}', to_jsonb(${row.zone}::text)) WHERE order_no = ${orderNo}`.execute(
    test.database.house,
  );
  return orderNo;
}

describe('an order is completed', () => {
  it('when the play date is over where it takes place, and not a minute before', async () => {
    const orderNo = await confirmed();
    const over = instantOf(addDays(playOn, 1), '', zone);
    await complete(over - 60_000);
    expect(await statusOf(orderNo)).toBe(1003);
    await complete(over);
    expect(await statusOf(orderNo)).toBe(1005);
    const { events } = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    expect(events.at(-1)).toMatchObject({ action: 'complete', actor: 'clock', from: 1003, to: 1005 });
  });

  it.each([
    ['at the end of a month', { on: '2031-01-31', zone: 'Asia/Tokyo' }, '2031-01-31T14:59:00Z', '2031-01-31T15:00:00Z'],
    [
      'when clocks go forward',
      { on: '2031-03-09', zone: 'America/New_York' },
      '2031-03-10T03:59:00Z',
      '2031-03-10T04:00:00Z',
    ],
    [
      'when clocks go back',
      { on: '2031-11-02', zone: 'America/New_York' },
      '2031-11-03T04:59:00Z',
      '2031-11-03T05:00:00Z',
    ],
    ['on the leap day', { on: '2032-02-29', zone: 'Europe/Lisbon' }, '2032-02-29T23:59:00Z', '2032-03-01T00:00:00Z'],
    [
      'after a stay',
      { on: '2032-04-30', to: '2032-05-01', zone: 'Asia/Bangkok' },
      '2032-05-01T16:59:00Z',
      '2032-05-01T17:00:00Z',
    ],
    [
      'after the validity of an open ticket',
      { on: '9999-12-31', valid: '2032-06-30', zone: 'Asia/Tokyo' },
      '2032-06-30T14:59:00Z',
      '2032-06-30T15:00:00Z',
    ],
  ])('%s', async (_, days, before, after) => {
    const orderNo = await move(await confirmed(), days);
    await complete(before);
    expect(await statusOf(orderNo)).toBe(1003);
    await complete(after);
    expect(await statusOf(orderNo)).toBe(1005);
  });

  it('on the last day of a product of several days', async () => {
    const orderNo = await move(await confirmed(), { on: '2032-07-30', zone: 'UTC' });
    await sql`UPDATE product SET play_value = 3, play_unit = 1 WHERE key = 'free-walk' AND owner_id = 1`.execute(
      test.database.house,
    );
    await complete('2032-08-01T23:59:00Z');
    expect(await statusOf(orderNo)).toBe(1003);
    await complete('2032-08-02T00:00:00Z');
    expect(await statusOf(orderNo)).toBe(1005);
    await sql`UPDATE product SET play_value = 2, play_unit = 2 WHERE key = 'free-walk' AND owner_id = 1`.execute(
      test.database.house,
    );
  });

  it('line by line, and as a whole with its last line', async () => {
    const input = await fillOrder(test, agent);
    const product = await test.call('productDetail', { id: input.id }, { token: agent });
    const child = product.data.packages[0]?.skus[1];
    const lines = [...input.lines, { skuId: child?.id ?? '', playOn, session: '', quantity: 1 }];
    const query = lines.map((line) => `${line.skuId}:${line.playOn}::${line.quantity}`).join(',');
    const seenTotal = (await test.call('bookProducts', { lines: query }, { token: agent })).data.total;
    const placed = await test.call('createOrder', { ...input, lines, seenTotal }, { token: agent, key: newKey() });
    const { orderNo } = placed.data;
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    await move(orderNo, { on: '2033-01-10', zone: 'UTC' });
    await sql`UPDATE sub_order SET play_on = '2033-01-12' WHERE sub_order_no = ${`${orderNo}-2`}`.execute(
      test.database.house,
    );
    await complete('2033-01-11T00:00:00Z');
    const half = (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    expect(half.lines.map((line) => line.status)).toEqual([1005, 1003]);
    expect(half.status).toBe(1003);
    await complete('2033-01-13T00:00:00Z');
    expect(await statusOf(orderNo)).toBe(1005);
  });

  it('once, however many processes look at the same time', async () => {
    const orders = await Promise.all(Array.from({ length: 4 }, () => confirmed()));
    for (const order of orders) await move(order, { on: '2033-02-01', zone: 'UTC' });
    const counts = await Promise.all(Array.from({ length: 6 }, () => complete('2033-02-02T00:00:00Z')));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4);
    const events = await sql`SELECT 1 FROM order_event WHERE action = 'complete' AND order_no = ANY(${orders})`.execute(
      test.database.house,
    );
    expect(events.rows).toHaveLength(4);
  });
});

describe('a reminder', () => {
  it('of the deadline goes out once, near its end', async () => {
    const orderNo = await placeOrder(test, agent);
    const found = await sql<{ at: Date }>`SELECT pay_by AS at FROM purchase WHERE order_no = ${orderNo}`.execute(
      test.database.house,
    );
    const payBy = found.rows[0]?.at.getTime() ?? 0;
    await remind(payBy - 20 * 60_000);
    expect(await mailsOf(orderNo, 'payReminder')).toBe(0);
    const counts = await Promise.all(Array.from({ length: 6 }, () => remind(payBy - 8 * 60_000)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(
      await until(
        () => mailsOf(orderNo, 'payReminder'),
        (count) => count > 0,
      ),
    ).toBe(1);
    expect(await remind(payBy - 4 * 60_000)).toBe(0);
  });

  it('of an order that closed unpaid goes out once, and says what to do (§4 order status 4006)', async () => {
    const orderNo = await placeOrder(test, agent);
    const paid = await confirmed();
    await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE order_no IN (${orderNo}, ${paid})`.execute(
      test.database.house,
    );
    const close = () =>
      closeOverdue(
        test.database,
        () => new Date(),
        () => ({ jobs }),
      );
    // Its own round may be among them.
    await Promise.all(Array.from({ length: 6 }, close));
    expect(
      await until(
        () => mailsOf(orderNo, 'expired'),
        (count) => count > 0,
      ),
    ).toBe(1);
    const found = await sql<{ subject: string; body: string }>`SELECT subject, body FROM mail
      WHERE occasion = ${`order ${orderNo} expired`}`.execute(test.database.house);
    const [mail] = found.rows;
    expect(mail?.subject).toBe(`Order ${orderNo}: closed, not paid in time`);
    expect(mail?.body).toContain('book again');
    expect(await close()).toBe(0);
    expect(await mailsOf(paid, 'expired')).toBe(0);
    expect(await mailsOf(orderNo, 'expired')).toBe(1);
  });

  it('of a paid order asks for no money', async () => {
    const orderNo = await confirmed();
    await remind(Date.now() + 25 * 60_000);
    expect(await mailsOf(orderNo, 'payReminder')).toBe(0);
  });

  it('comes on the day before, from nine in the morning where it takes place, once', async () => {
    const orderNo = await confirmed();
    const nine = instantOf(addDays(playOn, -1), '09:00', zone);
    await remind(nine - 60_000);
    expect(await mailsOf(orderNo, 'dayBefore')).toBe(0);
    await Promise.all(Array.from({ length: 6 }, () => remind(nine)));
    await remind(nine + 3_600_000);
    expect(
      await until(
        () => mailsOf(orderNo, 'dayBefore'),
        (count) => count > 0,
      ),
    ).toBe(1);
    await remind(instantOf(playOn, '10:00', zone));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await mailsOf(orderNo, 'dayBefore')).toBe(1);
    const mail = await sql<{
      subject: string;
    }>`SELECT subject FROM mail WHERE occasion = ${`order ${orderNo} dayBefore:${playOn}`}`.execute(
      test.database.house,
    );
    expect(mail.rows[0]?.subject).toContain('Free Walk');
  });

  it('of the day says where, when and what to bring, and leads to the voucher (§3 order)', async () => {
    const { house } = test.database;
    const notices = JSON.stringify({ notices: [{ en: 'Bring a hat', zh_CN: '请带帽子' }] });
    await sql`UPDATE product SET content = content || ${notices}::jsonb WHERE owner_id = 1 AND key = 'free-walk'`.execute(
      house,
    );
    const orderNo = await confirmed();
    await sql`UPDATE purchase SET pickup = '{"address": "Hotel Sunrise", "lat": 3.1, "lng": 101.7}'::jsonb,
      fields = fields || '{"407": "07:45", "406": "MH370", "direction": "fromHotel"}'::jsonb WHERE order_no = ${orderNo}`.execute(
      house,
    );
    // As one of a transfer.
    await sql`UPDATE sub_order SET terms = terms || '{"type": 11}'::jsonb WHERE order_no = ${orderNo}`.execute(house);
    await remind(instantOf(addDays(playOn, -1), '09:00', zone));
    const find = async () =>
      (
        await sql<{
          body: string;
        }>`SELECT body FROM mail WHERE occasion = ${`order ${orderNo} dayBefore:${playOn}`}`.execute(house)
      ).rows[0];
    const mail = await until(find, Boolean);
    const facts = ['07:45 · Hotel Sunrise', 'Direction: From the hotel', 'MH370', 'Bring a hat', `/pass/${orderNo}`];
    for (const text of facts) expect(mail?.body).toContain(text);
    // What was paid is no matter of the day.
    expect(mail?.body).not.toContain('MYR');
  });

  it('of the day is taken once by many processes; without its guard by each of them', async () => {
    const [one, other] = [await confirmed(), await confirmed()];
    const nine = new Date(instantOf(addDays(playOn, -1), '09:00', zone));
    const owner = test.database.forOwner(1);
    const claimAll = (claim: typeof claimTomorrow, orderNo: string) =>
      Promise.all(Array.from({ length: 6 }, () => claim(owner, orderNo, nine)));
    expect((await claimAll(claimTomorrow, one)).filter(Boolean)).toEqual([playOn]);
    const guards: [string, string][] = [['isForTomorrow(now)} RETURNING', 'sql`s.valid_until IS NULL`} RETURNING']];
    await withoutGuard<{ claimTomorrow: typeof claimTomorrow }>('order/clock/clock.sql.ts', guards, async (broken) => {
      expect((await claimAll(broken.claimTomorrow, other)).filter(Boolean).length).toBeGreaterThan(1);
    });
  });

  it('of the day is not written for what was cancelled meanwhile', async () => {
    const orderNo = await confirmed();
    const cancelled = await test.call('cancelOrder', { orderNo }, { token: agent });
    const id = cancelled.data.requests.find((request) => request.result === 0)?.id ?? '';
    const staff = await test.signIn('operations@one.example', 'operations-2026');
    await test.call('consoleCancelDecide', { id, approve: true }, { token: staff });
    await remind(instantOf(addDays(playOn, -1), '12:00', zone));
    expect(await mailsOf(orderNo, 'dayBefore')).toBe(0);
  });

  it('of the day is not written for what was used before', async () => {
    const [used, other] = [await confirmed(), await confirmed()];
    const staff = await test.signIn('operations@one.example', 'operations-2026');
    expect((await test.call('consoleVoucherRedeem', { text: `${used}-1` }, { token: staff })).code).toBe(200);
    await remind(instantOf(addDays(playOn, -1), '12:00', zone));
    await until(
      () => mailsOf(other, 'dayBefore'),
      (count) => count > 0,
    );
    expect(await mailsOf(used, 'dayBefore')).toBe(0);
  });
});
