// Prices of sessions (§2 price calendar, rules §5, decision 0301): one order of precedence in the calendar, the booking, the order, the
// quotation and the sheet of net prices, with agents' prices over it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { type Editor, makeEditor, newDocument, newPackage, newSku } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, newKey } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { findLines } from '../inventory/inventory.sql.ts';
import { listDays } from '../inventory/price-days.ts';
import { sql } from '../platform/db.ts';

const next = addDays(playOn, 1);
const staff = 'content-2026';
let test: TestHouse;
let editor: Editor;
let agent: string;
let member: string;
let id: string;
let packageId: string;
let skuId: string;
beforeAll(async () => {
  test = await openTestHouse();
  editor = makeEditor(test, { token: await test.signIn('content@one.example', staff) });
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  const sku = newSku({ priceMinor: 10_000, sessionPrices: [{ session: '20:00', priceMinor: 12_000 }] });
  const skus = [sku, newSku({ ticketType: 10002, minAge: 4, maxAge: 12, priceMinor: 5000 })];
  id = await editor.create(newDocument({ key: 'session-show', packages: [newPackage({ skus })] }));
  const [pack] = (await editor.open(id)).document.packages;
  packageId = pack?.id ?? '';
  skuId = pack?.skus[0]?.id ?? '';
  const sell = (on: string, session: string) => ({ on, session, capacity: 20 });
  const set = (priceMinor: number) => [{ skuId, priceMinor, wasMinor: null }];
  const result = await editor.calendar(packageId, [
    { ...sell(playOn, '10:00'), prices: set(8000) },
    { ...sell(playOn, '20:00'), sessionPrices: set(15_000) },
    { ...sell(next, '10:00'), prices: set(9000) },
    sell(next, '20:00'),
    sell(addDays(next, 1), '10:00'),
  ]);
  expect(result.data).toEqual({ changed: 5 });
  expect((await editor.state(id, 'published')).code).toBe(200);
  await sql`INSERT INTO price_rule (owner_id, level, kind, value) VALUES (1, 2, 'percent', 1000)`.execute(
    test.database.house,
  );
});
afterAll(() => test.close());

/** The session of the day, the session's usual one, the day's, the SKU's own. */
const expected: [on: string, session: string, retail: number][] = [
  [playOn, '10:00', 8000],
  [playOn, '20:00', 15_000],
  [next, '10:00', 9000],
  [next, '20:00', 12_000],
  [addDays(next, 1), '10:00', 10_000],
];

const shownOn = async (on: string) => {
  const token = await test.signIn('content@one.example', staff);
  return (await test.call('consoleCalendar', { packageId, from: on, to: on }, { token })).data.days[0];
};

