// The buyer's side of a bank transfer (§4 offline payment): the account to pay to, the currency, and "payment completed".
// A submitted transfer waits for the owner without a time limit; one that was not submitted ends with the order's deadline.

import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import type { Currency } from '../../../domain/currencies.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { money } from '../../../domain/money.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { instructionsFor, readAccounts, readInstructions, transferCurrencies } from '../../../domain/transfer-rules.ts';
import { limitVisibility } from '../../order/limit-visibility.ts';
import { insertEvent } from '../../order/order.sql.ts';
import { findOrder, lockOrder } from '../../order/read.sql.ts';
import type { Settling } from '../../order/settle-order.ts';
import { findSupplement } from '../../order/supplement/supplement.sql.ts';
import type { Clock, Context } from '../../platform/context.ts';
import { inTransaction, type Owner, type Owners, type OwnerTrx } from '../../platform/db.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
import { showExchange } from '../../site/show-exchange.ts';
import { findChannel } from '../channel.sql.ts';
import { findDue, refuseCancelled, stillAsks } from '../pay-supplement.ts';
import { findLatestPayment, findPayment, type PaymentRow } from '../payment.sql.ts';
import { priceChannel } from '../price-channel.ts';
import { showPriced } from '../rate/price-attempt.ts';
import { type Answering, recordAnswer } from '../record-answer.ts';
import { lockRecharge } from './recharge-transfer.sql.ts';
import { findRechargeDue, isRechargeNo, type TransferDue } from './recharge-transfer.ts';
import { mailWhere } from './say-where.ts';
import {
  findTransfer,
  listFiles,
  listOverdueTransfers,
  repriceTransfer,
  submitTransfer,
  type TransferRow,
} from './transfer.sql.ts';

export const offline = 'offline';
/** Who says what became of a transfer: a person. */
export const byHand: Answering = { channel: offline, merchant: offline };

type Input = { id: string; supplement?: string | undefined };
type Shown = OutputOf<'offlineInfo'>;
export type OwnTransfer = { due: TransferDue; payment: PaymentRow; transfer: TransferRow };

/** The caller's newest attempt, or its top-up, if it is a transfer; otherwise refuses with NotHere. */
export async function findOwnTransfer(context: Context, { id, supplement }: Input): Promise<OwnTransfer> {
  const { owner } = context;
  const { due, payment } = isRechargeNo(id)
    ? await findRechargeDue(context, id)
    : await findOrderDue(context, id, supplement);
  const transfer = payment?.channel === offline && (await findTransfer(owner, payment.payment_no));
  if (!payment || !transfer) throw new NotHere();
  return { due, payment, transfer };
}

async function findOrderDue(context: Context, id: string, supplement: string | undefined) {
  const { owner } = context;
  const order = await findOrder(owner, id, limitVisibility(context));
  if (!order) throw new NotHere();
  const payment = await findLatestPayment(owner, id, supplement);
  const due = await findDue(owner, order, { supplement });
  // What the transfer was begun for: the whole order, or its first part.
  return { due: { ...due, payable_minor: payment?.order_minor ?? due.payable_minor }, payment };
}

/** Changing the state of a transfer requires the lock of its order or top-up. */
export async function lockSubject(owner: OwnerTrx, number: string): Promise<void> {
  await (isRechargeNo(number) ? lockRecharge(owner, number) : lockOrder(owner, number));
}

/** Waits for the buyer: not submitted, not ended, the order's deadline is not over, and the additional payment still asks for as much. */
export function isOpen({ now }: Context, { due, payment, transfer }: OwnTransfer): boolean {
  const waits = payment.live && (transfer.state === 'open' || transfer.state === 'refused');
  return waits && !isOverdue(now, due) && isAsked(due, payment);
}

const isAsked = ({ supplement }: TransferDue, { order_minor: orderMinor }: PaymentRow) =>
  !supplement || stillAsks(supplement, orderMinor);

const isOverdue = (now: Date, due: TransferDue) => !due.supplement && due.pay_by !== null && due.pay_by <= now;

export async function showTransfer(context: Context, input: Input): Promise<Shown> {
  const { owner, site } = context;
  const ownTransfer = await findOwnTransfer(context, input);
  const { due, payment, transfer } = ownTransfer;
  const open = isOpen(context, ownTransfer);
  const files = await listFiles(owner, [payment.payment_no]);
  const waits = due.status === OrderStatus.unpaid && !due.supplement && transfer.state !== 'submitted';
  return {
    paymentNo: payment.payment_no,
    state: transfer.state,
    open,
    payable: money(payment.amount_minor, payment.currency),
    fee: money(payment.fee_minor, payment.currency),
    exchange: showExchange(payment, due.currency),
    currencies: await listCurrencies(context, ownTransfer, open),
    remark: transfer.remark,
    reason: transfer.reason,
    files: files.map((file) => ({ fileId: file.file_id, type: file.type, bytes: file.size })),
    payBy: waits ? (due.pay_by?.toISOString() ?? null) : null,
    submittedAt: transfer.submitted_at?.toISOString() ?? null,
    decidedAt: transfer.decided_at?.toISOString() ?? null,
    zone: site.zone,
  };
}

