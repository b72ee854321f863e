// Cases that every channel must pass (security rules 16 to 29): whatever notices arrive in whatever order, the
// order takes its money once or not at all, and the audit passes. A channel joins by a line in conformance.test.ts.
import { describe, expect, it } from 'vitest';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus, RefundStatus } from '../../../domain/payment-status.ts';
import type { Attempt, Bend, Stage } from './stage.ts';

const { unpaid, confirmed, closedForTimeout: closed, closed: rejected } = OrderStatus;

type Case = [name: string, run: (stage: Stage) => Promise<void>];

/** Begins to pay a fresh order. */
async function begin(
  stage: Stage,
  product?: string,
  quantity?: number,
): Promise<{ orderNo: string; attempt: Attempt }> {
  const orderNo = await stage.order(product, quantity);
  expect((await stage.start(orderNo)).code).toBe(200);
  return { orderNo, attempt: await stage.attempt(orderNo) };
}

async function expectPaidOnce(stage: Stage, orderNo: string): Promise<void> {
  expect(await stage.status(orderNo)).toEqual({ status: confirmed, payStatus: PaymentStatus.paid, applied: 1 });
}

async function expectUntouched(stage: Stage, orderNo: string): Promise<void> {
  expect(await stage.status(orderNo)).toMatchObject({ status: unpaid, payStatus: PaymentStatus.paying, applied: 0 });
}

/** Genuine but with other values than requested: recorded, never applied; the correct notice still counts. */
const bent = (name: string, bend: Bend): Case => [
  name,
  async (stage) => {
    const { play } = stage;
    const { orderNo, attempt } = await begin(stage);
    const amountMinor = bend.amountMinor === undefined ? undefined : attempt.amountMinor + bend.amountMinor;
    const notice = await play.notice(attempt, { ...bend, ...(amountMinor === undefined ? {} : { amountMinor }) });
    const answer = await stage.tell(notice);
    if (!play.unsigned) expect(answer).toEqual({ status: 200, text: play.received });
    await expectUntouched(stage, orderNo);
    await stage.tell(await play.notice(attempt));
    await expectPaidOnce(stage, orderNo);
  },
];

/** Not genuine: refused, and nothing is saved. */
const refused = (name: string, bend: () => Bend, host?: string): Case => [
  name,
  async (stage) => {
    const { orderNo, attempt } = await begin(stage);
    const notice = await stage.play.notice(attempt, bend());
    expect((await stage.tell(notice, host)).status).toBe(stage.play.unsigned ? 503 : 400);
    await expectUntouched(stage, orderNo);
    await stage.tell(await stage.play.notice(attempt));
    await expectPaidOnce(stage, orderNo);
  },
];

const nowSeconds = () => Math.floor(Date.now() / 1000);

const notices: Case[] = [
  [
    'a good notice settles the order',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage);
      await stage.play.pay(attempt);
      await stage.until(
        () => stage.status(orderNo),
        (now) => now.payStatus === PaymentStatus.paid,
      );
      await expectPaidOnce(stage, orderNo);
    },
  ],
  [
    'ten copies at once apply once',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage);
      const notice = await stage.play.notice(attempt);
      const answer = await Promise.all(Array.from({ length: 10 }, () => stage.tell(notice)));
      if (!stage.play.unsigned)
        for (const one of answer) expect(one).toEqual({ status: 200, text: stage.play.received });
      await expectPaidOnce(stage, orderNo);
    },
  ],
  [
    'out of order: the failure that comes after the money changes nothing',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage);
      await stage.tell(await stage.play.notice(attempt));
      expect((await stage.tell(await stage.play.failNotice(attempt))).status).toBe(200);
      await expectPaidOnce(stage, orderNo);
    },
  ],
  [
    'out of order: money that comes after a failure counts',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage);
      await stage.tell(await stage.play.failNotice(attempt));
      const { payStatus } = await stage.status(orderNo);
      expect(payStatus).toBe(stage.play.neverFails ? PaymentStatus.paying : PaymentStatus.failed);
      await stage.tell(await stage.play.notice(attempt));
      await expectPaidOnce(stage, orderNo);
    },
  ],
  [
    'before `paying` returned: applied, and the start ends well',
    async (stage) => {
      if (stage.play.startsInBrowser) return;
      const orderNo = await stage.order();
      const wire = stage.hold();
      const starting = stage.start(orderNo);
      await wire.reached;
      const attempt = await stage.attempt(orderNo);
      await stage.play.pay(attempt, { silent: true });
      expect((await stage.tell(await stage.play.notice(attempt))).status).toBe(200);
      await expectPaidOnce(stage, orderNo);
      wire.release();
      expect((await starting).code).toBe(200);
      await expectPaidOnce(stage, orderNo);
    },
  ],
  bent('an amount one less', { amountMinor: -1 }),
  bent('another currency', { currency: 'THB' }),
  bent('another merchant', { merchant: 'somebody-else' }),
  [
    "another order's reference",
    async (stage) => {
      const first = await begin(stage);
      const second = await begin(stage);
      const notice = await stage.play.notice(first.attempt, { paymentNo: second.attempt.paymentNo });
      expect((await stage.tell(notice)).status).toBe(stage.play.unsigned ? 503 : 200);
      await expectUntouched(stage, first.orderNo);
      await expectUntouched(stage, second.orderNo);
      await stage.tell(await stage.play.notice(first.attempt));
      await expectPaidOnce(stage, first.orderNo);
      await expectUntouched(stage, second.orderNo);
    },
  ],
  refused('a bad signature', () => ({ forged: true })),
  refused('replayed to another owner', () => ({}), 'two.test'),
];

