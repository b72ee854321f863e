// POST /bookings with `orderId`: the booking comes into the partner's cart, under its lock, and ends with it. With the capability and
// without an `orderId` it begins a cart, which has the booking's uuid (decision 0570).
import { createHash } from 'node:crypto';
import type { Currency } from '../../../domain/currencies.ts';
import { buyerOf } from '../../platform/context.ts';
import { inTransaction, joinTransaction } from '../../platform/db.ts';
import { listBookingsOfCart } from '../bookings.sql.ts';
import { minutesOf } from '../hold-rules.ts';
import { unprocessable, wrongId } from '../octo-problem.ts';
import type { OctoInput } from '../read-input.ts';
import type { OctoAsking } from '../route.ts';
import { extendCart, insertCart, lockCart, shareDeadline, updateCart } from './carts.sql.ts';
import { readCartId } from './show-cart.ts';

/** Each is paid in one transaction with the others. */
const mostBookings = 20;

/** Holds the places of one booking; the currency that they are sold in. */
type MakeHold = (asking: OctoAsking, minutes: number, cartId: string) => Promise<Currency>;

type Wish = Pick<OctoInput<'reserve'>, 'orderId' | 'expirationMinutes'> & { uuid: string };

/** Refuses INVALID_ORDER_ID, and UNPROCESSABLE_ENTITY for a cart that was paid or has another currency. */
export async function holdInCart(asking: OctoAsking, wish: Wish, make: MakeHold): Promise<void> {
  const { context } = asking;
  const { partnerId } = buyerOf(context);
  const { orderId, uuid, expirationMinutes } = wish;
  const id = orderId ? readCartId(orderId) : uuid;
  await inTransaction(context.owner, async (owner) => {
    const inside: OctoAsking = { ...asking, context: { ...context, owner: joinTransaction(owner) } };
    if (!orderId) await insertCart(owner, beginCart(partnerId, uuid, minutesOf(expirationMinutes)));
    const cart = await lockCart(owner, partnerId, id);
    if (!cart) throw wrongId('orderId', id);
    const held = await listBookingsOfCart(owner, partnerId, id);
    if (held.some((booking) => booking.paid_at)) throw unprocessable('cartPaid');
    if (held.length >= mostBookings) throw unprocessable('cartFull', { max: mostBookings });
    const isOpen = !cart.cancelled_at && cart.expires_at > context.now;
    if (!isOpen) throw wrongId('orderId', id);
    if (orderId && expirationMinutes) await extendCart(owner, partnerId, id, minutesOf(expirationMinutes));
    // Its own deadline is the cart's, which is written last.
    const currency = await make(inside, minutesOf(expirationMinutes), id);
    if (cart.currency && cart.currency !== currency) throw unprocessable('cartCurrency', { currency: cart.currency });
    if (!cart.currency) await updateCart(owner, { ...cart, currency });
    await shareDeadline(owner, partnerId, id);
  });
}

const beginCart = (partnerId: number, uuid: string, minutes: number) => ({
  ...{ cart_id: uuid, partner_id: partnerId, body_hash: createHash('sha256').update(uuid).digest(), minutes },
  ...{ currency: null, contact: {}, reseller_reference: null, email_receipt: false },
});
