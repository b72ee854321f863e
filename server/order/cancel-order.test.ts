// Cancelling over HTTP (§4, §5, rules §5 and §7): quotes to the cent, at once or by application, whole or in part, with
// places and money returned exactly once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { refusals } from '../../domain/errors.ts';
import { until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { fillOrder, findProduct, newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { playOn } from '../../tests/build/small-seed.ts';
import { sql } from '../platform/db.ts';

let test: TestHouse;
let agent: string;
let staff: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  staff = await test.signIn('operations@one.example', 'operations-2026');
  await sql`UPDATE ledger_account SET balance_minor = balance_minor + 10000000 WHERE owner_id = 1 AND kind = 'deposit'`.execute(
    test.database.house,
  );
  await sql`WITH j AS (INSERT INTO ledger_journal (owner_id, cause, deal_type) VALUES (1, 'gift for tests', 9) RETURNING journal_id),
      h AS (UPDATE ledger_account SET balance_minor = balance_minor - 10000000 WHERE owner_id = 1 AND kind = 'house' RETURNING ledger_id)
    INSERT INTO ledger_entry (owner_id, journal_id, ledger_id, amount_minor)
    SELECT 1, j.journal_id, l.ledger_id, CASE WHEN l.kind = 'deposit' THEN 10000000 ELSE -10000000 END FROM j, ledger_account l
    WHERE l.owner_id = 1 AND l.kind IN ('deposit', 'house')`.execute(test.database.house);
});
afterAll(() => test.close());

const balance = async () =>
  (
    await sql<{
      balance_minor: number;
    }>`SELECT balance_minor FROM ledger_account WHERE owner_id = 1 AND kind = 'deposit'`.execute(test.database.house)
  ).rows[0]?.balance_minor ?? 0;

async function paid(product: string, quantity: number): Promise<string> {
  const orderNo = await placeOrder(test, agent, { product, quantity });
  await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
  return orderNo;
}

const left = async (product: string) => {
  const { packages } = await findProduct(test, product);
  const { data } = await test.call('inventories', { packageId: packages[0]?.id ?? '', from: playOn, to: playOn });
  return data.days[0]?.left ?? -1;
};

const detail = async (id: string) => (await test.call('orderDetail', { id }, { token: agent })).data;

describe('an order that waits for confirmation', () => {
  it('is cancelled at once: part of it first, then the rest, everything back', async () => {
    const before = [await balance(), await left('Green Hills')];
    const orderNo = await paid('Green Hills', 3);
    const answer = await test.call(
      'cancelOrder',
      { orderNo, subOrderNo: `${orderNo}-1`, refundNum: 1 },
      { token: agent },
    );
    expect(answer.data.status).toBe(1002);
    await until(balance, (now) => now === (before[0] ?? 0) - 20_000);
    expect(await left('Green Hills')).toBe((before[1] ?? 0) - 2);
    expect((await detail(orderNo)).lines[0]).toMatchObject({ quantity: 3, cancelledQuantity: 1, status: 1002 });
    const rest = await test.call('cancelOrder', { orderNo }, { token: agent });
    expect(rest.data.status).toBe(2001);
    await until(balance, (now) => now === before[0]);
    expect(await left('Green Hills')).toBe(before[1]);
    expect((await test.call('cancelOrder', { orderNo }, { token: agent })).code).toBe(200302);
  });
});

