// Orders whose lines end in different ways (rules §5 and §7): each line's money is its own, and once nothing of the order is left, its
// promo code counts no use and nothing more is to be paid for it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { buy, makeRoom } from '../../tests/build/set-up-desk.ts';
import { addPackageOf, buyOfBoth, makeSecondSupplier, placeOfBoth } from '../../tests/build/set-up-supply.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
let second: string;

beforeAll(async () => {
  test = await openTestHouse();
  await makeRoom(test);
  const supplier = await makeSecondSupplier(test);
  second = supplier.token;
  await addPackageOf(test, supplier.id);
  const rules = JSON.stringify([{ daysBefore: 30, feePercent: 50 }]);
  await sql`UPDATE product SET refund_rules = ${rules}::jsonb WHERE owner_id = 1 AND key = 'hills'`.execute(
    test.database.house,
  );
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  await sql`INSERT INTO coupon (owner_id, code, type, type_value, order_min_minor, currency)
    VALUES (1, 'MIXED', 1, '100', 0, 'MYR')`.execute(test.database.house);
}, 60_000);
afterAll(async () => {
  // The audit judges what was rejected some minutes ago.
  await sql`UPDATE order_event SET at = at - interval '3 minutes'`.execute(test.database.house);
  await test.close();
});

const usesOfCode = async () =>
  (
    await sql<{ used: number }>`SELECT used FROM coupon WHERE owner_id = 1 AND code = 'MIXED'`.execute(
      test.database.house,
    )
  ).rows[0]?.used;

const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;

const costs = async (orderNo: string) => (await detail(orderNo)).lines.map((line) => line.amount.amountMinor);

/** Once both are there, the smaller one first: they come in any order. */
const refunds = (orderNo: string) =>
  until(
    async () => (await detail(orderNo)).refunds.map((refund) => refund.amount.amountMinor).toSorted((a, b) => a - b),
    (list) => list.length > 1,
  );

/** Two on foot for 200 and one by boat for 300, 100 off both. */
const buyMixed = () => buyOfBoth(test, agent, { promoCode: 'MIXED', offMinor: 100 });

/** The boat's line is decided by its supplier, the other by staff. */
const decide = (call: 'consoleConfirm' | 'consoleReject', id: string, token: string) =>
  call === 'consoleConfirm' ? test.call(call, { id }, { token }) : test.call(call, { id, why: 'No guide' }, { token });

/** Asked for by the buyer, approved by the owner. */
async function cancelConfirmed(orderNo: string, line: number) {
  const asked = await test.call('cancelOrder', { orderNo, subOrderNo: `${orderNo}-${line}` }, { token: agent });
  const id = asked.data.requests.find((request) => request.result === 0)?.id ?? '';
  const approved = await test.call('consoleCancelDecide', { id, approve: true }, { token: staff });
  expect(approved.code).toBe(200);
}

const statuses = async (orderNo: string) => (await detail(orderNo)).lines.map((line) => line.status);

describe('an order of which nothing is left, one line rejected and the other cancelled after its confirmation', () => {
  it('gives the use of its promo code back, and has nothing more to pay', async () => {
    const orderNo = await buyMixed();
    expect(await usesOfCode()).toBe(1);
    await decide('consoleReject', orderNo, second);
    await decide('consoleConfirm', orderNo, staff);
    const added = { id: orderNo, kind: 'extraTime', amountMinor: 70, reason: 'An hour more' } as const;
    await test.call('consoleSupplementAdd', added, { token: staff });
    await cancelConfirmed(orderNo, 1);
    expect(await statuses(orderNo)).toEqual([4005, 4007]);
    expect(await usesOfCode()).toBe(0);
    expect((await detail(orderNo)).supplements.map((item) => item.state)).toEqual(['withdrawn']);
  });
});

