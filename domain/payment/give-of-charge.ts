// What of a charge goes back for a part of what it paid (rules §5, §8; decision 0830): in the charge's currency, with the channel's fee or
// without. The dialog before cancelling and the refund itself count by this.
import { toChannel } from '../cancellation.ts';
import { type Money, money } from '../money.ts';
import { roundToStep } from './charge.ts';

/** What a way to pay took. */
type Taken = {
  channel: string;
  /** With the fee, which is `feeMinor` of it. */
  amount: Money;
  feeMinor: number;
  /** What it paid of the order, and what of that went back before, in the order's currency. */
  orderedMinor: number;
  beforeMinor: number;
  /** What of `amount` has not gone back yet. */
  leftMinor: number;
  feeBack: boolean;
};

/**
 * For `orderMinor` of the order: what goes back, and what of it is fee; and the fee of that part where it stays. Each part is what the
 * parts up to its end come to less those up to its start: together they are exact, whichever of them had the fee.
 */
export function giveOfCharge(orderMinor: number, charge: Taken) {
  const { amount, channel, orderedMinor, beforeMinor, leftMinor } = charge;
  const of = (paidMinor: number) => {
    const upTo = (minor: number) => {
      const exact = toChannel(minor, { paidMinor, orderedMinor }, { paidMinor: 0, orderedMinor: 0 });
      return roundToStep(money(exact, amount.currency), channel).amountMinor;
    };
    return upTo(beforeMinor + orderMinor) - upTo(beforeMinor);
  };
  const [bareMinor, wholeMinor] = [of(amount.amountMinor - charge.feeMinor), of(amount.amountMinor)];
  const backMinor = Math.min(charge.feeBack ? wholeMinor : bareMinor, leftMinor);
  const feeMinor = Math.max(0, wholeMinor - bareMinor);
  return charge.feeBack
    ? { backMinor, feeBackMinor: Math.min(feeMinor, backMinor), feeStaysMinor: 0 }
    : { backMinor, feeBackMinor: 0, feeStaysMinor: feeMinor };
}

/** What pays an order: its part of the order, what of that has not gone back, and what was charged for it. */
type Way = {
  channel: string;
  amount: Money;
  left: Money;
  charge: { amount: Money; fee: Money; left: Money; feeBack: boolean };
};

/**
 * By which ways a refund goes back, the first that paid first, as the server takes it: what comes, in the currency of the charge, what of
 * it is fee, and the fee that stays.
 */
export function giveByWay<Paid extends Way>(refund: Money, ways: readonly Paid[]) {
  let rest = refund.amountMinor;
  return ways.flatMap((way) => {
    const { amount, channel, left, charge } = way;
    const partMinor = Math.min(rest, left.amountMinor);
    rest -= partMinor;
    if (partMinor <= 0) return [];
    const share = giveOfCharge(partMinor, {
      ...{ channel, amount: charge.amount, feeMinor: charge.fee.amountMinor, feeBack: charge.feeBack },
      ...{ orderedMinor: amount.amountMinor, beforeMinor: amount.amountMinor - left.amountMinor },
      leftMinor: charge.left.amountMinor,
    });
    const inCharge = (minor: number) => money(minor, charge.amount.currency);
    return [
      {
        ...{ way, back: inCharge(share.backMinor) },
        ...{ feeBack: inCharge(share.feeBackMinor), feeStays: inCharge(share.feeStaysMinor) },
      },
    ];
  });
}
