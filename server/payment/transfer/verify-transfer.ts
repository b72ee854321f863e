// The owner's side of bank transfers (rules §10, role finance): money found on the bank account settles like any channel's,
// exactly once, late money too; a transfer that was not found is refused with a reason, and the buyer may submit it again.
import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { todayIn } from '../../../domain/dates.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { money } from '../../../domain/money.ts';
import { type TopUpOfMail, transferRules } from '../../../domain/transfer-rules.ts';
import { insertEvent } from '../../order/order.sql.ts';
import { type Context, staffOf } from '../../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { showExchange } from '../../site/show-exchange.ts';
import { findPayment, isRecharge, type PaymentRow } from '../payment.sql.ts';
import { recordAnswer } from '../record-answer.ts';
import { byHand, lockSubject, offline } from './pay-offline.ts';
import { extendRecharge, findRechargeOf } from './recharge-transfer.sql.ts';
import { judgeReceived, type Received, writeReceived } from './recharge-transfer.ts';
import { decideTransfer, extendPayBy, findTransfer, listFiles, listTransfers } from './transfer.sql.ts';

const pageSize = 10;

export async function listQueue(
  { owner, site }: Context,
  { state, query, page }: ParsedInputOf<'consoleTransfers'>,
): Promise<OutputOf<'consoleTransfers'>> {
  const text = query.trim();
  const filter = { state: state ?? (text ? null : ('submitted' as const)), query: text };
  const found = await listTransfers(owner, { ...filter, size: pageSize, from: (page - 1) * pageSize });
  const numbers = found.map((transfer) => transfer.payment_no);
  const files = numbers.length ? await listFiles(owner, numbers) : [];
  const total = found[0]?.total ?? 0;
  return {
    total,
    page,
    pages: Math.ceil(total / pageSize),
    zone: site.zone,
    list: found.map((transfer) => ({
      paymentNo: transfer.payment_no,
      orderNo: transfer.order_no,
      rechargeNo: transfer.recharge_no,
      supplement: transfer.supplement_no,
      partnerName: transfer.partner_name,
      contactName: transfer.contact_name,
      amount: money(transfer.amount_minor, transfer.currency),
      exchange: showExchange(transfer, transfer.of_currency),
      live: transfer.live,
      state: transfer.state,
      remark: transfer.remark,
      reason: transfer.reason,
      refusals: transfer.refusals.map(({ reason, at, by }) => ({
        reason,
        at: new Date(at).toISOString(),
        by: by ?? '',
      })),
      files: files
        .filter((file) => file.payment_no === transfer.payment_no)
        .map((file) => ({ fileId: file.file_id, type: file.type, bytes: file.size })),
      createdAt: transfer.created_at.toISOString(),
      submittedAt: transfer.submitted_at?.toISOString() ?? null,
      decidedAt: transfer.decided_at?.toISOString() ?? null,
      decidedBy: transfer.decided_by_name ?? '',
      received:
        transfer.received_minor === null
          ? null
          : {
              amount: money(transfer.received_minor, transfer.currency),
              reference: transfer.reference,
              on: transfer.received_on ?? '',
            },
    })),
  };
}

/** Refuses changedMeanwhile when another person decided or the buyer changed it since, actionNotAllowed, invalidInput, receivedTooMuch. */
export async function decideOne(
  context: Context,
  input: ParsedInputOf<'consoleTransferDecide'>,
): Promise<OutputOf<'consoleTransferDecide'>> {
  const { owner, site, now } = context;
  const { id: paymentNo, verified, seen } = input;
  const reason = input.reason.trim();
  if (!verified && !reason) throw new Refusal('invalidInput', { fields: { reason: { problem: 'required' } } });
  const { accountId, name: by } = staffOf(context);
  return inTransaction(owner, async (owner) => {
    const found = await findPayment(owner, paymentNo);
    if (found?.channel !== offline) throw new NotHere();
    await lockSubject(owner, found.order_no ?? found.recharge_no);
    const transfer = await findTransfer(owner, paymentNo);
    if (!transfer) throw new NotHere();
    if (transfer.state !== seen) throw new Refusal('changedMeanwhile');
    if (!verified && transfer.state !== 'submitted') throw new Refusal('actionNotAllowed');
    // Read under the lock: the buyer may have chosen another currency meanwhile.
    const announced = await findPayment(owner, paymentNo);
    if (!announced) throw new NotHere();
    const received =
      verified && isRecharge(announced)
        ? judgeReceived(input.received, announced.currency, todayIn(site.zone, now.getTime()))
        : undefined;
    const to = verified ? 'verified' : 'refused';
    const moved = await decideTransfer(owner, paymentNo, { from: seen, to, reason, by });
    if (moved !== 1) throw new Refusal('actionNotAllowed');
    if (received) await writeReceived(owner, announced, received, accountId);
    const payment = (received && (await findPayment(owner, paymentNo))) || announced;
    const outcome = verified ? await takeMoney(owner, context, payment) : null;
    await notifyOutcome(owner, context, payment, { reason, by, verified, announced, received });
    await logAction(owner, context, {
      act: `transfer-${to}`,
      subject: payment.order_no === null ? `recharge ${payment.recharge_no}` : `order ${payment.order_no}`,
      before: { state: transfer.state, ...(received && { amountMinor: announced.amount_minor }) },
      after: {
        paymentNo,
        amountMinor: payment.amount_minor,
        currency: payment.currency,
        ...(received && { reference: received.reference, on: received.on }),
        ...(outcome ? { outcome } : {}),
        ...(reason ? { reason } : {}),
      },
    });
    return { state: to, outcome };
  });
}

type Outcome = { reason: string; by: string; verified: boolean; announced: PaymentRow; received: Received | undefined };

/** A refused one may be sent in again; the partner of a top-up is mailed in any case. */
async function notifyOutcome(
  owner: OwnerTrx,
  context: Context,
  payment: PaymentRow,
  { reason, by, verified, announced, received }: Outcome,
): Promise<void> {
  const { payment_no: paymentNo, order_no: orderNo, recharge_no: rechargeNo } = payment;
  if (orderNo !== null) {
    if (verified) return;
    if (!payment.supplement_no) await extendPayBy(owner, orderNo);
    return notifyRefused(owner, context, orderNo, { paymentNo, reason, by });
  }
  if (!verified) await extendRecharge(owner, paymentNo, transferRules.rechargeSeconds);
  const recharge = await findRechargeOf(owner, rechargeNo);
  if (!recharge) throw new NotHere();
  const kind = verified ? 'top-up-settled' : 'top-up-refused';
  const topUp: TopUpOfMail = {
    rechargeNo: recharge.recharge_no,
    announced: money(announced.amount_minor, announced.currency),
    ...(received && {
      arrived: {
        amount: money(payment.amount_minor, payment.currency),
        credited: money(recharge.amount_minor, recharge.currency),
        reference: received.reference,
        on: received.on,
      },
    }),
  };
  const mail = { kind, email: '', accountId: recharge.account_id, language: '', reason, topUp } as const;
  await context.jobs.send(owner, 'account.mail', mail);
}

/** In the order's history, and by mail; a transfer may be refused again after it was submitted again. */
async function notifyRefused(
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
  const outcome = {
    state: 'paid',
    merchant: offline,
    paymentNo,
    amount: money(payment.amount_minor, payment.currency),
    providerRef: null,
    transactionId: paymentNo,
  } as const;
  const result = await recordAnswer(owner, context, outcome, byHand);
  if (result !== 'applied' && result !== 'overpaid' && result !== 'late') throw new Refusal('actionNotAllowed');
  return result;
}
