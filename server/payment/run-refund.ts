// Gives money back (§3 refund, decisions §8): noted once per cause and never above what came in, then carried out by the
// channel that took it. No clear answer stays "processing" and is asked again with the same number.
import { toChannel } from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import { money } from '../../domain/money.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder, insertEvent } from '../order/order.sql.ts';
import { inTransaction, type Trx } from '../platform/db.ts';
import type { JobData } from '../platform/jobs.ts';
import { type Asking, configOf } from './ask-channel.ts';
import { ChannelRefused } from './channels/channel.ts';
import { isOutside, outsideChannels } from './channels/index.ts';
import { findDeposit, raiseDeposit, writeJournal } from './ledger.sql.ts';
import {
  findAppliedPayment,
  findChannel,
  findPayment,
  findRefund,
  insertRefund,
  lockPayment,
  type PaymentRow,
  type RefundRow,
  settleRefund,
  sumRefunds,
} from './payment.sql.ts';

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
    const amountMinor = await amountToGive(trx, ownerId, payment, asked.orderMinor);
    const noted = await insertRefund(trx, ownerId, {
      refundNo,
      paymentNo: payment.payment_no,
      amountMinor,
      orderMinor: asked.orderMinor ?? payment.order_minor,
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

async function amountToGive(trx: Trx, ownerId: number, payment: PaymentRow, orderMinor: number | undefined) {
  if (orderMinor === undefined) return payment.amount_minor;
  const before = await sumRefunds(trx, ownerId, payment.payment_no);
  const setting = await findChannel(trx, ownerId, payment.channel);
  const fee = setting?.fee_refundable ? 0 : payment.fee_minor;
  const paid = { paidMinor: payment.amount_minor - fee, orderedMinor: payment.order_minor };
  return toChannel(orderMinor, paid, { paidMinor: before.amount_minor, orderedMinor: before.order_minor });
}

export async function runRefund(asking: Asking, refundNo: string): Promise<void> {
  const { db, ownerId, log } = asking;
  const refund = await findRefund(db, ownerId, refundNo);
  if (refund?.status !== 0) return;
  const payment = await findPayment(db, ownerId, refund.payment_no);
  if (!payment) return;
  if (payment.channel === 'deposit') return refundDeposit(asking, refund);
  const setting = await findChannel(db, ownerId, payment.channel);
  if (!setting || !isOutside(payment.channel) || !payment.provider_ref) return;
  const amount = money(refund.amount_minor, refund.currency as Currency);
  try {
    const input = { refundNo, providerRef: payment.provider_ref, amount, reason: refund.reason };
    const answer = await outsideChannels[payment.channel].refund(configOf(setting), input, new Date());
    if (answer.state !== 'processing')
      await settleRefund(db, ownerId, refundNo, answer.state === 'successful' ? 1 : 2, answer.refundRef);
  } catch (error) {
    if (error instanceof ChannelRefused) await settleRefund(db, ownerId, refundNo, 2, null);
    log.error({ err: error, refundNo }, 'a refund was not settled');
  }
}

/** Back to the deposit it came from: deal type 3, once per refund. */
async function refundDeposit({ db, ownerId }: Asking, refund: RefundRow): Promise<void> {
  const order = await findOrder(db, ownerId, refund.order_no, everyOrder());
  if (!order) return;
  await inTransaction(db, async (trx) => {
    if ((await settleRefund(trx, ownerId, refund.refund_no, 1, null)) !== 1) return;
    const deposit = await findDeposit(trx, ownerId, order.partner_id, refund.currency);
    if (!deposit) throw new Error(`no deposit to refund ${refund.refund_no} to`);
    const entry = {
      cause: refund.refund_no,
      dealType: 3,
      ledgerId: deposit.ledger_id,
      currency: refund.currency,
      amountMinor: refund.amount_minor,
    };
    if (await writeJournal(trx, ownerId, entry))
      await raiseDeposit(trx, ownerId, deposit.ledger_id, refund.amount_minor);
  });
}
