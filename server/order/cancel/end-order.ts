// What follows once nothing of an order is left, whichever ways its lines ended (rules §5 and §7): its promo code counts no use, and
// nothing more is to be paid for it. And once nothing of it waits any more: its buyer gets the vouchers of what was confirmed.
import { isEnded, OrderStatus, type OrderStatusCode } from '../../../domain/order-status.ts';
import { giveBackCoupon } from '../../marketing/marketing.sql.ts';
import type { OwnerTrx } from '../../platform/db.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { listStatuses } from '../read.sql.ts';
import { endSupplements } from '../supplement/add-supplement.ts';

/** In the transaction that ended a line. What was paid in addition goes back: all of it where no line was ever confirmed. */
export async function endIfOver(owner: OwnerTrx, jobs: Jobs, orderNo: string, reason: string): Promise<void> {
  const statuses = await listStatuses(owner, orderNo);
  if (!statuses.every(isEnded)) return;
  await giveBackCoupon(owner, orderNo);
  const give = statuses.includes(OrderStatus.cancelledAfterApproval) ? 'share' : 'everything';
  await endSupplements(owner, jobs, orderNo, { give, reason });
}

/**
 * The buyer is notified once of what several suppliers confirm, when nothing waits any more: also where the last that waited was
 * cancelled. `before` are the lines' statuses before that.
 */
export async function announceConfirmed(
  owner: OwnerTrx,
  jobs: Jobs,
  orderNo: string,
  before: readonly OrderStatusCode[],
): Promise<void> {
  if (before.includes(OrderStatus.pending)) await announceOnce(owner, jobs, orderNo);
}

/** No mail is written twice: this may be asked again whenever a line may have become the last one that was not settled. */
export async function announceOnce(owner: OwnerTrx, jobs: Jobs, orderNo: string): Promise<void> {
  const now = await listStatuses(owner, orderNo);
  if (!now.includes(OrderStatus.pending) && now.includes(OrderStatus.confirmed))
    await jobs.send(owner, 'order.changed', { orderNo, occasion: 'confirmed' });
}
