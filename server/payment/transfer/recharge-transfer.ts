// A top-up of the deposit by bank transfer (§7 cashierInfo, deal type 1): the same vouchers and queue as for an order. Finance enters what
// has arrived, which may differ from what was announced; the deposit rises by what arrived, once.
import type { ParsedInputOf } from '../../../contract/index.ts';
import type { Currency } from '../../../domain/currencies.ts';
import { type FieldProblems, NotHere, Refusal } from '../../../domain/errors.ts';
import { limits } from '../../../domain/limits.ts';
import { money, roundDivide, typedRange } from '../../../domain/money.ts';
import { OrderStatus, type OrderStatusCode } from '../../../domain/order-status.ts';
import type { SupplementRow } from '../../order/supplement/supplement.sql.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import type { OwnerTrx } from '../../platform/db.ts';
import { findFourEyes, lockStaff, sumDoneAlone } from '../balance/balances.sql.ts';
import { findRecharge, type RechargeRow } from '../balance/recharge.sql.ts';
import { findPayment, type PaymentRow } from '../payment.sql.ts';
import { findRechargeOf, noteReceived, takeOtherAmount } from './recharge-transfer.sql.ts';

/** Orders' numbers begin with their day. */
export const isRechargeNo = (number: string): boolean => number.startsWith('R');

/** What a transfer is for, as far as pricing and deadlines ask. */
export type TransferDue = {
  payable_minor: number;
  currency: RechargeRow['currency'];
  rate: string;
  status: OrderStatusCode;
  pay_by: Date | null;
  supplement: SupplementRow | null;
};

/** The caller's own top-up; only main accounts that came in by password have any. Refuses with NotHere. */
export async function findRechargeDue(
  context: Context,
  rechargeNo: string,
): Promise<{ due: TransferDue; payment: PaymentRow }> {
  const { owner } = context;
  const { kind, verAuthFlag, partnerId } = buyerOf(context);
  if (kind !== 'main' || !verAuthFlag) throw new NotHere();
  const row = await findRecharge(owner, partnerId, rechargeNo);
  const payment = row && (await findPayment(owner, row.payment_no));
  if (!payment) throw new NotHere();
  const { amount_minor: payable_minor, currency } = row;
  const due = { payable_minor, currency, rate: '1', status: OrderStatus.unpaid, pay_by: null, supplement: null };
  return { due, payment };
}

/** What finance found. */
export type Received = NonNullable<ParsedInputOf<'consoleTransferDecide'>['received']>;

/** Refuses invalidInput by field: finance says what arrived, with which reference and on which day. */
export function judgeReceived(received: Received | undefined, currency: Currency, today: string): Received {
  const fields: FieldProblems = {};
  const { amountMinor = 0, reference = '', on = '' } = received ?? {};
  if (amountMinor <= 0) fields.amount = { problem: 'required' };
  else if (amountMinor > limits.largestMoveMinor)
    fields.amount = { problem: 'range', ...typedRange(currency, limits.largestMoveMinor) };
  if (!reference.trim()) fields.reference = { problem: 'required' };
  if (!on) fields.on = { problem: 'required' };
  else if (on > today) fields.on = { problem: 'notFuture' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return { amountMinor, reference: reference.trim(), on };
}

/**
 * Another amount than announced moves the deposit in proportion, so that currency and fee stay those of the announcement. Refuses
 * receivedTooMuch when the deposit would rise above the announcement by more than one person may change alone (decision 0747).
 */
export async function writeReceived(
  owner: OwnerTrx,
  payment: PaymentRow,
  received: Received,
  staffId: number,
): Promise<void> {
  await noteReceived(owner, payment.payment_no, received);
  if (received.amountMinor === payment.amount_minor || payment.recharge_no === null) return;
  const recharge = await findRechargeOf(owner, payment.recharge_no);
  if (!recharge) throw new NotHere();
  const share = (minor: number) =>
    Number(roundDivide(BigInt(minor) * BigInt(received.amountMinor), BigInt(payment.amount_minor)));
  const creditedMinor = share(recharge.amount_minor);
  if (creditedMinor <= 0)
    throw new Refusal('invalidInput', {
      fields: { amount: { problem: 'range', ...typedRange(payment.currency, limits.largestMoveMinor) } },
    });
  const moreMinor = await findMoreAlone(owner, String(recharge.partner_id), staffId);
  if (creditedMinor - recharge.amount_minor > moreMinor) {
    const perUnit = BigInt(payment.amount_minor) * BigInt(recharge.amount_minor + moreMinor);
    const most = money(Number(perUnit / BigInt(recharge.amount_minor)), payment.currency);
    throw new Refusal('receivedTooMuch', { data: { limit: most } });
  }
  const { payment_no: paymentNo, recharge_no: rechargeNo } = payment;
  const amounts = { amountMinor: received.amountMinor, feeMinor: share(payment.fee_minor), creditedMinor, staffId };
  await takeOtherAmount(owner, { paymentNo, rechargeNo }, amounts);
}

/** By how much one person may still raise a partner's deposit alone today (decisions 0721 and 0764). */
async function findMoreAlone(owner: OwnerTrx, partnerId: string, staffId: number): Promise<number> {
  const limitMinor = await findFourEyes(owner);
  if (limitMinor === null) return Number.POSITIVE_INFINITY;
  await lockStaff(owner, staffId);
  return Math.max(0, limitMinor - (await sumDoneAlone(owner, partnerId, staffId)));
}
