// Refunds money (§3 refund, rules §8): recorded once per cause and never above the received amount, then carried out by the
// channel that took it. Without a clear answer it stays "processing" and is requested again with the same number.
import { toChannel } from '../../domain/cancellation.ts';
import { money } from '../../domain/money.ts';
import { isLedgerKind, type LedgerKind, RefundStatus } from '../../domain/payment-status.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { insertEvent } from '../order/order.sql.ts';
import { findOrder } from '../order/read.sql.ts';
import { inTransaction, type Trx } from '../platform/db.ts';
import type { JobData, Jobs } from '../platform/jobs.ts';
import { type Asking, askedOf } from './ask-channel.ts';
import { findChannel } from './channel.sql.ts';
import {
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  type Notice,
  type RefundAnswer,
} from './channels/channel.ts';
import { channelOf, isOutside } from './channels/index.ts';
import { configOf, describeProblem } from './open-channel.ts';
import { refundOwnMoney } from './pay-from-deposit.ts';
import { findAppliedPayment, findPayment, lockPayment, type PaymentRow } from './payment.sql.ts';
import { roundToStep } from './price-channel.ts';
import {
  claimRefund,
  findRefundOfNotice,
  insertRefund,
  isCurrentTry,
  leaveToPerson,
  noteRefundTry,
  type RefundRow,
  settleRefund,
  sumRefunds,
} from './refund.sql.ts';
import { offline } from './transfer/pay-offline.ts';

/**
 * Records a refund and queues its job: of the whole payment, fee included, or of part of the order, at the rate really charged and
 * without the channel's fee unless the owner refunds that too. Safe to repeat.
 */
export async function askRefund({ db, jobs }: Asking, asked: JobData['refund.ask']): Promise<void> {
  const { ownerId, orderNo, cause, reason } = asked;
  await inTransaction(db, async (trx) => {
    const found = asked.paymentNo
      ? await findPayment(trx, ownerId, asked.paymentNo)
      : await findAppliedPayment(trx, ownerId, orderNo);
    const payment = found && (await lockPayment(trx, ownerId, found.payment_no));
    if (!payment || payment.amount_minor === 0) return;
    const refundNo = `${payment.payment_no}-${cause}`;
    const before = await sumRefunds(trx, ownerId, payment.payment_no);
    const noted = await insertRefund(trx, ownerId, {
      refundNo,
      paymentNo: payment.payment_no,
      amountMinor: await amountToGive(trx, ownerId, payment, asked.orderMinor, before),
      orderMinor: asked.orderMinor ?? Math.max(0, payment.order_minor - before.order_minor),
      subOrderNo: asked.subOrderNo ?? null,
      reason,
    });
    if (noted !== 1) return;
    await insertEvent(trx, ownerId, orderNo, {
      action: 'refund',
      actor: 'channel',
      actorName: payment.channel,
      why: reason,
    });
    await jobs.send(trx, 'refund.run', { ownerId, refundNo });
  });
}

type Given = { amount_minor: number; order_minor: number };

async function amountToGive(
  trx: Trx,
  ownerId: number,
  payment: PaymentRow,
  orderMinor: number | undefined,
  before: Given,
) {
  // A full refund means the remaining amount: a partial cancellation may have refunded some of it.
  if (orderMinor === undefined) return payment.amount_minor - before.amount_minor;
  const setting = await findChannel(trx, ownerId, payment.channel);
  const fee = setting?.fee_refundable ? 0 : payment.fee_minor;
  const paid = { paidMinor: payment.amount_minor - fee, orderedMinor: payment.order_minor };
  const exact = toChannel(orderMinor, paid, { paidMinor: before.amount_minor, orderedMinor: before.order_minor });
  return roundToStep(money(exact, payment.currency), payment.channel).amountMinor;
}

