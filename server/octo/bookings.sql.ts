// Bookings of OCTO beside their orders: found by the partner's uuid, written once for each, changed under a lock.
import type { Currency } from '../../domain/currencies.ts';
import { openDay } from '../../domain/dates.ts';
import type { OrderStatusCode } from '../../domain/order-status.ts';
import { everyEvent, sincePlaced } from '../platform/database/history.sql.ts';
import { orderCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import type { OctoContactInput } from './read-input.ts';
import { moveTimes } from './show-availability.ts';

export type StoredUnit = {
  uuid: string;
  unitId: string;
  resellerReference: string | null;
  contact: OctoContactInput;
  /** By names of our fields. */
  answers: Record<string, string>;
};

/** Null: not given. */
type Pickup = { pickupRequested?: boolean | null; pickupNotes?: string | null; dropoffRequested?: boolean | null };

export type StoredDetails = {
  /** Fields of the order, by their names. */
  fields?: Record<string, string>;
  pickup?: Pickup;
  /** The questions that were asked when it was written last, of the order and of each unit; none in bookings from before. */
  questions?: { order: string[]; unit: string[] };
};

type OctoAvailabilityPart = {
  id: string;
  localDateTimeStart: string;
  localDateTimeEnd: string;
  utcCutoffAt: string;
  allDay: boolean;
  openingHours: { from: string; to: string }[];
};

export type BookingRow = {
  uuid: string;
  order_no: string;
  partner_id: number;
  body_hash: Buffer;
  version: number;
  product_id: number;
  package_id: number;
  availability: OctoAvailabilityPart | null;
  units: StoredUnit[];
  contact: OctoContactInput;
  details: StoredDetails;
  reseller_reference: string | null;
  notes: string | null;
  email_receipt: boolean;
  cancel_reason: string | null;
  cart_id: string | null;
  /** The order of the cart's first booking; null without a cart. */
  cart_reference: string | null;
  created_at: Date;
  updated_at: Date;
  status: OrderStatusCode;
  pay_status: number;
  currency: Currency;
  payable_minor: number;
  pay_by: Date | null;
  paid_at: Date | null;
  changed_at: Date | null;
  /** When it was cancelled, expired or was rejected. */
  ended_at: Date | null;
  confirmed_at: Date | null;
  /** Of approved cancellations; null where there is none. */
  refund_minor: number | null;
  fee_minor: number | null;
};

const columns = sql`b.uuid::text AS uuid, b.order_no, b.partner_id, b.body_hash, b.version, b.product_id, b.package_id, b.availability,
  b.units, b.contact, b.details, b.reseller_reference, b.notes, b.email_receipt, b.cancel_reason, b.created_at, b.updated_at,
  b.cart_id::text AS cart_id,
  (SELECT f.order_no FROM octo_booking f WHERE f.owner_id = b.owner_id AND f.partner_id = b.partner_id AND f.cart_id = b.cart_id
    ORDER BY f.created_at, f.uuid LIMIT 1) AS cart_reference,
  p.status, p.pay_status, p.currency, p.payable_minor, p.pay_by, p.paid_at, e.changed_at, e.ended_at, e.confirmed_at, r.refund_minor,
  r.fee_minor, (SELECT jsonb_build_object('on', s.play_on, 'session', s.session, 'zone', s.terms ->> 'zone') FROM sub_order s
    WHERE s.owner_id = b.owner_id AND s.order_no = b.order_no AND s.play_on <> ${openDay}::date
    ORDER BY s.cancelled_quantity = s.quantity, s.sub_order_no LIMIT 1) AS place`;

const tables = sql`octo_booking b JOIN purchase p ON p.owner_id = b.owner_id AND p.order_no = b.order_no
  CROSS JOIN LATERAL (SELECT max(e.at) AS changed_at,
    max(e.at) FILTER (WHERE e.to_status >= ${orderCode.cancelled}) AS ended_at,
    min(e.at) FILTER (WHERE e.to_status = ${orderCode.confirmed} AND e.action IN ('pay', 'payLate', 'confirm')) AS confirmed_at
    FROM ${everyEvent} e WHERE e.owner_id = b.owner_id AND e.order_no = b.order_no AND e.${sincePlaced(sql`p.placed_at`)}) e
  CROSS JOIN LATERAL (SELECT sum(c.refund_minor)::bigint AS refund_minor, sum(c.fee_minor)::bigint AS fee_minor
    FROM cancel_request c WHERE c.owner_id = b.owner_id AND c.order_no = b.order_no AND c.result = 1) r`;

/** `place`: where its first line that was not cancelled is by now; null for an open ticket. */
type StoredRow = BookingRow & { place: { on: string; session: string; zone: string } | null };

/** Staff move the lines of an order, not what the booking keeps of its availability. */
const asMoved = ({ place, ...row }: StoredRow): BookingRow => ({
  ...row,
  availability: row.availability && place ? moveTimes(row.availability, place, place.zone) : row.availability,
});

/** A partner's own booking. */
export async function findBooking(owner: Owner, partnerId: number, uuid: string): Promise<BookingRow | undefined> {
  const row = await firstRow(
    owner,
    sql<StoredRow>`SELECT ${columns} FROM ${tables}
      WHERE b.owner_id = ${owner.id} AND b.partner_id = ${partnerId} AND b.uuid = ${uuid}::uuid`,
  );
  return row && asMoved(row);
}

/**
 * Every change of a booking begins here: changes of one booking happen one after another, and those of a cart too. The cart is read before
 * the booking is locked, as by what changes a whole cart, so that the two do not wait crosswise.
 */
export async function lockBooking(owner: OwnerTrx, partnerId: number, uuid: string): Promise<void> {
  const isOwn = sql`b.owner_id = ${owner.id} AND b.partner_id = ${partnerId} AND b.uuid = ${uuid}::uuid`;
  await sql`WITH cart AS MATERIALIZED (SELECT c.cart_id FROM octo_cart c WHERE c.owner_id = ${owner.id} AND c.partner_id = ${partnerId}
      AND c.cart_id = (SELECT b.cart_id FROM octo_booking b WHERE ${isOwn}) FOR UPDATE)
    SELECT 1 FROM octo_booking b LEFT JOIN cart ON true WHERE ${isOwn} FOR UPDATE OF b`.execute(owner);
}

export type BookingFilter = {
  partnerId: number;
  resellerReference: string | null;
  supplierReference: string | null;
  from: string | null;
  to: string | null;
};

/** Of a cart, the first one first. */
export async function listBookingsOfCart(owner: Owner, partnerId: number, cartId: string): Promise<BookingRow[]> {
  const found = await rows(
    owner,
    sql<StoredRow>`SELECT ${columns} FROM ${tables} WHERE b.owner_id = ${owner.id} AND b.partner_id = ${partnerId}
      AND b.cart_id = ${cartId}::uuid ORDER BY b.created_at, b.uuid`,
  );
  return found.map(asMoved);
}

const batchSize = 200;

/** All of them in batches, the newest first. */
export async function* eachBookings(owner: Owner, filter: BookingFilter): AsyncGenerator<BookingRow[], void> {
  for (let after: string | undefined; ; ) {
    const batch = await listBookings(owner, filter, after);
    yield batch;
    after = batch.at(-1)?.uuid;
    if (batch.length < batchSize) return;
  }
}

/** A batch of them, the newest first: those behind the booking `after`. */
export async function listBookings(owner: Owner, filter: BookingFilter, after?: string): Promise<BookingRow[]> {
  const { partnerId, resellerReference, supplierReference, from, to } = filter;
  const wanted = [
    ...(resellerReference === null ? [] : [sql`b.reseller_reference = ${resellerReference}`]),
    ...(supplierReference === null ? [] : [sql`b.order_no = ${supplierReference}`]),
    ...(from === null
      ? []
      : [
          sql`EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = b.owner_id AND s.order_no = b.order_no
            AND s.play_on BETWEEN ${from}::date AND ${to}::date)`,
        ]),
    ...(after === undefined
      ? []
      : [
          sql`(b.created_at, b.uuid) < (SELECT l.created_at, l.uuid FROM octo_booking l
            WHERE l.owner_id = b.owner_id AND l.partner_id = b.partner_id AND l.uuid = ${after}::uuid)`,
        ]),
  ];
  const found = await rows(
    owner,
    sql<StoredRow>`SELECT ${columns} FROM ${tables} WHERE b.owner_id = ${owner.id} AND b.partner_id = ${partnerId}
      AND ${sql.join(wanted, sql` AND `)} ORDER BY b.created_at DESC, b.uuid DESC LIMIT ${batchSize}`,
  );
  return found.map(asMoved);
}

export type NewBooking = Pick<
  BookingRow,
  | 'uuid'
  | 'order_no'
  | 'partner_id'
  | 'body_hash'
  | 'product_id'
  | 'package_id'
  | 'availability'
  | 'units'
  | 'contact'
  | 'details'
  | 'reseller_reference'
  | 'notes'
  | 'email_receipt'
  | 'cart_id'
>;

const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`;

/** Of two requests with one uuid the second finds the first one's booking. */
export async function insertBooking(owner: Owner, row: NewBooking): Promise<void> {
  await sql`INSERT INTO octo_booking (owner_id, partner_id, uuid, order_no, body_hash, product_id, package_id, availability, units, contact,
      details, reseller_reference, notes, email_receipt, cart_id)
    VALUES (${owner.id}, ${row.partner_id}, ${row.uuid}::uuid, ${row.order_no}, ${row.body_hash}, ${row.product_id}, ${row.package_id},
      ${json(row.availability)}, ${json(row.units)}, ${json(row.contact)}, ${json(row.details)}, ${row.reseller_reference}, ${row.notes},
      ${row.email_receipt}, ${row.cart_id}::uuid) ON CONFLICT (owner_id, partner_id, uuid) DO NOTHING`.execute(owner);
}

/** Writes what a locked booking is now. */
export async function updateBooking(owner: OwnerTrx, one: Omit<NewBooking, 'body_hash' | 'cart_id'>): Promise<void> {
  await sql`UPDATE octo_booking SET order_no = ${one.order_no}, product_id = ${one.product_id}, package_id = ${one.package_id},
      availability = ${json(one.availability)}, units = ${json(one.units)}, contact = ${json(one.contact)}, details = ${json(one.details)},
      reseller_reference = ${one.reseller_reference}, notes = ${one.notes}, email_receipt = ${one.email_receipt},
      version = version + 1, updated_at = now()
    WHERE owner_id = ${owner.id} AND partner_id = ${one.partner_id} AND uuid = ${one.uuid}::uuid`.execute(owner);
}

/** The platform that booked the order under a number of its own. */
export async function findChannelSource(owner: OwnerTrx, orderNo: string): Promise<number | undefined> {
  const found = sql<{ source: number }>`SELECT source FROM channel_order
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`;
  return (await firstRow(owner, found))?.source;
}

/** The number of a platform belongs to the order that takes the booked one's place. */
export async function moveChannelOrder(owner: OwnerTrx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`UPDATE channel_order SET order_no = ${to}, items = NULL WHERE owner_id = ${owner.id} AND order_no = ${from}`.execute(
    owner,
  );
}

export async function noteCancelReason(
  owner: OwnerTrx,
  { partner_id, uuid }: BookingRow,
  reason: string | null,
): Promise<void> {
  await sql`UPDATE octo_booking SET cancel_reason = ${reason}, updated_at = now()
    WHERE owner_id = ${owner.id} AND partner_id = ${partner_id} AND uuid = ${uuid}::uuid`.execute(owner);
}

/**
 * Holds the places of an unpaid order for so many minutes from now, at most until `latest`. 0 where its time is over or a payment has
 * begun.
 */
export function extendHold(owner: OwnerTrx, orderNo: string, minutes: number, latest: Date): Promise<number> {
  return changed(
    owner,
    sql`UPDATE purchase SET pay_by = least(now() + make_interval(mins => ${minutes}::int), ${latest.toISOString()}::timestamptz)
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND status = ${orderCode.unpaid} AND pay_by > now()`,
  );
}

export type WrittenDetails = {
  contact: { name: string; email: string; areaCode: string; phone: string };
  agentReference: string;
  remark: string;
  notify: { to: string; email: string; language: string }[];
  /** Names of the order's fields that are still open. */
  fieldsLater: string[];
};

export async function writeDetails(owner: OwnerTrx, orderNo: string, written: WrittenDetails): Promise<void> {
  const { contact, agentReference, remark, notify, fieldsLater } = written;
  await sql`UPDATE purchase SET contact = ${json(contact)}, agent_reference = ${agentReference}, remark = ${remark},
      notify = ${json(notify)}, fields_later = ${fieldsLater}::text[] WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(
    owner,
  );
}

/** What failed leaves nothing behind in the transaction, which goes on. */
export async function undoneAlone(owner: Owner, work: () => Promise<unknown>): Promise<void> {
  await sql`SAVEPOINT one_try`.execute(owner);
  try {
    await work();
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT one_try`.execute(owner);
    await sql`RELEASE SAVEPOINT one_try`.execute(owner);
    throw error;
  }
  // If one attempt is part of another, the current name is the other attempt's.
  await sql`RELEASE SAVEPOINT one_try`.execute(owner);
}
