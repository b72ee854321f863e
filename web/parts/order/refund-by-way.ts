// By which ways a refund goes back: as the server takes it from the payments, the price before additional payments and the oldest first.
import type { Money } from '../../../domain/money.ts';
import type { Detail } from './order-pieces.tsx';

/** What of a refund goes back which way, the first that paid first. */
export function spreadByWay(refund: Money, paidBy: Detail['paidBy']): Detail['paidBy'] {
  let rest = refund.amountMinor;
  return paidBy.flatMap((way) => {
    const amountMinor = Math.min(rest, way.left.amountMinor);
    rest -= amountMinor;
    return amountMinor > 0 ? [{ ...way, amount: { ...refund, amountMinor } }] : [];
  });
}

/** Nothing where a single way says no more than the sum. */
export function refundByWay(refund: Money, paidBy: Detail['paidBy']): Detail['paidBy'] {
  return paidBy.length < 2 && !paidBy[0]?.ending ? [] : spreadByWay(refund, paidBy);
}
