// A cart as the dialect shows it: an order with its bookings, their price and one state for all of them (decision 0570).
import { exponentOf } from '../../../domain/currencies.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import { listBookingsOfCart } from '../bookings.sql.ts';
import { wrongId } from '../octo-problem.ts';
import type { OctoInput } from '../read-input.ts';
import type { OctoAsking } from '../route.ts';
import { isBought, isUuid, type OctoStatus, showBookings, showContact } from '../show-booking.ts';
import { type CartRow, findCart } from './carts.sql.ts';

/** Refuses INVALID_ORDER_ID for what is no uuid. */
export function readCartId(text: string): string {
  if (!isUuid(text)) throw wrongId('orderId', text);
  return text.toLowerCase();
}

/** The caller's own cart. Refuses INVALID_ORDER_ID for every other. */
export async function openCart(context: Context, text: string): Promise<CartRow> {
  const found = await findCart(context.owner, buyerOf(context).partnerId, readCartId(text));
  if (!found) throw wrongId('orderId', text);
  return found;
}

const givenBack: readonly OctoStatus[] = ['CANCELLED', 'REJECTED'];

/** Follows from its active bookings; without any the cart is open until it expires. */
function statusOfCart(cart: CartRow, statuses: OctoStatus[], now: Date) {
  const active = statuses.filter((status) => !givenBack.includes(status));
  if (active.includes('ON_HOLD')) return 'ON_HOLD';
  if (active.includes('PENDING')) return 'PENDING';
  if (active.some(isBought)) return 'CONFIRMED';
  if (cart.cancelled_at) return 'CANCELLED';
  if (active.length) return 'EXPIRED';
  if (cart.expires_at > now) return 'ON_HOLD';
  return statuses.length ? 'CANCELLED' : 'EXPIRED';
}

type Shown = Awaited<ReturnType<typeof showBookings>>[number];
type Price = NonNullable<Shown['pricing']>;

function sumOf(list: Price[], currency: Price['currency']): Price {
  const sum = (pick: (one: Price) => number) => list.reduce((total, one) => total + pick(one), 0);
  return {
    ...{ original: sum((one) => one.original), retail: sum((one) => one.retail), net: sum((one) => one.net) },
    ...{ currency, currencyPrecision: exponentOf(currency), includedTaxes: [] },
  };
}

const momentOf = (text: string | null | undefined): number => (text ? Date.parse(text) : 0);

/** As it is now, read anew after a change. */
export async function showCart(asking: OctoAsking, { id }: OctoInput<'cart'>) {
  const { context, has } = asking;
  const cart = await openCart(context, id);
  const rows = await listBookingsOfCart(context.owner, cart.partner_id, cart.cart_id);
  const bookings = await showBookings({ context, has: new Set([...has, 'cart' as const]) }, rows);
  const active = bookings.filter((booking) => booking.status === 'ON_HOLD' || isBought(booking.status));
  const status = statusOfCart(
    cart,
    bookings.map((booking) => booking.status),
    context.now,
  );
  const confirmed = Math.max(0, ...active.map((one) => momentOf(one.utcConfirmedAt)));
  const contact = Object.values(cart.contact).some(Boolean) ? cart.contact : (rows[0]?.contact ?? {});
  return {
    id: cart.cart_id,
    testMode: context.owner.isTest,
    supplierReference: rows[0]?.cart_reference ?? cart.cart_id,
    resellerReference: cart.reseller_reference,
    settlementMethod: 'DEFERRED',
    status,
    utcExpiresAt: status === 'ON_HOLD' ? cart.expires_at.toISOString() : null,
    utcConfirmedAt: status !== 'ON_HOLD' && confirmed ? new Date(confirmed).toISOString() : null,
    cancellable: isOpen(status) && active.every((one) => one.cancellable),
    confirmable: status === 'ON_HOLD' && active.length > 0,
    contact: showContact(contact),
    bookings,
    ...(has.has('pricing')
      ? {
          pricing: sumOf(
            active.flatMap((one) => one.pricing ?? []),
            cart.currency ?? context.site.currency,
          ),
        }
      : {}),
  };
}

const isOpen = (status: ReturnType<typeof statusOfCart>): boolean => status !== 'CANCELLED' && status !== 'EXPIRED';
