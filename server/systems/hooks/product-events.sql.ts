// What web hooks report about products (decision 0386): changes that staff saved, and departures with few places left. Periodic jobs read
// them, never an order's statement; a change that was not sent yet is reported once, however often the product changed meanwhile.
import type { HookEventType } from '../../../domain/systems.ts';
import { type House, type Owner, type OwnerTrx, rows, sql } from '../../platform/db.ts';
import { behindSeconds, stockActions } from '../../platform/messages/stock-actions.ts';
import { isSeen } from '../../site/hidden.sql.ts';
import { inMilliseconds } from './gather-events.sql.ts';

/** Owners with a hook for one of these types. */
export async function listOwnersWithHooks(house: House, types: HookEventType[]): Promise<number[]> {
  const found = await rows(
    house,
    sql<{ owner_id: number }>`SELECT DISTINCT owner_id FROM hook WHERE types && ${types}::text[]`,
  );
  return found.map((row) => row.owner_id);
}

export type ProductEvent = { product_id: number; event: HookEventType; event_id: number; at: Date; data: object };

const mostAtOnce = 500;

/** Takes the waiting changes; a row that another transaction has locked is left until that ends. */
export function takeChanges(owner: OwnerTrx): Promise<ProductEvent[]> {
  return rows(
    owner,
    sql<ProductEvent>`WITH due AS (SELECT product_id, type FROM product_change WHERE owner_id = ${owner.id}
        ORDER BY at LIMIT ${mostAtOnce} FOR UPDATE SKIP LOCKED)
      DELETE FROM product_change c USING due d WHERE c.owner_id = ${owner.id} AND c.product_id = d.product_id AND c.type = d.type
      RETURNING c.product_id, c.type AS event, nextval('product_event') AS event_id, c.at, '{}'::jsonb AS data`,
  );
}

/** A fifth of the places or less, in the next fourteen days: what the back office's queue counts (docs/stock.md). */
const lowDepartures = (owner: Owner) => sql`SELECT d.departure_id, k.product_id, d.play_on
  FROM departure d JOIN package k ON k.owner_id = d.owner_id AND k.package_id = d.package_id AND k.on_shelf
    JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id AND p.state = 'published'
    JOIN owner o ON o.owner_id = d.owner_id
  WHERE d.owner_id = ${owner.id} AND d.play_on BETWEEN (now() AT TIME ZONE o.zone)::date AND (now() AT TIME ZONE o.zone)::date + 13
    AND d.capacity > 0 AND (d.capacity - d.held - d.sold) * 5 <= d.capacity`;

/** Departures that are low and were not reported yet, by product. */
export async function takeLowStock(owner: OwnerTrx): Promise<ProductEvent[]> {
  return rows(
    owner,
    sql<ProductEvent>`WITH low AS MATERIALIZED (${lowDepartures(owner)}),
      again AS (DELETE FROM stock_told t WHERE t.owner_id = ${owner.id}
        AND NOT EXISTS (SELECT 1 FROM low WHERE low.departure_id = t.departure_id)),
      fresh AS (INSERT INTO stock_told (owner_id, departure_id) SELECT ${owner.id}, departure_id FROM low
        ON CONFLICT (owner_id, departure_id) DO NOTHING RETURNING departure_id)
      SELECT l.product_id, 'stock.low' AS event, nextval('product_event') AS event_id, now() AS at,
        jsonb_build_object('days', jsonb_agg(DISTINCT l.play_on::text)) AS data
      FROM low l JOIN fresh f ON f.departure_id = l.departure_id GROUP BY l.product_id ORDER BY l.product_id`,
  );
}

/**
 * Products whose places were sold, released or changed since the last report, each once with the first and the last affected day
 * (decision 0460). The earlier day of a moved line is not known any more: then the range covers all days.
 */
