// Sales: paid orders without their cancelled parts, with what was kept of those (decision 0722), in the owner's currency at the order's
// rate, by day and by five groupings.
import { isForWhole } from '../order/supplement/added.sql.ts';
import { orderCode, soldOrders } from '../platform/database/status.sql.ts';
import { type Owner, rows, sql } from '../platform/db.ts';
import { channelOfOrder, isSold } from './orders.sql.ts';

export type SalesSpan = {
  from: string;
  to: string;
  zone: string;
  language: string;
  /** Currencies with other than two digits, for reckoning in whole units. */
  noDigits: string[];
  threeDigits: string[];
  /** Smallest units in one unit of the owner's currency. */
  ownerUnit: number;
};

export type SalesRow = { way: string; key: string; name: string; orders: number; amount_minor: number };

/**
 * Money of orders that belongs to no line: fees that were kept, additional payments of the whole order, and what was given back of both. An
 * order that ended before it was confirmed has its additional payments back.
 */
const looseOf = (
  owner: Owner,
) => sql`SELECT order_no, sum(minor) AS minor FROM (SELECT r.order_no, r.fee_minor AS minor FROM cancel_request r
      WHERE r.owner_id = ${owner.id} AND r.result = 1
    UNION ALL SELECT e.order_no, e.amount_minor - e.returned_minor FROM supplement e WHERE e.owner_id = ${owner.id} AND ${isForWhole}
      AND EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = e.owner_id AND s.order_no = e.order_no
        AND (s.status = ANY(${soldOrders}::smallint[]) OR s.status = ${orderCode.cancelledAfterApproval}))
    UNION ALL SELECT g.order_no, g.lines_minor - g.amount_minor FROM goodwill g WHERE g.owner_id = ${owner.id} AND g.state = 'done') m
  GROUP BY order_no`;

/** One row per day and per part of each way; the parts of a way are cut after the 12 largest. */
export function listSales(owner: Owner, span: SalesSpan): Promise<SalesRow[]> {
  return rows(
    owner,
    sql<SalesRow>`WITH loose AS MATERIALIZED (${looseOf(owner)}),
      sold AS MATERIALIZED (SELECT p.product_id, d.type, p.partner_id, p.source, ${channelOfOrder} AS channel,
          (p.placed_at AT TIME ZONE ${span.zone})::date AS on_day,
          round((coalesce(o.minor, 0) + (SELECT
            coalesce(sum(s.amount_minor - s.cancelled_minor - s.returned_minor + (SELECT coalesce(sum(e.amount_minor), 0)
              FROM supplement e WHERE e.owner_id = s.owner_id AND e.sub_order_no = s.sub_order_no AND e.state = 'paid')), 0)
            FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no
              AND s.status = ANY(${soldOrders}::smallint[]))) * p.rate * ${span.ownerUnit}::numeric
            / CASE WHEN p.currency = ANY(${span.noDigits}::text[]) THEN 1
              WHEN p.currency = ANY(${span.threeDigits}::text[]) THEN 1000 ELSE 100 END)::bigint AS minor
        FROM purchase p JOIN product d ON d.owner_id = p.owner_id AND d.product_id = p.product_id
          LEFT JOIN loose o ON o.order_no = p.order_no
        WHERE p.owner_id = ${owner.id} AND ${isSold}
          AND p.placed_at >= (SELECT moment_of(${span.from}::date, ${span.zone}))
          AND p.placed_at < (SELECT moment_of(${span.to}::date + 1, ${span.zone}))),
      parts AS (SELECT 'day' AS way, on_day::text AS key, count(*)::int AS orders, sum(minor)::bigint AS minor FROM sold GROUP BY 2
        UNION ALL SELECT 'product', product_id::text, count(*)::int, sum(minor)::bigint FROM sold GROUP BY 2
        UNION ALL SELECT 'type', type::text, count(*)::int, sum(minor)::bigint FROM sold GROUP BY 2
        UNION ALL SELECT 'partner', partner_id::text, count(*)::int, sum(minor)::bigint FROM sold GROUP BY 2
        UNION ALL SELECT 'channel', coalesce(channel, ''), count(*)::int, sum(minor)::bigint FROM sold GROUP BY 2
        UNION ALL SELECT 'source', source::text, count(*)::int, sum(minor)::bigint FROM sold GROUP BY 2),
      ranked AS (SELECT *, row_number() OVER (PARTITION BY way ORDER BY minor DESC, key) AS place FROM parts)
      SELECT r.way, r.key, r.orders, r.minor AS amount_minor, coalesce(CASE r.way
          WHEN 'product' THEN (SELECT coalesce(d.names ->> ${span.language}, d.names ->> 'en', d.names ->> 'zh_CN', d.key) FROM product d
            WHERE d.owner_id = ${owner.id} AND d.product_id::text = r.key)
          WHEN 'partner' THEN (SELECT n.name FROM partner n WHERE n.owner_id = ${owner.id} AND n.partner_id::text = r.key) END, '') AS name
      FROM ranked r WHERE r.way = 'day' OR r.place <= 12 ORDER BY r.way, r.place`,
  );
}
