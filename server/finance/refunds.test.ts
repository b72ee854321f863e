// Refunds that wait for a person: done by hand once however many staff press, requested again under one new number, and never more
// than was paid, in any currency and any order of actions.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openGateway, type TestGateway, until } from '../../tests/build/open-gateway.ts';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { newKey, placeOrder } from '../../tests/build/place-orders.ts';
import { insertRefund, settleRefund } from '../payment/refund.sql.ts';
import { sql } from '../platform/db.ts';
import { nextRefundNo, settleByHand } from './refunds.sql.ts';

let test: TestHouse;
let gateway: TestGateway;
let member: string;
let finance: string;
let operations: string;

beforeAll(async () => {
  test = await openTestHouse();
  gateway = await openGateway(test);
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent) VALUES (1, 'offline', true, '0')`.execute(
    test.database.house,
  );
  member = await test.signIn('member@one.example', 'member-2026');
  finance = await test.signIn('finance@one.example', 'finance-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
});
afterAll(async () => {
  await gateway.close();
  await test.close();
});

const refunds = async (state: 'manual' | 'failed' | 'processing' | 'done' = 'manual') =>
  (await test.call('consoleRefunds', { state }, { token: finance })).data;
const byHand = (id: string, reference = 'BANK 77', reason = 'sent by bank') =>
  test.call('consoleRefundDone', { id, reference, reason }, { token: finance });
const again = (id: string) => test.call('consoleRefundAgain', { id }, { token: finance });
const reject = (id: string) => test.call('consoleReject', { id, why: 'No guide that day' }, { token: operations });
const start = async (channel: string) => {
  const orderNo = await placeOrder(test, member, { product: 'Green Hills', quantity: 2 });
  const answer = await test.call('paying', { id: orderNo, channel }, { token: member, key: newKey() });
  return {
    orderNo,
    paymentNo: answer.data.paymentNo,
    gatewayId: String(answer.data.redirectUrl).split('/').at(-1) ?? '',
  };
};
const waitFor = (state: 'manual' | 'failed' | 'done', orderNo: string) =>
  until(
    async () => (await refunds(state)).list.find((item) => item.orderNo === orderNo),
    (item) => item !== undefined,
  );

/** A transfer that arrived and has to go back. */
async function owedByHand() {
  const { orderNo, paymentNo } = await start('offline');
  await test.call('consoleTransferDecide', { id: paymentNo, verified: true, seen: 'open' }, { token: finance });
  expect((await reject(orderNo)).code).toBe(200);
  const refund = await waitFor('manual', orderNo);
  if (!refund) throw new Error('no manual refund');
  return { orderNo, paymentNo, refund };
}

/** Money of the test gateway whose way back it refuses. */
async function owedAfterFailure() {
  const { orderNo, paymentNo, gatewayId } = await start('sandbox');
  await gateway.act(gatewayId, 'pay-silent');
  const paid = () => test.call('isPaySuccess', { id: orderNo }, { token: member }).then((answer) => answer.data.paid);
  const ask = async () => {
    await sql`UPDATE payment SET polled_at = NULL WHERE payment_no = ${paymentNo}`.execute(test.database.house);
    return paid();
  };
  expect(await until(ask, Boolean)).toBe(true);
  expect(await gateway.act(`${gatewayId}/refunds`, 'fail-silent', { delaySeconds: 0 })).toBe(200);
  expect((await reject(orderNo)).code).toBe(200);
  const refund = await until(
    async () => {
      await sql`UPDATE refund SET created_at = created_at - interval '2 hours' WHERE payment_no = ${paymentNo} AND status = 0`.execute(
        test.database.house,
      );
      return (await refunds('failed')).list.find((item) => item.orderNo === orderNo);
    },
    (item) => item !== undefined,
  );
  if (!refund) throw new Error('no failed refund');
  return { orderNo, paymentNo, gatewayId, refund };
}

const acts = async (act: string, subject: string) => {
  const found = await sql<{
    after: Record<string, unknown>;
  }>`SELECT after FROM audit_log WHERE act = ${act} AND subject = ${subject}`.execute(test.database.house);
  return found.rows.map((row) => row.after);
};

describe('a refund by hand', () => {
  it('wants a reference and a reason, and twenty at once book it once', async () => {
    const { orderNo, refund } = await owedByHand();
    expect(refund).toMatchObject({
      state: 'manual',
      channel: 'offline',
      amount: { amountMinor: 20_000, currency: 'MYR' },
    });
    const empty = await byHand(refund.refundNo, ' ', '');
    expect(empty.code).toBe(200001);
    expect(Object.keys((empty.data as never as { fields: object }).fields).sort()).toEqual(['reason', 'reference']);
    expect((await again(refund.refundNo)).code).toBe(200302);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => byHand(refund.refundNo, `BANK ${at}`)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === 200009)).toHaveLength(19);
    const winner = `BANK ${answers.findIndex((answer) => answer.code === 200)}`;
    expect(await acts('refund-done', `refund ${refund.refundNo}`)).toEqual([
      { reference: winner, reason: 'sent by bank', amountMinor: 20_000, currency: 'MYR', orderNo },
    ]);
    expect(await waitFor('done', orderNo)).toMatchObject({ state: 'done', byHand: true, reference: winner });
    const mails = () =>
      sql<{ n: number }>`SELECT count(*)::int AS n FROM mail WHERE occasion LIKE ${`%refunded:${refund.refundNo}%`}`
        .execute(test.database.house)
        .then((found) => found.rows[0]?.n);
    expect(await until(mails, (n) => n === 1)).toBe(1);
    const { events } = (await test.call('orderDetail', { id: orderNo }, { token: member })).data;
    expect(events.filter((event) => event.action === 'refundDone')).toHaveLength(1);
  });

  it('is no matter for others, nor for another owner', async () => {
    const { refund } = await owedByHand();
    for (const who of ['operations', 'content', 'supplier'] as const) {
      const token = await test.signIn(`${who}@one.example`, `${who}-2026`);
      const input = { id: refund.refundNo, reference: 'x', reason: 'x' };
      expect((await test.call('consoleRefundDone', input, { token })).http, who).toBe(421);
      expect((await test.call('consoleRefunds', {}, { token })).http, who).toBe(421);
    }
    const other = await test.signIn('finance@two.example', 'finance-2026', 'two.test');
    const abroad = { token: other, host: 'two.test' };
    expect((await test.call('consoleRefunds', {}, abroad)).data.total).toBe(0);
    expect(
      (await test.call('consoleRefundDone', { id: refund.refundNo, reference: 'x', reason: 'x' }, abroad)).http,
    ).toBe(421);
    expect((await refunds()).counts.manual).toBe(1);
    expect((await byHand(refund.refundNo)).code).toBe(200);
  });
});

describe('a refund that the channel refused', () => {
  it('is requested again once, under a new number, and then goes through (§3 result of processing or settlement)', async () => {
    const { orderNo, paymentNo, gatewayId, refund } = await owedAfterFailure();
    expect(refund.state).toBe('failed');
    await gateway.act(`${gatewayId}/refunds`, 'succeed-silent', { delaySeconds: 0 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => again(refund.refundNo)));
    expect(answers.filter((answer) => answer.code === 200).map((answer) => answer.data.refundNo)).toEqual([
      `${refund.refundNo}-t2`,
    ]);
    expect(answers.filter((answer) => answer.code === 200009)).toHaveLength(19);
    expect((await byHand(refund.refundNo)).code).toBe(200009);
    const done = await until(
      async () => {
        await sql`UPDATE refund SET created_at = created_at - interval '2 hours' WHERE payment_no = ${paymentNo} AND status = 0`.execute(
          test.database.house,
        );
        return (await refunds('done')).list.find((item) => item.orderNo === orderNo);
      },
      (item) => item !== undefined,
    );
    expect(done).toMatchObject({ refundNo: `${refund.refundNo}-t2`, byHand: false });
    const { data } = await test.call('consolePayment', { id: paymentNo }, { token: finance });
    expect(data.refunds.map((refund) => refund.state).sort()).toEqual(['again', 'done']);
    expect(data.payment.refunded).toEqual(data.payment.amount);
    expect((await refunds('failed')).counts.failed).toBe(0);
  });

  it('goes by hand or by the channel, never both, when two press at once', async () => {
    const { refund, paymentNo } = await owedAfterFailure();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? again(refund.refundNo) : byHand(refund.refundNo))),
    );
    expect(answers.filter((item) => item.code === 200)).toHaveLength(1);
    const open = await sql<{
      n: number;
    }>`SELECT count(*)::int AS n FROM refund WHERE payment_no = ${paymentNo} AND status <> 2`.execute(
      test.database.house,
    );
    expect(open.rows[0]?.n).toBe(1);
  });
});

describe('what goes back', () => {
  it('is known where a slow first request succeeds after its repeat was given up, unless it was requested again since', async () => {
    const owner = test.database.forOwner(1);
    const first = await owedAfterFailure();
    expect(await settleRefund(owner, first.refund.refundNo, 1, 'late')).toBe(1);
    expect(await settleRefund(owner, first.refund.refundNo, 1, 'late')).toBe(0);
    expect((await refunds('done')).list.map((item) => item.refundNo)).toContain(first.refund.refundNo);
    const second = await owedAfterFailure();
    expect((await again(second.refund.refundNo)).code).toBe(200);
    expect(await settleRefund(owner, second.refund.refundNo, 1, 'late')).toBe(0);
  });

  it('never exceeds what was paid, in yen, won and dinar, whatever is requested, fails, is requested again or done by hand', async () => {
    const owner = test.database.forOwner(1);
    const orderNo = await placeOrder(test, member);
    const step = fc.record({
      does: fc.constantFrom('ask', 'ask', 'ask', 'fail', 'fail', 'again', 'hand', 'succeed'),
      amount: fc.integer({ min: 1, max: 6000 }),
      at: fc.nat(20),
    } as const);
    let round = 0;
    const run = async (currency: string, captured: number, steps: { does: string; amount: number; at: number }[]) => {
      round += 1;
      const paymentNo = `PROP${round}`;
      await sql`INSERT INTO payment (owner_id, payment_no, order_no, channel, status, live, currency, amount_minor, order_minor, rate, outcome, settled_at)
        VALUES (1, ${paymentNo}, ${orderNo}, 'sandbox', 103, false, ${currency}, ${captured}, ${captured}, 1, 'overpaid', now())`.execute(
        owner,
      );
      const numbers: string[] = [];
      const note = async (refundNo: string, amountMinor: number) => {
        const row = { refundNo, paymentNo, amountMinor, orderMinor: amountMinor, subOrderNo: null, reason: 'x' };
        if ((await insertRefund(owner, row)) === 1) numbers.push(refundNo);
      };
      for (const [n, { does, amount, at }] of steps.entries()) {
        const number = numbers[at % Math.max(1, numbers.length)];
        if (does === 'ask') await note(`${paymentNo}-${n}`, amount);
        else if (number && does === 'fail') await settleRefund(owner, number, 2, null);
        else if (number && does === 'succeed') await settleRefund(owner, number, 1, null);
        else if (number && does === 'hand') await settleByHand(owner, number, 'bank');
        else if (number) await note(await nextRefundNo(owner, number), amount);
        const sum = await sql<{
          n: number;
        }>`SELECT coalesce(sum(amount_minor), 0)::int AS n FROM refund WHERE payment_no = ${paymentNo} AND status <> 2`.execute(
          owner,
        );
        expect(sum.rows[0]?.n).toBeLessThanOrEqual(captured);
      }
      await sql`UPDATE refund SET status = 2 WHERE payment_no = ${paymentNo} AND status = 0`.execute(owner);
      await note(`${paymentNo}-last`, 1);
      await sql`UPDATE refund SET status = 1 WHERE payment_no = ${paymentNo} AND status = 0`.execute(owner);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('JPY', 'KRW', 'KWD'),
        fc.integer({ min: 1, max: 9000 }),
        fc.array(step, { minLength: 4, maxLength: 14 }),
        run,
      ),
      { numRuns: 40, seed: 11 },
    );
    expect(round).toBeGreaterThanOrEqual(40);
    await sql`DELETE FROM refund WHERE payment_no LIKE 'PROP%'`.execute(owner);
    await sql`DELETE FROM payment WHERE payment_no LIKE 'PROP%'`.execute(owner);
  }, 120_000);
});

describe('a refund that failed while the order has several payments', () => {
  it('can still be requested again after everything else went back: its money was not given away', async () => {
    const agent = await test.signIn('agent@one.example', 'agent-2026');
    await sql`UPDATE product SET first_percent = 30, rest_days = 5, rest_missed = 'staff' WHERE owner_id = 1 AND key = 'tower'`.execute(
      test.database.house,
    );
    const orderNo = await placeOrder(test, agent);
    const pay = (more: object) =>
      test.call('paying', { id: orderNo, channel: 'deposit', ...more }, { token: agent, key: newKey() });
    const { data } = await pay({ channel: 'sandbox', part: true });
    const gatewayId = String(data.redirectUrl).split('/').at(-1) ?? '';
    await gateway.act(gatewayId, 'pay');
    await until(
      () => test.call('isPaySuccess', { id: orderNo }, { token: agent }),
      (answer) => answer.data.paid,
    );
    const detail = async () => (await test.call('orderDetail', { id: orderNo }, { token: agent })).data;
    const { rest } = await detail();
    expect((await pay({ supplement: rest?.supplementNo })).data.status).toBe(103);
    expect(await gateway.act(`${gatewayId}/refunds`, 'fail-silent', { delaySeconds: 0 })).toBe(200);
    const goodwill = { id: orderNo, amountMinor: 500, reason: 'The bus was late' };
    await test.call('consoleGoodwillGive', goodwill, { token: operations, key: newKey() });
    const age = sql`UPDATE refund SET created_at = created_at - interval '2 hours' WHERE order_no = ${orderNo} AND status = 0`;
    const failed = await until(
      async () => {
        await age.execute(test.database.house);
        return (await refunds('failed')).list.find((item) => item.orderNo === orderNo);
      },
      (item) => item !== undefined,
    );
    const asked = await test.call('cancelOrder', { orderNo }, { token: agent });
    const request = asked.data.requests[0]?.id ?? '';
    await test.call('consoleCancelDecide', { id: request, approve: true }, { token: operations });
    const givenOf = async () => (await detail()).refunds.filter((refund) => refund.status !== 2);
    const sumOf = (list: Awaited<ReturnType<typeof givenOf>>) =>
      list.reduce((sum, { amount }) => sum + amount.amountMinor, 0);
    expect(sumOf(await until(givenOf, (list) => list.length === 2))).toBe(9500);
    expect((await again(failed?.refundNo ?? '')).code).toBe(200);
    expect(sumOf(await givenOf())).toBe(10_000);
  });
});
