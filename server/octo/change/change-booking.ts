// PATCH and extend: a booking goes to another day, package or number of units all at once or not at all; what was bought only while
// cancelling it is free (change-bought.ts).
import type { Currency } from '../../../domain/currencies.ts';
import { Refusal } from '../../../domain/errors.ts';
import { OrderStatus } from '../../../domain/order-status.ts';
import { PaymentStatus } from '../../../domain/payment-status.ts';
import { withdrawLocked } from '../../order/close-order.ts';
import { insertEvent } from '../../order/order.sql.ts';
import { lockOrder } from '../../order/read.sql.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import { inTransaction, joinTransaction, type OwnerTrx } from '../../platform/db.ts';
import {
  type BookingRow,
  extendHold,
  findBooking,
  listBookingsOfCart,
  type StoredUnit,
  updateBooking,
} from '../bookings.sql.ts';
import { everyCapability } from '../capabilities.ts';
import { extendCart, lockCart, shareDeadline, updateCart } from '../cart/carts.sql.ts';
import { type Chosen, chooseOffer } from '../hold-booking.ts';
import { holdRules, minutesOf } from '../hold-rules.ts';
import { lockPlaces } from '../lock-places.sql.ts';
import { unprocessable, wrongId } from '../octo-problem.ts';
import { mergeDetails, readUnits } from '../read-details.ts';
import type { OctoDetails, OctoInput, OctoUnitInput } from '../read-input.ts';
import type { OctoAsking } from '../route.ts';
import { type OctoStatus, openBooking, showBooking } from '../show-booking.ts';
import { writeBooking } from '../write-booking.ts';
import { holdInstead, noteReplaced, payReplaced, type Replacing, replaceBought } from './change-bought.ts';
import { lockOpen } from './lock-booking.ts';

export type Change = OctoDetails & {
  productId?: string | null | undefined;
  optionId?: string | null | undefined;
  availabilityId?: string | null | undefined;
  expirationMinutes?: number | null | undefined;
  unitItems?: OctoUnitInput[] | null | undefined;
};

export async function updateBookingByCall(asking: OctoAsking, input: OctoInput<'update'>) {
  const { cart_id: cartId, partner_id: partnerId } = await openBooking(asking.context, input.uuid);
  await inTransaction(asking.context.owner, async (owner) => {
    // First the cart, as everywhere: the change may concern it.
    if (cartId) await lockCart(owner, partnerId, cartId);
    return applyChange(asking, owner, input.uuid.toLowerCase(), input);
  });
  return showBooking(asking, input);
}

/** Changes a booking's contact and notes, and before its confirmation also its product and day. In the caller's transaction. */
export async function applyChange(
  asking: OctoAsking,
  owner: OwnerTrx,
  uuid: string,
  change: Change,
): Promise<BookingRow> {
  const context: Context = { ...asking.context, owner: joinTransaction(owner) };
  const inside: OctoAsking = { ...asking, context };
  const { row, order, status } = await lockOpen(owner, context, uuid);
  if (status !== 'ON_HOLD' && status !== 'CONFIRMED' && status !== 'PENDING') throw unprocessable('ended');
  const chosen = await chooseAgain(inside, row, change);
  const units = change.unitItems
    ? readUnits(change.unitItems, chosen.pack, chosen.details.travellers, row.units)
    : refuseStrangers(row.units, chosen);
  const isElsewhere = isMoved(row, chosen, units);
  if (order?.pay_status === PaymentStatus.paying) throw new Refusal('paymentUnderWay');
  if (row.cart_id && chosen.row.currency !== row.currency)
    await moveCart(owner, { ...row, cart_id: row.cart_id }, status, chosen.row.currency);
  const reference = change.resellerReference === undefined ? row.reseller_reference : change.resellerReference;
  const wish = { row, chosen, units, resellerReference: reference, minutes: change.expirationMinutes ?? null };
  const replace = status === 'ON_HOLD' ? replaceHold : replaceBought;
  const orderNo = isElsewhere ? await replace(owner, context, wish) : row.order_no;
  if (isElsewhere) await noteReplaced(owner, context, row.order_no, orderNo);
  if ((!isElsewhere || row.cart_id) && status === 'ON_HOLD' && change.expirationMinutes)
    await extend(owner, row, change.expirationMinutes);
  await updateBooking(owner, {
    ...{ uuid, order_no: orderNo, partner_id: row.partner_id },
    ...{
      product_id: chosen.row.product_id,
      package_id: chosen.pack.package_id,
      availability: chosen.availability,
      units,
    },
    contact: { ...row.contact, ...change.contact },
    details: mergeDetails(change, chosen.details, row.details),
    reseller_reference: reference,
    notes: change.notes === undefined ? row.notes : change.notes,
    email_receipt: change.emailReceipt ?? row.email_receipt,
  });
  if (row.cart_id && status === 'ON_HOLD') await shareDeadline(owner, row.partner_id, row.cart_id);
  const written = await findBooking(owner, row.partner_id, uuid);
  if (!written) throw new Error(`the booking ${uuid} is gone`);
  if (status !== 'ON_HOLD') {
    await writeBooking(owner, context, written, chosen, { isFinal: isElsewhere });
    if (isElsewhere) return payReplaced(owner, context, written, status);
    const by = { actor: 'buyer', actorName: buyerOf(context).name };
    await insertEvent(owner, orderNo, { action: 'contact', ...by, from: row.status, to: row.status });
  }
  return written;
}