const oldNotice = refused('an old timestamp', () => ({ at: nowSeconds() - 400 }));

const silences: Case[] = [
  [
    'silence: asking settles',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage);
      await stage.play.pay(attempt, { silent: true });
      expect(await stage.ask(orderNo)).toMatchObject({ paid: true });
      await expectPaidOnce(stage, orderNo);
    },
  ],
  [
    'a lost answer to the start is asked for again: one attempt',
    async (stage) => {
      if (stage.play.startsInBrowser) return;
      const orderNo = await stage.order();
      const mend = stage.lose(() => true);
      expect((await stage.start(orderNo)).code).toBe(200406);
      mend();
      const attempt = await stage.attempt(orderNo);
      const again = await stage.start(orderNo);
      expect(again).toEqual({ code: 200, paymentNo: attempt.paymentNo });
      expect(await stage.play.count(attempt)).toBe(1);
    },
  ],
  [
    'a failed attempt lets the buyer pay again',
    async (stage) => {
      if (stage.play.neverFails) return;
      const { orderNo, attempt } = await begin(stage);
      await stage.play.fail(attempt);
      await stage.until(
        async () => {
          await stage.ask(orderNo);
          return stage.status(orderNo);
        },
        (now) => now.payStatus === PaymentStatus.failed,
      );
      const again = await stage.start(orderNo);
      expect(again.paymentNo).not.toBe(attempt.paymentNo);
      await stage.tell(await stage.play.notice(await stage.attempt(orderNo)));
      await expectPaidOnce(stage, orderNo);
    },
  ],
  [
    'another way first closes the attempt at the channel',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage);
      expect(await stage.play.isOpen(attempt)).toBe(true);
      expect((await stage.start(orderNo, stage.play.channel === 'sandbox' ? 'stripe' : 'sandbox')).code).toBe(200);
      if (!stage.play.neverCloses) return expect(await stage.play.isOpen(attempt)).toBe(false);
      // The buyer pays the attempt that was given up, and no notice comes: the sweep finds the money.
      await stage.play.pay(attempt, { silent: true });
      await stage.askSoon(attempt);
      await stage.until(
        () => stage.status(orderNo),
        (now) => now.payStatus === PaymentStatus.paid,
      );
      await expectPaidOnce(stage, orderNo);
    },
  ],
];

const lateMoney: Case[] = [
  [
    'late after the deadline: takes the places again',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage);
      await stage.runOut(orderNo);
      expect((await stage.status(orderNo)).status).toBe(closed);
      await stage.tell(await stage.play.notice(attempt));
      expect(await stage.status(orderNo)).toEqual({ status: confirmed, payStatus: PaymentStatus.paid, applied: 1 });
    },
  ],
  [
    'late after the deadline without places: goes back in full',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage, 'Few Seats', 5);
      await stage.play.pay(attempt, { silent: true });
      await stage.runOut(orderNo);
      const giveBack = await stage.takeRest('Few Seats', 5);
      await stage.tell(await stage.play.notice(attempt));
      const { refundsByHand = false } = stage.play;
      const refunds = await stage.until(
        () => stage.refunds(orderNo),
        (rows) => (refundsByHand ? rows[0]?.manual === true : rows[0]?.status === RefundStatus.successful),
      );
      expect(refunds.map((one) => one.amountMinor)).toEqual([attempt.amountMinor]);
      expect(await stage.play.refundsOf(attempt)).toEqual(refundsByHand ? [] : [attempt.amountMinor]);
      expect(await stage.status(orderNo)).toMatchObject({ status: closed, applied: 0 });
      expect(await stage.ask(orderNo)).toEqual({ paid: false, late: true });
      await giveBack();
    },
  ],
  [
    'a refund without an answer stays unknown and is asked for with the same number',
    async (stage) => {
      const { play } = stage;
      if (play.refundsByHand) return;
      const { orderNo, attempt } = await begin(stage, 'Green Hills', 2);
      await play.pay(attempt, { silent: true });
      await stage.tell(await play.notice(attempt));
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
      const [settled] = await stage.until(
        () => stage.refunds(orderNo),
        (rows) => rows[0]?.status === RefundStatus.successful,
      );
      expect(settled).toMatchObject({ refundNo: open?.refundNo, status: 1 });
      expect(await play.refundsOf(attempt)).toEqual([attempt.amountMinor]);
      expect((await stage.status(orderNo)).status).toBe(rejected);
    },
  ],
];

/** Runs all cases for a channel. `stageOf` is called when a case runs. */
export function testChannel(channel: string, timed: boolean, stageOf: () => Stage): void {
  describe(channel, () => {
    it.each([...notices, ...silences, ...lateMoney])('%s', async (_, run) => {
      await run(stageOf());
      expect(await stageOf().audit()).toEqual([]);
    });
    it.skipIf(!timed)(oldNotice[0], async () => {
      await oldNotice[1](stageOf());
      expect(await stageOf().audit()).toEqual([]);
    });
  });
}
