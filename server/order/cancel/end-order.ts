// What follows once nothing of an order is left, whichever ways its lines ended (rules §5 and §7): its promo code counts no use, and
// nothing more is to be paid for it. And once nothing of it waits any more: its buyer gets the vouchers of what was confirmed.
import { isEnded, OrderStatus, type OrderStatusCode } from '../../../domain/order-status.ts';
import { giveBackCoupon } from '../../marketing/marketing.sql.ts';
import type { OwnerTrx } from '../../platform/db.ts';
import type { Ended, Jobs, RefundAsk } from '../../platform/jobs.ts';
import { listStatuses } from '../read.sql.ts';
import type { Settling } from '../settle-order.ts';
import { endSupplements } from '../supplement/add-supplement.ts';

/**
 * In the transaction that ended a line. What was paid in addition goes back: all of it where no line was ever confirmed. Returns what
 * was asked for.
 */
export async function endIfOver(owner: OwnerTrx, jobs: Jobs, orderNo: string, reason: string): Promise<RefundAsk[]> {
  const statuses = await listStatuses(owner, orderNo);
  if (!statuses.every(isEnded)) return [];
  await giveBackCoupon(owner, orderNo);
  const give = statuses.includes(OrderStatus.cancelledAfterApproval) ? 'share' : 'everything';
  return endSupplements(owner, jobs, orderNo, { give, reason });
}

/** What several endings of one act come to; null is a line that did not end. */
export const addUp = (parts: readonly (Ended | null)[], back: readonly RefundAsk[] = []): Ended => ({
  lines: parts.flatMap((part) => part?.lines ?? []),
  back: [...parts.flatMap((part) => part?.back ?? []), ...back],
});

/**
 * The one mail about an act that ended lines: what ended, and what goes back for it. `ended` are the lines of which suppliers are
 * notified, which had been confirmed.
 */
export async function announceCancelled(
  owner: OwnerTrx,
  { jobs, now }: Settling,
  orderNo: string,
  over: Ended,
  { rejected = false, ended = [] }: { rejected?: boolean; ended?: string[] } = {},
): Promise<void> {
  if (!over.lines.length) return;
  // The buyer reads why it was rejected.
  const occasion = `cancelled:${now.getTime()}${rejected ? '.rejected' : ''}`;
  await jobs.send(owner, 'order.changed', { orderNo, occasion, over, ...(ended.length && { ended }) });
}

/**
 * The buyer is notified once of what several suppliers confirm, when nothing waits any more: also where the last that waited was
 * cancelled. `before` are the lines before that.
 */
export async function announceConfirmed(
  owner: OwnerTrx,
  jobs: Jobs,
  orderNo: string,
  before: readonly { status: OrderStatusCode }[],
): Promise<void> {
  if (before.some(({ status }) => status === OrderStatus.pending)) await announceOnce(owner, jobs, orderNo);
}

/** No mail is written twice: this may be asked again whenever a line may have become the last one that was not settled. */
export async function announceOnce(owner: OwnerTrx, jobs: Jobs, orderNo: string): Promise<void> {
  const now = await listStatuses(owner, orderNo);
  if (!now.includes(OrderStatus.pending) && now.includes(OrderStatus.confirmed))
    await jobs.send(owner, 'order.changed', { orderNo, occasion: 'confirmed' });
}
