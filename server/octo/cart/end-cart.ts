// Confirm and cancel of the dialect's orders (decision 0570), each in one transaction: all bookings are judged and paid or none is, all are
// given back or none is. Asked again, the cart is shown as it is.
import { Refusal } from '../../../domain/errors.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import { inTransaction, joinTransaction, type OwnerTrx } from '../../platform/db.ts';
import { type BookingRow, listBookingsOfCart } from '../bookings.sql.ts';
import { cancelLocked } from '../cancel-booking.ts';
import { lockWhole } from '../change/lock-booking.ts';
import { completeBooking } from '../confirm-booking.ts';
import { lockPlacesOf } from '../lock-places.sql.ts';
import { OctoProblem, unprocessable, wrongId } from '../octo-problem.ts';
import { payFromAccounts } from '../pay-booking.ts';
import type { OctoContactInput, OctoInput } from '../read-input.ts';
import type { OctoAsking } from '../route.ts';
import { isBought } from '../show-booking.ts';
import { type CartRow, lockCart, updateCart } from './carts.sql.ts';
import { openCart, showCart } from './show-cart.ts';
import { withDetails } from './store-carts.ts';

/** Locks the cart and all its bookings, always in the same order. */
async function lockAll(owner: OwnerTrx, context: Context, id: string) {
  const { partnerId } = buyerOf(context);
  const cart = await lockCart(owner, partnerId, id);
  if (!cart) throw wrongId('orderId', id);
  const list = await listBookingsOfCart(owner, partnerId, id);
  const locked = [];
  for (const { uuid } of list) locked.push(await lockWhole(owner, context, uuid));
  return { cart, locked };
}

export async function confirmCart(asking: OctoAsking, { id: cartId, ...booking }: OctoInput<'cartConfirm'>) {
  const { context } = asking;
  const { cart_id: id } = await openCart(context, cartId);
  await inTransaction(context.owner, async (owner) => {
    const { cart, locked } = await lockAll(owner, context, id);
    const held = locked.filter((one) => one.status === 'ON_HOLD');
    const isOver = locked.some((one) => one.status === 'EXPIRED') || cart.expires_at <= context.now;
    if (!held.length && locked.some((one) => isBought(one.status))) return;
    if (cart.cancelled_at || isOver) throw wrongId('orderId', id);
    if (!held.length) throw unprocessable('cartEmpty');
    const whole = withDetails(cart, booking);
    const orderNos: string[] = [];
    for (const { row } of held)
      orderNos.push(await naming(row, () => completeBooking(asking, owner, row.uuid, detailsOf(whole, row))));
    // All places before all money: two carts do not wait crosswise.
    await lockPlacesOf(owner, orderNos);
    await payAll({ ...context, owner: joinTransaction(owner) }, orderNos, id);
    await updateCart(owner, { ...whole, contact: {} });
  });
  return showCart(asking, { id });
}

/** A missing field is reported with the booking that lacks it. */
async function naming({ uuid }: BookingRow, complete: () => Promise<BookingRow>): Promise<string> {
  try {
    return (await complete()).order_no;
  } catch (error) {
    if (error instanceof OctoProblem) error.echo.uuid = uuid;
    throw error;
  }
}

const shortened = (contact: OctoContactInput): OctoContactInput =>
  Object.fromEntries(Object.entries(contact).filter(([, value]) => value != null));

/** A booking's value takes precedence over its cart's. */
const detailsOf = (cart: CartRow, row: BookingRow) => ({
  contact: { ...shortened(cart.contact), ...shortened(row.contact) },
  resellerReference: row.reseller_reference ?? cart.reseller_reference,
  emailReceipt: row.email_receipt || cart.email_receipt,
});

/** Refuses INVALID_ORDER_ID at the second in which its time ended. */
async function payAll(context: Context, orderNos: string[], id: string): Promise<void> {
  try {
    await payFromAccounts(context, ...orderNos);
  } catch (error) {
    if (error instanceof Refusal && error.refusal === 'payDeadlinePassed') throw wrongId('orderId', id);
    throw error;
  }
}

export async function cancelCart(asking: OctoAsking, { id: cartId, reason }: OctoInput<'cartCancel'>) {
  const { context } = asking;
  const { cart_id: id } = await openCart(context, cartId);
  await inTransaction(context.owner, async (owner) => {
    const { cart, locked } = await lockAll(owner, context, id);
    if (cart.cancelled_at) return;
    const active = locked.filter(({ status }) => status === 'ON_HOLD' || isBought(status));
    if (!active.length && cart.expires_at <= context.now) throw wrongId('orderId', id);
    await lockPlacesOf(
      owner,
      active.map(({ row }) => row.order_no),
    );
    for (const one of active) await cancelLocked(owner, context, one, reason?.trim() ?? '');
    await updateCart(owner, { ...cart, contact: {}, cancelled_at: context.now });
  });
  return showCart(asking, { id });
}
