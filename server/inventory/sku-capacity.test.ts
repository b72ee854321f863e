// Capacity of a SKU within its departure (rules §6): whichever of the two is tighter decides, under a crowd as well; every way back
// gives both back; the owner cannot cut it below what is in use. Closing the installation runs the audit over all of it.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { type Editor, makeEditor } from '../../tests/build/edit-products.ts';
import { findFewSeats, plainOrder } from '../../tests/build/few-seats.ts';
import { openGateway, signNotice, type TestGateway } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { closeOverdue } from '../order/close-order.ts';
import { inTransaction, sql } from '../platform/db.ts';

let test: TestHouse;
let gateway: TestGateway;
let member: string;
let agent: string;
let content: string;
let staff: string;
let editor: Editor;
beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  member = await test.signIn('member@one.example', 'member-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  content = await test.signIn('content@one.example', 'content-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  editor = makeEditor(test, { token: content });
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const packOf = async (product: string) => {
  const [pack] = (await findProduct(test, product)).packages;
  if (!pack) throw new Error('no package');
  return { id: pack.id, skus: pack.skus.map((sku) => sku.id) };
};
const cell = { on: playOn, session: '' };
type Limit = { sku?: number; capacity: number | null; was?: number | null };
/** A limit of one SKU of a product on the day that tests buy. */
const limit = async (product: string, { sku = 0, capacity, was = null }: Limit) => {
  const { id, skus } = await packOf(product);
  return editor.calendar(id, [{ ...cell, limits: [{ skuId: skus[sku] ?? '', capacity, wasCapacity: was }] }]);
};
const places = async (product: string, capacity: number) =>
  editor.calendar((await packOf(product)).id, [{ ...cell, capacity }]);
/** What the owner sees of the day. */
const day = async (product: string, on = playOn) => {
  const { id } = await packOf(product);
  const { days } = (await test.call('consoleCalendar', { packageId: id, from: on, to: on }, { token: content })).data;
  const [row] = days;
  if (!row) throw new Error('no day');
  return row;
};
/** What a buyer sees of it. */
const shown = async (product: string) => {
  const { id } = await packOf(product);
  const [row] = (await test.call('inventories', { packageId: id, from: playOn, to: playOn })).data.days;
  return { left: row?.left, each: row?.prices.map((one) => one.left) };
};
const counters = async (product: string) => {
  const { held, sold, limits } = await day(product);
  return { held, sold, own: limits.map((one) => [one.held, one.sold]) };
};
const pay = (orderNo: string, token = agent) =>
  test.call('paying', { id: orderNo, channel: 'deposit' }, { token, key: newKey() });
const cellsOf = (told: { data: unknown }) => (told.data as { cells: object[] }).cells;

/** Fifty requests are released at once while a second connection holds the departure's row. */
async function race(product: string): Promise<Record<number, number>> {
  const { id } = await packOf(product);
  const input = await fillOrder(test, member, { product });
  const client = await test.database.pool.connect();
  await client.query(`SET app.owner_id = '0'`);
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM departure WHERE package_id = $1 FOR UPDATE', [id]);
  const waiting = Array.from({ length: 50 }, () => test.call('createOrder', input, { token: member, key: newKey() }));
  await new Promise((resolve) => setTimeout(resolve, 700));
  await client.query('COMMIT');
  client.release(true);
  const codes: Record<number, number> = {};
  for (const { code } of await Promise.all(waiting)) codes[code] = (codes[code] ?? 0) + 1;
  return codes;
}

describe('fifty buyers at once', () => {
  it('get the last five of a SKU while the departure has plenty', async () => {
    expect((await places('Free Walk', 400)).code).toBe(200);
    expect((await limit('Free Walk', { capacity: 5 })).code).toBe(200);
    expect(await race('Free Walk')).toEqual({ 200: 5, 200202: 45 });
    expect(await counters('Free Walk')).toEqual({ held: 5, sold: 0, own: [[5, 0]] });
    // Its one SKU is sold out, so the day is.
    expect(await shown('Free Walk')).toEqual({ left: 0, each: [0] });
  });

  it('get the last five of the departure while the SKU would have more', async () => {
    expect((await limit('Few Seats', { capacity: 40 })).code).toBe(200);
    expect(await race('Few Seats')).toEqual({ 200: 5, 200202: 45 });
    expect(await counters('Few Seats')).toEqual({ held: 5, sold: 0, own: [[5, 0]] });
  });

  it('are counted while the limit is saved: it starts with the held places, in either order', async () => {
    const { id, skus } = await packOf('Airport Car');
    const input = await fillOrder(test, member, { product: 'Airport Car' });
    const client = await test.database.pool.connect();
    await client.query(`SET app.owner_id = '0'`);
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM departure WHERE package_id = $1 FOR UPDATE', [id]);
    const buy = () => test.call('createOrder', input, { token: member, key: newKey() });
    const buying = Array.from({ length: 4 }, buy);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const change = [{ ...cell, limits: [{ skuId: skus[0] ?? '', capacity: 12, wasCapacity: null }] }];
    const writing = editor.calendar(id, change);
    buying.push(...Array.from({ length: 4 }, buy));
    await new Promise((resolve) => setTimeout(resolve, 500));
    await client.query('COMMIT');
    client.release(true);
    expect((await writing).code).toBe(200);
    expect((await Promise.all(buying)).map(({ code }) => code)).toEqual(Array(8).fill(200));
    expect(await counters('Airport Car')).toEqual({ held: 8, sold: 0, own: [[8, 0]] });
  });

  it('of several SKUs on several days, with withdrawals and the owner at work, never wait for each other crosswise', async () => {
    const { id, skus } = await packOf('Silver Tower');
    const days = [playOn, addDays(playOn, 1)];
    const change = (capacity: number, was: number | null) =>
      editor.calendar(
        id,
        days.map((on) => ({
          on,
          session: '',
          capacity: 200,
          limits: skus.map((skuId) => ({ skuId, capacity, wasCapacity: was })),
        })),
      );
    expect((await change(12, null)).code).toBe(200);
    const deadlocks = async () =>
      (
        await sql<{
          count: number;
        }>`SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()`.execute(
          test.database.house,
        )
      ).rows[0]?.count;
    const before = await deadlocks();
    const filled = await fillOrder(test, member, { product: 'Silver Tower', quantity: 2 });
    const seenTotal = { amountMinor: 14_050, currency: 'MYR' as const };
    const buy = async (at: number) => {
      const two = [0, 1].map((one) => ({
        skuId: skus[one] ?? '',
        playOn: days[(at + one) % 2] ?? '',
        session: '',
        quantity: 1,
      }));
      const lines = at % 4 < 2 ? two : two.reverse();
      const placed = await test.call('createOrder', { ...filled, lines, seenTotal }, { token: member, key: newKey() });
      if (placed.code === 200 && at % 3 === 0)
        await test.call('cancelOrder', { orderNo: placed.data.orderNo }, { token: member });
      return placed.code;
    };
    const [codes] = await Promise.all([
      Promise.all(Array.from({ length: 60 }, (_, at) => buy(at))),
      change(11, 12).then(() => change(12, 11)),
    ]);
    expect(codes.filter((code) => code !== 200 && code !== 200202)).toEqual([]);
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(22);
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(await deadlocks()).toBe(before);
    for (const on of days)
      for (const one of (await day('Silver Tower', on)).limits) expect(one.held).toBeLessThanOrEqual(12);
    await sql`UPDATE purchase SET pay_by = now() - interval '1 second' WHERE status = 1001`.execute(
      test.database.house,
    );
    await closeOverdue(test.database, () => new Date());
    const { limits } = await day('Silver Tower');
    expect(limits.map((one) => [one.held, one.sold])).toEqual([[0, 0], [0, 0]]); // biome-ignore format: a table
    for (const one of limits)
      expect(
        (await limit('Silver Tower', { sku: skus.indexOf(one.skuId), capacity: null, was: one.capacity })).code,
      ).toBe(200);
    await places('Silver Tower', 20);
  });

  it('would get fifty of five without the guard: the race can fail, and the audit sees it', async () => {
    const other = await openTestHouse();
    const source = new URL('../order/place/insert-orders.sql.ts', import.meta.url);
    const mutant = new URL(`../order/place/unguarded-sku-${process.pid}.tmp.ts`, import.meta.url);
    const guard = ' AND t.held + t.sold + p.quantity <= t.capacity';
    const text = readFileSync(source, 'utf8');
    expect(text.split(guard)).toHaveLength(2);
    writeFileSync(mutant, text.replace(guard, ''));
    try {
      const { insertOrder } = (await import(mutant.href)) as typeof import('../order/place/insert-orders.sql.ts');
      const house = other.database.house;
      await sql`ALTER TABLE departure_sku DROP CONSTRAINT departure_sku_check`.execute(house);
      await sql`UPDATE departure SET capacity = 400, limited = true WHERE owner_id = 1`.execute(house);
      const row = await findFewSeats(other);
      await sql`INSERT INTO departure_sku (owner_id, departure_id, sku_id, capacity) VALUES (1, ${row.departure_id}, ${row.sku_id}, 5)`.execute(
        house,
      );
      await Promise.all(
        Array.from({ length: 50 }, (_, at) =>
          inTransaction(other.database.forOwner(1), (owner) => insertOrder(owner, plainOrder(row, `RACE${1000 + at}`))),
        ),
      );
      const { rows } = await sql<{ held: number }>`SELECT held FROM departure_sku`.execute(house);
      expect(rows).toEqual([{ held: 50 }]);
    } finally {
      rmSync(mutant);
    }
    await expect(other.close()).rejects.toThrow('never more of a SKU held and sold than its limit');
  });
});

describe('what is left', () => {
  it('is the least of both, and two lines of one SKU are added up', async () => {
    expect((await limit('Silver Tower', { sku: 1, capacity: 3 })).code).toBe(200);
    expect(await shown('Silver Tower')).toEqual({ left: 20, each: [20, 3] });
    const { skus } = await packOf('Silver Tower');
    const check = (quantities: [sku: number, quantity: number][]) =>
      test.call('bookCheck', {
        lines: quantities.map(([sku, quantity]) => ({ skuId: skus[sku] ?? '', playOn, session: '', quantity })),
        addOns: [],
      });
    expect((await check([[0, 2], [1, 3]])).data.lines.map((one) => one.left)).toEqual([20, 3]); // biome-ignore format: a pair
    const refused = await check([[1, 2], [1, 2]]); // biome-ignore format: a pair
    expect([refused.code, refused.data]).toEqual([200202, { left: 3, on: playOn, session: '', line: 0 }]);
  });

  it('is passed only where the package may oversell: then a person decides, and the limit holds nothing (§5 oversell)', async () => {
    await places('Popular Hike', 50);
    await limit('Popular Hike', { capacity: 1 });
    const first = await placeOrder(test, agent, { product: 'Popular Hike' });
    const beyond = await placeOrder(test, agent, { product: 'Popular Hike', quantity: 2 });
    expect(await counters('Popular Hike')).toEqual({ held: 1, sold: 0, own: [[1, 0]] });
    expect((await day('Popular Hike')).oversold).toBe(2);
    await pay(beyond);
    expect((await test.call('orderDetail', { id: beyond }, { token: agent })).data.status).toBe(1002);
    expect((await test.call('consoleReject', { id: beyond, why: 'full' } as never, { token: staff })).code).toBe(200);
    await test.call('cancelOrder', { orderNo: first }, { token: agent });
    expect(await counters('Popular Hike')).toEqual({ held: 0, sold: 0, own: [[0, 0]] });
    expect((await day('Popular Hike')).oversold).toBe(0);
  });

  it('is the next day with places for any SKU', async () => {
    const { id, skus } = await packOf('Harbour Inn');
    const next = async () => (await findProduct(test, 'Harbour Inn')).packages[0]?.nextOn;
    expect(await next()).toBe(playOn);
    await editor.calendar(id, [{ ...cell, limits: [{ skuId: skus[0] ?? '', capacity: 0, wasCapacity: null }] }]);
    expect(await next()).toBe(addDays(playOn, 1));
    const stay = { skuId: skus[0] ?? '', session: '', quantity: 1, untilOn: addDays(playOn, 2) };
    const told = await test.call('bookCheck', { lines: [{ ...stay, playOn }], addOns: [] });
    expect([told.code, told.data]).toEqual([200202, { left: 0, on: playOn, session: '', line: 0 }]);
    expect((await test.call('bookCheck', { lines: [{ ...stay, playOn: addDays(playOn, 1) }], addOns: [] })).code).toBe(
      200,
    );
  });
});

describe('places come back to both', () => {
  const product = 'Silver Tower';
  const child = { product, sku: 1 };
  const idle = { held: 0, sold: 0, own: [[0, 0]] };
  const late = async (orderNo: string) => {
    await sql`UPDATE payment SET live = false, status = 104 WHERE order_no = ${orderNo}`.execute(test.database.house);
    await sql`UPDATE purchase SET pay_by = now() - interval '1 second', pay_status = CASE pay_status WHEN 101 THEN 101 ELSE 104 END
      WHERE order_no = ${orderNo}`.execute(test.database.house);
    await closeOverdue(test.database, () => new Date());
  };

  it('when an unpaid order is withdrawn, and when its time is over', async () => {
    expect(await counters(product)).toEqual(idle);
    const orderNo = await placeOrder(test, agent, { ...child, quantity: 2 });
    expect(await counters(product)).toEqual({ held: 2, sold: 0, own: [[2, 0]] });
    await test.call('cancelOrder', { orderNo }, { token: agent });
    expect(await counters(product)).toEqual(idle);
    await late(await placeOrder(test, agent, { ...child, quantity: 3 }));
    expect(await counters(product)).toEqual(idle);
  });

  it('when part of a paid order is cancelled, and then the rest', async () => {
    await sql`UPDATE product SET instant = false WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
    const orderNo = await placeOrder(test, agent, { ...child, quantity: 3 });
    await pay(orderNo);
    expect(await counters(product)).toEqual({ held: 0, sold: 3, own: [[0, 3]] });
    await test.call('cancelOrder', { orderNo, subOrderNo: `${orderNo}-1`, refundNum: 1 }, { token: agent });
    expect(await counters(product)).toEqual({ held: 0, sold: 2, own: [[0, 2]] });
    await test.call('cancelOrder', { orderNo }, { token: agent });
    expect(await counters(product)).toEqual(idle);
  });

  it('when it is rejected, and when a confirmed one is cancelled after an application', async () => {
    const rejected = await placeOrder(test, agent, { ...child, quantity: 2 });
    await pay(rejected);
    expect((await test.call('consoleReject', { id: rejected, why: 'closed' } as never, { token: staff })).code).toBe(
      200,
    );
    expect(await counters(product)).toEqual(idle);
    await sql`UPDATE product SET instant = true WHERE owner_id = 1 AND key = 'tower'`.execute(test.database.house);
    const orderNo = await placeOrder(test, agent, { ...child, quantity: 2 });
    await pay(orderNo);
    await test.call('cancelOrder', { orderNo }, { token: agent });
    const { list } = (await test.call('consoleCancels', {}, { token: staff })).data;
    const id = list.find((one) => one.orderNo === orderNo)?.id ?? '';
    expect(await counters(product)).toEqual({ held: 0, sold: 2, own: [[0, 2]] });
    expect((await test.call('consoleCancelDecide', { id, approve: true }, { token: staff })).code).toBe(200);
    expect(await counters(product)).toEqual(idle);
  });

  it('and late money takes them again only while the SKU has some', async () => {
    const notice = (started: { paymentNo: string; redirectUrl: string | null }, amountMinor: number) => {
      const { raw, headers } = signNotice({
        eventId: `evt-${Math.random()}`,
        type: 'payment.paid',
        merchant: 'shop-one',
        paymentId: String(started.redirectUrl).split('/').at(-1),
        transactionId: `txn-${Math.random()}`,
        reference: started.paymentNo,
        currency: 'MYR',
        amountMinor,
        at: new Date().toISOString(),
      });
      return test.fetch('/api/pay/notify/sandbox', { method: 'POST', body: raw, headers });
    };
    const lateOrder = async (quantity: number) => {
      const orderNo = await placeOrder(test, member, { ...child, quantity });
      const started = await test.call('paying', { id: orderNo, channel: 'sandbox' }, { token: member, key: newKey() });
      await late(orderNo);
      return { orderNo, started: started.data };
    };
    const result = async (id: string) => (await test.call('isPaySuccess', { id }, { token: member })).data;
    const one = await lateOrder(2);
    expect(await counters(product)).toEqual(idle);
    await notice(one.started, 8100);
    expect(await result(one.orderNo)).toMatchObject({ paid: true, status: 1003 });
    expect(await counters(product)).toEqual({ held: 0, sold: 2, own: [[0, 2]] });
    const two = await lateOrder(1);
    const three = await placeOrder(test, member, { ...child, quantity: 1 });
    await notice(two.started, 4050);
    expect(await result(two.orderNo)).toMatchObject({ paid: false, late: true, status: 4006 });
    expect(await counters(product)).toEqual({ held: 1, sold: 2, own: [[1, 2]] });
    await test.call('cancelOrder', { orderNo: three }, { token: member });
  });
});

describe('the owner', () => {
  const product = 'Evening Show';
  const session = '18:00';
  const write = async (capacity: number | null, wasCapacity: number | null, skuId?: string) => {
    const { id, skus } = await packOf(product);
    const limits = [{ skuId: skuId ?? skus[0] ?? '', capacity, wasCapacity }];
    return editor.calendar(id, [{ on: playOn, session, limits }]);
  };

  it('cannot cut a limit below what is held and sold, whether it is there already or new', async () => {
    const { skus } = await packOf(product);
    const [skuId] = skus;
    const orderNo = await placeOrder(test, member, { product, session, quantity: 3 });
    const told = await write(2, null);
    expect([told.code, cellsOf(told)]).toEqual([200209, [{ on: playOn, session, skuId, capacity: null, inUse: 3 }]]);
    expect((await write(4, null)).code).toBe(200);
    expect((await day(product)).limits).toEqual([{ skuId, capacity: 4, held: 3, sold: 0 }]);
    const cut = await write(2, 4);
    expect([cut.code, cellsOf(cut)]).toEqual([200209, [{ on: playOn, session, skuId, capacity: 4, inUse: 3 }]]);
    expect((await write(3, 4)).code).toBe(200);
    await test.call('cancelOrder', { orderNo }, { token: member });
    expect((await write(0, 3)).code).toBe(200);
    expect((await write(null, 0)).code).toBe(200);
    expect((await day(product)).limits).toEqual([]);
  });

  it('is shown the change of another person, and each invalid limit', async () => {
    const { id, skus } = await packOf(product);
    const [skuId] = skus;
    expect((await write(4, null)).code).toBe(200);
    for (const [capacity, was] of [
      [5, null],
      [5, 3],
      [null, 3],
    ] as const) {
      // biome-ignore format: short
      const told = await write(capacity, was);
      expect([told.code, cellsOf(told)]).toEqual([200009, [{ on: playOn, session, skuId, capacity: 4, inUse: 0 }]]);
    }
    const foreign = (await packOf('Silver Tower')).skus[0];
    expect((await write(4, null, foreign)).data).toEqual({
      fields: { 'changes.0.limits.0.skuId': 'Please choose one' },
    });
    const away = { on: addDays(playOn, 90), session, limits: [{ skuId: skuId ?? '', capacity: 4, wasCapacity: null }] };
    expect((await editor.calendar(id, [away])).data).toEqual({ fields: { 'changes.0.limits': 'Please choose one' } });
    expect((await editor.calendar(id, [{ ...away, capacity: 9 }])).code).toBe(200);
    expect((await day(product, away.on)).limits).toEqual([{ skuId, capacity: 4, held: 0, sold: 0 }]);
    // Closing the day takes the limit along.
    expect((await editor.calendar(id, [{ on: away.on, session, capacity: null }])).code).toBe(200);
    const { rows } = await sql`SELECT 1 FROM departure_sku t JOIN departure d USING (owner_id, departure_id)
      WHERE d.play_on = ${away.on}`.execute(test.database.house);
    expect(rows).toEqual([]);
  });
});
