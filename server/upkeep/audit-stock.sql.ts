// The invariants of stock, a part of those of audit.sql.ts.
import { orderCode } from '../platform/database/status.sql.ts';
import { sql } from '../platform/db.ts';
import type { Violation } from './audit-safety.sql.ts';

const perDeparture = (state: string) =>
  sql`SELECT h.owner_id, h.departure_id, sum(h.quantity)::int AS n FROM line_hold h JOIN sub_order s USING (owner_id, sub_order_no)
    WHERE s.hold_state = ${sql.lit(state)} GROUP BY 1, 2`;

/** Such an order is wholly cancelled or closed. */
export const ended = sql`${orderCode.cancelled}, ${orderCode.cancelledAfterApproval}, ${orderCode.closedForTimeout}, ${orderCode.closed}`;
const sold = sql`${orderCode.pending}, ${orderCode.confirmed}, ${orderCode.cancelling}, ${orderCode.completed}`;

export const stockInvariants = {
  'stock: held places are those of live holds': sql<Violation>`
    SELECT d.owner_id, 'departure ' || d.departure_id AS subject,
      'held ' || d.held || ', live holds ' || coalesce(l.n, 0) || ', quotations ' || coalesce(f.n, 0) AS detail
    FROM departure d LEFT JOIN (${perDeparture('live')}) l USING (owner_id, departure_id)
      LEFT JOIN (SELECT owner_id, departure_id, sum(quantity)::int AS n FROM quotation_hold GROUP BY 1, 2) f USING (owner_id, departure_id)
    WHERE d.held <> coalesce(l.n, 0) + coalesce(f.n, 0)`,
  'stock: only a quotation with an end of its hold holds places': sql<Violation>`
    SELECT q.owner_id, 'quotation ' || q.number AS subject, 'status ' || q.status || ', until '
      || coalesce(q.hold_until::text, 'none') AS detail
    FROM quotation q WHERE (q.hold_until IS NOT NULL) <> EXISTS (SELECT 1 FROM quotation_hold h
        WHERE h.owner_id = q.owner_id AND h.quotation_id = q.quotation_id)
      OR (q.hold_until IS NOT NULL AND q.status NOT IN ('draft', 'sent', 'opened', 'accepted'))`,
  'stock: sold places are those of sold lines': sql<Violation>`
    SELECT d.owner_id, 'departure ' || d.departure_id AS subject, 'sold ' || d.sold || ', sold lines ' || coalesce(l.n, 0) AS detail
    FROM departure d LEFT JOIN (${perDeparture('converted')}) l USING (owner_id, departure_id) WHERE d.sold <> coalesce(l.n, 0)`,
  'stock: never more held and sold than there is': sql<Violation>`
    SELECT owner_id, 'departure ' || departure_id AS subject, held || ' + ' || sold || ' of ' || capacity AS detail FROM departure
    WHERE held < 0 OR sold < 0 OR held + sold > capacity`,
  'stock: held and sold places of a limited SKU are those of its lines': sql<Violation>`
    WITH quotation_skus AS (SELECT owner_id, departure_id, sku_id, sum(quantity)::int AS n FROM quotation_hold GROUP BY 1, 2, 3)
    SELECT t.owner_id, 'departure ' || t.departure_id || ' SKU ' || t.sku_id AS subject,
      'held ' || t.held || ', live holds ' || coalesce(l.held, 0) || ', sold ' || t.sold || ', sold lines ' || coalesce(l.sold, 0) AS detail
    FROM departure_sku t LEFT JOIN quotation_skus f USING (owner_id, departure_id, sku_id)
      LEFT JOIN (SELECT h.owner_id, h.departure_id, s.sku_id,
      sum(h.quantity) FILTER (WHERE s.hold_state = 'live') AS held,
        sum(h.quantity) FILTER (WHERE s.hold_state = 'converted') AS sold
      FROM line_hold h JOIN sub_order s USING (owner_id, sub_order_no) GROUP BY 1, 2, 3) l USING (owner_id, departure_id, sku_id)
    WHERE (t.held, t.sold) <> (coalesce(l.held, 0) + coalesce(f.n, 0), coalesce(l.sold, 0))`,
  'stock: never more of a SKU held and sold than its limit': sql<Violation>`
    SELECT owner_id, 'departure ' || departure_id || ' SKU ' || sku_id AS subject, held || ' + ' || sold || ' of ' || capacity AS detail
    FROM departure_sku WHERE held < 0 OR sold < 0 OR held + sold > capacity`,
  'stock: a limit is of a SKU that the departure sells, and the statement that takes places checks it': sql<Violation>`
    SELECT t.owner_id, 'departure ' || t.departure_id || ' SKU ' || t.sku_id AS subject,
      'package ' || d.package_id || ', SKU of ' || s.package_id AS detail
    FROM departure_sku t JOIN departure d USING (owner_id, departure_id) JOIN sku s USING (owner_id, sku_id)
    WHERE s.package_id <> d.package_id OR NOT d.limited`,
  'stock: the times of a package and their last days are those of its departures': sql<Violation>`
    SELECT owner_id, 'package ' || package_id AS subject,
      session || ': remembered until ' || coalesce(s.last_on::text, 'never') || ', departures until '
        || coalesce(d.last_on::text, 'never') AS detail
    FROM package_session s FULL JOIN (SELECT owner_id, package_id, session, max(play_on) AS last_on FROM departure WHERE session <> ''
      GROUP BY 1, 2, 3) d USING (owner_id, package_id, session) WHERE s.last_on IS DISTINCT FROM d.last_on`,
  'stock: requests beyond capacity are counted': sql<Violation>`
    SELECT d.owner_id, 'departure ' || d.departure_id AS subject,
      'oversold ' || d.oversold || ', open requests ' || coalesce(l.n, 0) AS detail
    FROM departure d LEFT JOIN (SELECT h.owner_id, h.departure_id, sum(h.quantity)::int AS n FROM line_hold h
      JOIN sub_order s USING (owner_id, sub_order_no)
      WHERE s.oversold AND s.status NOT IN (${ended}) GROUP BY 1, 2) l USING (owner_id, departure_id)
      WHERE d.oversold <> coalesce(l.n, 0)`,
  'stock: a hold lives as long as its line waits for money': sql<Violation>`
    SELECT owner_id, sub_order_no AS subject, 'status ' || status || ' with hold ' || hold_state AS detail FROM sub_order
    WHERE (hold_state = 'live') <> (status = ${orderCode.unpaid} AND NOT oversold)
      OR (hold_state = 'converted') <> (status IN (${sold}) AND NOT oversold)`,
  'stock: every line occupies as many departures as it has nights or days': sql<Violation>`
    SELECT s.owner_id, s.sub_order_no AS subject, 'departures ' || count(h.departure_id) AS detail
    FROM sub_order s LEFT JOIN line_hold h USING (owner_id, sub_order_no)
    GROUP BY s.owner_id, s.sub_order_no, s.play_on, s.until_on, s.terms -> 'byDay'
    HAVING count(h.departure_id) <> coalesce(s.until_on - s.play_on + CASE WHEN s.terms -> 'byDay' = 'true' THEN 1 ELSE 0 END, 1)`,
  'stock: a line holds its remaining quantity': sql<Violation>`
    SELECT s.owner_id, s.sub_order_no AS subject,
      'quantity ' || s.quantity || ' - ' || s.cancelled_quantity || ', held ' || h.quantity AS detail
    FROM sub_order s JOIN line_hold h USING (owner_id, sub_order_no)
    WHERE s.hold_state IN ('live', 'converted') AND h.quantity <> s.quantity - s.cancelled_quantity`,
};
