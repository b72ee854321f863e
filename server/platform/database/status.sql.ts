// Status codes by their names in SQL. They are written into the statement, for a bound value would miss the indexes that hold
// only rows of some statuses.
import { AccountStatus } from '../../../domain/account-status.ts';
import { OrderStatus, suppliedStatuses } from '../../../domain/order-status.ts';
import { PaymentStatus, RechargeStatus, RefundStatus } from '../../../domain/payment-status.ts';
import { sql } from '../db.ts';

type Literal = ReturnType<typeof sql.lit>;

function writeCodes<const Codes extends Record<string, number>>(
  codes: Codes,
): { readonly [Name in keyof Codes]: Literal } {
  const literals = Object.entries(codes).map(([name, code]) => [name, sql.lit(code)]);
  return Object.fromEntries(literals);
}

export const orderCode = writeCodes(OrderStatus);
export const paymentCode = writeCodes(PaymentStatus);
export const refundCode = writeCodes(RefundStatus);
export const rechargeCode = writeCodes(RechargeStatus);
export const accountCode = writeCodes(AccountStatus);

const writeArray = (...codes: number[]): Literal => sql.lit(`{${codes.join()}}`);

/** Orders with a journey or a payment still to come: `status = ANY(${openOrders}::smallint[])`. */
export const openOrders = writeArray(
  OrderStatus.unpaid,
  OrderStatus.pending,
  OrderStatus.confirmed,
  OrderStatus.cancelling,
);
/** Paid orders that are not wholly cancelled. */
export const soldOrders = writeArray(
  OrderStatus.pending,
  OrderStatus.confirmed,
  OrderStatus.cancelling,
  OrderStatus.completed,
);
/** Of lines whose guests their supplier reads. */
export const suppliedOrders = writeArray(...suppliedStatuses);
