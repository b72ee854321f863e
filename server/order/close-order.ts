// An unpaid order ends: withdrawn by its buyer or the owner, or closed at the deadline (rules §7). Places and the promo code's use
// are released. While a payment is in progress the clock does nothing: it asks the channel first.
import { Refusal } from '../../domain/errors.ts';
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { moveOversold, releaseHolds } from '../inventory/move-places.sql.ts';
import { giveBackCoupon } from '../marketing/marketing.sql.ts';
import type { Context } from '../platform/context.ts';
import { type Db, inTransaction, type Trx } from '../platform/db.ts';
import { type ActedBy, changeStatus } from './change-status.ts';
import { listLines, listOverdue, lockOrder } from './read.sql.ts';

/** Withdraws an unpaid order where `mayBegin` allows. Refuses paymentUnderWay while the channel has not answered. */
export async function withdrawOrder(
  { db, site }: Context,
  orderNo: string,
  by: ActedBy,
  mayBegin: (trx: Trx) => Promise<boolean>,
): Promise<{ status: OrderStatusCode }> {
  return inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, site.ownerId, orderNo);
    if (order && !(await mayBegin(trx))) return { status: order.status };
    if (order?.pay_status === PaymentStatus.paying) throw new Refusal('paymentUnderWay');
    const status = await changeStatus(trx, site.ownerId, orderNo, 'withdraw', OrderStatus.closed, by);
    await giveBack(trx, site.ownerId, orderNo, 'released');
    return { status };
  });
}

/** Closes orders after their payment deadline; safe to run on several processes. Returns the number of closed orders. */
export async function closeOverdue(house: Db, ownerDb: (ownerId: number) => Db): Promise<number> {
  let closed = 0;
  for (const { owner_id: ownerId, order_no: orderNo } of await listOverdue(house, 100)) {
    const done = await inTransaction(ownerDb(ownerId), async (trx) => {
      const order = await lockOrder(trx, ownerId, orderNo);
      const due = order?.pay_by && order.pay_by <= new Date();
      if (!due || order.status !== OrderStatus.unpaid || order.pay_status === PaymentStatus.paying) return false;
      const by: ActedBy = { actor: 'clock', name: '' };
      await changeStatus(trx, ownerId, orderNo, 'expire', OrderStatus.closedForTimeout, by);
      await giveBack(trx, ownerId, orderNo, 'expired');
      return true;
    });
    if (done) closed += 1;
  }
  return closed;
}

async function giveBack(trx: Trx, ownerId: number, orderNo: string, state: 'released' | 'expired'): Promise<void> {
  await releaseHolds(trx, ownerId, orderNo, state);
  const lines = await listLines(trx, ownerId, [orderNo]);
  if (lines.some((line) => line.oversold)) await moveOversold(trx, ownerId, orderNo, -1);
  await giveBackCoupon(trx, ownerId, orderNo);
}
