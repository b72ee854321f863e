// Confirming: the details are written and judged, then the partner's deposit or credit pays (§3 channels 1 and 4), as every order that a
// system pays. Confirming twice pays once.
import { Refusal } from '../../domain/errors.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, joinTransaction, type OwnerTrx } from '../platform/db.ts';
import { type BookingRow, listBookingsOfCart } from './bookings.sql.ts';
import { everyCapability } from './capabilities.ts';
import { applyChange, type Change } from './change/change-booking.ts';
import { lockOpen } from './change/lock-booking.ts';
import { chooseOffer } from './hold-booking.ts';
import { unprocessable, wrongId } from './octo-problem.ts';
import { payFromAccounts } from './pay-booking.ts';
import type { OctoInput } from './read-input.ts';
import type { OctoAsking } from './route.ts';
import { isBought, openBooking, showBooking } from './show-booking.ts';
import { writeBooking } from './write-booking.ts';

export async function confirmBooking(asking: OctoAsking, { uuid: bookingId, ...change }: OctoInput<'confirm'>) {
  const { context } = asking;
  const { uuid } = await openBooking(context, bookingId);
  const row = await inTransaction(context.owner, async (owner) => {
    const { status, row } = await lockOpen(owner, context, uuid);
    if (isBought(status)) return undefined;
    if (status !== 'ON_HOLD') throw unprocessable('ended');
    if (row.cart_id) await refusePart(owner, row, row.cart_id);
    return completeBooking(asking, owner, uuid, change);
  });
  if (row) await payBooking(context, row);
  return showBooking(asking, { uuid });
}

/** What is held beside others in a cart is confirmed with them: all or nothing. */
async function refusePart(owner: OwnerTrx, { partner_id: partnerId, uuid }: BookingRow, cartId: string): Promise<void> {
  const others = await listBookingsOfCart(owner, partnerId, cartId);
  if (others.some((booking) => booking.uuid !== uuid && booking.status === OrderStatus.unpaid))
    throw unprocessable('inCart');
}

/** Writes and judges the details of a booking on hold, which is paid next. In the caller's transaction. */
export async function completeBooking(
  asking: OctoAsking,
  owner: OwnerTrx,
  uuid: string,
  change: Change,
): Promise<BookingRow> {
  const changed = await applyChange(asking, owner, uuid, change);
  const context = { ...asking.context, owner: joinTransaction(owner) };
  const chosen = await chooseOffer(
    { ...asking, has: everyCapability, context },
    {
      productId: String(changed.product_id),
      optionId: String(changed.package_id),
      availabilityId: changed.availability?.id ?? null,
    },
    { isSold: true, heldId: changed.availability?.id ?? null },
  );
  await writeBooking(owner, context, changed, chosen, { isFinal: true });
  return changed;
}

/** Refuses INVALID_BOOKING_UUID at the second in which the hold ended, as ended what was cancelled in that second. */
async function payBooking(context: Context, { order_no: orderNo, uuid }: BookingRow): Promise<void> {
  try {
    await payFromAccounts(context, orderNo);
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'payDeadlinePassed') throw wrongId('uuid', uuid);
    if (error instanceof Refusal && error.refusal === 'orderCancelled') throw unprocessable('ended');
    throw error;
  }
}
