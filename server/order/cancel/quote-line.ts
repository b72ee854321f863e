// What cancelling a line gives back now, by the policy that it was sold under (§4), and whether that is what its buyer read.
import { type CancelLine, type CancelQuote, quoteCancel } from '../../../domain/cancellation.ts';
import { Refusal } from '../../../domain/errors.ts';
import type { Money } from '../../../domain/money.ts';
import { OrderStatus, type OrderStatusCode } from '../../../domain/order-status.ts';
import type { LineOfOrder } from '../read.sql.ts';
import { agreedTerms } from './agreed-terms.ts';

/** A line's money, as the rules of cancelling count it. */
export const moneyOf = (line: LineOfOrder): CancelLine => ({
  amountMinor: line.amount_minor,
  quantity: line.quantity,
  cancelledQuantity: line.cancelled_quantity,
  cancelledMinor: line.cancelled_minor,
  addedMinor: line.added_minor,
  returnedMinor: line.returned_minor,
  isChanged: line.added_quantity > 0 || line.added_minor > 0 || line.returned_minor > 0,
  freightMinor: line.freight_minor,
  isSent: line.sent_at !== null,
});

/** The refund for cancelling `quantity` of a line now, by the policy it was sold under. */
export function quoteLine(line: LineOfOrder, quantity: number, now: Date): CancelQuote {
  const { rules, use } = agreedTerms(line);
  return quoteCancel(moneyOf(line), quantity, rules, use, now.getTime());
}

/** Before the confirmation the policy retains nothing. */
export const givenOf = (line: LineOfOrder, quote: CancelQuote): number =>
  line.status === OrderStatus.pending ? quote.shareMinor : quote.refundMinor;

const open: readonly OrderStatusCode[] = [OrderStatus.pending, OrderStatus.confirmed];

type Wish = { subOrderNo?: string | undefined; refundNum?: number | undefined; seenRefund?: Money | null | undefined };

/**
 * Refuses priceChanged where cancelling gives back another amount than the buyer read: a deadline passed, or the booking was moved, while
 * the page was open (decision 0780). Refuses actionNotAllowed for an order that was unpaid on that page. Under the order's lock.
 */
export function refuseUnseen(lines: LineOfOrder[], wish: Wish, zero: Money, now: Date): void {
  const { subOrderNo, refundNum, seenRefund: seen } = wish;
  if (seen === undefined) return;
  if (seen === null) throw new Refusal('actionNotAllowed');
  const chosen = lines.filter((line) => open.includes(line.status) && line.redeemed_at === null);
  let amountMinor = 0;
  for (const line of chosen) {
    if (subOrderNo && line.sub_order_no !== subOrderNo) continue;
    const quantity = refundNum ?? line.quantity - line.cancelled_quantity;
    amountMinor += givenOf(line, quoteLine(line, quantity, now));
  }
  const total: Money = { ...zero, amountMinor };
  if (seen.amountMinor !== total.amountMinor || seen.currency !== total.currency)
    throw new Refusal('priceChanged', { data: { total, seen } });
}