describe('a confirmed order', () => {
  it('needs an application: quoted, rejected with a reason, sent again, approved, less the fee (§1 requests to cancel; §4 cancelling; §3 cancellation requests; §3 rejection reasons)', async () => {
    // Free until 20 days before, then half is retained until 5 days before, then all.
    const rules = JSON.stringify([
      { daysBefore: 20, feePercent: 50 },
      { daysBefore: 5, feePercent: 100 },
    ]);
    await sql`UPDATE product SET refund_rules = ${rules}::jsonb WHERE owner_id = 1 AND key = 'tower'`.execute(
      test.database.house,
    );
    const before = [await balance(), await left('Silver Tower')];
    const orderNo = await paid('Silver Tower', 3);
    const subOrderNo = `${orderNo}-1`;
    const quote = await test.call('calculateRefund', { subOrderNo, refundNum: 3 }, { token: agent });
    expect(quote.data).toMatchObject({
      feePercent: 50,
      refund: { amountMinor: 15_000 },
      fee: { amountMinor: 15_000 },
      needsApproval: true,
      cancellable: true,
    });
    const answer = await test.call('cancelRules', { id: subOrderNo }, { token: agent });
    expect(answer.data).toMatchObject({ freeUntil: addDays(playOn, -20), zone: 'Asia/Kuala_Lumpur' });

    const asked = await test.call('cancelOrder', { orderNo, remark: 'plans changed' }, { token: agent });
    expect(asked.data).toMatchObject({
      status: 1004,
      requests: [{ result: 0, applier: 1, refund: { amountMinor: 15_000 } }],
    });
    expect((await test.call('cancelOrder', { orderNo }, { token: agent })).code).toBe(200302);
    const queue = await test.call('consoleCancels', {}, { token: staff });
    const id = queue.data.list.find((item) => item.orderNo === orderNo)?.id ?? '';
    expect((await test.call('consoleCancelDecide', { id, approve: false }, { token: staff })).data).toEqual({
      fields: { reason: 'Please choose one', text: 'This field is required' },
    });
    const no = await test.call(
      'consoleCancelDecide',
      { id, approve: false, reason: 2, text: 'scanned at the gate' },
      { token: staff },
    );
    expect(no.data.status).toBe(1003);
    const seen = await test.call('cancelRequests', { query: orderNo }, { token: agent });
    expect(seen.data.list[0]).toMatchObject({ result: 2, rejectReason: 2, rejectText: 'scanned at the gate' });

    await test.call('cancelOrder', { orderNo, subOrderNo, refundNum: 2 }, { token: agent });
    // An order's page asks for its requests alone.
    const again = (await test.call('consoleCancels', { orderNo }, { token: staff })).data.list;
    expect(again).toMatchObject([{ orderNo, subOrderNo, quantity: 2, refund: { amountMinor: 10_000 } }]);
    const other = `${orderNo.slice(0, -1)}${orderNo.endsWith('0') ? '1' : '0'}`;
    expect((await test.call('consoleCancels', { orderNo: other }, { token: staff })).data.total).toBe(0);
    const decide = () => test.call('consoleCancelDecide', { id: again[0]?.id ?? '', approve: true }, { token: staff });
    const both = await Promise.all([decide(), decide()]);
    expect(both.map((answer) => answer.code).sort()).toEqual([200, 200009]);
    // 300 paid for three, two of them cancelled: 200, half retained.
    await until(balance, (now) => now === (before[0] ?? 0) - 30_000 + 10_000);
    expect(await left('Silver Tower')).toBe((before[1] ?? 0) - 1);
    expect((await detail(orderNo)).lines[0]).toMatchObject({ status: 1003, cancelledQuantity: 2 });
    expect((await detail(orderNo)).refundTotal.amountMinor).toBe(10_000);
    const listed = await test.call('orderList', { query: orderNo }, { token: agent });
    expect(listed.data.list[0]?.refunded).toEqual({ amountMinor: 10_000, currency: 'MYR' });
    expect((await detail(orderNo)).refunds).toMatchObject([
      { amount: { amountMinor: 10_000 }, reason: 'approveCancel', channel: 'deposit' },
    ]);
  });

  it('is refused by the policy with reason 4 when nothing is given back any more', async () => {
    await sql`UPDATE product SET refund_rules = '[{"daysBefore":60,"feePercent":100}]' WHERE owner_id = 1 AND key = 'tower'`.execute(
      test.database.house,
    );
    const orderNo = await paid('Silver Tower', 1);
    const answer = await test.call('cancelOrder', { orderNo }, { token: agent });
    expect(answer.data).toMatchObject({ status: 1003, requests: [{ result: 2, rejectReason: 4 }] });
    // The owner may still cancel for the partner: nothing is retained.
    const before = await balance();
    const own = await test.call('consoleCancelApply', { id: orderNo, remark: 'the tower is closed' }, { token: staff });
    expect(own.data).toMatchObject({ status: 1004 });
    const id = own.data.requests.find((request) => request.result === 0)?.id ?? '';
    await test.call('consoleCancelDecide', { id, approve: true }, { token: staff });
    await until(balance, (now) => now === before + 10_000);
    expect((await detail(orderNo)).status).toBe(4005);
    const rules = await test.call('cancelRules', { id: `${orderNo}-1` }, { token: agent });
    expect([rules.code, rules.data.zone]).toEqual([200, 'Asia/Kuala_Lumpur']);
  });

  it('that cost nothing has nothing to retain: it may always be asked to be cancelled, and its quote says so', async () => {
    const orderNo = await paid('Free Walk', 1);
    const quote = await test.call('calculateRefund', { subOrderNo: `${orderNo}-1`, refundNum: 1 }, { token: agent });
    expect(quote.data).toMatchObject({ feePercent: 100, cancellable: true });
    const asked = await test.call('cancelOrder', { orderNo }, { token: agent });
    expect(asked.data).toMatchObject({ status: 1004, requests: [{ result: 0 }] });
  });

  it('gives back every cent in parts, whatever the order of the parts (§3 refunds)', async () => {
    await sql`UPDATE product SET refund_rules = '[{"daysBefore":1,"feePercent":100}]' WHERE owner_id = 1 AND key = 'tower'`.execute(
      test.database.house,
    );
    const before = await balance();
    const filled = await fillOrder(test, agent, { product: 'Silver Tower', quantity: 3, promoCode: 'TEN' });
    const seenTotal = { amountMinor: 27_000, currency: 'MYR' as const };
    const placed = await test.call('createOrder', { ...filled, seenTotal }, { token: agent, key: newKey() });
    const input = placed.data.orderNo;
    await test.call('paying', { id: input, channel: 'deposit' }, { token: agent, key: newKey() });
    expect(await balance()).toBe(before - 27_000);
    for (const quantity of [1, 1, 1]) {
      const { data } = await test.call(
        'cancelOrder',
        { orderNo: input, subOrderNo: `${input}-1`, refundNum: quantity },
        { token: agent },
      );
      const id = data.requests.find((request) => request.result === 0)?.id ?? '';
      await test.call('consoleCancelDecide', { id, approve: true }, { token: staff });
    }
    await until(balance, (now) => now === before);
    expect((await detail(input)).status).toBe(4005);
  });

  it('gives back in parts what the whole would have given, to the unit of a currency without digits (§3 refunds)', async () => {
    const house = test.database.house;
    await sql`UPDATE product SET refund_rules = '[{"daysBefore":20,"feePercent":50},{"daysBefore":1,"feePercent":100}]'
      WHERE owner_id = 1 AND key = 'yen-show'`.execute(house);
    await sql`UPDATE sku SET price_minor = 3501 WHERE price_minor = 3500`.execute(house);
    const orderNo = await placeOrder(test, agent, { product: 'Evening Show', session: '18:00', quantity: 6 });
    await test.call('paying', { id: orderNo, channel: 'deposit' }, { token: agent, key: newKey() });
    const subOrderNo = `${orderNo}-1`;
    const quote = async (refundNum: number) =>
      (await test.call('calculateRefund', { subOrderNo, refundNum }, { token: agent })).data.refund.amountMinor;
    const whole = await quote(6);
    let refunded = 0;
    for (const refundNum of [1, 1, 1, 1, 1, 1]) {
      refunded += await quote(refundNum);
      const { data } = await test.call('cancelOrder', { orderNo, subOrderNo, refundNum }, { token: agent });
      const id = data.requests.find((request) => request.result === 0)?.id ?? '';
      await test.call('consoleCancelDecide', { id, approve: true }, { token: staff });
    }
    expect([whole, refunded]).toEqual([10_503, 10_503]);
    await until(
      () => detail(orderNo),
      (order) => order.refundTotal.amountMinor === whole,
    );
  });

  it('applies once when asked twenty times at once', async () => {
    const orderNo = await paid('Silver Tower', 2);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => test.call('cancelOrder', { orderNo }, { token: agent })),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect((await test.call('cancelRequests', { query: orderNo }, { token: agent })).data.list).toHaveLength(1);
  });

  it('is not cancelled whole where a part of it is named: one line needs no name, and what is unpaid has no parts', async () => {
    const as = { token: agent };
    const orderNo = await paid('Silver Tower', 3);
    const part = await test.call('cancelOrder', { orderNo, refundNum: 1 }, as);
    expect(part.data.requests.map((request) => request.quantity)).toEqual([1]);
    const unpaid = await placeOrder(test, agent, { product: 'Silver Tower', quantity: 3 });
    const line = `${unpaid}-1`;
    for (const apply of [
      (asked: object) => test.call('cancelOrder', { orderNo: unpaid, ...asked }, as),
      (asked: object) => test.call('consoleCancelApply', { id: unpaid, remark: 'x', ...asked }, { token: staff }),
    ]) {
      expect((await apply({ subOrderNo: `${orderNo}-1` })).http).toBe(421);
      expect((await apply({ subOrderNo: line, refundNum: 1 })).code).toBe(200316);
    }
    expect((await detail(unpaid)).status).toBe(1001);
    const whole = await test.call('cancelOrder', { orderNo: unpaid, subOrderNo: line, refundNum: 3 }, as);
    expect(whole.data.status).toBe(4007);
  });

  it('cannot be quoted, read or cancelled by another partner, and quantities are bounded', async () => {
    const orderNo = await paid('Silver Tower', 2);
    const member = await test.signIn('member@one.example', 'member-2026');
    const ask = { subOrderNo: `${orderNo}-1`, refundNum: 1 };
    for (const answer of [
      await test.call('calculateRefund', ask, { token: member }),
      await test.call('cancelRules', { id: ask.subOrderNo }, { token: member }),
      await test.call('cancelRequests', { query: orderNo }, { token: member }),
      await test.call('cancelOrder', { orderNo }, { token: member }),
    ])
      expect(answer.http).toBe(421);
    for (const refundNum of [0, -1, 1.5, 3, 1_000_000_000]) {
      const answer = await test.call('calculateRefund', { ...ask, refundNum }, { token: agent });
      expect(answer.code, String(refundNum)).toBe(200001);
    }
  });

  it('quotes nothing for a line that was cancelled or is over', async () => {
    const orderNo = await paid('Silver Tower', 2);
    const ask = { subOrderNo: `${orderNo}-1`, refundNum: 1 };
    expect((await test.call('calculateRefund', ask, { token: agent })).code).toBe(200);
    const move = (status: number) =>
      sql`UPDATE sub_order SET status = ${status} WHERE sub_order_no = ${ask.subOrderNo}`.execute(test.database.house);
    for (const status of [1004, 1005, 2001, 4005, 4006, 4007]) {
      await move(status);
      const answer = await test.call('calculateRefund', ask, { token: agent });
      expect(answer.code, String(status)).toBe(refusals.actionNotAllowed);
    }
    await move(1003);
    expect((await test.call('calculateRefund', ask, { token: agent })).code).toBe(200);
  });
});
