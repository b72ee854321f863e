// Gives money back (§3 refund, decisions §8): noted once per cause and never above what came in, then carried out by the
// channel that took it. No clear answer stays "processing" and is asked again with the same number.
import { toChannel } from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import { money } from '../../domain/money.ts';
import { isLedgerKind, type LedgerKind } from '../../domain/payment-status.ts';
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
  findToldRefund,
  insertRefund,
  leaveToPerson,
  noteRefundTry,
  type RefundRow,
  settleRefund,
  sumRefunds,
} from './refund.sql.ts';
import { offline } from './transfer/pay-offline.ts';

/**
 * Notes a refund and queues its running: of the whole payment, fee included, or of part of the order, at the rate really charged and
 * without the channel's fee unless the owner gives that back too. Safe to repeat.
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
  // All of it is what is left of it: a part may have gone back when the order was cancelled in part.
  if (orderMinor === undefined) return payment.amount_minor - before.amount_minor;
  const setting = await findChannel(trx, ownerId, payment.channel);
  const fee = setting?.fee_refundable ? 0 : payment.fee_minor;
  const paid = { paidMinor: payment.amount_minor - fee, orderedMinor: payment.order_minor };
  const exact = toChannel(orderMinor, paid, { paidMinor: before.amount_minor, orderedMinor: before.order_minor });
  return roundToStep(money(exact, payment.currency as Currency), payment.channel).amountMinor;
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
    const answer = await askForRefund(channel, config, payment, refund);
    if (answer.state === 'processing') await noteRefundTry(db, ownerId, refundNo, { ...answer, problem: '' });
    else {
      const status = answer.state === 'successful' ? 1 : 2;
      await inTransaction(db, (trx) => endRefund(trx, asking.jobs, ownerId, refund, status, answer.refundRef));
    }
  } catch (error) {
    const problem = describeProblem(error, config);
    await noteRefundTry(db, ownerId, refundNo, { problem });
    if (error instanceof ChannelRefused) await settleRefund(db, ownerId, refundNo, 2, null);
    log.error({ problem, refundNo }, 'a refund was not settled');
  }
}

/** A repeat first asks what became of the earlier try; only one that the channel does not know is asked for again. */
async function askForRefund(
  channel: Channel,
  config: ChannelConfig,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<RefundAnswer> {
  const input = {
    refundNo: refund.refund_no,
    refundRef: refund.provider_ref,
    payment: askedOf(payment),
    amount: money(refund.amount_minor, refund.currency as Currency),
    reason: refund.reason,
  };
  const known = refund.tries > 1 ? await channel.queryRefund?.(config, input, new Date()) : undefined;
  if (known) return known;
  if (!channel.refund) throw new Error(`${payment.channel} gives no money back by itself`);
  return channel.refund(config, input, new Date());
}

/** Settles a refund once; the buyer is told of money that went back. The answer is whether this call was the one. */
export async function endRefund(
  trx: Trx,
  jobs: Jobs,
  ownerId: number,
  { refund_no: refundNo, order_no: orderNo }: Pick<RefundRow, 'refund_no' | 'order_no'>,
  status: 1 | 2,
  refundRef: string | null,
): Promise<boolean> {
  if ((await settleRefund(trx, ownerId, refundNo, status, refundRef)) !== 1) return false;
  if (status === 1 && orderNo)
    await jobs.send(trx, 'order.changed', { ownerId, orderNo, occasion: `refunded:${refundNo}` });
  return true;
}

/** What a channel tells of a refund by itself. A refund that fails after it was told successful is a matter for a person. */
export async function recordRefund(
  trx: Trx,
  jobs: Jobs,
  ownerId: number,
  paymentNo: string,
  told: NonNullable<Notice['refund']>,
): Promise<'applied' | 'repeat' | 'unknown' | 'mismatch'> {
  const refund = await findToldRefund(trx, ownerId, paymentNo, told);
  if (!refund) return 'unknown';
  if (told.state === 'processing') return 'repeat';
  const status = told.state === 'successful' ? 1 : 2;
  if (refund.status === 0)
    return (await endRefund(trx, jobs, ownerId, refund, status, told.refundRef)) ? 'applied' : 'repeat';
  return refund.status === status ? 'repeat' : 'mismatch';
}

/** Back to the deposit or credit it came from, once per refund. */
async function refundToLedger({ db, jobs, ownerId }: Asking, refund: RefundRow, kind: LedgerKind): Promise<void> {
  const order = await findOrder(db, ownerId, refund.order_no, everyOrder());
  if (!order) return;
  await inTransaction(db, async (trx) => {
    if (!(await endRefund(trx, jobs, ownerId, refund, 1, null))) return;
    await refundOwnMoney({ trx, jobs, ownerId }, order.partner_id, kind, refund);
  });
}
