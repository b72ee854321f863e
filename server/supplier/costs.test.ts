// What the owner pays its suppliers (rules §10, decision 0310): entered for a SKU and for a day, stored with the order, shown to readers
// of money and, as the amount owed, to the supplier; no other answer, file or page contains it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from '../../contract/call.ts';
import { type CallName, calls } from '../../contract/calls.ts';
import { schemas } from '../../contract/index.ts';
import { addDays } from '../../domain/dates.ts';
import { makeEditor } from '../../tests/build/edit-products.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct } from '../../tests/build/place-orders.ts';
import { readPdfText } from '../../tests/build/read-pdf.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy, giveToSupplier } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, makeSecondSupplier } from '../../tests/build/set-up-supply.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let content: string;
let agent: string;
let supplier: string;
let finance: string;
let product: string;
let packageId: string;
let adult: string;
/** Figures that nothing else has. */
const usual = 7_703;
const ofDay = 6_617;
const ofExtra = 1_907;
const canaries = /\b(7703|77[.,]03|6617|66[.,]17|1907|19[.,]07)\b/;

beforeAll(async () => {
  test = await openTestHouse();
  await giveToSupplier(test, 'tower');
  await giveToSupplier(test, 'hills');
  content = await test.signIn('content@one.example', 'content-2026');
  agent = await test.signIn('agent@one.example', 'agent-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  const found = await findProduct(test, 'Silver Tower');
  product = found.id;
  packageId = found.packages[0]?.id ?? '';
  adult = found.packages[0]?.skus[0]?.id ?? '';
}, 60_000);
afterAll(() => test.close());

const editor = () => makeEditor(test, { token: content });
const setUsual = async (costMinor: number | null) => {
  const { packages } = (await editor().open(product)).document;
  const priced = packages.map((pack) => ({ ...pack, skus: pack.skus.map((sku) => ({ ...sku, costMinor })) }));
  return editor().change(product, { packages: priced });
};
const setDay = (costMinor: number | null, wasMinor: number | null, on = playOn) =>
  editor().calendar(packageId, [{ on, session: '', costs: [{ skuId: adult, costMinor, wasMinor }] }]);
const costsOf = async (id: string, token = finance) => (await test.call('consoleOrder', { id }, { token })).data.costs;
const settle = async (token: string, more: object = {}) =>
  (await test.call('consoleSettlement', { from: playOn, to: addDays(playOn, 1), ...more }, { token })).data;

describe('a cost', () => {
  it('is entered in the editor and for a day, and another person’s change is not overwritten', async () => {
    expect((await setUsual(usual)).code).toBe(200);
    expect((await setDay(ofDay, null)).code).toBe(200);
    expect((await setDay(1, null)).data).toMatchObject({ cells: [{ on: playOn, skuId: adult, cost: true }] });
    expect((await setDay(-1, ofDay)).code).not.toBe(200);
    expect((await setDay(5, null, addDays(playOn, 400))).data).toHaveProperty(['fields', 'changes.0.costs']);
    const { skus, days } = (
      await test.call('consoleCalendar', { packageId, from: playOn, to: addDays(playOn, 1) }, { token: content })
    ).data;
    expect(skus[0]).toMatchObject({ id: adult, costMinor: usual });
    expect(days.map((day) => day.costs)).toEqual([[{ skuId: adult, costMinor: ofDay }], []]);
  });

  it('gives the margin of a partner’s price, of the day and without one', async () => {
    const reason = async (more: object) =>
      (await test.call('consolePriceReason', { skuId: adult, level: 0, ...more }, { token: content })).data;
    const minor = (amountMinor: number) => ({ amountMinor, currency: 'MYR' });
    expect(await reason({})).toMatchObject({ cost: minor(usual), profit: minor(2297), profitShare: 2297 });
    expect(await reason({ on: playOn })).toMatchObject({
      cost: minor(ofDay),
      profit: minor(3383),
      profitShare: 3383,
    });
  });
});

describe('an order', () => {
  it('keeps the cost it was sold at, for those who see money', async () => {
    const id = await buy(test, agent, { quantity: 2 });
    const [line] = await costsOf(id);
    expect(line?.cost).toEqual({ amountMinor: 2 * ofDay, currency: 'MYR' });
    await setDay(ofDay - 1, ofDay);
    expect(await costsOf(id)).toEqual([line]);
    await setDay(ofDay, ofDay - 1);
    expect((await test.call('consoleOrder', { id }, { token: content })).http).toBe(421);
  });

  it('has a margin after discounts, none without an entered cost, and no cost of a cancelled part', async () => {
    const id = await buy(test, agent, { product: 'Few Seats' });
    expect(await costsOf(id)).toEqual([]);
    const other = await buy(test, agent, { on: addDays(playOn, 1), quantity: 2 });
    const { payable } = (await test.call('consoleOrder', { id: other }, { token: finance })).data;
    expect(await costsOf(other)).toMatchObject([
      { cost: { amountMinor: 2 * usual }, margin: { amountMinor: payable.amountMinor - 2 * usual } },
    ]);
    await sql`UPDATE sub_order SET cancelled_quantity = 1 WHERE order_no = ${other}`.execute(test.database.house);
    expect(await costsOf(other)).toMatchObject([{ cost: { amountMinor: usual } }]);
    await sql`UPDATE sub_order SET cancelled_quantity = 0 WHERE order_no = ${other}`.execute(test.database.house);
  });

  it('costs what its new day costs once it is moved, and the same where units come', async () => {
    const id = await buy(test, agent, { quantity: 1 });
    const token = await test.signIn('operations@one.example', 'operations-2026');
    const subOrderNo = `${id}-1`;
    const move = async (to: { playOn: string; quantity: number }) => {
      const place = { session: '', untilOn: null, ...to };
      const quoted = await test.call(
        'consoleLineQuote',
        { id, subOrderNo, playOn: to.playOn, quantity: to.quantity },
        { token },
      );
      const differenceMinor = quoted.data.asked?.difference.amountMinor ?? 0;
      const input = {
        id,
        subOrderNo,
        to: place,
        seen: quoted.data.seen,
        differenceMinor,
        settle: 'settle' as const,
        reason: 'asked',
      };
      expect((await test.call('consoleLineMove', input, { token })).code).toBe(200);
    };
    await move({ playOn: addDays(playOn, 1), quantity: 1 });
    expect(await costsOf(id)).toMatchObject([{ cost: { amountMinor: usual } }]);
    await setUsual(usual + 1);
    await move({ playOn: addDays(playOn, 1), quantity: 2 });
    expect(await costsOf(id)).toMatchObject([{ cost: { amountMinor: 2 * usual } }]);
    await setUsual(usual);
  });
});

describe('an extra (§5 add-ons, decision 0330)', () => {
  const car = { product: 'Airport Car', extras: 2 };

  it('has a cost, which the line keeps, shares by its units, and owes beside them', async () => {
    await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 500_000 });
    await giveToSupplier(test, 'car');
    const { id } = await findProduct(test, car.product);
    const before = await buy(test, agent, car);
    const { packages, addOns } = (await editor().open(id)).document;
    const priced = packages.map((pack) => ({ ...pack, skus: pack.skus.map((sku) => ({ ...sku, costMinor: usual })) }));
    const change = (costMinor: number | null) =>
      editor().change(id, { packages: priced, addOns: addOns.map((addOn) => ({ ...addOn, costMinor })) });
    expect((await change(-1)).code).not.toBe(200);
    expect((await change(ofExtra)).code).toBe(200);
    expect((await editor().open(id)).document.addOns[0]?.costMinor).toBe(ofExtra);
    expect(await costsOf(before)).toEqual([]);
    const orderNo = await buy(test, agent, { ...car, quantity: 2 });
    const { payable } = (await test.call('consoleOrder', { id: orderNo }, { token: finance })).data;
    const cost = 2 * usual + 2 * ofExtra;
    expect(await costsOf(orderNo)).toMatchObject([
      { cost: { amountMinor: cost }, margin: { amountMinor: payable.amountMinor - cost } },
    ]);
    await change(ofExtra + 1);
    expect(await costsOf(orderNo)).toMatchObject([{ cost: { amountMinor: cost } }]);
    await change(ofExtra);
    const line = async () => (await settle(finance)).list.find((item) => item.orderNo === orderNo);
    expect(await line()).toMatchObject({ unitCost: { amountMinor: usual }, owed: { amountMinor: cost } });
    await sql`UPDATE sub_order SET cancelled_quantity = 1 WHERE order_no = ${orderNo}`.execute(test.database.house);
    expect(await line()).toMatchObject({ quantity: 1, owed: { amountMinor: cost / 2 } });
    await sql`UPDATE sub_order SET cancelled_quantity = 0 WHERE order_no = ${orderNo}`.execute(test.database.house);
    // One without a cost of its own costs nothing.
    await change(null);
    expect(await costsOf(await buy(test, agent, car))).toMatchObject([{ cost: { amountMinor: usual } }]);
    await change(ofExtra);
  });
});

