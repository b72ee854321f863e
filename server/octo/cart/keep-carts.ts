// POST, PATCH and extend of the older version's orders (decision 0570): a cart starts empty; its values apply to bookings without them,
// and all its bookings expire together.
import { createHash, randomUUID } from 'node:crypto';
import { isCurrency } from '../../../domain/currencies.ts';
import { Refusal } from '../../../domain/errors.ts';
import { buyerOf } from '../../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../../platform/db.ts';
import { listBookingsOfCart } from '../bookings.sql.ts';
import { minutesOf } from '../hold-rules.ts';
import { badRequest, unprocessable, wrongId } from '../octo-problem.ts';
import type { OctoInput } from '../read-input.ts';
import type { OctoAsking } from '../route.ts';
import { type CartRow, extendCart, findCart, insertCart, lockCart, shareDeadline, updateCart } from './carts.sql.ts';
import { openCart, showCart } from './show-cart.ts';

export async function createCart(asking: OctoAsking, input: OctoInput<'cartCreate'>) {
  const { owner } = asking.context;
  const { partnerId } = buyerOf(asking.context);
  const { currency = null, uuid } = input;
  if (currency !== null && !isCurrency(currency)) throw badRequest('field', { field: 'currency' });
  const hash = createHash('sha256').update(JSON.stringify(input)).digest();
  const id = uuid ?? randomUUID();
  await insertCart(owner, {
    ...{ cart_id: id, partner_id: partnerId, body_hash: hash, currency, contact: input.contact ?? {} },
    ...{ reseller_reference: input.resellerReference ?? null, email_receipt: input.emailReceipt ?? false },
    minutes: minutesOf(input.expirationMinutes),
  });
  const found = await findCart(owner, partnerId, id);
  if (!found?.body_hash.equals(hash)) throw new Refusal('idempotencyConflict');
  return showCart(asking, { id });
}

/** Under its lock, while it can be changed. Refuses INVALID_ORDER_ID once its time is over, UNPROCESSABLE_ENTITY once it was paid. */
async function lockOpenCart({ context }: OctoAsking, owner: OwnerTrx, id: string): Promise<CartRow> {
  const { partnerId } = buyerOf(context);
  const cart = await lockCart(owner, partnerId, id);
  if (!cart || cart.cancelled_at || cart.expires_at <= context.now) throw wrongId('orderId', id);
  const list = await listBookingsOfCart(owner, partnerId, id);
  if (list.some((booking) => booking.paid_at)) throw unprocessable('cartPaid');
  return cart;
}

/** Given fields replace the previous values; the others stay. */
export const withDetails = (
  cart: CartRow,
  { contact, resellerReference, emailReceipt }: Omit<OctoInput<'cartUpdate'>, 'id'>,
): CartRow => ({
  ...cart,
  contact: { ...cart.contact, ...contact },
  reseller_reference: resellerReference === undefined ? cart.reseller_reference : resellerReference,
  email_receipt: emailReceipt ?? cart.email_receipt,
});

export async function changeCart(asking: OctoAsking, input: OctoInput<'cartUpdate'>) {
  const { cart_id: id } = await openCart(asking.context, input.id);
  await inTransaction(asking.context.owner, async (owner) => {
    const cart = await lockOpenCart(asking, owner, id);
    await updateCart(owner, withDetails(cart, input));
    if (input.expirationMinutes) await prolong(owner, cart, input.expirationMinutes);
  });
  return showCart(asking, { id });
}

/** From now on, not from its last deadline. */
export async function prolongCart(asking: OctoAsking, input: OctoInput<'cartExtend'>) {
  const { cart_id: id } = await openCart(asking.context, input.id);
  await inTransaction(asking.context.owner, async (owner) => {
    await prolong(owner, await lockOpenCart(asking, owner, id), input.expirationMinutes);
  });
  return showCart(asking, { id });
}

async function prolong(owner: OwnerTrx, cart: CartRow, minutes: number | null | undefined): Promise<void> {
  const { partner_id: partnerId, cart_id: id } = cart;
  if ((await extendCart(owner, partnerId, id, minutesOf(minutes))) !== 1) throw wrongId('orderId', id);
  await shareDeadline(owner, partnerId, id);
}
