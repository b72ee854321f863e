// By which ways a refund goes back: as the server takes it from the payments, the price before additional payments and the oldest first.
import type { Money } from '../../../domain/money.ts';
import { giveByWay } from '../../../domain/payment/give-of-charge.ts';
import type { Detail } from './order-pieces.tsx';

/** What comes back which way, in the currency that was charged, the first that paid first. */
export function spreadByWay(refund: Money, paidBy: Detail['paidBy']): Detail['paidBy'] {
  return giveByWay(refund, paidBy).map(({ way, back }) => ({ ...way, amount: back }));
}

/** Nothing where a single way says no more than the sum. */
export function refundByWay(refund: Money, paidBy: Detail['paidBy']): Detail['paidBy'] {
  const [only, ...more] = paidBy;
  const isPlain = !more.length && !only?.ending && only?.charge.amount.currency === refund.currency;
  return isPlain ? [] : spreadByWay(refund, paidBy);
}
