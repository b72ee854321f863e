// Limits of single SKUs of a departure (rules §6): written only while their departures' rows are locked (lockCells), each by one guarded
// statement for the whole list. A new limit begins with what of its SKU is held and sold already.
import { type Owner, rows, sql } from '../platform/db.ts';
import type { Cell } from './calendar.sql.ts';

export type LimitChange = Cell & { sku: string; capacity: number | null; was: number | null };
export type LimitCell = Cell & { sku: string };

const rowsOf = (list: LimitChange[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS g("on" date, session text, sku bigint, capacity int, was int)`;
const placed = (owner: Owner, packageId: string) =>
  sql`d.owner_id = ${owner.id} AND d.package_id = ${packageId} AND d.play_on = g."on" AND d.session = g.session`;
const seen = sql`t.owner_id = d.owner_id AND t.departure_id = d.departure_id AND t.sku_id = g.sku AND t.capacity = g.was`;
const limitColumns = sql`d.play_on::text AS on, d.session, g.sku::text AS sku`;

/** Places of the SKU that quotations hold on `departure d`. */
const inQuotations = sql`(SELECT coalesce(sum(f.quantity), 0)::int FROM quotation_hold f WHERE f.owner_id = d.owner_id
  AND f.departure_id = d.departure_id AND f.sku_id = g.sku)`;

/** Answers the limits that were written; the others are in use, or changed since the editor saw them. */
export async function changeLimits(owner: Owner, packageId: string, list: LimitChange[]): Promise<LimitCell[]> {
  const cleared = await rows(
    owner,
    sql<LimitCell>`DELETE FROM departure_sku t USING ${rowsOf(list)}, departure d
      WHERE ${placed(owner, packageId)} AND ${seen} AND g.capacity IS NULL RETURNING ${limitColumns}`,
  );
  const changed = await rows(
    owner,
    sql<LimitCell>`UPDATE departure_sku t SET capacity = g.capacity FROM ${rowsOf(list)}, departure d
      WHERE ${placed(owner, packageId)} AND ${seen} AND t.held + t.sold <= g.capacity RETURNING ${limitColumns}`,
  );
  const made = await rows(
    owner,
    sql<LimitCell>`WITH wanted AS (SELECT d.departure_id, d.play_on, d.session, g.sku, g.capacity,
      coalesce(u.held, 0) + ${inQuotations} AS held, coalesce(u.sold, 0) AS sold
        FROM ${rowsOf(list)} JOIN departure d ON ${placed(owner, packageId)}
        LEFT JOIN LATERAL (SELECT sum(h.quantity) FILTER (WHERE o.hold_state = 'live') AS held,
          sum(h.quantity) FILTER (WHERE o.hold_state = 'converted') AS sold
          FROM line_hold h JOIN sub_order o USING (owner_id, sub_order_no)
          WHERE h.owner_id = d.owner_id AND h.departure_id = d.departure_id AND o.sku_id = g.sku) u ON true
        WHERE g.was IS NULL AND g.capacity IS NOT NULL),
      written AS (INSERT INTO departure_sku (owner_id, departure_id, sku_id, capacity, held, sold)
        SELECT ${owner.id}, departure_id, sku, capacity, held, sold FROM wanted WHERE held + sold <= capacity
        ON CONFLICT (owner_id, departure_id, sku_id) DO NOTHING RETURNING departure_id, sku_id),
      marked AS (UPDATE departure SET limited = true WHERE owner_id = ${owner.id} AND NOT limited
        AND departure_id IN (SELECT departure_id FROM written))
      SELECT w.play_on::text AS on, w.session, w.sku::text AS sku FROM wanted w
      JOIN written n ON n.departure_id = w.departure_id AND n.sku_id = w.sku`,
  );
  return [...cleared, ...changed, ...made];
}

/** Some limits as they are now, and what of their SKUs is held and sold, to say why they could not be written. */
export function findLimits(
  owner: Owner,
  packageId: string,
  list: LimitChange[],
): Promise<(LimitCell & { capacity: number | null; in_use: number })[]> {
  return rows(
    owner,
    sql`SELECT ${limitColumns}, t.capacity, (SELECT coalesce(sum(h.quantity), 0)::int FROM line_hold h
      JOIN sub_order o USING (owner_id, sub_order_no)
          WHERE h.owner_id = d.owner_id AND h.departure_id = d.departure_id AND o.sku_id = g.sku
            AND o.hold_state IN ('live', 'converted')) + ${inQuotations} AS in_use
      FROM ${rowsOf(list)} JOIN departure d ON ${placed(owner, packageId)}
      LEFT JOIN departure_sku t ON t.owner_id = d.owner_id AND t.departure_id = d.departure_id AND t.sku_id = g.sku`,
  );
}
