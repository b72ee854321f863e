// Price and stock cell by cell over HTTP: all or none, never below what is in use, never over another person's change, correct under
// many parallel requests, fast for a whole year of sessions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { type Editor, makeEditor, newDocument, newPackage } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn, today } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let content: string;
let member: string;
let editor: Editor;
beforeAll(async () => {
  test = await openTestHouse();
  content = await test.signIn('content@one.example', 'content-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  editor = makeEditor(test, { token: content });
});
afterAll(() => test.close());

const packageOf = async (name: string) => {
  const [pack] = (await findProduct(test, name)).packages;
  if (!pack) throw new Error('no package');
  return pack;
};
const cells = async (packageId: string, from = playOn, to = addDays(from, 1)) =>
  (await test.call('consoleCalendar', { packageId, from, to }, { token: content })).data;
const cellsOf = (answer: { data: unknown }) => (answer.data as { cells: object[] }).cells;
let made = 0;
const newPack = async () => {
  made += 1;
  const id = await editor.create(newDocument({ key: `calendar-${made}` }));
  const [pack] = (await editor.open(id)).document.packages;
  return { id: pack?.id ?? '', sku: pack?.skus[0]?.id ?? '', productId: id };
};

describe('a calendar', () => {
  it('opens, changes and closes days with their prices', async () => {
    const { id, sku } = await newPack();
    const cell = { on: playOn, session: '10:00' };
    const price = (priceMinor: number | null, wasMinor: number | null) => [{ skuId: sku, priceMinor, wasMinor }];
    const answer = await editor.calendar(id, [
      { ...cell, capacity: 8, wasCapacity: null, prices: price(12_345, null) },
      { ...cell, session: '14:00', capacity: 4, wasCapacity: null, prices: price(12_345, null) },
    ]);
    expect(answer.data).toEqual({ changed: 2 });
    const calendar = await cells(id);
    expect(calendar).toMatchObject({
      productName: 'Lantern Walk',
      packageName: 'Standard',
      currency: 'MYR',
      openDays: null,
    });
    expect(calendar.skus).toEqual([{ id: sku, name: 'Adult', priceMinor: 9900, sessionPrices: [], costMinor: null }]);
    const own = [{ skuId: sku, priceMinor: 12_345 }];
    const none = { held: 0, quoted: 0, sold: 0, oversold: 0, sessionPrices: [], costs: [], limits: [] };
    const row = { on: playOn, prices: own, ...none };
    expect(calendar.days).toEqual([
      { ...row, session: '10:00', capacity: 8 },
      { ...row, session: '14:00', capacity: 4 },
    ]);
    const change = [
      { ...cell, capacity: 9, wasCapacity: 8, prices: price(null, 12_345) },
      { ...cell, session: '14:00', capacity: null, wasCapacity: 4 },
      { on: addDays(playOn, 1), session: '', capacity: 7 },
    ];
    expect((await editor.calendar(id, change)).data).toEqual({ changed: 3 });
    expect((await cells(id)).days).toEqual([
      { ...row, session: '10:00', capacity: 9, prices: [] },
      { ...row, on: addDays(playOn, 1), session: '', capacity: 7, prices: [] },
    ]);
    const log = await sql<{
      after: object;
    }>`SELECT after FROM audit_log WHERE act = 'calendar-changed' ORDER BY entry_id DESC`.execute(test.database.house);
    expect(log.rows[0]?.after).toMatchObject({ changed: 3, from: playOn, to: addDays(playOn, 1) });
  });

  it('names the cells that another person changed, and writes nothing then', async () => {
    const { id, sku } = await newPack();
    const other = addDays(playOn, 1);
    await editor.calendar(id, [
      { on: playOn, session: '', capacity: 8 },
      { on: other, session: '', capacity: 8, prices: [{ skuId: sku, priceMinor: 100, wasMinor: null }] },
    ]);
    const before = await cells(id);
    const refused: [InputOf<'consoleCalendarSave'>['changes'][number], object][] = [
      [
        { on: playOn, session: '', capacity: 5, wasCapacity: 7 },
        { on: playOn, session: '', capacity: 8, inUse: 0 },
      ],
      [
        { on: playOn, session: '', capacity: 5, wasCapacity: null },
        { on: playOn, session: '', capacity: 8, inUse: 0 },
      ],
      [
        { on: playOn, session: '', capacity: null, wasCapacity: 7 },
        { on: playOn, session: '', capacity: 8, inUse: 0 },
      ],
      [
        { on: playOn, session: '', capacity: null, wasCapacity: null },
        { on: playOn, session: '', capacity: 8, inUse: 0 },
      ],
      [
        { on: playOn, session: '09:00', capacity: 5, wasCapacity: 7 },
        { on: playOn, session: '09:00', capacity: null, inUse: 0 },
      ],
      [
        { on: other, session: '', prices: [{ skuId: sku, priceMinor: 1, wasMinor: null }] },
        { on: other, session: '', skuId: sku },
      ],
      [
        { on: other, session: '', prices: [{ skuId: sku, priceMinor: null, wasMinor: 99 }] },
        { on: other, session: '', skuId: sku },
      ],
      [
        { on: playOn, session: '', prices: [{ skuId: sku, priceMinor: 1, wasMinor: 5 }] },
        { on: playOn, session: '', skuId: sku },
      ],
    ];
    for (const [change, cell] of refused) {
      const answer = await editor.calendar(id, [{ on: addDays(playOn, 5), session: '', capacity: 3 }, change]);
      expect([answer.code, cellsOf(answer)], JSON.stringify(change)).toEqual([200009, [cell]]);
    }
    expect(await cells(id, playOn, addDays(playOn, 9))).toEqual(before);
  });

  it('refuses a capacity below what is held and sold, naming the cell, and does not close such a day', async () => {
    const pack = await packageOf('Silver Tower');
    await placeOrder(test, member, { quantity: 3 });
    for (const capacity of [2, 0, null]) {
      const answer = await editor.calendar(pack.id, [
        { on: playOn, session: '', capacity, wasCapacity: 20 },
        { on: addDays(playOn, 1), session: '', capacity: 1, wasCapacity: 20 },
      ]);
      expect([answer.code, cellsOf(answer)], String(capacity)).toEqual([
        200209,
        [{ on: playOn, session: '', capacity: 20, inUse: 3 }],
      ]);
    }
    expect((await cells(pack.id)).days.map((day) => day.capacity)).toEqual([20, 20]);
    expect((await editor.calendar(pack.id, [{ on: playOn, session: '', capacity: 3, wasCapacity: 20 }])).code).toBe(
      200,
    );
    const left = await test.call('inventories', { packageId: pack.id, from: playOn, to: playOn });
    expect(left.data.days[0]?.left).toBe(0);
  });

  it('takes a day off sale by emptying it when something was asked for and given back', async () => {
    const pack = await packageOf('Green Hills');
    const orderNo = await placeOrder(test, member, { product: 'Green Hills', quantity: 2 });
    expect((await test.call('cancelOrder', { orderNo }, { token: member })).code).toBe(200);
    const answer = await editor.calendar(pack.id, [{ on: playOn, session: '', capacity: null, wasCapacity: 20 }]);
    expect(answer.code).toBe(200);
    expect((await cells(pack.id, playOn, playOn)).days).toMatchObject([{ capacity: 0, held: 0, sold: 0 }]);
  });

  it('judges what makes no sense', async () => {
    const { id, sku } = await newPack();
    const foreign = (await packageOf('Silver Tower')).skus[0]?.id ?? '';
    const price = (skuId: string, priceMinor: number) => [{ skuId, priceMinor, wasMinor: null }];
    const answer = await editor.calendar(id, [
      { on: playOn, session: '', capacity: 1, prices: price(foreign, 5) },
      { on: playOn, session: '', capacity: 2 },
      { on: '9999-12-31', session: '', capacity: 2 },
      { on: playOn, session: '25:00', capacity: 2 },
      { on: addDays(playOn, 1), session: '', prices: price(sku, 5) },
      { on: addDays(playOn, 1), session: '10:00', prices: price(sku, 6) },
    ]);
    expect(answer.data).toEqual({
      fields: {
        'changes.0.prices.0.skuId': 'Please choose one',
        'changes.1.on': 'This is here twice',
        'changes.2.on': 'Please choose one',
        'changes.3.session': 'Please use letters and digits only',
        'changes.5.prices.0.priceMinor': 'This is here twice',
      },
    });
    const homeless = await editor.calendar(id, [{ on: addDays(playOn, 1), session: '', prices: price(sku, 5) }]);
    expect(homeless.data).toEqual({ fields: { 'changes.0.prices': 'Please choose one' } });
    const open = await editor.create(newDocument({ key: 'open-ticket', packages: [newPackage({ openDays: 90 })] }));
    const packageId = (await editor.open(open)).document.packages[0]?.id ?? '';
    expect((await editor.calendar(packageId, [{ on: playOn, session: '', capacity: 1 }])).code).toBe(200001);
    expect((await editor.calendar(packageId, [{ on: '9999-12-31', session: '', capacity: 50 }])).code).toBe(200);
    expect((await cells(packageId, today)).days).toMatchObject([{ on: '9999-12-31', capacity: 50 }]);
  });
});

describe('under a crowd', () => {
  it('twenty buyers and an editor who lowers the capacity never sell more than there is', async () => {
    const pack = await packageOf('Few Seats');
    const inputs = await Promise.all(
      Array.from({ length: 20 }, () => fillOrder(test, member, { product: 'Few Seats', quantity: 1 })),
    );
    await editor.calendar(pack.id, [{ on: playOn, session: '', capacity: 15 }]);
    const lower = (capacity: number) => editor.calendar(pack.id, [{ on: playOn, session: '', capacity }]);
    // A second connection holds the row until everybody waits for it.
    const client = await test.database.pool.connect();
    await client.query(`SET app.owner_id = '0'`);
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM departure WHERE package_id = $1 FOR UPDATE', [pack.id]);
    const buying = inputs
      .slice(0, 10)
      .map((input) => test.call('createOrder', input, { token: member, key: newKey() }));
    const lowering = [12, 9, 6, 3].map(lower);
    buying.push(...inputs.slice(10).map((input) => test.call('createOrder', input, { token: member, key: newKey() })));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await client.query('COMMIT');
    client.release(true);
    const [orders, lowered] = await Promise.all([Promise.all(buying), Promise.all(lowering)]);
    const placed = orders.filter((order) => order.code === 200).length;
    const [day] = (await cells(pack.id, playOn, playOn)).days;
    expect(lowered.filter(({ code }) => code !== 200 && code !== 200209)).toEqual([]);
    expect(orders.filter(({ code }) => code !== 200 && code !== 200202)).toEqual([]);
    expect(lowered.some(({ code }) => code === 200) && placed > 0 && placed < 20).toBe(true);
    expect(day?.held).toBe(placed);
    expect((day?.held ?? 0) + (day?.sold ?? 0)).toBeLessThanOrEqual(day?.capacity ?? 0);
    expect((await lower(placed)).code).toBe(200);
    const below = await lower(placed - 1);
    expect([below.code, cellsOf(below)]).toEqual([
      200209,
      [{ on: playOn, session: '', capacity: placed, inUse: placed }],
    ]);
  });

  it('of two editors of one cell one is refused because it changed', async () => {
    const { id } = await newPack();
    await editor.calendar(id, [{ on: playOn, session: '', capacity: 10 }]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        editor.calendar(id, [{ on: playOn, session: '', capacity: 20 + at, wasCapacity: 10 }]),
      ),
    );
    expect(answers.map((answer) => answer.code).sort()).toEqual([200, ...Array(19).fill(200009)]);
  });

  it('three thousand cells with prices are written, changed and closed in less than three seconds each', async () => {
    const { id, sku } = await newPack();
    const list = Array.from({ length: 3000 }, (_, at) => ({
      on: addDays(playOn, at % 300),
      session: `${String(8 + Math.floor(at / 300)).padStart(2, '0')}:00`,
    }));
    const price = (priceMinor: number | null, wasMinor: number | null) => [{ skuId: sku, priceMinor, wasMinor }];
    const runs = [
      list.map((cell) => ({ ...cell, capacity: 10, wasCapacity: null, prices: price(500, null) })),
      list.map((cell) => ({ ...cell, capacity: 12, wasCapacity: 10, prices: price(600, 500) })),
      list.map((cell) => ({ ...cell, capacity: null, wasCapacity: 12 })),
    ];
    const spent: number[] = [];
    for (const changes of runs) {
      const begun = performance.now();
      const answer = await editor.calendar(id, changes);
      spent.push(Math.round(performance.now() - begun));
      expect(answer.data).toEqual({ changed: 3000 });
    }
    expect(Math.max(...spent)).toBeLessThan(3000);
    expect((await cells(id, playOn, addDays(playOn, 300))).days).toEqual([]);
  });
});
