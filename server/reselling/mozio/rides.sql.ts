// What an order has at Mozio (decision 0685), in the table of bookings with suppliers.
import type { Currency } from '../../../domain/currencies.ts';
import type { NamedSku } from '../../../locales/name-sku.ts';
import { orderCode } from '../../platform/database/status.sql.ts';
import { changed, type Owner, type OwnerTrx, rows, sql } from '../../platform/db.ts';
import { dueAgain, type SupplyState, unlessClosed } from '../supplies.sql.ts';
import type { BestRide, RideTie } from './ride-tie.ts';

/** What was known when a turn began: another process may have gone on since. */
export type SeenRide = { searchId: string; wasSent: boolean; askedAgain: number };

const asSeen = ({ searchId, wasSent }: SeenRide) => sql`search_id = ${searchId} AND was_sent = ${wasSent}`;

/** 1 when the search is the one whose results count; 0 where another process was faster, or has sent a reservation. */
export function noteSearch(owner: Owner, supplyId: number, seen: SeenRide, searchId: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE octo_supply SET search_id = ${searchId}, searched_at = now(), searches = searches + 1, best = NULL
      WHERE owner_id = ${owner.id} AND supply_id = ${supplyId} AND ${asSeen(seen)}`,
  );
}

/**
 * Before the reservation is sent: from here on there may be a car. 1 for a single caller, and only while the order still wants one: who
 * gets 0 sends nothing.
 */
export function takeSending(
  owner: Owner,
  supplyId: number,
  { searchId, best, currency, lines }: { searchId: string; best: BestRide; currency: Currency; lines: string[] },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE octo_supply SET was_sent = true, net_minor = ${best.minor}, net_currency = ${currency}
      WHERE owner_id = ${owner.id} AND supply_id = ${supplyId} AND search_id = ${searchId} AND NOT was_sent AND NOT waits_for_staff
        AND EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = ${owner.id} AND s.sub_order_no = ANY(${lines}::text[])
          AND s.status IN (${orderCode.pending}, ${orderCode.confirmed}))`,
  );
}

export type RideNote = {
  state: SupplyState;
  wasSent: boolean;
  searchId: string;
  best: BestRide | null;
  bookingRef: string;
  reference: string;
  problem: string;
  answer: string;
  waitsForStaff: boolean;
  tries: number;
  /** Until it is looked at again; null: never. */
  seconds: number | null;
};

/**
 * What was learned in a turn, unless another process has gone on since. An event that came meanwhile has woken it, and it stays
 * awake. Where staff asked for another attempt meanwhile, it does not wait for them again, unless a reservation was sent: that they
 * must know first.
 */
export async function noteRide(owner: Owner, supplyId: number, seen: SeenRide, note: RideNote): Promise<void> {
  await sql`UPDATE octo_supply s SET state = ${note.state}, was_sent = ${note.wasSent}, search_id = ${note.searchId},
      best = ${note.best && JSON.stringify(note.best)}::jsonb, booking_ref = ${note.bookingRef}, reference = ${note.reference},
      problem = ${unlessClosed(note.problem)}, answer = ${note.answer}, tries = ${note.tries},
      waits_for_staff = ${note.waitsForStaff} AND (s.asked_again = ${seen.askedAgain} OR ${note.wasSent}),
      due_at = ${dueAgain(note.seconds)}
    WHERE owner_id = ${owner.id} AND supply_id = ${supplyId} AND ${asSeen(seen)}`.execute(owner);
}

/** A package is carried out by Mozio, or by it in another way; 0 where another supplier has it. Its places stay the owner's. */
export async function saveTie(owner: OwnerTrx, packageId: string, supplierId: string, tie: RideTie): Promise<number> {
  const units = Object.fromEntries(Object.keys(tie.skus).map((sku) => [sku, sku]));
  const [asUnits, ride] = [JSON.stringify(units), JSON.stringify(tie)];
  const made = await changed(
    owner,
    sql`INSERT INTO octo_offer AS o (owner_id, package_id, supplier_id, product_ref, option_ref, units, ride, due_at)
      VALUES (${owner.id}, ${packageId}::bigint, ${supplierId}::bigint, 'ride', ${packageId}, ${asUnits}::jsonb, ${ride}::jsonb, 'infinity')
      ON CONFLICT (owner_id, package_id) DO UPDATE SET units = excluded.units, ride = excluded.ride
        WHERE o.supplier_id = excluded.supplier_id`,
  );
  // One booking is one car.
  await sql`UPDATE package SET supplier_id = ${supplierId}::bigint, min_quantity = 1, max_quantity = 1
    WHERE owner_id = ${owner.id} AND package_id = ${packageId}::bigint`.execute(owner);
  await sql`UPDATE product p SET instant = false FROM package k WHERE p.owner_id = ${owner.id} AND k.owner_id = p.owner_id
    AND k.package_id = ${packageId}::bigint AND p.product_id = k.product_id AND p.instant`.execute(owner);
  return made;
}

export type TransferPackage = {
  package_id: number;
  product_id: number;
  product_names: Record<string, string>;
  package_names: Record<string, string>;
  state: string;
  /** Null: not tied to this supplier. */
  ride: RideTie | null;
  skus: (NamedSku & { seats: number | null })[];
};

const mostTransfers = 300;

/** Packages of transfers that are tied to a supplier, or to none; a car by the day is no transfer. */
export function listTransferPackages(owner: Owner, supplierId: string, packageId: string | null = null) {
  return rows(
    owner,
    sql<TransferPackage>`SELECT k.package_id, k.product_id, p.names AS product_names, k.names AS package_names, p.state, o.ride,
        (SELECT coalesce(jsonb_agg(jsonb_build_object('sku_id', s.sku_id, 'names', s.names, 'ticket_type', s.ticket_type,
            'car_type', s.car_type, 'seat_class', s.seat_class, 'seats', s.seats) ORDER BY s.sku_id), '[]') FROM sku s
          WHERE s.owner_id = k.owner_id AND s.package_id = k.package_id AND s.on_shelf) AS skus
      FROM package k JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id
        LEFT JOIN octo_offer o ON o.owner_id = k.owner_id AND o.package_id = k.package_id
      WHERE k.owner_id = ${owner.id} AND (o.ride IS NOT NULL OR p.type = 11 AND p.subtype <> 1101 AND k.on_shelf)
        AND k.open_days IS NULL AND NOT k.by_day
        AND (o.supplier_id IS NULL OR o.supplier_id = ${supplierId}::bigint AND o.ride IS NOT NULL)
        AND (${packageId}::bigint IS NULL OR k.package_id = ${packageId}::bigint)
      ORDER BY o.ride IS NULL, p.product_id, k.package_id LIMIT ${mostTransfers}`,
  );
}
