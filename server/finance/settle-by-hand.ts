// Refunds that wait for a person (rules §8, §10): money moved by hand is booked once, and a refund that a channel refused is requested
// once more under a new number. Both hold the payment's lock.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { isLedgerKind, RefundStatus } from '../../domain/payment-status.ts';
import { insertEvent } from '../order/order.sql.ts';
import { lockPayment } from '../payment/payment.sql.ts';
import { insertRefund } from '../payment/refund.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  countRefunds,
  findRefundLine,
  listRefundRows,
  nextRefundNo,
  type RefundLine,
  settleByHand,
} from './refunds.sql.ts';
import { showRefund } from './show-money.ts';

const pageSize = 20;

export async function listRefunds(
  { owner, site }: Context,
  { state, page }: ParsedInputOf<'consoleRefunds'>,
): Promise<OutputOf<'consoleRefunds'>> {
  const [found, counts] = await Promise.all([
    listRefundRows(owner, state, { size: pageSize, offset: (page - 1) * pageSize }),
    countRefunds(owner),
  ]);
  const total = found[0]?.total ?? 0;
  return { total, page, pages: Math.ceil(total / pageSize), zone: site.zone, counts, list: found.map(showRefund) };
}

/** The refund as it is behind the lock; deposits and credit lines settle by themselves, in the ledger. */
async function lockRefund(owner: OwnerTrx, refundNo: string): Promise<RefundLine> {
  const first = await findRefundLine(owner, refundNo);
  if (!first) throw new NotHere();
  await lockPayment(owner, first.payment_no);
  const refund = await findRefundLine(owner, refundNo);
  if (!refund) throw new NotHere();
  if (isLedgerKind(refund.channel)) throw new Refusal('actionNotAllowed');
  if (refund.status === RefundStatus.successful || refund.followed) throw new Refusal('changedMeanwhile');
  return refund;
}

const shown = ({ status, manual, last_problem: problem, provider_ref: reference }: RefundLine) => ({
  status,
  manual,
  ...(problem ? { problem } : {}),
  ...(reference ? { reference } : {}),
});

/** Refuses invalidInput by field, changedMeanwhile, actionNotAllowed while the channel is at it, refundTooMuch. */
export async function doneByHand(
  context: Context,
  { id, ...typed }: ParsedInputOf<'consoleRefundDone'>,
): Promise<Record<string, never>> {
  const { owner, jobs } = context;
  const reference = typed.reference.trim();
  const reason = typed.reason.trim();
  const fields: FieldProblems = {};
  if (!reference) fields.reference = { problem: 'required' };
  if (!reason) fields.reason = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await inTransaction(owner, async (owner) => {
    const refund = await lockRefund(owner, id);
    if (refund.status === RefundStatus.processing && !refund.manual) throw new Refusal('actionNotAllowed');
    if ((await settleByHand(owner, id, reference)) !== 1) throw new Refusal('refundTooMuch');
    const { order_no: orderNo, amount_minor: amountMinor, currency } = refund;
    if (orderNo) {
      await insertEvent(owner, orderNo, {
        action: 'refundDone',
        actor: 'owner',
        actorName: staffOf(context).name,
      });
      await jobs.send(owner, 'order.changed', { orderNo, occasion: `refunded:${id}` });
    }
    await logAction(owner, context, {
      act: 'refund-done',
      subject: `refund ${id}`,
      before: shown(refund),
      after: { reference, reason, amountMinor, currency, ...(orderNo ? { orderNo } : {}) },
    });
  });
  return {};
}

/** Refuses changedMeanwhile when it was requested again before, actionNotAllowed unless it failed, refundTooMuch. */
export async function askAgain(
  context: Context,
  { id }: ParsedInputOf<'consoleRefundAgain'>,
): Promise<OutputOf<'consoleRefundAgain'>> {
  const { owner, jobs } = context;
  return inTransaction(owner, async (owner) => {
    const refund = await lockRefund(owner, id);
    if (refund.status !== RefundStatus.failed) throw new Refusal('actionNotAllowed');
    const refundNo = await nextRefundNo(owner, id);
    const { payment_no: paymentNo, amount_minor: amountMinor, order_no: orderNo } = refund;
    const noted = await insertRefund(owner, {
      refundNo,
      paymentNo,
      amountMinor,
      orderMinor: refund.order_minor,
      subOrderNo: refund.sub_order_no,
      reason: refund.reason,
    });
    if (noted !== 1) throw new Refusal('refundTooMuch');
    if (orderNo)
      await insertEvent(owner, orderNo, { action: 'refund', actor: 'owner', actorName: staffOf(context).name });
    await jobs.send(owner, 'refund.run', { refundNo });
    await logAction(owner, context, {
      act: 'refund-asked',
      subject: `refund ${id}`,
      before: shown(refund),
      after: { refundNo, amountMinor, currency: refund.currency },
    });
    return { refundNo };
  });
}
