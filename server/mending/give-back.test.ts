// Money given back (§3 refund, §4): without cancelling up to what is left of what was paid, by two people above the limit (decisions 0024,
// 0293); and cancelling for a buyer with a refund of the staff's choice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey } from '../../tests/build/place-orders.ts';
import { buy } from '../../tests/build/set-up-desk.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
let finance: string;
let admin: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  admin = await test.signIn('admin@one.example', 'admin-2026');
});
afterAll(() => test.close());

const house = () => test.database.house;
const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;
const give = (id: string, amountMinor: number, more: object = {}, token = staff) =>
  test.call('consoleGoodwillGive', { id, amountMinor, reason: 'The bus was late', ...more }, { token, key: newKey() });
const left = async (id: string) => (await test.call('consoleGoodwill', { id }, { token: staff })).data;
/** Sum and list are read one after the other, so the list may be a moment older. */
const refunded = (id: string, minor: number) =>
  until(
    () => detail(id),
    ({ refundTotal, refunds }) =>
      refundTotal.amountMinor === minor &&
      refunds.every((refund) => refund.status === 1) &&
      refunds.reduce((sum, refund) => sum + refund.amount.amountMinor, 0) === minor,
  );
const setLimit = (minor: number) =>
  sql`UPDATE owner SET four_eyes_minor = ${minor} WHERE owner_id = 1`.execute(house());
const cancel = (id: string, more: object) =>
  test.call('consoleCancelApply', { id, remark: 'as agreed', ...more }, { token: staff });

describe('money given back without cancelling', () => {
  it('is refunded at once below the limit, and the order stays as it was', async () => {
    const id = await buy(test, agent);
    const { paidTotal } = await detail(id);
    expect((await left(id)).most).toEqual(paidTotal);
    const bad = await give(id, 0, { reason: ' ' });
    expect(bad.data).toMatchObject({ fields: { amountMinor: {}, reason: {} } });
    expect((await give(id, 1500)).data.state).toBe('done');
    const order = await refunded(id, 1500);
    expect(order.status).toBe(1003);
    expect((await left(id)).most.amountMinor).toBe(paidTotal.amountMinor - 1500);
    expect((await give(id, paidTotal.amountMinor)).code).toBe(200413);
    // What was given is not given a second time when the buyer cancels.
    const quote = await test.call('calculateRefund', { subOrderNo: `${id}-1`, refundNum: 1 }, { token: agent });
    expect(quote.data.share.amountMinor).toBe(paidTotal.amountMinor - 1500);
    const log =
      await sql`SELECT after FROM audit_log WHERE act = 'goodwill-given' AND subject = ${`order ${id}`}`.execute(
        house(),
      );
    expect(log.rows).toMatchObject([{ after: { amountMinor: 1500, reason: 'The bus was late' } }]);
  });

  it('while the buyer asks to cancel leaves the rest to the request, which is approved as it stands', async () => {
    await sql`UPDATE product SET refund_rules = '[{"daysBefore": 1, "hoursBefore": null, "feePercent": 100}]'
      WHERE owner_id = 1 AND key = 'tower'`.execute(house());
    const id = await buy(test, agent);
    const { paidTotal } = await detail(id);
    const asked = await test.call('cancelOrder', { orderNo: id }, { token: agent });
    expect((await give(id, 1500)).data.state).toBe('done');
    const request = asked.data.requests[0]?.id ?? '';
    const approved = await test.call('consoleCancelDecide', { id: request, approve: true }, { token: staff });
    expect(approved.data).toEqual({ status: 4005 });
    await refunded(id, paidTotal.amountMinor);
  });

  it('is given once for a key, and twenty gifts at once never pass what was paid', async () => {
    const id = await buy(test, agent);
    const { paidTotal } = await detail(id);
    const key = newKey();
    const input = { id, amountMinor: 100, reason: 'twice' };
    const [one, two] = await Promise.all(
      [0, 1].map(() => test.call('consoleGoodwillGive', input, { token: staff, key })),
    );
    expect(one?.data).toEqual(two?.data);
    await refunded(id, 100);
    const part = Math.floor((paidTotal.amountMinor - 100) / 3);
    const answers = await Promise.all(Array.from({ length: 20 }, () => give(id, part)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(3);
    expect(answers.filter((answer) => answer.code === 200413)).toHaveLength(17);
    await refunded(id, 100 + 3 * part);
  }, 60_000);

  it('waits for a second person above the limit', async () => {
    await setLimit(1000);
    const id = await buy(test, agent);
    expect((await give(id, 1001, {}, admin)).data.state).toBe('waiting');
    const { list } = (await test.call('consoleGoodwills', {}, { token: finance })).data;
    expect(list).toMatchObject([{ orderNo: id, amount: { amountMinor: 1001 }, own: false, state: 'waiting' }]);
    const request = list[0]?.id ?? '';
    const decide = (token: string, approve: boolean, reason = '') =>
      test.call('consoleGoodwillDecide', { id: request, approve, reason }, { token });
    expect((await decide(admin, true)).code).toBe(200411);
    expect((await decide(staff, true)).http).toBe(421);
    expect((await decide(finance, false)).code).toBe(200001);
    expect((await detail(id)).refundTotal.amountMinor).toBe(0);
    const both = await Promise.all([decide(finance, true), decide(finance, true)]);
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 200009]);
    await refunded(id, 1001);
    await give(id, 1002, {}, admin);
    const second = (await left(id)).list[0]?.id ?? '';
    const withdrawn = { id: second, approve: false, reason: 'a mistake' };
    expect((await test.call('consoleGoodwillDecide', withdrawn, { token: admin })).code).toBe(200);
    expect((await left(id)).list.map((item) => item.state)).toEqual(['refused', 'done']);
    await setLimit(500_000);
  });

  it('goes on to the additional payments where the first payment has no more', async () => {
    const id = await buy(test, agent);
    const { paidTotal } = await detail(id);
    const extra = { id, kind: 'extraTime' as const, amountMinor: 700, reason: 'an hour' };
    const { supplementNo } = (await test.call('consoleSupplementAdd', extra, { token: staff })).data;
    await test.call('paying', { id, channel: 'deposit', supplement: supplementNo }, { token: agent, key: newKey() });
    const all = paidTotal.amountMinor + 700;
    expect((await left(id)).most.amountMinor).toBe(all);
    expect((await give(id, all)).data.state).toBe('done');
    const order = await refunded(id, all);
    expect(order.refunds).toHaveLength(2);
    expect((await left(id)).most.amountMinor).toBe(0);
  });
});

