// Cancelling: a hold is given up, what waits for a person is cancelled with everything back, a confirmed booking is cancelled at once by
// the policy it was sold under (decision 0391). A repeated request returns the same booking.
import { OrderStatus } from '../../domain/order-status.ts';
import { applyCancel } from '../order/cancel-order.ts';
import { withdrawLocked } from '../order/close-order.ts';
import { approveByPolicy } from '../order/decide-cancel.ts';
import { type LineOfOrder, lockOrder } from '../order/read.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction, joinTransaction, type OwnerTrx } from '../platform/db.ts';
import type { Ended } from '../platform/jobs.ts';
import { noteCancelReason } from './bookings.sql.ts';
import { lockOpen } from './change/lock-booking.ts';
import { unprocessable } from './octo-problem.ts';
import type { OctoInput } from './read-input.ts';
import type { OctoAsking } from './route.ts';
import { isCancellable, openBooking, showBooking } from './show-booking.ts';

export async function cancelBooking(asking: OctoAsking, { uuid: bookingId, reason }: OctoInput<'cancel'>) {
  const { context } = asking;
  const { uuid } = await openBooking(context, bookingId);
  await inTransaction(context.owner, async (owner) => {
    const locked = await lockOpen(owner, context, uuid);
    if (locked.status !== 'CANCELLED') await cancelLocked(owner, context, locked, reason?.trim() ?? '');
  });
  return showBooking(asking, { uuid });
}

/** Some units of a confirmed booking, by the policy of each. Refuses UNPROCESSABLE_ENTITY beyond it, or while a person decides. */
export async function cancelUnits(
  owner: OwnerTrx,
  context: Context,
  { row, lines, status }: Pick<Locked, 'row' | 'lines' | 'status'>,
  chosen: LineOfOrder[],
): Promise<void> {
  const isAsked = lines.some((line) => line.status === OrderStatus.cancelling);
  if (isAsked || !isCancellable(status, chosen, context.now)) throw unprocessable('notCancellable');
  const inside: Context = { ...context, owner: joinTransaction(owner) };
  const by = { actor: 'buyer', name: buyerOf(context).name } as const;
  const over: Ended[] = [];
  for (const { sub_order_no: subOrderNo } of chosen)
    await applyCancel(inside, row.order_no, { subOrderNo, remark: '' }, { code: 1, by }, async () => true, over);
  const owners = { actor: 'owner', name: context.site.ownerName, why: '' } as const;
  await approveByPolicy(owner, inside, row.order_no, owners, over);
}

type Locked = Awaited<ReturnType<typeof lockOpen>>;

/** In the transaction that locked it. Refuses UNPROCESSABLE_ENTITY beyond its policy. */
export async function cancelLocked(
  owner: OwnerTrx,
  context: Context,
  { row, lines, status }: Pick<Locked, 'row' | 'lines' | 'status'>,
  why: string,
): Promise<void> {
  if (!isCancellable(status, lines, context.now)) throw unprocessable('notCancellable');
  await noteCancelReason(owner, row, why || null);
  const by = { actor: 'buyer', name: buyerOf(context).name, why } as const;
  if (status === 'ON_HOLD') {
    await withdrawLocked(owner, await lockOrder(owner, row.order_no), row.order_no, by);
    return;
  }
  const inside: Context = { ...context, owner: joinTransaction(owner) };
  const over: Ended[] = [];
  await applyCancel(inside, row.order_no, { remark: why }, { code: 1, by }, async () => true, over);
  await approveByPolicy(owner, inside, row.order_no, { actor: 'owner', name: context.site.ownerName, why }, over);
}
