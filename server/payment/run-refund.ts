// Refunds money (§3 refund, rules §8): recorded once per cause and never above the received amount, then carried out by the
// channel that took it. Without a clear answer it stays "processing" and is requested again with the same number.
import { money } from '../../domain/money.ts';
import { giveOfCharge } from '../../domain/payment/give-of-charge.ts';
import { isLedgerKind, type LedgerKind, RefundStatus } from '../../domain/payment-status.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { insertEvent } from '../order/order.sql.ts';
import { findOrder, lockOrder } from '../order/read.sql.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import type { JobData, Jobs } from '../platform/jobs.ts';
import { type Asking, paymentRefOf } from './ask-channel.ts';
import { findChannel } from './channel.sql.ts';
import {
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  type Notice,
  type RefundAnswer,
  RefundByHand,
} from './channels/channel.ts';
import { channelOf, isOutside } from './channels/index.ts';
import { configOf, describeProblem } from './open-channel.ts';
import { refundOwnMoney, refundToCard } from './pay-from-deposit.ts';
import {
  findPayment,
  listAppliedPayments,
  listAppliedSupplements,
  lockPayment,
  type PaymentRow,
} from './payment.sql.ts';
import {
  claimRefund,
  findRefundOfNotice,
  hasFailed,
  insertRefund,
  isAsked,
  isCurrentTry,
  leaveToPerson,
  noteRefundTry,
  type RefundRow,
  settleRefund,
  sumRefunds,
} from './refund.sql.ts';
import { offline } from './transfer/pay-offline.ts';

type RefundInput = JobData['refund.ask'];

/**
 * Records a refund and queues its job: of the whole payment or of part of the order, at the rate really charged. Whether the channel's fee
 * goes back is decided here alone (decision 0830). What the order's payment has no more left for is taken from its additional payments
 * (decision 0292). Safe to repeat.
 */
export async function askRefund({ owner, jobs }: Pick<Asking, 'owner' | 'jobs'>, refund: RefundInput): Promise<void> {
  const { orderNo, paymentNo, orderMinor } = refund;
  await inTransaction(owner, async (owner) => {
    // Two refunds of one order may take the same payments in another order.
    if (orderMinor !== undefined) await lockOrder(owner, orderNo);
    const [first, ...later] = paymentNo ? [await findPayment(owner, paymentNo)] : await listPayments(owner, refund);
    const payment = first && (await lockPayment(owner, first.payment_no));
    if (!payment) return;
    const numbers = later.map((payment) => payment?.payment_no ?? '');
    // A repeat must not go on where the first time ended: the refund of this cause is somewhere already.
    if (later.length && (await isAsked(owner, [payment.payment_no, ...numbers], refund.cause))) return;
    let rest = await giveFrom({ owner, jobs }, payment, refund, orderMinor);
    for (const number of numbers) {
      const next = (rest || orderMinor === undefined) && (await lockPayment(owner, number));
      if (next) rest = await giveFrom({ owner, jobs }, next, refund, orderMinor === undefined ? undefined : rest);
    }
  });
}

/**
 * The payments of the order itself; for a partial refund, the paid additional ones after them. What of those for the whole order ends with
 * it is taken from themselves first (decision 0742).
 */
async function listPayments(owner: OwnerTrx, { orderNo, orderMinor, cause }: RefundInput) {
  const list = await listAppliedPayments(owner, orderNo);
  if (orderMinor === undefined) return list;
  const all = [...list, ...(await listAppliedSupplements(owner, orderNo))];
  return cause === 'ended' ? all.toReversed() : all;
}

/** Records the refund from one payment; the answer is what of `orderMinor` it had no money for. */
async function giveFrom(
  { owner, jobs }: { owner: OwnerTrx; jobs: Jobs },
  payment: PaymentRow,
  { orderNo, cause, reason, withFee, subOrderNo = undefined, act = undefined }: RefundInput,
  orderMinor: number | undefined,
): Promise<number> {
  const before = await sumRefunds(owner, payment.payment_no);
  const left = Math.max(0, payment.order_minor - before.order_minor);
  const givenMinor = Math.min(orderMinor ?? left, left);
  const rest = (orderMinor ?? 0) - (orderMinor === undefined ? 0 : givenMinor);
  if (payment.amount_minor === 0) return rest;
  const part = orderMinor === undefined ? undefined : givenMinor;
  const refundNo = `${payment.payment_no}-${cause}`;
  const noted = await insertRefund(owner, {
    refundNo,
    paymentNo: payment.payment_no,
    amountMinor: await amountToGive(owner, payment, { withFee, orderMinor: part }, before),
    orderMinor: givenMinor,
    subOrderNo: subOrderNo ?? null,
    reason,
    act,
  });
  if (noted !== 1) return rest;
  await insertEvent(owner, orderNo, { action: 'refund', actor: 'channel', actorName: payment.channel, why: reason });
  await jobs.send(owner, 'refund.run', { refundNo });
  return rest;
}

type Refunded = { amount_minor: number; order_minor: number };

/** All that is left of the payment, or what was charged for `orderMinor`, without the channel's fee where that stays (decision 0830). */
async function amountToGive(
  owner: OwnerTrx,
  payment: PaymentRow,
  { withFee, orderMinor }: { withFee: boolean; orderMinor: number | undefined },
  before: Refunded,
) {
  const leftMinor = payment.amount_minor - before.amount_minor;
  if (withFee && orderMinor === undefined) return leftMinor;
  const feeBack = withFee || ((await findChannel(owner, payment.channel))?.fee_refundable ?? false);
  const charge = {
    ...{ channel: payment.channel, amount: money(payment.amount_minor, payment.currency), feeMinor: payment.fee_minor },
    ...{ orderedMinor: payment.order_minor, beforeMinor: before.order_minor, leftMinor, feeBack },
  };
  return giveOfCharge(orderMinor ?? payment.order_minor - before.order_minor, charge).backMinor;
}

