// Lines that suppliers delivered or will deliver, with what the owner pays for each (decision 0310), and those that were cancelled with a
// part of the price kept (decision 0720).
import type { Currency } from '../../domain/currencies.ts';
import { openDay } from '../../domain/dates.ts';
import { linesOf, supplierOfLine } from '../order/delivery/delivery.sql.ts';
import { cancelledCostOn, remainingCost } from '../order/delivery/standing-cost.sql.ts';
import type { Visible } from '../order/read.sql.ts';
import { orderCode } from '../platform/database/status.sql.ts';
import { type Owner, rows, sql } from '../platform/db.ts';

export type SettlementSpan = { from: string; to: string; zone: string };
export type OwedRow = {
  sub_order_no: string;
  order_no: string;
  supplier_name: string;
  names: Record<string, string>;
  package_names: Record<string, string>;
  sku_names: Record<string, string>;
  ticket_type: number | null;
  car_type: number | null;
  on: string;
  quantity: number;
  currency: Currency;
  unit_cost_minor: number | null;
  /** With the extras' share. */
  owed_minor: number | null;
  /** Of that, for cancelled units. */
  cancelled_cost_minor: number | null;
};

const delivered = sql`${orderCode.confirmed}, ${orderCode.cancelling}, ${orderCode.completed}, ${orderCode.cancelledAfterApproval}`;

export const supplierNumbered = (id: string): Visible => sql`${id}::bigint`;

/**
 * Lines on their day, and on days from which they moved away what was cancelled of them there (decision 0724). `supplier` is the number of
 * one as a condition; null: every supplier's.
 */
const linesBetween = (owner: Owner, supplier: Visible | null, { from, to, zone }: SettlementSpan) =>
  sql`(SELECT s.*, p.currency, c.supplier_id, c.name AS supplier_name, e.left_quantity, e.cost_each_minor,
      ${cancelledCostOn(sql`e.play_on`)} AS cancelled_cost_minor,
      CASE WHEN e.left_quantity > 0 THEN ${remainingCost} ELSE 0 END + ${cancelledCostOn(sql`e.play_on`)} AS owed_minor,
      CASE WHEN s.valid_until IS NULL THEN e.play_on ELSE (p.paid_at AT TIME ZONE ${zone})::date END AS on_day
    FROM (SELECT s.owner_id, s.sub_order_no, s.play_on, s.quantity - s.cancelled_quantity AS left_quantity,
          s.unit_cost_minor AS cost_each_minor
        FROM departure d JOIN sub_order s ON s.owner_id = d.owner_id AND s.departure_id = d.departure_id
        WHERE d.owner_id = ${owner.id} AND (d.play_on BETWEEN ${from}::date AND ${to}::date OR d.play_on = ${openDay}::date)
      UNION ALL SELECT s.owner_id, s.sub_order_no, r.on_day, 0, coalesce(max(r.unit_cost_minor), s.unit_cost_minor)
        FROM cancel_request r JOIN sub_order s ON s.owner_id = r.owner_id AND s.sub_order_no = r.sub_order_no
        WHERE r.owner_id = ${owner.id} AND r.on_day BETWEEN ${from}::date AND ${to}::date AND r.on_day <> s.play_on AND r.result = 1
        GROUP BY s.owner_id, s.sub_order_no, r.on_day, s.unit_cost_minor) e
    JOIN sub_order s ON s.owner_id = e.owner_id AND s.sub_order_no = e.sub_order_no
    JOIN purchase p ON p.owner_id = s.owner_id AND p.order_no = s.order_no
    JOIN supplier c ON c.owner_id = s.owner_id AND c.supplier_id = ${supplierOfLine}
    WHERE s.status IN (${delivered}) AND ${supplier ? linesOf(supplier) : sql`true`}) s
    WHERE s.on_day BETWEEN ${from}::date AND ${to}::date AND (s.left_quantity > 0 OR s.cancelled_cost_minor IS DISTINCT FROM 0)`;

export function listSettlement(
  owner: Owner,
  supplier: Visible | null,
  span: SettlementSpan,
  { size, from }: { size: number; from: number },
): Promise<OwedRow[]> {
  return rows(
    owner,
    sql<OwedRow>`SELECT s.sub_order_no, s.order_no, s.supplier_name, s.terms -> 'names' AS names,
        s.terms -> 'packageNames' AS package_names, s.terms -> 'skuNames' AS sku_names, (s.terms ->> 'ticketType')::int AS ticket_type,
        (s.terms ->> 'carType')::int AS car_type, s.on_day::text AS on, s.left_quantity AS quantity, s.currency,
        s.cost_each_minor AS unit_cost_minor, s.owed_minor, s.cancelled_cost_minor
      FROM ${linesBetween(owner, supplier, span)}
      ORDER BY s.on_day, lower(s.supplier_name), s.sub_order_no LIMIT ${size} OFFSET ${from}`,
  );
}

/** For each supplier and currency: how many lines, how many of them without a cost, and what is owed for the others. */
export function sumSettlement(owner: Owner, supplier: Visible | null, span: SettlementSpan) {
  return rows(
    owner,
    sql<{
      supplier_id: number;
      supplier_name: string;
      currency: Currency;
      lines: number;
      unknown: number;
      owed_minor: number | null;
    }>`SELECT s.supplier_id, s.supplier_name, s.currency, count(*)::int AS lines,
        (count(*) FILTER (WHERE s.cost_each_minor IS NULL))::int AS unknown,
        sum(s.owed_minor)::bigint AS owed_minor
      FROM ${linesBetween(owner, supplier, span)} GROUP BY 1, 2, 3 ORDER BY lower(s.supplier_name), 1, 3`,
  );
}