/** What began its cart, and lies in it alone, takes it into another currency. */
async function moveCart(
  owner: OwnerTrx,
  { uuid, partner_id: partnerId, cart_id: cartId, currency }: BookingRow & { cart_id: string },
  status: OctoStatus,
  next: Currency,
): Promise<void> {
  const cart = await lockCart(owner, partnerId, cartId);
  const { length } = await listBookingsOfCart(owner, partnerId, cartId);
  if (!cart || cartId !== uuid || length > 1 || status !== 'ON_HOLD') throw unprocessable('cartCurrency', { currency });
  await updateCart(owner, { ...cart, currency: next });
}

/** What is not named stays: another product needs its option, another option its availability. */
function chooseAgain(
  asking: OctoAsking,
  row: BookingRow,
  { productId, optionId, availabilityId }: Change,
): Promise<Chosen> {
  const sold = { productId: String(row.product_id), optionId: String(row.package_id) };
  const wish = { productId: productId ?? sold.productId, optionId: optionId ?? sold.optionId };
  const place = { availabilityId: availabilityId ?? row.availability?.id ?? null };
  const isSold = wish.productId === sold.productId && wish.optionId === sold.optionId;
  const held = { isSold, heldId: isSold ? (row.availability?.id ?? null) : null };
  return chooseOffer(productId ? asking : { ...asking, has: everyCapability }, { ...wish, ...place }, held);
}

/** Units that stay must be those of the package. Refuses INVALID_UNIT_ID. */
function refuseStrangers(units: StoredUnit[], { pack }: Chosen): StoredUnit[] {
  const stranger = units.find((unit) => !pack.skus.some((sku) => String(sku.sku_id) === unit.unitId));
  if (stranger) throw wrongId('unitId', stranger.unitId);
  return units;
}

function isMoved(row: BookingRow, { row: product, pack, availability }: Chosen, units: StoredUnit[]): boolean {
  const same = units.length === row.units.length && units.every((unit, at) => unit.unitId === row.units[at]?.unitId);
  return (
    !same ||
    product.product_id !== row.product_id ||
    pack.package_id !== row.package_id ||
    (availability?.id ?? null) !== (row.availability?.id ?? null)
  );
}

type Held = Replacing & { minutes: number | null };

/** Gives the old places back and takes the new ones under one lock; without room nothing changes. */
async function replaceHold(owner: OwnerTrx, context: Context, wish: Held): Promise<string> {
  const { row, chosen, minutes } = wish;
  const { place, pack } = chosen;
  await lockPlaces(owner, row.order_no, { packageId: pack.package_id, ...place });
  const by = { actor: 'buyer', name: buyerOf(context).name } as const;
  await withdrawLocked(owner, await lockOrder(owner, row.order_no), row.order_no, by);
  const left = Math.ceil(((row.pay_by?.getTime() ?? 0) - context.now.getTime()) / 60_000);
  return holdInstead(context, wish, minutes ? minutesOf(minutes) : Math.max(1, left));
}

/** No unpaid booking holds places longer than a day. A booking in a cart is extended with its cart. */
async function extend(owner: OwnerTrx, row: BookingRow, minutes: number | null | undefined): Promise<void> {
  if (row.cart_id) {
    const { partner_id: partnerId, cart_id: cartId } = row;
    if (!(await extendCart(owner, partnerId, cartId, minutesOf(minutes)))) throw wrongId('uuid', row.uuid);
    return shareDeadline(owner, partnerId, cartId);
  }
  const latest = new Date(row.created_at.getTime() + holdRules.mostHours * 3_600_000);
  if ((await extendHold(owner, row.order_no, minutesOf(minutes), latest)) !== 1) throw wrongId('uuid', row.uuid);
}

/** From now on, not from its last deadline. */
export async function extendBooking(asking: OctoAsking, input: OctoInput<'extend'>) {
  const { context } = asking;
  const { uuid } = await openBooking(context, input.uuid);
  await inTransaction(context.owner, async (owner) => {
    const { row, status } = await lockOpen(owner, context, uuid);
    if (status !== 'ON_HOLD' || row.status !== OrderStatus.unpaid) throw unprocessable('notOnHold');
    await extend(owner, row, input.expirationMinutes);
  });
  return showBooking(asking, input);
}
