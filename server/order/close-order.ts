// An unpaid order ends: withdrawn by its buyer or the owner, or closed at the deadline (rules §7). Places and the promo code's use
// are released, and shares of the price that a balance or a card had paid. While a payment is in progress the clock does nothing: it asks
// the channel first.
import { Refusal } from '../../domain/errors.ts';
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { moveOversold, releaseHolds } from '../inventory/move-places.sql.ts';
import { giveBackCoupon } from '../marketing/marketing.sql.ts';
import type { Clock, Context } from '../platform/context.ts';
import { inTransaction, type Owner, type Owners, type OwnerTrx } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import { type ActedBy, changeStatus } from './change-status.ts';
import { releaseShares } from './part/shares.sql.ts';
import { listLines, listOverdue, lockOrder, type OrderRow } from './read.sql.ts';

/** Withdraws an unpaid order where `mayBegin` allows. Refuses paymentUnderWay while the channel has not answered. */
export async function withdrawOrder(
  { owner }: Context,
  orderNo: string,
  by: ActedBy,
  mayBegin: (owner: OwnerTrx) => Promise<boolean>,
): Promise<{ status: OrderStatusCode }> {
  return inTransaction(owner, async (owner) => {
    const order = await lockOrder(owner, orderNo);
    if (order && !(await mayBegin(owner))) return { status: order.status };
    return { status: await withdrawLocked(owner, order, orderNo, by) };
  });
}

/** The same for a caller that has locked the order. */
export async function withdrawLocked(
  owner: OwnerTrx,
  order: OrderRow | undefined,
  orderNo: string,
  by: ActedBy,
): Promise<OrderStatusCode> {
  if (order?.pay_status === PaymentStatus.paying) throw new Refusal('paymentUnderWay');
  const status = await changeStatus(owner, orderNo, 'withdraw', OrderStatus.closed, by);
  await giveBack(owner, orderNo, 'released');
  if (order) await releaseShares(owner, order);
  return status;
}

/**
 * Closes orders after their payment deadline, and mails their buyers by the jobs of `asking`, if there are any; safe to run on several
 * processes. Returns the number of closed orders.
 */
export async function closeOverdue(
  { house, forOwner }: Owners,
  clock: Clock,
  asking?: (owner: Owner) => { jobs: Jobs },
): Promise<number> {
  return workThrough(await listOverdue(house, 100), ({ owner_id: ownerId, order_no: orderNo }) =>
    inTransaction(forOwner(ownerId), async (owner) => {
      const order = await lockOrder(owner, orderNo);
      const due = order?.pay_by && order.pay_by <= clock();
      if (!due || order.status !== OrderStatus.unpaid || order.pay_status === PaymentStatus.paying) return 0;
      const by: ActedBy = { actor: 'clock', name: '' };
      await changeStatus(owner, orderNo, 'expire', OrderStatus.closedForTimeout, by);
      await giveBack(owner, orderNo, 'expired');
      await releaseShares(owner, order);
      await asking?.(owner).jobs.send(owner, 'order.changed', { orderNo, occasion: 'expired' });
      return 1;
    }),
  );
}

async function giveBack(owner: OwnerTrx, orderNo: string, state: 'released' | 'expired'): Promise<void> {
  await releaseHolds(owner, orderNo, state);
  const lines = await listLines(owner, [orderNo]);
  if (lines.some((line) => line.oversold)) await moveOversold(owner, orderNo, -1);
  await giveBackCoupon(owner, orderNo);
}
