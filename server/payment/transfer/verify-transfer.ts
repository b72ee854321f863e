// The owner's side of bank transfers (rules §10, role finance): money found on the bank account settles like any channel's,
// exactly once, late money too; a transfer that was not found is refused with a reason, and the buyer may submit it again.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { money } from '../../../domain/money.ts';
import { insertEvent } from '../../order/order.sql.ts';
import { lockOrder } from '../../order/read.sql.ts';
import { type Context, staffOf } from '../../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { findPayment, type PaymentRow } from '../payment.sql.ts';
import { recordAnswer } from '../record-answer.ts';
import { offline } from './pay-offline.ts';
import { decideTransfer, extendPayBy, findTransfer, listFiles, listTransfers } from './transfer.sql.ts';

const pageSize = 10;

export async function listQueue(
  { owner, site }: Context,
  { state = 'submitted', page }: ParsedInputOf<'consoleTransfers'>,
): Promise<OutputOf<'consoleTransfers'>> {
  const found = await listTransfers(owner, { state, size: pageSize, from: (page - 1) * pageSize });
  const numbers = found.map((one) => one.payment_no);
  const files = numbers.length ? await listFiles(owner, numbers) : [];
  const total = found[0]?.total ?? 0;
  return {
    total,
    page,
    pages: Math.ceil(total / pageSize),
    zone: site.zone,
    list: found.map((one) => ({
      paymentNo: one.payment_no,
      orderNo: one.order_no,
      supplement: one.supplement_no,
      partnerName: one.partner_name,
      contactName: one.contact_name,
      amount: money(one.amount_minor, one.currency),
      live: one.live,
      state: one.state,
      remark: one.remark,
      reason: one.reason,
      files: files
        .filter((file) => file.payment_no === one.payment_no)
        .map((file) => ({ fileId: file.file_id, type: file.type, bytes: file.size })),
      createdAt: one.created_at.toISOString(),
      submittedAt: one.submitted_at?.toISOString() ?? null,
      decidedAt: one.decided_at?.toISOString() ?? null,
      decidedBy: one.decided_by_name ?? '',
    })),
  };
}

/** Refuses changedMeanwhile when another person decided or the buyer changed it since, actionNotAllowed, invalidInput. */
export async function decideOne(
  context: Context,
  input: ParsedInputOf<'consoleTransferDecide'>,
): Promise<OutputOf<'consoleTransferDecide'>> {
  const { owner } = context;
  const { id: paymentNo, verified, seen } = input;
  const reason = input.reason.trim();
  if (!verified && !reason) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  const by = staffOf(context).name;
  return inTransaction(owner, async (owner) => {
    const found = await findPayment(owner, paymentNo);
    if (found?.channel !== offline || found.order_no === null) throw new NotHere();
    await lockOrder(owner, found.order_no);
    const transfer = await findTransfer(owner, paymentNo);
    if (!transfer) throw new NotHere();
    if (transfer.state !== seen) throw new Refusal('changedMeanwhile');
    if (!verified && transfer.state !== 'submitted') throw new Refusal('actionNotAllowed');
    const to = verified ? 'verified' : 'refused';
    const moved = await decideTransfer(owner, paymentNo, { from: seen, to, reason, by });
    if (moved !== 1) throw new Refusal('actionNotAllowed');
    // Read under the lock: the buyer may have chosen another currency meanwhile.
    const payment = await findPayment(owner, paymentNo);
    if (!payment) throw new NotHere();
    const outcome = verified ? await takeMoney(owner, context, payment) : null;
    if (!verified && !found.supplement_no) await extendPayBy(owner, found.order_no);
    if (!verified) await tellRefused(owner, context, found.order_no, { paymentNo, reason, by });
    await logAction(owner, context, {
      act: `transfer-${to}`,
      subject: `order ${found.order_no}`,
      before: { state: transfer.state },
      after: {
        paymentNo,
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        ...(outcome ? { outcome } : {}),
        ...(reason ? { reason } : {}),
      },
    });
    return { state: to, outcome };
  });
}

/** In the order's history, and by mail; a transfer may be refused again after it was submitted again. */
async function tellRefused(
  owner: OwnerTrx,
  { jobs, now }: Context,
  orderNo: string,
  { paymentNo, reason, by }: { paymentNo: string; reason: string; by: string },
): Promise<void> {
  await insertEvent(owner, orderNo, { action: 'refuseTransfer', actor: 'owner', actorName: by, why: reason });
  const occasion = `transferRefused:${paymentNo}@${now.getTime()}`;
  await jobs.send(owner, 'order.changed', { orderNo, occasion });
}

async function takeMoney(owner: OwnerTrx, context: Context, payment: PaymentRow) {
  const { payment_no: paymentNo } = payment;
  const answer = {
    state: 'paid',
    merchant: offline,
    paymentNo,
    amount: money(payment.amount_minor, payment.currency),
    providerRef: null,
    transactionId: paymentNo,
  } as const;
  const result = await recordAnswer(owner, context, answer, offline);
  if (result !== 'applied' && result !== 'overpaid' && result !== 'late') throw new Refusal('actionNotAllowed');
  return result;
}