describe('an order of which one line was cancelled after its confirmation', () => {
  it('gives the use of its code back when the waiting one is cancelled', async () => {
    const orderNo = await buyMixed();
    await decide('consoleConfirm', orderNo, second);
    await cancelConfirmed(orderNo, 2);
    const rest = await test.call('cancelOrder', { orderNo }, { token: agent });
    expect(rest.data.status).toBe(2001);
    expect(await statuses(orderNo)).toEqual([2001, 4005]);
    expect(await usesOfCode()).toBe(0);
  });

  it('keeps its fee when the waiting one is rejected', async () => {
    const orderNo = await buyMixed();
    await decide('consoleConfirm', orderNo, second);
    await cancelConfirmed(orderNo, 2);
    await decide('consoleReject', orderNo, staff);
    expect(await statuses(orderNo)).toEqual([4007, 4005]);
    const [waited = 0, confirmed = 0] = await costs(orderNo);
    expect(waited + confirmed).toBe(400);
    expect(await refunds(orderNo)).toEqual([Math.floor(confirmed / 2), waited].sort((a, b) => a - b));
    expect(await usesOfCode()).toBe(0);
  });
});

describe('an order of which one line was rejected', () => {
  it('pays that line back and keeps the price of the other', async () => {
    const orderNo = await buyMixed();
    await decide('consoleReject', orderNo, second);
    await decide('consoleConfirm', orderNo, staff);
    expect(await statuses(orderNo)).toEqual([1003, 4007]);
    const { refunds: given } = await until(
      () => detail(orderNo),
      (order) => order.refunds.length > 0,
    );
    expect(given.map((refund) => refund.amount.amountMinor)).toEqual([(await costs(orderNo))[1]]);
    expect(await usesOfCode()).toBe(1);
  });
});

describe('an order of which the last waiting line is cancelled', () => {
  it('brings its buyer the voucher of the line that was confirmed before', async () => {
    const orderNo = await buyMixed();
    await decide('consoleConfirm', orderNo, second);
    const cancelled = await test.call('cancelOrder', { orderNo, subOrderNo: `${orderNo}-1` }, { token: agent });
    expect(cancelled.data.status).toBe(1003);
    const mails = await until(
      async () => (await test.mails('mei@example.com')).filter((mail) => mail.subject.includes(orderNo)),
      (list) => list.some((mail) => /confirmed/i.test(mail.subject)),
    );
    expect(mails.some((mail) => /confirmed/i.test(mail.subject))).toBe(true);
    await cancelConfirmed(orderNo, 2);
  });
});

describe('an order of which one line is being cancelled when the last waiting one is rejected', () => {
  it('is announced as confirmed only when the cancellation is refused', async () => {
    const orderNo = await buyMixed();
    await decide('consoleConfirm', orderNo, second);
    const asked = await test.call('cancelOrder', { orderNo, subOrderNo: `${orderNo}-2` }, { token: agent });
    await decide('consoleReject', orderNo, staff);
    const mails = await until(
      async () => (await test.mails('mei@example.com')).filter((mail) => mail.subject.includes(orderNo)),
      (list) => list.some((mail) => /refunded/.test(mail.subject)),
    );
    expect(mails.filter((mail) => /confirmed/i.test(mail.subject))).toEqual([]);
    const refused = { id: asked.data.requests[0]?.id ?? '', approve: false, reason: 3, text: 'Too late' };
    expect((await test.call('consoleCancelDecide', refused, { token: staff })).code).toBe(200);
    const later = await until(
      async () => (await test.mails('mei@example.com')).filter((mail) => mail.subject.includes(orderNo)),
      (list) => list.some((mail) => /confirmed/i.test(mail.subject)),
    );
    expect(later.filter((mail) => /confirmed/i.test(mail.subject))).toHaveLength(1);
  });
});

describe('an order with several lines', () => {
  it('asks for the line that a quantity is of', async () => {
    const orderNo = await buyMixed();
    const refused = await test.call('cancelOrder', { orderNo, refundNum: 1 }, { token: agent });
    expect(refused.data).toEqual({ fields: { subOrderNo: 'Please choose one' } });
    expect(await statuses(orderNo)).toEqual([1002, 1002]);
  });
});