export function takeStock(owner: OwnerTrx): Promise<ProductEvent[]> {
  const moved = sql`bool_or(e.action IN ('move', 'change'))`;
  return rows(
    owner,
    sql<ProductEvent>`WITH newest AS (SELECT coalesce((SELECT event_id FROM order_event WHERE owner_id = ${owner.id}
        AND at <= now() - make_interval(secs => ${behindSeconds}::int) ORDER BY event_id DESC LIMIT 1), 0) AS id),
      seen AS (SELECT min(seen_event) AS id FROM octo_subscription WHERE owner_id = ${owner.id}),
      moved AS (UPDATE octo_subscription SET seen_event = newest.id FROM newest WHERE owner_id = ${owner.id} AND seen_event < newest.id),
      changed AS (DELETE FROM stock_change WHERE owner_id = ${owner.id} RETURNING package_id, from_on, to_on),
      sold AS (SELECT s.package_id, CASE WHEN ${moved} THEN least(min(s.play_on), current_date) ELSE min(s.play_on) END AS from_on,
          CASE WHEN ${moved} THEN greatest(max(s.play_on), current_date + 365) ELSE max(s.play_on) END AS to_on
        FROM newest, seen, order_event e JOIN sub_order s ON s.owner_id = e.owner_id AND s.order_no = e.order_no
        WHERE e.owner_id = ${owner.id} AND e.event_id > seen.id AND e.event_id <= newest.id AND e.action = ANY(${stockActions}::text[])
          AND s.play_on IS NOT NULL GROUP BY s.package_id)
    SELECT k.product_id, 'stock.changed' AS event, nextval('product_event') AS event_id, now() AS at,
      jsonb_build_object('from', min(c.from_on)::text, 'to', max(c.to_on)::text) AS data
    FROM (TABLE changed UNION ALL TABLE sold) c JOIN package k ON k.owner_id = ${owner.id} AND k.package_id = c.package_id
    GROUP BY k.product_id ORDER BY k.product_id`,
  );
}

/** Adds days to a message that was not sent yet, so that many changes make one message. */
export async function widenSendings(owner: OwnerTrx, events: ProductEvent[]): Promise<void> {
  const days = (side: 'from' | 'to') => sql`w.body::jsonb #>> ARRAY['data', ${side}]`;
  await sql`UPDATE hook_sending w SET body = jsonb_set(w.body::jsonb, '{data}', w.body::jsonb -> 'data' || jsonb_build_object(
        'from', least(${days('from')}, e.data ->> 'from'), 'to', greatest(${days('to')}, e.data ->> 'to')))::text
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e(product_id bigint, data jsonb)
    WHERE w.owner_id = ${owner.id} AND w.subject = concat('product ', e.product_id) AND w.type = 'stock.changed' AND w.state = 'waiting'
      AND w.tries = 0`.execute(owner);
}

/** The receivers of product events: the owner receives all, a partner those of the products that it sees in the shop. */
export type ProductSide = { partner_id: number | null; level: number };

export function listSides(owner: Owner): Promise<ProductSide[]> {
  return rows(
    owner,
    sql<ProductSide>`SELECT DISTINCT h.partner_id, coalesce(p.level, 0) AS level FROM hook h
      LEFT JOIN partner p ON p.owner_id = h.owner_id AND p.partner_id = h.partner_id WHERE h.owner_id = ${owner.id}`,
  );
}

/** Orders have lower parts: the numbers of both are counted apart. */
const productPart = 10;

/** A message for each hook of the side; none if an unsent message about the same is waiting. */
export async function insertProductSendings(owner: OwnerTrx, side: ProductSide, events: ProductEvent[]): Promise<void> {
  const { partner_id: partnerId, level } = side;
  const isVisible = sql`found.state <> 'draft' AND ${isSeen(owner, { partnerId, level }, 'found')}`;
  await sql`WITH found AS (SELECT e.*, p.type, p.city, p.state FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb)
        AS e(product_id bigint, event text, event_id bigint, at timestamptz, data jsonb)
        JOIN product p ON p.owner_id = ${owner.id} AND p.product_id = e.product_id)
    INSERT INTO hook_sending (owner_id, hook_id, subject, event_id, part, type, message_id, body)
    SELECT h.owner_id, h.hook_id, concat('product ', found.product_id), found.event_id, ${productPart}::int, found.event,
      concat_ws('_', 'msg', h.owner_id, h.hook_id, 'product', found.event_id, ${inMilliseconds(sql`found.at`)}),
      jsonb_build_object('type', found.event, 'timestamp', to_char(found.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'data', jsonb_build_object('productId', found.product_id::text) || found.data)::text
    FROM found JOIN hook h ON h.owner_id = ${owner.id} AND h.partner_id IS NOT DISTINCT FROM ${partnerId}::bigint
      AND found.event = ANY(h.types)
    WHERE ${partnerId === null ? sql`true` : isVisible} AND (found.event = 'stock.low' OR NOT EXISTS (SELECT 1 FROM hook_sending w
      WHERE w.owner_id = h.owner_id AND w.hook_id = h.hook_id AND w.subject = concat('product ', found.product_id)
        AND w.type = found.event AND w.state = 'waiting' AND w.tries = 0))
    ORDER BY found.event_id`.execute(owner);
}
