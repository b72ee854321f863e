// Paying from the partner's deposit or credit line (§3 channels 1 and 4, rules §8): one transaction settles the order, takes the money by a
// guarded UPDATE and writes the journal (deal type 2); so do gift cards. Refunds return to the same account (deal type 3).
import type { Currency } from '../../domain/currencies.ts';
import type { Day } from '../../domain/dates.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Money } from '../../domain/money.ts';
import { DealType, type LedgerKind, PaymentStatus } from '../../domain/payment-status.ts';
import { holdShare } from '../order/part/shares.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import type { OwnerTrx } from '../platform/db.ts';
import { availableOf, type Ledger, moveMoney } from './balance/move-money.ts';
import { giveToCard, takeFromCard } from './gift-card/gift-card.sql.ts';
import { type LedgerRow, listLedgers, openLedger } from './ledger.sql.ts';
import { markReceived, type PaymentRow } from './payment.sql.ts';
import { applyMoney } from './record-answer.ts';

/** The refusal of an account, in the words of §8: no money in any account differs from too little in this one. */
export function balanceRefusalOf(
  kind: LedgerKind,
  ledgers: LedgerRow[],
): 'zeroBalance' | 'balanceTooLow' | 'creditTooLow' {
  if (ledgers.length === 2 && ledgers.every((ledger) => availableOf(ledger) === 0)) return 'zeroBalance';
  return kind === 'deposit' ? 'balanceTooLow' : 'creditTooLow';
}

/** What pays inside the installation: an account of the buyer's partner, or a gift card (decision 0409). */
export type Purse = { kind: LedgerKind } | { kind: 'giftCard'; cardId: number; today: Day };

/** `completes`: it pays all that is due; otherwise it is held until the rest comes (decision 0408). */
export type Taking = { payment: PaymentRow; amount: Money; purse: Purse; completes: boolean };

/** The attempt as it was paid, and what takes the money. */
type Settled = { paid: PaymentRow; takeMoney(): Promise<void> };

/**
 * Requires a session opened by password (security rule 46), except for a card. An amount of 0 needs no account. `takeMoney` is the caller's
 * last statement: all payments of the partner, and of the owner in this currency, wait for these rows until the commit.
 */
export async function settleFromOwnMoney(owner: OwnerTrx, context: Context, taking: Taking): Promise<Settled> {
  const { payment, amount, completes } = taking;
  const paymentNo = payment.payment_no;
  const take = amount.amountMinor > 0 ? await prepareTaking(owner, context, taking) : undefined;
  if ((await markReceived(owner, paymentNo, { providerRef: paymentNo, transactionId: paymentNo })) !== 1)
    throw new Error(`payment ${paymentNo} is not open`);
  const outcome = completes ? await applyMoney(owner, context, payment) : await hold(owner, payment);
  const paid = { ...payment, status: PaymentStatus.paid, live: false, outcome };
  return { paid, takeMoney: async () => take?.() };
}

async function hold(owner: OwnerTrx, payment: PaymentRow): Promise<'held'> {
  if (!payment.order_no || (await holdShare(owner, payment)) !== 1) throw new Refusal('changedMeanwhile');
  return 'held';
}

/** Refuses at once what the account cannot pay now, and, when the money is taken, what account or card cannot pay then. */
async function prepareTaking(
  owner: OwnerTrx,
  context: Context,
  { payment: { payment_no: cause }, amount, purse }: Taking,
): Promise<() => Promise<void>> {
  const { amountMinor, currency } = amount;
  if (purse.kind === 'giftCard')
    return async () => {
      const { cardId, today } = purse;
      if ((await takeFromCard(owner, { cardId, amountMinor, cause }, today)) !== 1) throw new Refusal('giftCardEmpty');
    };
  const { kind } = purse;
  const buyer = buyerOf(context);
  if (!buyer.verAuthFlag) throw new Refusal('channelNotOffered');
  const ledgers = await listLedgers(owner, buyer.partnerId, currency);
  // Who never applied as a distributor has no account, and cannot top one up.
  if (!ledgers.length && buyer.approval === 'none') throw new Refusal('channelNotOffered');
  const ledger = ledgers.find((ledger) => ledger.kind === kind);
  if (!ledger || availableOf(ledger) < amountMinor) throw new Refusal(balanceRefusalOf(kind, ledgers));
  const movement = {
    ...{ ledgerId: ledger.ledger_id, amountMinor: -amountMinor },
    ...{ dealType: DealType.consumption, cause },
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

/** The same for a gift card, whatever became of it. */
export async function refundToCard(
  owner: OwnerTrx,
  cardId: number,
  refund: { refund_no: string; amount_minor: number },
  now: Date,
): Promise<void> {
  const movement = { cardId, amountMinor: refund.amount_minor, cause: refund.refund_no };
  if ((await giveToCard(owner, movement, now)) !== 1) throw new Error(`refund ${refund.refund_no} was not booked`);
}
