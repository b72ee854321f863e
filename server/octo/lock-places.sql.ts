// The order in which bookings lock the departures that they change, so that two of them do not wait crosswise.
import { type OwnerTrx, sql } from '../platform/db.ts';

type NewPlace = { packageId: number; playOn: string; session: string };

/** The departures of several orders, before the first of them is paid or given up. */
export async function lockPlacesOf(owner: OwnerTrx, orderNos: string[]): Promise<void> {
  await sql`SELECT 1 FROM departure d WHERE d.owner_id = ${owner.id} AND d.departure_id IN (SELECT h.departure_id FROM sub_order s
        JOIN line_hold h ON h.owner_id = s.owner_id AND h.sub_order_no = s.sub_order_no
        WHERE s.owner_id = ${owner.id} AND s.order_no = ANY(${orderNos}::text[]))
    ORDER BY d.departure_id FOR UPDATE`.execute(owner);
}

/**
 * Locks the departures that an order leaves and the one that it goes to, in the order of their ids, so that two bookings that change
 * places with each other do not wait crosswise.
 */
export async function lockPlaces(owner: OwnerTrx, orderNo: string, to: NewPlace): Promise<void> {
  await sql`SELECT 1 FROM departure d WHERE d.owner_id = ${owner.id} AND (d.departure_id IN (SELECT h.departure_id FROM sub_order s
        JOIN line_hold h ON h.owner_id = s.owner_id AND h.sub_order_no = s.sub_order_no
        WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo})
      OR d.departure_id IN (SELECT e.departure_id FROM departure e WHERE e.owner_id = ${owner.id} AND e.package_id = ${to.packageId}
        AND e.play_on = ${to.playOn}::date AND e.session = ${to.session}))
    ORDER BY d.departure_id FOR UPDATE`.execute(owner);
}