export async function runRefund(asking: Asking, refundNo: string): Promise<void> {
  const { db, ownerId, log } = asking;
  const refund = await claimRefund(db, ownerId, refundNo);
  const payment = refund && (await findPayment(db, ownerId, refund.payment_no));
  if (!refund || !payment) return;
  if (isLedgerKind(payment.channel)) return refundToLedger(asking, refund, payment.channel);
  if (payment.channel === offline) return leaveToPerson(db, ownerId, refundNo);
  const setting = await findChannel(db, ownerId, payment.channel);
  if (!setting || !isOutside(payment.channel)) return;
  const channel = channelOf(payment.channel);
  if (!channel.refund) return leaveToPerson(db, ownerId, refundNo);
  const config = configOf(asking, ownerId, setting);
  try {
    const answer = await askForRefund(asking, { channel, config, payment, refund });
    if (!answer) return;
    if (answer.state === 'processing') await noteRefundTry(db, ownerId, refundNo, { ...answer, problem: '' });
    else {
      const status = answer.state === 'successful' ? 1 : 2;
      await inTransaction(db, (trx) => endRefund(trx, asking.jobs, ownerId, refund, status, answer.refundRef));
    }
  } catch (error) {
    const problem = describeProblem(error, config);
    await noteRefundTry(db, ownerId, refundNo, { problem });
    if (error instanceof ChannelRefused && (await isCurrentTry(db, ownerId, refund)))
      await settleRefund(db, ownerId, refundNo, 2, null);
    log.error({ problem, refundNo }, 'a refund was not settled');
  }
}

type Refunding = { channel: Channel; config: ChannelConfig; payment: PaymentRow; refund: RefundRow };

/**
 * A repeat first asks for the result of the earlier request; only an unknown refund is requested again, under the same number.
 * Undefined for an outdated attempt: this process was paused meanwhile, and another one took over.
 */
async function askForRefund(
  { db, ownerId }: Asking,
  { channel, config, payment, refund }: Refunding,
): Promise<RefundAnswer | undefined> {
  const input = {
    refundNo: refund.refund_no,
    refundRef: refund.provider_ref,
    payment: askedOf(payment),
    amount: money(refund.amount_minor, refund.currency),
    reason: refund.reason,
  };
  const known = refund.tries > 1 ? await channel.queryRefund?.(config, input, new Date()) : undefined;
  if (known) return known;
  if (!channel.refund) throw new Error(`${payment.channel} gives no money back by itself`);
  if (!(await isCurrentTry(db, ownerId, refund))) return undefined;
  return channel.refund(config, input, new Date());
}

/** Settles a refund once and informs the buyer when it succeeded. Returns whether this call settled it. */
export async function endRefund(
  trx: Trx,
  jobs: Jobs,
  ownerId: number,
  { refund_no: refundNo, order_no: orderNo }: Pick<RefundRow, 'refund_no' | 'order_no'>,
  status: 1 | 2,
  refundRef: string | null,
): Promise<boolean> {
  if ((await settleRefund(trx, ownerId, refundNo, status, refundRef)) !== 1) return false;
  if (status === RefundStatus.successful && orderNo)
    await jobs.send(trx, 'order.changed', { ownerId, orderNo, occasion: `refunded:${refundNo}` });
  return true;
}

/** A channel's notice of a refund. A refund that fails after it was reported successful needs a person. */
export async function recordRefund(
  trx: Trx,
  jobs: Jobs,
  ownerId: number,
  paymentNo: string,
  told: NonNullable<Notice['refund']>,
): Promise<'applied' | 'repeat' | 'unknown' | 'mismatch'> {
  const refund = await findRefundOfNotice(trx, ownerId, paymentNo, told);
  if (!refund) return 'unknown';
  if (told.state === 'processing') return 'repeat';
  const status = told.state === 'successful' ? 1 : 2;
  if (refund.status === RefundStatus.processing)
    return (await endRefund(trx, jobs, ownerId, refund, status, told.refundRef)) ? 'applied' : 'repeat';
  return refund.status === status ? 'repeat' : 'mismatch';
}

/** Returns the money to the same deposit or credit account, once per refund. */
async function refundToLedger({ db, jobs, ownerId }: Asking, refund: RefundRow, kind: LedgerKind): Promise<void> {
  const order = await findOrder(db, ownerId, refund.order_no, everyOrder());
  if (!order) return;
  await inTransaction(db, async (trx) => {
    if (!(await endRefund(trx, jobs, ownerId, refund, 1, null))) return;
    await refundOwnMoney({ trx, jobs, ownerId }, order.partner_id, kind, refund);
  });
}
