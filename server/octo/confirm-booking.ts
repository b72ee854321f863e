// Confirming: the details are written and judged, then the partner's deposit or credit pays (§3 channels 1 and 4), as every order that a
// system pays. Confirming twice pays once.
import { Refusal, type RefusalName } from '../../domain/errors.ts';
import { startPayment } from '../payment/start-payment.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, joinTransaction } from '../platform/db.ts';
import type { BookingRow } from './bookings.sql.ts';
import { everyCapability } from './capabilities.ts';
import { applyChange, lockOpen } from './change-booking.ts';
import { chooseOffer } from './hold-booking.ts';
import { unprocessable, wrongId } from './octo-problem.ts';
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
  if (row) await pay(context, row);
  return showBooking(asking, { uuid });
}

/** The account that does not pay, for the other one to be tried. */
const unpaidBy: readonly RefusalName[] = ['balanceTooLow', 'zeroBalance', 'creditTooLow', 'channelNotOffered'];

/** From the deposit, else from the credit line; the refusal is the deposit's. */
async function pay(context: Context, row: BookingRow): Promise<void> {
  try {
    await payFrom(context, row, 'deposit');
  } catch (error) {
    if (!(error instanceof Refusal) || !unpaidBy.includes(error.refusal)) throw error;
    await payFrom(context, row, 'credit').catch((other: unknown) => {
      throw other instanceof Refusal && unpaidBy.includes(other.refusal) ? error : other;
    });
  }
}

/** Refuses INVALID_BOOKING_UUID at the second in which the hold ended. */
async function payFrom(
  context: Context,
  { order_no: id, uuid }: BookingRow,
  channel: 'deposit' | 'credit',
): Promise<void> {
  try {
    await startPayment({ ...context, idempotencyKey: `octo-${channel}-${id}` }, { id, channel });
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'payDeadlinePassed') throw wrongId('uuid', uuid);
    // Another request was faster with the same.
    if (error instanceof Refusal && error.refusal === 'alreadyPaid') return;
    throw error;
  }
}
