// Confirming: the details are written and judged, then the partner's deposit or credit pays (§3 channels 1 and 4), as every order that a
// system pays. Confirming twice pays once.
import { Refusal } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, joinTransaction } from '../platform/db.ts';
import type { BookingRow } from './bookings.sql.ts';
import { everyCapability } from './capabilities.ts';
import { applyChange, lockOpen } from './change-booking.ts';
import { chooseOffer } from './hold-booking.ts';
import { unprocessable, wrongId } from './octo-problem.ts';
import { payFromAccounts } from './pay-booking.ts';
import type { OctoInput } from './read-input.ts';
import type { OctoAsking } from './route.ts';
import { openBooking, showBooking } from './show-booking.ts';
import { writeBooking } from './write-booking.ts';

const bought: readonly string[] = ['CONFIRMED', 'PENDING', 'REDEEMED'];

export async function confirmBooking(asking: OctoAsking, { uuid: asked, ...change }: OctoInput<'confirm'>) {
  const { context } = asking;
  const { uuid } = await openBooking(context, asked);
  const row = await inTransaction(context.owner, async (owner) => {
    const { status } = await lockOpen(owner, context, uuid);
    if (bought.includes(status)) return undefined;
    if (status !== 'ON_HOLD') throw unprocessable('ended');
    const changed = await applyChange(asking, owner, uuid, change);
    const inside: OctoAsking = {
      ...asking,
      has: everyCapability,
      context: { ...context, owner: joinTransaction(owner) },
    };
    const chosen = await chooseOffer(inside, {
      productId: String(changed.product_id),
      optionId: String(changed.package_id),
      availabilityId: changed.availability?.id ?? null,
    });
    await writeBooking(owner, inside.context, changed, chosen, { isFinal: true });
    return changed;
  });
  if (row) await payBooking(context, row);
  return showBooking(asking, { uuid });
}

/** Refuses INVALID_BOOKING_UUID at the second in which the hold ended. */
async function payBooking(context: Context, { order_no: orderNo, uuid }: BookingRow): Promise<void> {
  try {
    await payFromAccounts(context, orderNo);
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'payDeadlinePassed') throw wrongId('uuid', uuid);
    throw error;
  }
}
