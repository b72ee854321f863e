// Paying from the partner's deposit or credit line (§3 channels 1 and 4, rules §8): one transaction settles the order, takes the money by a
// guarded UPDATE and writes the journal (deal type 2). Refunds return to the same account (deal type 3).
import type { Currency } from '../../domain/currencies.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Money } from '../../domain/money.ts';
import { DealType, type LedgerKind } from '../../domain/payment-status.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import type { OwnerTrx } from '../platform/db.ts';
import { availableOf, type Ledger, moveMoney } from './balance/move-money.ts';
import { type LedgerRow, listLedgers, openLedger } from './ledger.sql.ts';
import { findPayment, markReceived } from './payment.sql.ts';
import { applyMoney } from './record-answer.ts';

/** The refusal of an account, in the words of §8: no money in any account differs from too little in this one. */
export function balanceRefusalOf(
  kind: LedgerKind,
  ledgers: LedgerRow[],
): 'zeroBalance' | 'balanceTooLow' | 'creditTooLow' {
  if (ledgers.length === 2 && ledgers.every((one) => availableOf(one) === 0)) return 'zeroBalance';
  return kind === 'deposit' ? 'balanceTooLow' : 'creditTooLow';
}

/**
 * Requires a session opened by password (security rule 46). An amount of 0 needs no account. The returned function takes the money. It is
 * the caller's last statement: all payments of the partner, and of the owner in this currency, wait for these rows until the commit.
 */
export async function settleFromOwnMoney(
  owner: OwnerTrx,
  context: Context,
  paymentNo: string,
  amount: Money,
  kind: LedgerKind,
): Promise<() => Promise<void>> {
  const take = amount.amountMinor > 0 ? await prepareTaking(owner, context, paymentNo, amount, kind) : undefined;
  const payment = await findPayment(owner, paymentNo);
  if (!payment || (await markReceived(owner, paymentNo, { providerRef: paymentNo, transactionId: paymentNo })) !== 1)
    throw new Error(`payment ${paymentNo} is not open`);
  await applyMoney(owner, context, payment);
  return async () => take?.();
}

/** Refuses at once what the account cannot pay now, and, when the money is taken, what it cannot pay then. */
async function prepareTaking(
  owner: OwnerTrx,
  context: Context,
  paymentNo: string,
  { amountMinor, currency }: Money,
  kind: LedgerKind,
): Promise<() => Promise<void>> {
  const buyer = buyerOf(context);
  if (!buyer.verAuthFlag) throw new Refusal('channelNotOffered');
  const ledgers = await listLedgers(owner, buyer.partnerId, currency);
  const ledger = ledgers.find((one) => one.kind === kind);
  if (!ledger || availableOf(ledger) < amountMinor) throw new Refusal(balanceRefusalOf(kind, ledgers));
  const movement = {
    ...{ ledgerId: ledger.ledger_id, amountMinor: -amountMinor },
    ...{ dealType: DealType.consumption, cause: paymentNo },
  };
  return async () => {
    if (!(await moveMoney({ owner, jobs: context.jobs }, movement)))
      throw new Refusal(balanceRefusalOf(kind, await listLedgers(owner, buyer.partnerId, currency)));
  };
}

/** Returns the money to the same deposit or credit account, once per refund. */
export async function refundOwnMoney(
  ledger: Ledger,
  partnerId: number,
  kind: LedgerKind,
  refund: { refund_no: string; currency: Currency; amount_minor: number },
): Promise<void> {
  const ledgerId = await openLedger(ledger.owner, partnerId, kind, refund.currency);
  const movement = {
    ledgerId,
    amountMinor: refund.amount_minor,
    dealType: DealType.refund,
    cause: refund.refund_no,
  };
  if (!(await moveMoney(ledger, movement))) throw new Error(`refund ${refund.refund_no} was not booked`);
}