describe('a settlement', () => {
  it('lists what each supplier is owed, sums it, and shows a supplier its own alone', async () => {
    const other = await makeSecondSupplier(test);
    await addPackageOf(test, other.id);
    const all = await settle(finance);
    expect(all.list.length).toBeGreaterThan(2);
    expect(all.suppliers.map((supplier) => supplier.name)).toContain('Second Guides');
    const sum = all.list.reduce((minor, item) => minor + (item.owed?.amountMinor ?? 0), 0);
    expect(all.owed).toEqual([{ amountMinor: sum, currency: 'MYR' }]);
    const own = await settle(supplier);
    expect(own).toMatchObject({ suppliers: [], owed: all.owed, total: all.total });
    expect(await settle(other.token)).toMatchObject({ total: 0, owed: [], list: [] });
    expect(await settle(other.token, { supplier: own.list[0]?.subOrderNo.slice(0, 3) })).toMatchObject({ total: 0 });
    expect(await settle(finance, { supplier: other.id })).toMatchObject({ total: 0 });
    expect((await test.call('consoleSettlement', {}, { token: content })).http).toBe(421);
    const id = own.list[0]?.orderNo ?? '';
    const { lines } = (await test.call('consoleSupply', { id }, { token: supplier })).data;
    expect(lines[0]?.owed).toEqual(own.list.find((item) => item.orderNo === id)?.owed);
  });
});

