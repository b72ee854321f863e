// Money and promo codes that go back when two things end one order: a part cancelled before the rest is rejected, one line before the
// other, money that comes after the deadline, one cancellation sent twice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillFields, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { buy, makeRoom } from '../../tests/build/set-up-desk.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { closeOverdue } from '../order/close-order.ts';
import { endOverdueTransfers } from '../payment/transfer/pay-offline.ts';
import { sql } from '../platform/db.ts';
import { auditHouse } from '../upkeep/audit-house.ts';

let test: TestHouse;
let agent: string;
let member: string;
let operations: string;
let finance: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  const instructions = JSON.stringify({ instructions: { MYR: { en: 'Account 1' } } });
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, options) VALUES (1, 'offline', true, '3', ${instructions}::jsonb)`.execute(
    test.database.house,
  );
  agent = await test.signIn('agent@one.example', 'agent-2026');
  member = await test.signIn('member@one.example', 'member-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
});
afterAll(() => test.close());

const hills = 'Green Hills Day Tour';
const deposit = async () => (await test.call('bill', {}, { token: agent })).data.figures.deposit.amountMinor;
const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;
const cancel = (orderNo: string, more: object = {}, key?: string) =>
  test.call('cancelOrder', { orderNo, ...more }, { token: agent, key });
const usesOf = async (code: string) => {
  const { coupon } = (await test.call('consoleCoupon', { code }, { token: finance })).data;
  if (!coupon) throw new Error(`no code ${code}`);
  return coupon.used;
};

/** The deadline passes; the clock of the installation ends the transfer and closes the order. */
async function runOut(id: string) {
  const { house } = test.database;
  await sql`UPDATE purchase SET pay_by = now() - interval '1 minute' WHERE order_no = ${id}`.execute(house);
  const jobs = { send: async () => undefined, work: async () => undefined, stop: async () => undefined };
  await endOverdueTransfers(
    test.database,
    (owner) => ({ owner, jobs }),
    () => new Date(),
  );
  await closeOverdue(test.database, () => new Date());
}

async function approve(orderNo: string) {
  const queue = (await test.call('consoleCancels', {}, { token: operations })).data.list;
  const ids = queue.filter((item) => item.orderNo === orderNo).map((item) => item.id);
  for (const id of ids) await test.call('consoleCancelDecide', { id, approve: true }, { token: operations });
  return ids.length;
}

/** Two lines of the manual tour, paid from the deposit. */
async function buyTwoLines(promoCode: string): Promise<string> {
  const product = await findProduct(test, hills);
  const skus = product.packages[0]?.skus ?? [];
  const lines = skus.map(({ id }) => ({ skuId: id, playOn, session: '', quantity: 2 }));
  const text = lines.map((line) => `${line.skuId}:${line.playOn}::${line.quantity}`).join(',');
  const form = (await test.call('bookProducts', { lines: text }, { token: agent })).data;
  const off = Math.round(form.total.amountMinor / 10);
  const input = {
    id: product.id,
    lines,
    contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
    ...fillFields(form),
    promoCode,
    agreed: true,
    seenTotal: { amountMinor: form.total.amountMinor - off, currency: 'MYR' as const },
  };
  const placed = await test.call('createOrder', input, { token: agent, key: newKey() });
  expect(placed.code).toBe(200);
  await test.call('paying', { id: placed.data.orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  return placed.data.orderNo;
}

describe('an order that waits for confirmation and was cancelled in part', () => {
  it('gives the rest back, and all of it, when it is rejected', async () => {
    const before = await deposit();
    const orderNo = await buy(test, agent, { product: hills, quantity: 3 });
    expect((await cancel(orderNo, { subOrderNo: `${orderNo}-1`, refundNum: 1 })).data.status).toBe(1002);
    await until(deposit, (now) => now === before - 200);
    const no = await test.call('consoleReject', { id: orderNo, why: 'no guide' }, { token: operations });
    expect(no.data.status).toBe(4007);
    expect(await until(deposit, (now) => now === before)).toBe(before);
    expect(await detail(orderNo)).toMatchObject({ paidTotal: { amountMinor: 300 }, refundTotal: { amountMinor: 300 } });
  });

  it('gives exactly everything back when the part and the rejection meet, ten orders at once', async () => {
    const before = await deposit();
    const orders: string[] = [];
    for (let at = 0; at < 10; at += 1) orders.push(await buy(test, agent, { product: hills, quantity: 3 }));
    expect(await deposit()).toBe(before - 3000);
    await Promise.all(
      orders.flatMap((orderNo) => [
        cancel(orderNo, { subOrderNo: `${orderNo}-1`, refundNum: 1 }),
        test.call('consoleBulk', { orderNos: [orderNo], act: 'reject', why: 'storm' }, { token: operations }),
      ]),
    );
    expect(await until(deposit, (now) => now === before)).toBe(before);
  });
});

describe('a promo code', () => {
  it('goes back once when the lines of an order end in different ways', async () => {
    const before = await usesOf('TEN');
    const orderNo = await buyTwoLines('TEN');
    expect(await usesOf('TEN')).toBe(before + 1);
    expect((await cancel(orderNo, { subOrderNo: `${orderNo}-1` })).code).toBe(200);
    await test.call('consoleConfirm', { id: orderNo }, { token: operations });
    expect(await usesOf('TEN')).toBe(before + 1);
    await test.call('consoleCancelApply', { id: orderNo, remark: 'closed' }, { token: operations });
    expect(await approve(orderNo)).toBe(1);
    expect((await detail(orderNo)).lines.map((line) => line.status)).toEqual([2001, 4005]);
    expect(await usesOf('TEN')).toBe(before);
  });

  it('that went back with an order out of time is taken again when its money comes late', async () => {
    const before = await usesOf('ONCE');
    const input = { token: member };
    const product = await findProduct(test, 'Silver Tower', input);
    const skuId = product.packages[0]?.skus[0]?.id ?? '';
    const form = (await test.call('bookProducts', { lines: `${skuId}:${playOn}::1` }, input)).data;
    const wanted = {
      id: product.id,
      lines: [{ skuId, playOn, session: '', quantity: 1 }],
      contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
      ...fillFields(form),
      promoCode: 'ONCE',
      agreed: true,
      seenTotal: { amountMinor: form.total.amountMinor - 500, currency: 'MYR' as const },
    };
    const place = () => test.call('createOrder', wanted, { token: member, key: newKey() });
    const id = (await place()).data.orderNo;
    const begun = await test.call('paying', { id, channel: 'offline' }, { token: member, key: newKey() });
    await runOut(id);
    expect(await usesOf('ONCE')).toBe(before);
    const found = { id: begun.data.paymentNo, verified: true, seen: 'open', reason: '' } as const;
    const late = await test.call('consoleTransferDecide', found, { token: finance });
    expect(late.data).toEqual({ state: 'verified', outcome: 'applied' });
    expect(await usesOf('ONCE')).toBe(before + 1);
    // The only use of the code is taken: no second buyer gets it.
    expect((await place()).code).toBe(200603);
  });
});

describe('money that comes after the day it was for', () => {
  it('buys nothing any more: the order stays closed and the money is left to a person to give back', async () => {
    const id = await placeOrder(test, member, { product: 'Silver Tower' });
    const begun = await test.call('paying', { id, channel: 'offline' }, { token: member, key: newKey() });
    await runOut(id);
    await sql`UPDATE sub_order SET play_on = current_date - 2 WHERE order_no = ${id}`.execute(test.database.house);
    const found = { id: begun.data.paymentNo, verified: true, seen: 'open', reason: '' } as const;
    const late = await test.call('consoleTransferDecide', found, { token: finance });
    expect(late.data).toEqual({ state: 'verified', outcome: 'late' });
    expect((await test.call('orderDetail', { id }, { token: member })).data.status).toBe(4006);
    const queue = () => test.call('consoleRefunds', { state: 'manual' }, { token: finance });
    const waiting = await until(queue, (result) => result.data.list.some((item) => item.orderNo === id));
    expect(waiting.data.list.find((item) => item.orderNo === id)?.amount.amountMinor).toBe(10_300);
  });
});

describe('what went back', () => {
  it('is shown in the figures of the order, whatever fee the channel retained', async () => {
    const id = await placeOrder(test, member, { product: 'Silver Tower', quantity: 2 });
    const begun = await test.call('paying', { id, channel: 'offline' }, { token: member, key: newKey() });
    const found = { id: begun.data.paymentNo, verified: true, seen: 'open', reason: '' } as const;
    expect((await test.call('consoleTransferDecide', found, { token: finance })).data.outcome).toBe('applied');
    await test.call('consoleCancelApply', { id, remark: 'closed' }, { token: operations });
    await approve(id);
    const shown = () => test.call('orderDetail', { id }, { token: member });
    await until(shown, (answer) => answer.data.refunds.length === 1);
    // 200 and 3 percent of fee were paid; the fee stays, and 200 of 200 went back.
    expect((await shown()).data).toMatchObject({
      refunds: [{ amount: { amountMinor: 20_000 } }],
      paidTotal: { amountMinor: 20_000 },
      refundTotal: { amountMinor: 20_000 },
    });
  });
});

describe('a cancellation', () => {
  it('that is sent twice with one key happens once, also at the same moment, and the key holds for nothing else', async () => {
    const orderNo = await buy(test, agent, { product: hills, quantity: 5 });
    const key = newKey();
    const item = { subOrderNo: `${orderNo}-1`, refundNum: 1 };
    const result = await Promise.all(Array.from({ length: 20 }, () => cancel(orderNo, item, key)));
    expect(new Set(result.map((answer) => answer.code))).toEqual(new Set([200]));
    expect((await detail(orderNo)).lines[0]).toMatchObject({ quantity: 5, cancelledQuantity: 1, status: 1002 });
    expect((await cancel(orderNo, { ...item, refundNum: 2 }, key)).code).toBe(200006);
    expect((await cancel(orderNo, item, newKey())).code).toBe(200);
    expect((await detail(orderNo)).lines[0]).toMatchObject({ cancelledQuantity: 2 });
  });
});

it('the audit names a rejected order that retained money, and an ended one that holds a code', async () => {
  const own = await openTestHouse();
  const { house } = own.database;
  const [buyer, staff] = [
    await own.signIn('agent@one.example', 'agent-2026'),
    await own.signIn('operations@one.example', 'operations-2026'),
  ];
  const id = await placeOrder(own, buyer, { product: hills, quantity: 2 });
  await own.call('paying', { id, channel: 'deposit' }, { token: buyer, key: newKey() });
  expect((await own.call('consoleReject', { id, why: 'Full' }, { token: staff })).code).toBe(200);
  const found = async () => (await auditHouse(own.database)).filter((finding) => finding.violations.length);
  await until(
    async () => (await own.call('orderDetail', { id }, { token: buyer })).data.refunds,
    (list) => list.length === 1,
  );
  await sql`UPDATE order_event SET at = at - interval '3 minutes' WHERE order_no = ${id}`.execute(house);
  expect(await found()).toEqual([]);
  await sql`UPDATE refund SET amount_minor = amount_minor - 1 WHERE order_no = ${id}`.execute(house);
  await sql`INSERT INTO coupon_use (owner_id, code, order_no, account_id) SELECT owner_id, code, ${id}, 1 FROM coupon LIMIT 1`.execute(
    house,
  );
  expect((await found()).map((finding) => finding.invariant)).toEqual(
    expect.arrayContaining([
      'payment: an order that was rejected gave back all that came in',
      'coupon: an order that ended wholly holds no use',
    ]),
  );
  await sql`UPDATE refund SET amount_minor = amount_minor + 1 WHERE order_no = ${id}`.execute(house);
  await sql`DELETE FROM coupon_use WHERE order_no = ${id}`.execute(house);
  await own.close();
}, 120_000);
