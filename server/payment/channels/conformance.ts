// Cases that every channel must pass (security rules 16 to 29): whatever notices arrive in whatever order, the
// order takes its money once or not at all, and the audit passes. A channel joins by a line in conformance.test.ts.
import { describe, expect, it, type TestContext } from 'vitest';
import { refusals } from '../../../domain/errors.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { begin, type Case, cannotHold, expectPaidOnce, expectUntouched } from './cases/begin-payment.ts';
import { flood } from './cases/flood.ts';
import { refundCases } from './cases/refund-cases.ts';
import type { OutsideChannel } from './index.ts';
import type { Bend, Stage } from './stage.ts';

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

const otherThan = ({ play }: Stage) => (play.channel === 'sandbox' ? 'stripe' : 'sandbox');

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
      const answers = await Promise.all(Array.from({ length: 10 }, () => stage.tell(notice)));
      if (!stage.play.unsigned && !stage.play.isQueried)
        for (const item of answers) expect(item).toEqual({ status: 200, text: stage.play.received });
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
      if (stage.play.startsInBrowser) return cannotHold;
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
  [
    "another order's reference with a genuine small payment",
    async (stage) => {
      const small = await begin(stage);
      const large = await begin(stage, undefined, 4);
      await stage.play.pay(small.attempt, { silent: true });
      const notice = await stage.play.notice(small.attempt, { paymentNo: large.attempt.paymentNo });
      expect((await stage.tell(notice)).status).toBe(stage.play.unsigned ? 503 : 200);
      await expectUntouched(stage, large.orderNo);
      await stage.tell(await stage.play.notice(small.attempt));
      await expectPaidOnce(stage, small.orderNo);
      await expectUntouched(stage, large.orderNo);
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
      if (stage.play.startsInBrowser) return cannotHold;
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
      if (stage.play.neverFails) return cannotHold;
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
      expect((await stage.start(orderNo, otherThan(stage))).code).toBe(200);
      if (!stage.play.staysOpen) return expect(await stage.play.isOpen(attempt)).toBe(false);
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
  [
    'paid while another way closes the attempt: paid once, and the other way is not begun',
    async (stage) => {
      const { alreadyPaid, paymentUnderWay } = refusals;
      const first = await begin(stage);
      await stage.play.pay(first.attempt, { silent: true });
      expect((await stage.start(first.orderNo, otherThan(stage))).code).toBe(alreadyPaid);
      await expectPaidOnce(stage, first.orderNo);
      expect((await stage.attempt(first.orderNo)).paymentNo).toBe(first.attempt.paymentNo);
      const second = await begin(stage);
      await stage.play.pay(second.attempt, { silent: true });
      const notice = await stage.play.notice(second.attempt);
      const [{ code }] = await Promise.all([stage.start(second.orderNo, otherThan(stage)), stage.tell(notice)]);
      expect([alreadyPaid, paymentUnderWay]).toContain(code);
      await expectPaidOnce(stage, second.orderNo);
    },
  ],
];

const lateMoney: Case[] = [
  [
    'late after the deadline: takes the places again',
    async (stage) => {
      const { orderNo, attempt } = await begin(stage);
      await stage.runOut(orderNo);
      expect((await stage.status(orderNo)).status).toBe(OrderStatus.closedForTimeout);
      await stage.tell(await stage.play.notice(attempt));
      await expectPaidOnce(stage, orderNo);
    },
  ],
];

/** Every case that a channel with refunds must pass; `oldNotice` beside them where notices carry a time. */
export const allCases: readonly Case[] = [...notices, ...silences, ...lateMoney, ...refundCases, oldNotice];

/** Runs all cases for a channel. `stageOf` is called when a case runs; `floodOf`: how many the flood has, 0 for none. */
export function testChannel(channel: OutsideChannel, timed: boolean, stageOf: () => Stage, floodOf = 0): void {
  const runCase = async ([name, run]: Case, { skip }: Pick<TestContext, 'skip'>) => {
    const isLeftOut = stageOf().play.leavesOut?.includes(name);
    if (isLeftOut || (await run(stageOf())) === cannotHold) skip('the protocol of this gateway leaves no room for it');
    expect(await stageOf().audit()).toEqual([]);
  };
  describe(channel, () => {
    it.for([...notices, ...silences, ...lateMoney, ...refundCases])('%s', runCase);
    it.skipIf(!timed)(oldNotice[0], (context) => runCase(oldNotice, context));
    it.skipIf(floodOf === 0)(
      'a flood of notices, copied, forged, late, of other amounts, in any order: each payment counts once',
      (context) => runCase(['flood', (stage) => flood(stage, floodOf)], context),
      1_800_000,
    );
  });
}
