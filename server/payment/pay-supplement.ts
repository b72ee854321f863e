// The subject of a payment: an order, or one of its additional payments (§3), through the same channels. Money for an additional payment
// settles that and leaves the order's own payment alone.
import { NotHere, Refusal } from '../../domain/errors.ts';
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { paths } from '../../domain/paths.ts';
import { PaymentStatus, paymentMoves } from '../../domain/payment-status.ts';
import { movePayStatus } from '../order/order.sql.ts';
import { lockOrder, type OrderRow } from '../order/read.sql.ts';
import { findSupplement, type SupplementRow } from '../order/supplement/supplement.sql.ts';
import type { Context } from '../platform/context.ts';
import type { Owner, OwnerTrx } from '../platform/db.ts';
import { orderPurpose, type Purpose } from './start-outside.ts';

/** An order with the amount due: `payable_minor` is the additional payment's amount where one is chosen. */
export type Due = OrderRow & { supplement: SupplementRow | null };
export type DueInput = { supplement?: string | undefined; part?: boolean | undefined };

/**
 * The whole order, its first part (decision 0380) or an additional payment; of the first two, without the shares that are held (decision
 * 0408). Refuses NotHere for one that is not of this order, actionNotAllowed for the first part of an order that is paid at once or whose
 * shares are as much.
 */
export async function findDue(
  owner: Owner,
  order: OrderRow,
  { supplement: supplementNo, part }: DueInput,
): Promise<Due> {
  if (part && (supplementNo || !order.part)) throw new Refusal('actionNotAllowed');
  if (!supplementNo) {
    const dueMinor = ((part && order.part?.firstMinor) || order.payable_minor) - order.shared_minor;
    if (part && dueMinor <= 0) throw new Refusal('actionNotAllowed');
    return { ...order, payable_minor: dueMinor, supplement: null };
  }
  const supplement = await findSupplement(owner, supplementNo);
  if (supplement?.order_no !== order.order_no) throw new NotHere();
  return { ...order, payable_minor: supplement.amount_minor, supplement };
}

/** By the buyer, by the owner or by the clock that waited for the rest; not by the deadline of an order without any payment. */
const cancelled: readonly OrderStatusCode[] = [
  OrderStatus.cancelled,
  OrderStatus.cancelledAfterApproval,
  OrderStatus.closed,
];

/** Refuses orderCancelled: the reason comes before any other, because neither time nor another way to pay would help. */
export function refuseCancelled(order: Pick<OrderRow, 'status'> | undefined): void {
  if (order && cancelled.includes(order.status)) throw new Refusal('orderCancelled');
}

/** Whether an additional payment still asks for the amount that a payment was begun for. */
export const stillAsks = (
  row: Pick<SupplementRow, 'state' | 'amount_minor'> | undefined,
  amountMinor: number,
): boolean => row?.state === 'open' && row.amount_minor === amountMinor;

/**
 * Locks the order and refuses what cannot be paid now: orderCancelled, alreadyPaid, payDeadlinePassed, changedMeanwhile where another share
 * was paid, actionNotAllowed for an additional payment that was withdrawn. Returns the deadline.
 */
export async function lockDue(owner: OwnerTrx, { now }: Context, due: Due): Promise<{ payBy: Date | null }> {
  const order = await lockOrder(owner, due.order_no);
  refuseCancelled(order);
  if (due.supplement) {
    const row = await findSupplement(owner, due.supplement.supplement_no);
    if (row?.state === 'paid') throw new Refusal('alreadyPaid');
    if (row?.state !== 'open') throw new Refusal('actionNotAllowed');
    // Part of the order was cancelled meanwhile, so less is due.
    if (row.amount_minor !== due.payable_minor) throw new Refusal('changedMeanwhile');
    return { payBy: null };
  }
  if (order?.pay_status === PaymentStatus.paid) throw new Refusal('alreadyPaid');
  if (!order || order.status !== OrderStatus.unpaid || (order.pay_by && order.pay_by <= now))
    throw new Refusal('payDeadlinePassed');
  if (order.shared_minor !== due.shared_minor) throw new Refusal('changedMeanwhile');
  return { payBy: order.pay_by };
}

/** An attempt begins: the order's payment status becomes "paying". */
export async function markPaying(owner: OwnerTrx, due: Due): Promise<void> {
  if (!due.supplement) await movePayStatus(owner, due.order_no, paymentMoves.start.from, paymentMoves.start.to);
}

export function duePurpose(due: Due): Purpose {
  if (!due.supplement) return orderPurpose(due);
  const { supplement_no: number } = due.supplement;
  return {
    ...orderPurpose(due),
    number,
    returnPath: paths.payment('complete', due.order_no, { supplement: number }),
    cancelPath: paths.payment('pay', due.order_no, { supplement: number }),
    async giveUp(owner, markFailed) {
      await lockOrder(owner, due.order_no);
      await markFailed();
    },
  };
}
