// Cases of money that goes back (security rules 24 to 26): by the channel's own call, never more than came, never twice.
import { expect } from 'vitest';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { RefundStatus } from '../../../../domain/payment-status.ts';
import type { Attempt, Stage } from '../stage.ts';
import { begin, type Case, cannotHold } from './begin-payment.ts';

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** An order that the owner still has to confirm, paid at the channel. */
async function payPending(stage: Stage): Promise<{ orderNo: string; attempt: Attempt }> {
  const begun = await begin(stage, 'Green Hills', 2);
  await stage.play.pay(begun.attempt, { silent: true });
  await stage.tell(await stage.play.notice(begun.attempt));
  return begun;
}

/** Waits until this many refunds are settled, or wait for a person, and no more of them exist. */
async function expectRefunds(stage: Stage, orderNo: string, count: number, byHand = false) {
  const isThere = (item: { status: number; manual: boolean }) =>
    byHand ? item.manual : item.status === RefundStatus.successful;
  const refunds = await stage.until(
    () => stage.refunds(orderNo),
    (rows) => rows.length >= count && rows.every(isThere),
  );
  expect(refunds.map(isThere)).toEqual(Array.from({ length: count }, () => true));
  return refunds;
}

/** The same where a person moves the money. */
async function expectByHand(stage: Stage, orderNo: string, count: number) {
  const refunds = await stage.until(
    () => stage.refunds(orderNo),
    (rows) => rows.length >= count && rows.every((row) => row.manual),
  );
  expect(refunds.map((refund) => refund.manual)).toEqual(Array.from({ length: count }, () => true));
  return refunds;
}

export const refundCases: Case[] = [
  [
    'late after the deadline without places: goes back in full',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage, 'Few Seats', 5);
      await stage.play.pay(attempt, { silent: true });
      await stage.runOut(orderNo);
      const giveBack = await stage.takeRest('Few Seats', 5);
      try {
        await stage.tell(await stage.play.notice(attempt));
        const { refundsByHand = false } = stage.play;
        const refunds = await (refundsByHand ? expectByHand : expectRefunds)(stage, orderNo, 1);
        expect(refunds.map((refund) => refund.amountMinor)).toEqual([attempt.amountMinor]);
        expect(await stage.play.refundsOf(attempt)).toEqual(refundsByHand ? [] : [attempt.amountMinor]);
        expect(await stage.status(orderNo)).toMatchObject({ status: OrderStatus.closedForTimeout, applied: 0 });
        expect(await stage.ask(orderNo)).toEqual({ paid: false, late: true });
      } finally {
        await giveBack();
      }
    },
  ],
  [
    'a refund without an answer stays unknown and is asked for with the same number',
    async (stage) => {
      const { play } = stage;
      if (play.refundsByHand) return cannotHold;
      const { orderNo, attempt } = await payPending(stage);
      const speak = await play.hush(attempt);
      const mend = stage.lose(play.isRefund);
      await stage.reject(orderNo);
      const [open] = await stage.until(
        () => stage.refunds(orderNo),
        (rows) => Boolean(rows[0]?.problem),
      );
      mend();
      await speak();
      expect(open).toMatchObject({ status: 0, tries: 1, amountMinor: attempt.amountMinor });
      expect(await play.refundsOf(attempt)).toEqual([attempt.amountMinor]);
      await stage.age(open?.refundNo ?? '');
      const [settled] = await expectRefunds(stage, orderNo, 1);
      expect(settled?.refundNo).toBe(open?.refundNo);
      expect(await play.refundsOf(attempt)).toEqual([attempt.amountMinor]);
      expect((await stage.status(orderNo)).status).toBe(OrderStatus.closed);
    },
  ],
  [
    'twenty refusals of one order at once give the money back once',
    async (stage) => {
      const { orderNo, attempt } = await payPending(stage);
      const { refundsByHand = false } = stage.play;
      await Promise.all(Array.from({ length: 20 }, () => stage.reject(orderNo)));
      const [refund] = await (refundsByHand ? expectByHand : expectRefunds)(stage, orderNo, 1);
      expect(refund?.amountMinor).toBe(attempt.amountMinor);
      expect(await stage.play.refundsOf(attempt)).toEqual(refundsByHand ? [] : [attempt.amountMinor]);
    },
  ],
  [
    'twenty partial refunds at once never pass what was paid; the rest goes back, and nothing beyond it',
    async (stage) => {
      const { play } = stage;
      if (play.refundsByHand) return cannotHold;
      const { orderNo, attempt } = await payPending(stage);
      const third = Math.floor((await stage.givable(orderNo)) / 3);
      const attempts = await Promise.all(Array.from({ length: 20 }, () => stage.give(orderNo, third - 1)));
      expect(attempts.filter((code) => code === 200)).toHaveLength(3);
      await expectRefunds(stage, orderNo, 3, play.partsByHand);
      const rest = await stage.givable(orderNo);
      expect(await stage.give(orderNo, rest)).toBe(200);
      const refunds = await expectRefunds(stage, orderNo, 4, play.partsByHand);
      expect(sum(refunds.map((refund) => refund.amountMinor))).toBe(attempt.amountMinor);
      expect(sum(await play.refundsOf(attempt))).toBe(play.partsByHand ? 0 : attempt.amountMinor);
      expect(await stage.give(orderNo, 1)).not.toBe(200);
      await expectRefunds(stage, orderNo, 4, play.partsByHand);
    },
  ],
];