describe('cancelling for a buyer', () => {
  it('takes one line and a part of it, with an amount up to what was paid for it', async () => {
    const id = await buy(test, agent, { quantity: 3 });
    const subOrderNo = `${id}-1`;
    const quote = (await test.call('consoleCancelQuote', { id, subOrderNo, refundNum: 2 }, { token: staff })).data;
    expect(quote.quantity).toBe(2);
    const own = { subOrderNo, refundNum: 2, refund: 'own' };
    expect((await cancel(id, { ...own, subOrderNo: undefined })).data).toMatchObject({ fields: { refundMinor: {} } });
    expect((await cancel(id, { ...own, refundMinor: quote.share.amountMinor + 1 })).data).toMatchObject({
      fields: { refundMinor: {} },
    });
    const asked = await cancel(id, { ...own, refundMinor: 1234 });
    expect(asked.data.requests).toMatchObject([
      { quantity: 2, refund: { amountMinor: 1234 }, fee: { amountMinor: quote.share.amountMinor - 1234 } },
    ]);
    await test.call('consoleCancelDecide', { id: asked.data.requests[0]?.id ?? '', approve: true }, { token: staff });
    const order = await refunded(id, 1234);
    expect(order).toMatchObject({ status: 1003, lines: [{ quantity: 3, cancelledQuantity: 2 }] });
    // The fee that was retained is still money of the buyer: it may be given back.
    expect((await left(id)).most.amountMinor).toBe(order.paidTotal.amountMinor - 1234);
  });

  it('gives what the policy gives, or everything', async () => {
    const terms = { daysBefore: 99, feePercent: 25 };
    const id = await buy(test, agent);
    await sql`UPDATE sub_order SET terms = terms || ${JSON.stringify({ refundRules: [terms] })}::jsonb
      WHERE sub_order_no = ${`${id}-1`}`.execute(house());
    const { paidTotal } = await detail(id);
    const byPolicy = await cancel(id, { refund: 'policy' });
    const back = paidTotal.amountMinor - Math.round(paidTotal.amountMinor / 4);
    expect(byPolicy.data.requests).toMatchObject([{ refund: { amountMinor: back } }]);
    const other = await buy(test, agent);
    expect((await cancel(other, {})).data.requests).toMatchObject([{ refund: paidTotal, fee: { amountMinor: 0 } }]);
  });

  it('of what waits for confirmation happens at once, with the amount that staff chose', async () => {
    await sql`UPDATE sku SET price_minor = 100 WHERE package_id IN (SELECT package_id FROM package k JOIN product p USING (owner_id, product_id)
      WHERE p.key = 'hills')`.execute(house());
    const id = await buy(test, agent, { product: 'Green Hills Day Tour', quantity: 2 });
    const done = await cancel(id, { subOrderNo: `${id}-1`, refund: 'own', refundMinor: 50 });
    expect(done.data).toMatchObject({ status: 2001, requests: [{ result: 1, refund: { amountMinor: 50 } }] });
    await refunded(id, 50);
    const { paidTotal } = await detail(id);
    expect((await left(id)).most.amountMinor).toBe(paidTotal.amountMinor - 50);
  });
});
