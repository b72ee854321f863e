// Reads the history of orders into messages of web hooks (decision 0361).
import { alsoWhenConfirmed, hookTypesOf } from '../../../domain/systems.ts';
import { orderCode } from '../../platform/database/status.sql.ts';
import { type Owner, sql } from '../../platform/db.ts';
import { growing, isOcto } from './hooks.sql.ts';

/** Types of each action, in the order in which they are sent; `confirmed`: only where the order was confirmed at once. */
const typesOfActions = JSON.stringify(
  Object.entries(hookTypesOf).flatMap(([action, types]) => {
    const more = action === 'pay' || action === 'payLate' ? alsoWhenConfirmed : [];
    return [...types, ...more].map((type, part) => ({ action, type, part, confirmed: part >= types.length }));
  }),
);

/**
 * A transaction that began earlier may commit later, so what is behind the last event seen is looked at again: an event that was there
 * already is not written twice.
 */
const lookBack = { events: 5000, minutes: 60 };

/** A subscription of OCTO receives events of OCTO's bookings only. */
const concernsOcto = sql`(NOT ${isOcto}
  OR EXISTS (SELECT 1 FROM octo_booking b WHERE b.owner_id = e.owner_id AND b.order_no = e.order_no))`;
/** Vouchers wait while the rest of an order is open, unless its rule gives them before (decision 0380). */
const hasVouchers = sql`(e.action <> 'payRest' OR p.status = ${orderCode.confirmed}) AND NOT (p.part IS NOT NULL
  AND NOT (p.part -> 'voucher')::boolean AND EXISTS (SELECT 1 FROM supplement r WHERE r.owner_id = p.owner_id
    AND r.order_no = p.order_no AND r.kind = 'rest' AND r.state = 'open'))`;

/**
 * In the id of a message: a database that went back to an earlier moment counts its events anew, and receivers carry out each id only once.
 */
export const inMilliseconds = (at: ReturnType<typeof sql>) => sql`floor(extract(epoch FROM ${at}) * 1000)::bigint`;

export async function gatherEvents(owner: Owner): Promise<void> {
  await sql`${growing} WITH newest AS (SELECT coalesce(max(event_id), 0) AS id FROM order_event WHERE owner_id = ${owner.id}),
    made AS (INSERT INTO hook_sending (owner_id, hook_id, subject, event_id, part, type, message_id, body)
      SELECT h.owner_id, h.hook_id, e.order_no, e.event_id, a.part, a.type,
        concat_ws('_', 'msg', h.owner_id, h.hook_id, e.event_id, ${inMilliseconds(sql`e.at`)}, a.part),
        jsonb_build_object('type', a.type, 'timestamp', to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'data', jsonb_strip_nulls(jsonb_build_object('orderNo', e.order_no, 'subOrderNo', e.sub_order_no, 'status', e.to_status)))::text
      FROM hook h JOIN order_event e ON e.owner_id = h.owner_id AND e.event_id > h.seen_event - ${lookBack.events}::int
          AND e.at > h.seen_at - make_interval(mins => ${lookBack.minutes}::int) AND e.at >= h.created_at
        JOIN purchase p ON p.owner_id = e.owner_id AND p.order_no = e.order_no AND (h.partner_id IS NULL OR h.partner_id = p.partner_id)
        JOIN jsonb_to_recordset(${typesOfActions}::jsonb) AS a(action text, type text, part int, confirmed boolean)
          ON a.action = e.action AND (NOT a.confirmed OR e.to_status = ${orderCode.confirmed})
      WHERE h.owner_id = ${owner.id} AND a.type = ANY(h.types) AND ${concernsOcto} AND (a.type <> 'voucher.ready' OR ${hasVouchers})
      ORDER BY e.event_id, a.part
      ON CONFLICT (owner_id, hook_id, event_id, part) DO NOTHING)
    UPDATE hook SET seen_event = greatest(seen_event, newest.id), seen_at = now() FROM newest
    WHERE owner_id = ${owner.id}`.execute(owner);
}
