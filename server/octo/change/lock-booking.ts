// A booking under its lock: every change of one begins here.
import { listLines, lockOrder } from '../../order/read.sql.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import type { OwnerTrx } from '../../platform/db.ts';
import { findBooking, lockBooking } from '../bookings.sql.ts';
import { wrongId } from '../octo-problem.ts';
import { statusOf } from '../show-booking.ts';

/** The booking under its lock, and its state. Refuses INVALID_BOOKING_UUID once its time is over. */
export async function lockOpen(owner: OwnerTrx, context: Context, uuid: string) {
  const whole = await lockWhole(owner, context, uuid);
  if (whole.status === 'EXPIRED') throw wrongId('uuid', uuid);
  return whole;
}

/** The same, whatever became of it. */
export async function lockWhole(owner: OwnerTrx, context: Context, uuid: string) {
  const { partnerId } = buyerOf(context);
  await lockBooking(owner, partnerId, uuid);
  const row = await findBooking(owner, partnerId, uuid);
  if (!row) throw wrongId('uuid', uuid);
  const order = await lockOrder(owner, row.order_no);
  const lines = await listLines(owner, [row.order_no]);
  const now = { ...row, status: order?.status ?? row.status, pay_status: order?.pay_status ?? row.pay_status };
  return { row, order, lines, status: statusOf(now, lines, context.now) };
}
