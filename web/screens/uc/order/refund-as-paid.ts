import { convertMoney, type Money } from '../../../../domain/money.ts';
import type { Detail } from '../../../parts/order/order-pieces.tsx';

/**
 * What a refund is in the currency that was paid in (decision 0505), at the rate of that payment; undefined for the order's own currency
 * and where several payments share it.
 */
export function refundAsPaid(refund: Money, charges: Detail['charges']): Money | undefined {
  const [charge, ...others] = charges;
  if (!charge || others.length || refund.amountMinor === 0) return undefined;
  return convertMoney(refund, charge.amount.currency, charge.exchange.rate);
}
