// What a supplier is owed for units that were cancelled (decision 0720): the same share of their cost as the owner kept of their price, on
// the settlement, on the supplier's order, and in the owner's margin.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { adjust, findAgency } from '../../tests/build/set-balances.ts';
import { buy, giveToSupplier } from '../../tests/build/set-up-desk.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
let finance: string;
let supplier: string;
const cost = 4_000;
const price = 10_000;

beforeAll(async () => {
  test = await openTestHouse();
  await giveToSupplier(test, 'tower');
  const house = test.database.house;
  // Half of the price is kept from 30 days before.
  const rules = JSON.stringify([{ daysBefore: 30, feePercent: 50 }]);
  await sql`UPDATE product SET refund_rules = ${rules}::jsonb WHERE owner_id = 1 AND key = 'tower'`.execute(house);
  await sql`UPDATE sku SET cost_minor = ${cost} WHERE owner_id = 1 AND price_minor = ${price}`.execute(house);
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  supplier = await test.signIn('supplier@one.example', 'supplier-2026');
  await adjust(test, finance, { id: await findAgency(test, finance), dealType: 9, amountMinor: 500_000 });
}, 60_000);
afterAll(() => test.close());

const minor = (amountMinor: number) => ({ amountMinor, currency: 'MYR' });

async function approve(requests: { id: string; result: number }[], refundMinor?: number) {
  const id = requests.find((request) => request.result === 0)?.id ?? '';
  const given = refundMinor === undefined ? {} : { refundMinor };
  expect((await test.call('consoleCancelDecide', { id, approve: true, ...given }, { token: staff })).code).toBe(200);
}

async function cancel(orderNo: string, refundNum?: number) {
  const asked = { orderNo, subOrderNo: `${orderNo}-1`, ...(refundNum ? { refundNum } : {}) };
  await approve((await test.call('cancelOrder', asked, { token: agent })).data.requests);
}

async function settlement(orderNo: string, token = finance) {
  const { data } = await test.call('consoleSettlement', { from: playOn, to: playOn }, { token });
  return { ...data, line: data.list.find((item) => item.orderNo === orderNo) };
}
const costsOf = async (id: string) => (await test.call('consoleOrder', { id }, { token: finance })).data.costs[0];
const supplyOf = async (id: string) => (await test.call('consoleSupply', { id }, { token: supplier })).data.lines[0];