describe('buyers', () => {
  it('see no cost in any answer or file', async () => {
    const bought = await buy(test, agent, { quantity: 2 });
    const withExtra = await buy(test, agent, { product: 'Airport Car', extras: 1 });
    const line = { skuId: adult, playOn, session: '', quantity: 1 };
    const spelled = `${adult}:${playOn}::1`;
    const read: string[] = [];
    const ask = async <Name extends CallName>(name: Name, input: unknown, token?: string) =>
      read.push(JSON.stringify(await test.call(name, input as never, token ? { token } : {})));
    for (const token of [undefined, agent]) {
      await ask('searchProducts', { query: 'Silver' }, token);
      await ask('productDetail', { id: product }, token);
      await ask('inventories', { packageId, from: playOn, to: addDays(playOn, 5) }, token);
      await ask('bookCheck', { lines: [line] }, token);
    }
    await ask('bookProducts', { lines: spelled }, agent);
    for (const id of [bought, withExtra]) await ask('orderDetail', { id }, agent);
    await ask('productDetail', { id: (await findProduct(test, 'Airport Car')).id }, agent);
    read.push(JSON.stringify(await fillOrder(test, agent)));
    const papers = ['invoice', 'vouchers', 'itinerary'].map((kind) => `order/download/${kind}?orderNo=${bought}`);
    for (const path of ['product/netrates', 'order/export', ...papers]) {
      const file = await test.fetch(`/api/${path}`, { headers: { token: agent } });
      expect(file.status, path).toBe(200);
      const bytes = Buffer.from(await file.arrayBuffer());
      read.push(papers.includes(path) ? readPdfText(bytes) : bytes.toString());
    }
    expect(read.filter((text) => text.length > 20).length).toBeGreaterThan(9);
    for (const text of read) expect(text).not.toMatch(canaries);
    // Those who may see it do, so the search is able to find it.
    expect(JSON.stringify(await editor().open(product))).toMatch(canaries);
  });

  it('have no call whose answer could contain one', () => {
    const holds = (name: CallName) =>
      /"(unit)?cost|owed|profit/i.test(
        JSON.stringify(z.toJSONSchema(schemas[name].output, { unrepresentable: 'any' })),
      );
    const names = (Object.keys(calls) as CallName[]).filter(holds).sort();
    expect(names).toEqual([
      'consoleCalendar',
      // What is owed to holders of gift cards.
      'consoleGiftCards',
      'consoleOrder',
      'consolePriceReason',
      'consoleProduct',
      'consoleSettlement',
      'consoleSupply',
    ]);
  });
});