export async function runRefund(asking: Asking, refundNo: string): Promise<void> {
  const { owner, log } = asking;
  const refund = await claimRefund(owner, refundNo);
  const payment = refund && (await findPayment(owner, refund.payment_no));
  if (!refund || !payment) return;
  if (isLedgerKind(payment.channel)) return refundToLedger(asking, refund, payment.channel);
  if (payment.card_id !== null) return backToCard(asking, refund, payment.card_id);
  if (payment.channel === offline) return leaveToPerson(owner, refundNo);
  const setting = await findChannel(owner, payment.channel);
  if (!setting || !isOutside(payment.channel)) return;
  const channel = channelOf(payment.channel);
  if (!channel.refund) return leaveToPerson(owner, refundNo);
  const config = configOf(asking, setting);
  try {
    const answer = await askForRefund(asking, { channel, config, payment, refund });
    if (!answer) return;
    if (answer.state === 'processing') await noteRefundTry(owner, refundNo, { ...answer, problem: '' });
    else {
      const status = answer.state === 'successful' ? 1 : 2;
      const end = async (owner: OwnerTrx) => {
        // Who requests it again, or gives it back otherwise, waits for this answer.
        await lockPayment(owner, refund.payment_no);
        return endRefund(owner, asking.jobs, refund, status, answer.refundRef);
      };
      if (
        !(await inTransaction(owner, end)) &&
        status === RefundStatus.successful &&
        (await hasFailed(owner, refundNo))
      )
        log.error(
          { refundNo },
          'a refund succeeded that was given up and requested again: the money may be back twice',
        );
    }
  } catch (error) {
    if (error instanceof RefundByHand) return leaveToPerson(owner, refundNo);
    const problem = describeProblem(error, config);
    await noteRefundTry(owner, refundNo, { problem });
    if (error instanceof ChannelRefused && (await isCurrentTry(owner, refund)))
      await settleRefund(owner, refundNo, 2, null);
    log.error({ problem, refundNo }, 'a refund was not settled');
  }
}

type Refunding = { channel: Channel; config: ChannelConfig; payment: PaymentRow; refund: RefundRow };

/**
 * A repeat first asks for the result of the earlier request; only an unknown refund is requested again, under the same number.
 * Undefined for an outdated attempt: this process was paused meanwhile, and another one took over.
 */
async function askForRefund(
  { owner, clock }: Asking,
  { channel, config, payment, refund }: Refunding,
): Promise<RefundAnswer | undefined> {
  const input = {
    refundNo: refund.refund_no,
    refundRef: refund.provider_ref,
    payment: paymentRefOf(payment),
    amount: money(refund.amount_minor, refund.currency),
    reason: refund.reason,
    requestedAt: refund.created_at,
  };
  const known = refund.tries > 1 ? await channel.queryRefund?.(config, input, clock()) : undefined;
  if (known) return known;
  if (!channel.refund) throw new Error(`${payment.channel} gives no money back by itself`);
  if (!(await isCurrentTry(owner, refund))) return undefined;
  return channel.refund(config, input, clock());
}

/** Settles a refund once and informs the buyer when it succeeded. Returns whether this call settled it. */
async function endRefund(
  owner: OwnerTrx,
  jobs: Jobs,
  { refund_no: refundNo, order_no: orderNo }: Pick<RefundRow, 'refund_no' | 'order_no'>,
  status: 1 | 2,
  refundRef: string | null,
): Promise<boolean> {
  if ((await settleRefund(owner, refundNo, status, refundRef)) !== 1) return false;
  if (status === RefundStatus.successful && orderNo)
    await jobs.send(owner, 'order.changed', { orderNo, occasion: `refunded:${refundNo}` });
  return true;
}

/**
 * A channel's notice of a refund. A refund that fails after it was reported successful needs a person; a success after a failure is the
 * truth, unless the money went back otherwise meanwhile.
 */
export async function recordRefund(
  owner: OwnerTrx,
  jobs: Jobs,
  { paymentNo, channel }: { paymentNo: string; channel: string },
  answer: NonNullable<Notice['refund']>,
): Promise<'applied' | 'repeat' | 'unknown' | 'mismatch'> {
  // Who requests it again, or gives it back otherwise, waits for this answer.
  const payment = await lockPayment(owner, paymentNo);
  if (payment && payment.channel !== channel) return 'mismatch';
  const refund = await findRefundOfNotice(owner, paymentNo, answer);
  if (!refund) return 'unknown';
  if (answer.state === 'processing') return 'repeat';
  const status = answer.state === 'successful' ? 1 : 2;
  if (refund.status === status) return 'repeat';
  return (await endRefund(owner, jobs, refund, status, answer.refundRef)) ? 'applied' : 'mismatch';
}

/** Returns the money to the same deposit or credit account, once per refund. */
async function refundToLedger({ owner, jobs }: Asking, refund: RefundRow, kind: LedgerKind): Promise<void> {
  const order = await findOrder(owner, refund.order_no, everyOrder());
  if (!order) return;
  await inTransaction(owner, async (owner) => {
    if (!(await endRefund(owner, jobs, refund, 1, null))) return;
    await refundOwnMoney({ owner, jobs }, order.partner_id, kind, refund);
  });
}

/** The same for a gift card. */
async function backToCard({ owner, jobs, clock }: Asking, refund: RefundRow, cardId: number): Promise<void> {
  await inTransaction(owner, async (owner) => {
    if (await endRefund(owner, jobs, refund, 1, null)) await refundToCard(owner, cardId, refund, clock());
  });
}
