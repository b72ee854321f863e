// Applies a channel's answer about a payment once: the notice, the return page and our queries all use this
// function (security rule 19). Any order, any repetition: the same result.
import { paymentMoves } from '../../domain/payment-status.ts';
import { movePayStatus } from '../order/order.sql.ts';
import { lockOrder } from '../order/read.sql.ts';
import { type Settling, settleOrder } from '../order/settle-order.ts';
import { settleSupplement } from '../order/supplement/settle-supplement.ts';
import type { OwnerTrx } from '../platform/db.ts';
import type { Answer } from './channels/channel.ts';
import { findPayment, isRecharge, markFailed, markReceived, type PaymentRow, setOutcome } from './payment.sql.ts';
import { closeRecharge, settleRecharge } from './settle-recharge.ts';

/** `unknown`: no such payment here yet. `mismatch`: genuine, but with other values; nothing is applied and a person is informed. */
export type Recorded = 'applied' | 'overpaid' | 'late' | 'failed' | 'repeat' | 'pending' | 'unknown' | 'mismatch';

/** Who answers: the channel, and the account that the owner's setting of it names. */
export type Answering = { channel: string; merchant: string };

/** Runs in the caller's transaction. No channel answers about a payment of another: each proves itself by its own keys alone. */
export async function recordAnswer(
  owner: OwnerTrx,
  settling: Settling,
  answer: Answer,
  { channel, merchant }: Answering,
): Promise<Recorded> {
  const known = await findPayment(owner, answer.paymentNo);
  if (!known) return 'unknown';
  if (known.channel !== channel) return 'mismatch';
  if (known.order_no) await lockOrder(owner, known.order_no);
  if (answer.state === 'pending') return 'pending';
  if (answer.state === 'failed') {
    if ((await markFailed(owner, known.payment_no, answer.reason, answer.stillPayable)) !== 1) return 'repeat';
    if (isRecharge(known)) await closeRecharge(owner, known);
    else if (!known.supplement_no)
      await movePayStatus(owner, known.order_no, paymentMoves.fail.from, paymentMoves.fail.to);
    return 'failed';
  }
  if (!isExpected(answer, known, merchant)) return 'mismatch';
  if ((await markReceived(owner, known.payment_no, answer)) !== 1) return 'repeat';
  return applyMoney(owner, settling, known);
}

/** A valid signature is not enough: account, references, amount and currency must equal our request (security rule 17). */
function isExpected(answer: Extract<Answer, { state: 'paid' }>, known: PaymentRow, merchant: string): boolean {
  const { amount, providerRef } = answer;
  return (
    answer.merchant === merchant &&
    (known.provider_ref === null || providerRef === null || providerRef === known.provider_ref) &&
    amount.amountMinor === known.amount_minor &&
    amount.currency === known.currency
  );
}

/** The order, its additional payment or the recharge takes the money; otherwise a refund is queued in the same transaction. */
export async function applyMoney(
  owner: OwnerTrx,
  settling: Settling,
  payment: PaymentRow,
): Promise<'applied' | 'overpaid' | 'late'> {
  const { jobs } = settling;
  if (isRecharge(payment)) return settleRecharge(owner, jobs, payment);
  const outcome = payment.supplement_no
    ? await settleSupplement(owner, settling, { ...payment, supplement_no: payment.supplement_no })
    : await settleOrder(owner, settling, payment);
  await setOutcome(owner, payment.payment_no, outcome);
  if (outcome !== 'applied') {
    const { order_no: orderNo, payment_no: paymentNo } = payment;
    await jobs.send(owner, 'refund.ask', { orderNo, paymentNo, cause: outcome, reason: outcome, withFee: true });
  }
  return outcome;
}