/** The transfer's currency first; then others with instructions and a rate, while it may still be changed. */
async function listCurrencies(
  context: Context,
  { due, payment }: OwnTransfer,
  open: boolean,
): Promise<Shown['currencies']> {
  const { owner, language } = context;
  const setting = await findChannel(owner, offline);
  const options = setting?.options ?? {};
  const texts = readInstructions(options);
  const accounts = readAccounts(options);
  const where = (currency: Currency) => ({
    account: accounts[currency] ?? null,
    instructions: instructionsFor(texts, currency, language),
  });
  const paidCurrency = payment.currency;
  const exchange = showExchange(payment, due.currency);
  const list = [{ payable: money(payment.amount_minor, paidCurrency), exchange, ...where(paidCurrency) }];
  if (!open || !setting) return list;
  for (const currency of transferCurrencies(options).filter((other) => other !== paidCurrency)) {
    const price = await priceChannel(context, due, { ...setting, currency });
    const offered = price && { ...price, attempt: null };
    const exchange = offered ? showPriced(offered, money(due.payable_minor, due.currency)) : null;
    if (price) list.push({ payable: price.payable, exchange, ...where(currency) });
  }
  return list;
}

/** Refuses channelNotOffered for a currency without instructions or rate, changedMeanwhile once it was submitted. */
export async function changeCurrency(context: Context, input: ParsedInputOf<'offlineCurrency'>): Promise<Shown> {
  const { owner } = context;
  const ownTransfer = await findOwnTransfer(context, input);
  if (ownTransfer.payment.currency === input.currency) return showTransfer(context, input);
  const setting = await findChannel(owner, offline);
  if (!setting || !transferCurrencies(setting.options).includes(input.currency)) throw new Refusal('channelNotOffered');
  const price = await priceChannel(context, ownTransfer.due, { ...setting, currency: input.currency });
  if (!price) throw new Refusal('channelNotOffered');
  const { payable, fee } = price;
  await inTransaction(owner, async (owner) => {
    await lockSubject(owner, input.id);
    const row = {
      currency: payable.currency,
      amountMinor: payable.amountMinor,
      feeMinor: fee.amountMinor,
      locked: price,
    };
    if (!isOpen(context, ownTransfer) || (await repriceTransfer(owner, ownTransfer.payment.payment_no, row)) !== 1)
      throw new Refusal('changedMeanwhile');
    const { payment_no: paymentNo } = ownTransfer.payment;
    if (!isRechargeNo(input.id)) await mailWhere(owner, context, input.id, { paymentNo, currency: payable.currency });
  });
  return showTransfer(context, input);
}

/**
 * "Payment completed" (§7 offlinepay/evaluation). Refuses voucherMissing, orderCancelled, payDeadlinePassed, actionNotAllowed; safe to
 * repeat.
 */
export async function submitPaid(context: Context, input: ParsedInputOf<'offlineEvaluation'>): Promise<Shown> {
  const { owner, now } = context;
  const { payment } = await findOwnTransfer(context, input);
  const paymentNo = payment.payment_no;
  await inTransaction(owner, async (owner) => {
    await lockSubject(owner, input.id);
    const { due, transfer, payment: known } = await findOwnTransfer({ ...context, owner }, input);
    if (known.payment_no !== paymentNo) throw new Refusal('changedMeanwhile');
    if (transfer.state === 'submitted' && known.live) return;
    refuseCancelled(due);
    if (transfer.state === 'withdrawn') throw new Refusal('actionNotAllowed');
    if (!known.live) throw new Refusal(known.status === PaymentStatus.paid ? 'alreadyPaid' : 'payDeadlinePassed');
    if (isOverdue(now, due)) throw new Refusal('payDeadlinePassed');
    if (!isAsked(due, known)) throw new Refusal('actionNotAllowed');
    if (!(await listFiles(owner, [paymentNo])).length) throw new Refusal('voucherMissing');
    if ((await submitTransfer(owner, paymentNo, input.remark.trim())) !== 1) throw new Refusal('actionNotAllowed');
    if (!isRechargeNo(input.id))
      await insertEvent(owner, input.id, { action: 'sendTransfer', actor: 'buyer', actorName: '' });
  });
  return showTransfer(context, input);
}

/** The buyer chose another channel, or the deadline is over. False for a submitted transfer, which waits for the owner. */
export async function giveUpTransfer(
  door: Settling & { owner: Owner },
  paymentNo: string,
  only: (known: { payBy: Date | null; isAsked: boolean }) => boolean = () => true,
): Promise<boolean> {
  const { owner } = door;
  return inTransaction(owner, async (owner) => {
    const payment = await findPayment(owner, paymentNo);
    if (!payment?.live || payment.channel !== offline) return false;
    const order = payment.order_no === null ? undefined : await lockOrder(owner, payment.order_no);
    if (payment.order_no === null) await lockRecharge(owner, payment.recharge_no);
    const transfer = await findTransfer(owner, paymentNo);
    // An additional payment has no deadline of its own: its order's was that of the first payment.
    const supplement = payment.supplement_no === null ? null : await findSupplement(owner, payment.supplement_no);
    const payBy = supplement === null ? (order ? order.pay_by : payment.expires_at) : null;
    const isAsked = supplement === null || stillAsks(supplement, payment.order_minor);
    if (transfer?.state === 'submitted' || !only({ payBy, isAsked })) return false;
    const outcome = { state: 'failed', paymentNo, reason: '' } as const;
    return (await recordAnswer(owner, door, outcome, byHand)) === 'failed';
  });
}

/** Ends transfers that were not submitted in time, so that their orders close, and those of additional payments that ended. */
export async function endOverdueTransfers(
  { house, forOwner }: Owners,
  asking: (owner: Owner) => { owner: Owner; jobs: Jobs },
  clock: Clock,
): Promise<void> {
  await workThrough(await listOverdueTransfers(house, 100), async ({ owner_id: ownerId, payment_no: paymentNo }) => {
    const door = { ...asking(forOwner(ownerId)), now: clock() };
    await giveUpTransfer(door, paymentNo, ({ payBy, isAsked }) => !isAsked || (payBy !== null && payBy <= clock()));
  });
}
