import { convertMoney, type Money } from '../../../../domain/money.ts';
import type { Detail } from '../../../parts/order/order-pieces.tsx';

type Paid = Pick<Detail, 'charges' | 'paidBy'>;

/**
 * What a refund is in the currency that was paid in (decision 0505), at the rate of that payment; undefined for the order's own currency
 * and where several payments share it.
 */
export function refundAsPaid(refund: Money, { charges, paidBy }: Paid): Money | undefined {
  const [charge, ...others] = charges;
  if (!charge || others.length || paidBy.length > 1 || refund.amountMinor === 0) return undefined;
  return convertMoney(refund, charge.amount.currency, charge.exchange.rate);
}