describe('an order of which one waiting line was cancelled with a fee', () => {
  it('keeps that fee when the other is rejected', async () => {
    const orderNo = await buyMixed();
    const cancel = { id: orderNo, subOrderNo: `${orderNo}-2`, remark: 'Agreed', refund: 'own' } as const;
    await test.call('consoleCancelApply', { ...cancel, refundMinor: 1 }, { token: staff });
    await decide('consoleReject', orderNo, staff);
    expect(await statuses(orderNo)).toEqual([4007, 2001]);
    expect(await refunds(orderNo)).toEqual([1, (await costs(orderNo))[0]]);
  });
});

describe('a line whose difference is paid after its cancellation was asked for', () => {
  const nextDay = addDays(playOn, 1);

  /** Two at 100 each, on a day that costs 150 each; half of 200 is the fee that its buyer saw. */
  async function askedBeforePaid() {
    const id = await buy(test, agent, { product: 'Green Hills', quantity: 2 });
    await decide('consoleConfirm', id, staff);
    await sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor) SELECT owner_id, sku_id, ${nextDay}::date, 150 FROM sub_order
      WHERE sub_order_no = ${`${id}-1`} ON CONFLICT DO NOTHING`.execute(test.database.house);
    const [line, place] = [
      { id, subOrderNo: `${id}-1` },
      { playOn: nextDay, session: '', quantity: 2 },
    ];
    const { seen } = (await test.call('consoleLineQuote', { ...line, ...place, untilOn: '' }, { token: staff })).data;
    const change = { seen, differenceMinor: 100, settle: 'settle', reason: 'A day later' } as const;
    const to = { ...place, untilOn: null };
    const { supplementNo } = (await test.call('consoleLineMove', { ...line, to, ...change }, { token: staff })).data;
    const { requests } = (await test.call('cancelOrder', { orderNo: id }, { token: agent })).data;
    expect(requests).toMatchObject([{ refund: { amountMinor: 100 }, fee: { amountMinor: 100 } }]);
    const paying = { id, channel: 'deposit', supplement: supplementNo ?? '' };
    expect((await test.call('paying', paying, { token: agent, key: newKey() })).data.status).toBe(103);
    return { id, request: requests[0]?.id ?? '' };
  }

  it('costs the fee that the buyer saw: a payment that arrives later is refunded whole', async () => {
    const { id, request } = await askedBeforePaid();
    const waiting = (await test.call('cancelRequests', { query: id }, { token: agent })).data.list;
    expect(waiting).toMatchObject([{ refund: { amountMinor: 200 }, fee: { amountMinor: 100 } }]);
    await test.call('consoleCancelDecide', { id: request, approve: true }, { token: staff });
    const given = await until(
      async () => (await detail(id)).refunds.map((refund) => refund.amount.amountMinor),
      (list) => list.length > 0,
    );
    expect(given).toEqual([200]);
    const decided = (await test.call('cancelRequests', { query: id }, { token: agent })).data.list;
    expect(decided).toMatchObject([{ result: 1, refund: { amountMinor: 200 }, fee: { amountMinor: 100 } }]);
  });
});

describe('an order that is not paid yet', () => {
  it('is withdrawn as a whole, which the refusal of a single line says', async () => {
    const orderNo = await placeOfBoth(test, agent);
    const one = { subOrderNo: `${orderNo}-1`, remark: 'x' };
    for (const refused of [
      await test.call('cancelOrder', { orderNo, ...one }, { token: agent }),
      await test.call('consoleCancelApply', { id: orderNo, ...one }, { token: staff }),
    ]) {
      expect(refused.code).toBe(200316);
      expect(refused.msg).toMatch(/not paid yet.*as a whole/);
    }
    expect(await statuses(orderNo)).toEqual([1001, 1001]);
    expect((await test.call('cancelOrder', { orderNo }, { token: agent })).data.status).toBe(4007);
  });
});
