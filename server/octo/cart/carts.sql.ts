// Carts: bookings that are held, extended, paid and given up together (decision 0570).
import type { Currency } from '../../../domain/currencies.ts';
import { orderCode, paymentCode } from '../../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, type OwnerTrx, sql } from '../../platform/db.ts';
import { holdRules } from '../hold-rules.ts';
import type { OctoContactInput } from '../read-input.ts';

export type CartRow = {
  cart_id: string;
  partner_id: number;
  body_hash: Buffer;
  currency: Currency | null;
  contact: OctoContactInput;
  reseller_reference: string | null;
  email_receipt: boolean;
  expires_at: Date;
  cancelled_at: Date | null;
};

const isOf = (owner: Owner, partnerId: number, id: string) =>
  sql`c.owner_id = ${owner.id} AND c.partner_id = ${partnerId} AND c.cart_id = ${id}::uuid`;
const columns = sql`c.cart_id::text, c.partner_id, c.body_hash, c.currency, c.contact, c.reseller_reference, c.email_receipt, c.expires_at,
  c.cancelled_at`;

/** A partner's own. */
export function findCart(owner: Owner, partnerId: number, id: string): Promise<CartRow | undefined> {
  return firstRow(owner, sql<CartRow>`SELECT ${columns} FROM octo_cart c WHERE ${isOf(owner, partnerId, id)}`);
}

/** Every change of a cart begins here: none joins while it is paid, and it is paid once. */
export function lockCart(owner: OwnerTrx, partnerId: number, id: string): Promise<CartRow | undefined> {
  return firstRow(
    owner,
    sql<CartRow>`SELECT ${columns} FROM octo_cart c WHERE ${isOf(owner, partnerId, id)} FOR UPDATE`,
  );
}

export type NewCart = Pick<
  CartRow,
  'cart_id' | 'partner_id' | 'body_hash' | 'currency' | 'contact' | 'reseller_reference' | 'email_receipt'
> & { minutes: number };

/** Of two requests with one uuid the second finds the first one's cart. */
export async function insertCart(owner: Owner, row: NewCart): Promise<void> {
  await sql`INSERT INTO octo_cart (owner_id, partner_id, cart_id, body_hash, currency, contact, reseller_reference, email_receipt,
      expires_at)
    VALUES (${owner.id}, ${row.partner_id}, ${row.cart_id}::uuid, ${row.body_hash}, ${row.currency}, ${JSON.stringify(row.contact)}::jsonb,
      ${row.reseller_reference}, ${row.email_receipt}, now() + make_interval(mins => ${row.minutes}::int))
    ON CONFLICT (owner_id, partner_id, cart_id) DO NOTHING`.execute(owner);
}

/** Writes what a locked cart is now. */
export async function updateCart(owner: OwnerTrx, cart: CartRow): Promise<void> {
  await sql`UPDATE octo_cart c SET currency = ${cart.currency}, contact = ${JSON.stringify(cart.contact)}::jsonb,
      reseller_reference = ${cart.reseller_reference}, email_receipt = ${cart.email_receipt},
      cancelled_at = ${cart.cancelled_at?.toISOString() ?? null}::timestamptz WHERE ${isOf(owner, cart.partner_id, cart.cart_id)}`.execute(
    owner,
  );
}

/** From now on, at most a day in all. 0 where its time is over or it was given up. */
export function extendCart(owner: OwnerTrx, partnerId: number, id: string, minutes: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE octo_cart c SET expires_at = least(now() + make_interval(mins => ${minutes}::int),
        c.created_at + make_interval(hours => ${holdRules.mostHours}::int))
      WHERE ${isOf(owner, partnerId, id)} AND c.expires_at > now() AND c.cancelled_at IS NULL`,
  );
}

/** The held bookings of a cart expire with it; a started payment has a separate deadline. */
export async function shareDeadline(owner: OwnerTrx, partnerId: number, id: string): Promise<void> {
  await sql`UPDATE purchase p SET pay_by = c.expires_at FROM octo_cart c
      JOIN octo_booking b ON b.owner_id = c.owner_id AND b.partner_id = c.partner_id AND b.cart_id = c.cart_id
    WHERE ${isOf(owner, partnerId, id)} AND p.owner_id = b.owner_id AND p.order_no = b.order_no AND p.status = ${orderCode.unpaid}
      AND p.pay_status <> ${paymentCode.paying} AND p.pay_by > now()`.execute(owner);
}

/** Personal data is stored with the bookings. An empty cart is deleted when it expires. */
export async function emptyOldCarts(house: House): Promise<void> {
  await sql`DELETE FROM octo_cart c WHERE c.expires_at < now() - interval '1 day' AND NOT EXISTS (SELECT 1 FROM octo_booking b
    WHERE b.owner_id = c.owner_id AND b.partner_id = c.partner_id AND b.cart_id = c.cart_id)`.execute(house);
  await sql`UPDATE octo_cart SET contact = '{}', reseller_reference = NULL
    WHERE expires_at < now() - interval '1 day' AND (contact <> '{}' OR reseller_reference IS NOT NULL)`.execute(house);
}