describe('a supplier', () => {
  it('is owed half of the cost where half of the price was kept', async () => {
    const before = (await settlement('')).owed[0]?.amountMinor ?? 0;
    const orderNo = await buy(test, agent, { quantity: 2 });
    expect((await settlement(orderNo)).line).toMatchObject({ owed: minor(2 * cost), ofCancelled: null });
    await cancel(orderNo);
    for (const token of [finance, supplier]) {
      const { line, owed } = await settlement(orderNo, token);
      expect(line).toMatchObject({ quantity: 0, owed: minor(cost), ofCancelled: minor(cost) });
      expect(owed).toEqual([minor(before + cost)]);
    }
    expect(await supplyOf(orderNo)).toMatchObject({ owed: minor(cost), ofCancelled: minor(cost) });
    // Two were sold for 20,000, of which 10,000 was kept.
    expect(await costsOf(orderNo)).toMatchObject({ cost: minor(cost), margin: minor(price - cost) });
  });

  it('is owed that beside the whole cost of what is left', async () => {
    const orderNo = await buy(test, agent, { quantity: 3 });
    await cancel(orderNo, 1);
    const owed = minor(2 * cost + cost / 2);
    expect((await settlement(orderNo)).line).toMatchObject({ quantity: 2, owed, ofCancelled: minor(cost / 2) });
    expect(await costsOf(orderNo)).toMatchObject({ cost: owed, margin: minor(2.5 * price - 2.5 * cost) });
    // More than the kept fee is given back: all of the fee, and the rest from what stands. The margin is what stays in the till.
    const given = { id: orderNo, amountMinor: price / 2 + 100, reason: 'Sorry' };
    expect((await test.call('consoleGoodwillGive', given, { token: staff, key: newKey() })).data.state).toBe('done');
    const { data } = await test.call('consoleOrder', { id: orderNo }, { token: finance });
    expect(data.costs[0]).toMatchObject({ cost: owed, margin: minor(2 * price - 100 - 2.5 * cost) });
  });

  it('is owed the whole cost where staff give nothing back, and nothing where they give everything', async () => {
    const [nothing, everything] = [await buy(test, agent), await buy(test, agent)];
    for (const [id, refundMinor] of [[nothing, 0] as const, [everything, price] as const]) {
      const asked = { id, subOrderNo: `${id}-1`, remark: 'No-show', refund: 'own' as const, refundMinor };
      await approve((await test.call('consoleCancelApply', asked, { token: staff })).data.requests);
    }
    expect((await settlement(nothing)).line).toMatchObject({ owed: minor(cost) });
    expect((await settlement(everything)).line).toBeUndefined();
  });

  it('is owed nothing for what it asked to cancel itself, though the owner keeps a part', async () => {
    const orderNo = await buy(test, agent);
    const asked = { id: orderNo, subOrderNo: `${orderNo}-1`, remark: 'Closed' };
    expect((await test.call('consoleSupplyCancel', asked, { token: supplier })).code).toBe(200);
    const { list } = (await test.call('consoleCancels', { result: 0, orderNo }, { token: staff })).data;
    await approve(list, price / 2);
    expect((await settlement(orderNo)).line).toBeUndefined();
    expect(await costsOf(orderNo)).toMatchObject({ cost: minor(0), margin: minor(price / 2) });
  });

  it('is owed nothing for a part that staff cancelled before its confirmation, and its share of what is cancelled after it', async () => {
    const house = test.database.house;
    const setInstant = (instant: boolean) =>
      sql`UPDATE product SET instant = ${instant} WHERE owner_id = 1 AND key = 'tower'`.execute(house);
    await setInstant(false);
    const id = await buy(test, agent, { quantity: 3 });
    await setInstant(true);
    const asked = { id, subOrderNo: `${id}-1`, refundNum: 1, remark: 'One stays at home', refund: 'own' as const };
    const cancelled = await test.call('consoleCancelApply', { ...asked, refundMinor: price / 2 }, { token: staff });
    expect(cancelled.data).toMatchObject({ status: 1002 });
    expect((await test.call('consoleConfirm', { id }, { token: staff })).code).toBe(200);
    expect((await settlement(id)).line).toMatchObject({ quantity: 2, owed: minor(2 * cost), ofCancelled: null });
    expect(await costsOf(id)).toMatchObject({ cost: minor(2 * cost), margin: minor(2.5 * price - 2 * cost) });
    await cancel(id, 1);
    // Of 20,000 that were cancelled, 5,000 were kept of what was confirmed.
    const owed = minor(cost + (2 * cost) / 4);
    expect((await settlement(id)).line).toMatchObject({ quantity: 1, owed, ofCancelled: minor((2 * cost) / 4) });
  });

  it('is owed nothing for a line that was never confirmed, and what was kept of it is the owner’s margin', async () => {
    const house = test.database.house;
    const setInstant = (instant: boolean) =>
      sql`UPDATE product SET instant = ${instant} WHERE owner_id = 1 AND key = 'tower'`.execute(house);
    await setInstant(false);
    const id = await buy(test, agent);
    await setInstant(true);
    const asked = { id, subOrderNo: `${id}-1`, remark: 'Too late', refund: 'own' as const, refundMinor: price / 2 };
    expect((await test.call('consoleCancelApply', asked, { token: staff })).data).toMatchObject({ status: 2001 });
    expect((await settlement(id)).line).toBeUndefined();
    expect(await costsOf(id)).toMatchObject({ cost: minor(0), margin: minor(price / 2) });
    const given = { id, amountMinor: price / 5, reason: 'Sorry' };
    expect((await test.call('consoleGoodwillGive', given, { token: staff, key: newKey() })).data.state).toBe('done');
    expect(await costsOf(id)).toMatchObject({ cost: minor(0), margin: minor(price / 2 - price / 5) });
  });

  it('is owed what was cancelled before the rest moved on the day of then and at its cost, whatever follows', async () => {
    const next = addDays(playOn, 1);
    const house = test.database.house;
    await sql`INSERT INTO sku_cost (owner_id, sku_id, play_on, cost_minor) SELECT owner_id, sku_id, ${next}::date, ${2 * cost}
      FROM sku WHERE owner_id = 1 AND price_minor = ${price}`.execute(house);
    const id = await buy(test, agent, { quantity: 4 });
    await cancel(id, 1);
    const before = (await settlement('')).owed[0]?.amountMinor ?? 0;
    const place = { session: '', untilOn: null };
    const move = async (from: string, to: string, quantity: number) => {
      const moved = {
        ...{ id, subOrderNo: `${id}-1`, differenceMinor: 0, settle: 'settle' as const, reason: 'Rain', beyond: false },
        ...{ seen: { ...place, playOn: from, quantity }, to: { ...place, playOn: to, quantity } },
      };
      expect((await test.call('consoleLineMove', moved, { token: staff })).code).toBe(200);
    };
    await move(playOn, next, 3);
    const linesOn = async (from: string, to = from) =>
      (await test.call('consoleSettlement', { from, to }, { token: supplier })).data.list.filter(
        (item) => item.orderNo === id,
      );
    const former = {
      on: playOn,
      quantity: 0,
      unitCost: minor(cost),
      owed: minor(cost / 2),
      ofCancelled: minor(cost / 2),
    };
    expect(await linesOn(playOn)).toMatchObject([former]);
    expect((await settlement(id)).owed).toEqual([minor(before - 3 * cost)]);
    expect(await linesOn(next)).toMatchObject([{ quantity: 3, owed: minor(6 * cost), ofCancelled: null }]);
    // Now the whole price is kept, which changes nothing of the former day.
    const asked = {
      id,
      subOrderNo: `${id}-1`,
      refundNum: 1,
      remark: 'No-show',
      refund: 'own' as const,
      refundMinor: 0,
    };
    await approve((await test.call('consoleCancelApply', asked, { token: staff })).data.requests);
    const present = { on: next, quantity: 2, owed: minor(6 * cost), ofCancelled: minor(2 * cost) };
    expect(await linesOn(playOn, next)).toMatchObject([former, present]);
    const owed = minor(6 * cost + cost / 2);
    expect(await costsOf(id)).toMatchObject({ cost: owed });
    expect(await supplyOf(id)).toMatchObject({ owed, ofCancelled: minor(2 * cost + cost / 2) });
    await move(next, playOn, 2);
    expect(await linesOn(playOn, next)).toMatchObject([
      { on: playOn, quantity: 2, owed: minor(2 * cost + cost / 2), ofCancelled: minor(cost / 2) },
      { on: next, quantity: 0, unitCost: minor(2 * cost), owed: minor(2 * cost), ofCancelled: minor(2 * cost) },
    ]);
  });

  it('has no share of freight that was kept because the parcel was sent', async () => {
    const orderNo = await buy(test, agent);
    const house = test.database.house;
    await sql`UPDATE sub_order SET freight_minor = 1000, sent_at = now() WHERE order_no = ${orderNo}`.execute(house);
    await cancel(orderNo);
    // Kept: half of 9,000 for the goods, and the freight.
    expect(await costsOf(orderNo)).toMatchObject({ cost: minor(cost / 2), margin: minor(5_500 - cost / 2) });
    await sql`UPDATE sub_order SET freight_minor = 0, sent_at = NULL WHERE order_no = ${orderNo}`.execute(house);
  });

  it('has a cancelled line whose cost no one entered counted among those without one', async () => {
    const orderNo = await buy(test, agent, { sku: 1 });
    const before = (await settlement(orderNo)).unknown;
    await cancel(orderNo);
    expect(await settlement(orderNo)).toMatchObject({ unknown: before, line: { owed: null, ofCancelled: null } });
  });
});