describe('prices of sessions (§2 price calendar)', () => {
  it.each([
    ['visitors', () => '', 100],
    ['an agent with 10 % off', () => agent, 90],
  ])('are the same in the calendar and the booking for %s', async (_, token, percent) => {
    const as = token() ? { token: token() } : {};
    const shown = await test.call('inventories', { packageId, from: playOn, to: addDays(next, 1) }, as);
    const listed = shown.data.days.map(({ on, session, prices: [price] }) => [on, session, price?.price.amountMinor]);
    expect(listed).toEqual(expected.map(([on, session, retail]) => [on, session, (retail * percent) / 100]));
    for (const [on, session, retail] of expected) {
      const lines = `${skuId}:${on}:${session}:2`;
      const form = await test.call('bookProducts', { lines }, { token: token() || member });
      expect(form.data.lines[0]).toMatchObject({
        retailUnit: { amountMinor: retail },
        unit: { amountMinor: (retail * percent) / 100 },
      });
    }
  });

  it('are what an order freezes and a quotation starts from', async () => {
    const line = { skuId, playOn, session: '20:00', quantity: 2 };
    const quote = await test.call('skuQuote', { id: skuId, playOn, session: '20:00', quantity: 2 }, { token: agent });
    expect(quote.data).toMatchObject({ unit: { amountMinor: 13_500 }, retail: { amountMinor: 30_000 } });
    const form = await test.call('bookProducts', { lines: `${skuId}:${playOn}:20:00:2` }, { token: agent });
    const order = {
      ...{ id, lines: [line], ...fillFields(form.data), agreed: true },
      contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
    };
    const place = (amountMinor: number) =>
      test.call(
        'createOrder',
        { ...order, seenTotal: { amountMinor, currency: 'MYR' } },
        { token: agent, key: newKey() },
      );
    // The price of the other session is refused with the new figure.
    expect(await place(14_400)).toMatchObject({ code: 200203, data: { total: { amountMinor: 27_000 } } });
    const placed = await place(27_000);
    const { data } = await test.call('orderDetail', { id: placed.data.orderNo }, { token: agent });
    expect(data.lines[0]).toMatchObject({ session: '20:00', amount: { amountMinor: 27_000 } });
    expect(data.lines[0]?.ladder.map((step) => step.amount.amountMinor)).toEqual([30_000, -3000]);
  });

  it('are listed in the sheet of net prices under their session, days in a row at one price as one line', async () => {
    const answer = await test.fetch('/api/product/netrates?type=3', { headers: { token: agent, l: 'en' } });
    const rows = (await answer.text()).split('\r\n').map((row) => row.split(','));
    const of = (item: string) =>
      rows.filter((row) => row[0] === 'Lantern Walk' && row[2] === item).map((row) => row.slice(3));
    expect(of('Adult · 10:00')).toEqual([
      ['80.00', '72.00', 'MYR', playOn, playOn],
      ['90.00', '81.00', 'MYR', next, next],
      ['100.00', '90.00', 'MYR', addDays(next, 1), addDays(next, 1)],
    ]);
    expect(of('Adult · 20:00')).toEqual([
      ['150.00', '135.00', 'MYR', playOn, playOn],
      ['120.00', '108.00', 'MYR', next, next],
    ]);
    // A ticket whose price is the same in all of a day has no session.
    expect(of('Child')).toEqual([['50.00', '45.00', 'MYR', playOn, addDays(next, 1)]]);
  });

  it('agree under every kind of rule, with limits and an offer, in the calendar and in what an order reads (rules §11)', async () => {
    const { house } = test.database;
    const until = addDays(next, 1);
    await sql`INSERT INTO price_rule (owner_id, level, product_id, package_id, sku_id, type, kind, value, valid_by, valid_from, valid_until)
      VALUES (1, 3, ${id}::bigint, NULL, ${skuId}::bigint, NULL, 'fixed', 7777, 'travel', ${next}::date, ${next}::date),
        (1, 3, ${id}::bigint, ${packageId}::bigint, NULL, NULL, 'percent', 1234, 'travel', ${until}::date, NULL),
        (1, 3, ${id}::bigint, NULL, NULL, NULL, 'percent', 555, 'booking', '2020-01-01', '2020-01-02'),
        (1, 3, ${id}::bigint, NULL, NULL, NULL, 'percent', 333, 'booking', '2020-01-01', NULL),
        (1, 3, NULL, NULL, NULL, NULL, 'percent', 9000, NULL, NULL, NULL)`.execute(house);
    await sql`INSERT INTO departure_sku (owner_id, departure_id, sku_id, capacity) SELECT 1, departure_id, ${skuId}::bigint, 3
      FROM departure WHERE package_id = ${packageId}::bigint AND play_on = ${next}::date AND session = '10:00'`.execute(
      house,
    );
    await sql`UPDATE departure SET limited = true WHERE package_id = ${packageId}::bigint AND play_on = ${next}::date
      AND session = '10:00'`.execute(house);
    const owner = test.database.forOwner(1);
    const skus = (await editor.open(id)).document.packages[0]?.skus.map((sku) => sku.id ?? '') ?? [];
    const lines = expected.flatMap(([on, session]) =>
      skus.map((sku) => ({ skuId: sku, playOn: on, session, quantity: 1 })),
    );
    const [now, today] = [Date.now(), '2026-11-01'];
    const offers = [{ percent: 7, from: now - 1000, until: now + 60_000 }];
    for (const [offer, level, partnerId] of [
      [null, 3, 1],
      [offers, 3, 1],
      [offers, 2, 1],
      [offers, 0, null],
    ] as const) {
      await sql`UPDATE product SET offers = ${offer && JSON.stringify(offer)}::jsonb WHERE product_id = ${id}::bigint`.execute(
        house,
      );
      const pricing = { partnerId, level, today, now };
      const listed = await listDays(owner, packageId, pricing, playOn, until);
      const read = await findLines(owner, pricing, lines);
      expect(listed.flatMap((day) => day.prices)).toEqual(
        read.map(({ sku_id, nights: [night] }) => ({
          ...{ sku_id, price_minor: night?.price_minor, retail_minor: night?.retail_minor },
          left: Math.min(night?.left ?? 0, night?.sku_left ?? Number.POSITIVE_INFINITY),
        })),
      );
    }
    await sql`UPDATE product SET offers = NULL WHERE product_id = ${id}::bigint`.execute(house);
    await sql`DELETE FROM departure_sku WHERE sku_id = ${skuId}::bigint`.execute(house);
  });

  it('are saved beside a price and a cost of the day, all or none', async () => {
    const save = (
      seenCost: number | null,
      figures: [price: number | null, ofSession: number | null, cost: number | null],
    ) =>
      editor.calendar(packageId, [
        {
          ...{ on: addDays(next, 1), session: '10:00' },
          prices: [{ skuId, priceMinor: figures[0], wasMinor: null }],
          sessionPrices: [{ skuId, priceMinor: figures[1], wasMinor: null }],
          costs: [{ skuId, costMinor: figures[2], wasMinor: seenCost }],
        },
      ]);
    const day = () => shownOn(addDays(next, 1));
    const refused = await save(1, [1, 2, 3]);
    expect([refused.code, refused.data]).toMatchObject([200009, { cells: [{ skuId, session: '10:00', cost: true }] }]);
    expect(await day()).toMatchObject({ prices: [], sessionPrices: [], costs: [] });
    expect((await save(null, [7001, 7002, 5003])).code).toBe(200);
    const result = { prices: [{ skuId, priceMinor: 7001 }], sessionPrices: [{ skuId, priceMinor: 7002 }] };
    expect(await day()).toMatchObject({ ...result, costs: [{ skuId, costMinor: 5003 }] });
    const back = await editor.calendar(packageId, [
      {
        ...{ on: addDays(next, 1), session: '10:00' },
        prices: [{ skuId, priceMinor: null, wasMinor: 7001 }],
        sessionPrices: [{ skuId, priceMinor: null, wasMinor: 7002 }],
        costs: [{ skuId, costMinor: null, wasMinor: 5003 }],
      },
    ]);
    expect([back.code, await day()]).toMatchObject([200, { prices: [], sessionPrices: [], costs: [] }]);
  });

  it('are changed over what the editor saw alone, belong to a session, and go with a copy', async () => {
    const change = (wasMinor: number | null, priceMinor: number | null, session = '20:00') =>
      editor.calendar(packageId, [{ on: playOn, session, sessionPrices: [{ skuId, priceMinor, wasMinor }] }]);
    const late = await change(14_000, 16_000);
    expect(late).toMatchObject({
      code: 200009,
      data: { cells: [{ on: playOn, session: '20:00', skuId, ofSession: true }] },
    });
    expect((await change(15_000, 16_000)).code).toBe(200);
    expect(Object.keys((await change(null, 1, '')).data)).toEqual(['fields']);
    // 11:00 is not sold.
    expect((await change(null, 1, '11:00')).data).toMatchObject({
      fields: { 'changes.0.sessionPrices': expect.any(String) },
    });
    const copy = await test.call('consoleProductCopy', { id }, editor.as);
    const { document } = await editor.open(copy.data.id);
    expect(document.packages[0]?.skus[0]?.sessionPrices).toEqual([{ session: '20:00', priceMinor: 12_000 }]);
    const stored = await sql<{ minor: number }>`SELECT x.price_minor AS minor FROM sku_price x
      WHERE x.sku_id = ${document.packages[0]?.skus[0]?.id} AND x.session = '20:00'`.execute(test.database.house);
    expect(stored.rows).toEqual([{ minor: 16_000 }]);
    expect((await change(16_000, null)).code).toBe(200);
    const shown = await test.call('inventories', { packageId, from: playOn, to: playOn });
    expect(shown.data.days.map((day) => day.prices[0]?.price.amountMinor)).toEqual([8000, 12_000]);
  });

  it('refuse a session twice or none, by name', async () => {
    const { document } = await editor.open(id);
    const [pack] = document.packages;
    const [first, ...rest] = pack?.skus ?? [];
    if (!pack || !first) throw new Error('no SKU');
    const sessionPrices = ['20:00', '', '20:00'].map((session) => ({ session, priceMinor: 1 }));
    const result = await editor.change(id, { packages: [{ ...pack, skus: [{ ...first, sessionPrices }, ...rest] }] });
    expect(Object.keys((result.data as unknown as { fields: object }).fields).sort()).toEqual(
      [1, 2].map((at) => `packages.0.skus.0.sessionPrices.${at}.session`),
    );
  });
});
