// Views per day, and the popularity computed from views and sales (docs/search.md).
import { orderCode } from '../platform/database/status.sql.ts';
import { changed, type House, type Owner, rows, sql } from '../platform/db.ts';

export type ViewRow = { product_id: number; on_day: string; count: number };

/** Adds views to their days and to the totals of the products, in one statement. Products off the shelf are passed over. */
export function addViewRows(owner: Owner, list: ViewRow[]): Promise<number> {
  return changed(
    owner,
    sql`WITH given AS (SELECT product_id, on_day, sum(count)::int AS count
        FROM jsonb_to_recordset(${JSON.stringify(list)}::jsonb) AS v(product_id bigint, on_day date, count int)
        GROUP BY product_id, on_day),
      locked AS MATERIALIZED (SELECT product_id FROM product WHERE owner_id = ${owner.id} AND on_shelf
        AND product_id IN (SELECT product_id FROM given) ORDER BY product_id FOR NO KEY UPDATE),
      days AS (INSERT INTO product_view AS v (owner_id, product_id, on_day, count)
        SELECT ${owner.id}, product_id, on_day, count FROM given JOIN locked USING (product_id)
        ON CONFLICT (owner_id, product_id, on_day) DO UPDATE SET count = v.count + EXCLUDED.count)
      UPDATE product p SET views = p.views + g.count
      FROM (SELECT product_id, sum(count)::int AS count FROM given JOIN locked USING (product_id) GROUP BY product_id) g
      WHERE p.owner_id = ${owner.id} AND p.product_id = g.product_id`,
  );
}

/** Units sold per product: paid within the last `days` days, confirmed and not cancelled since. */
const soldLately = (owner: Owner, days: number) => sql<{ product_id: number; quantity: number }>`
  SELECT s.product_id, sum(s.quantity)::int AS quantity
  FROM purchase o JOIN sub_order s ON s.owner_id = o.owner_id AND s.order_no = o.order_no
  WHERE o.owner_id = ${owner.id} AND s.owner_id = ${owner.id}
    AND s.status IN (${orderCode.confirmed}, ${orderCode.cancelling}, ${orderCode.completed})
    AND o.paid_at >= now() - make_interval(days => ${days}) AND o.placed_at >= now() - make_interval(days => ${days} + 30)
  GROUP BY s.product_id`;

/** Sales that the next round adds. */
const waitingSales = (owner: Owner) => sql`SELECT product_id, sum(quantity)::int AS quantity FROM product_sale
  WHERE owner_id = ${owner.id} GROUP BY product_id`;

/**
 * The popularity a product started with, stored beside its views on a day before all days. It is noted the first time that popularity
 * is calculated, because then the column still holds the seed's value or none.
 */
export async function setStartingPopularity(owner: Owner): Promise<void> {
  await sql`INSERT INTO product_view (owner_id, product_id, on_day, count)
    SELECT owner_id, product_id, '-infinity', popularity FROM product WHERE owner_id = ${owner.id} ON CONFLICT DO NOTHING`.execute(
    owner,
  );
}

/** The day it is where the owner is, in which views are counted. */
const ownToday = (owner: Owner) =>
  sql`SELECT (now() AT TIME ZONE zone)::date AS today FROM owner WHERE owner_id = ${owner.id}`;

export type PopularityRule = {
  days: number;
  fadeDays: number;
  viewsPerPoint: number;
  mostForViews: number;
  pointsPerSale: number;
};

/** Works out the popularity of all products of an owner as of its own today; answers how many changed. */
export function rankRows(owner: Owner, rule: PopularityRule): Promise<number> {
  return changed(
    owner,
    sql`UPDATE product p SET popularity = f.points, sold_lately = f.lately FROM (
        SELECT q.product_id, round(
            coalesce(b.count, 0) * greatest(0, 1 - floor(extract(epoch FROM now() - q.created_at) / 86400) / ${rule.fadeDays}::numeric)
            + least(${rule.mostForViews}::numeric, coalesce(v.count, 0) / ${rule.viewsPerPoint}::numeric)
            + coalesce(l.quantity, 0) * ${rule.pointsPerSale}::numeric)::int AS points,
          coalesce(l.quantity, 0) - coalesce(w.quantity, 0) AS lately
        FROM product q CROSS JOIN (${ownToday(owner)}) t
          LEFT JOIN product_view b ON b.owner_id = q.owner_id AND b.product_id = q.product_id AND b.on_day = '-infinity'
          LEFT JOIN LATERAL (SELECT sum(c.count) AS count FROM product_view c WHERE c.owner_id = q.owner_id
            AND c.product_id = q.product_id AND c.on_day > t.today - ${rule.days}::int AND c.on_day <= t.today) v ON true
          LEFT JOIN (${soldLately(owner, rule.days)}) l ON l.product_id = q.product_id
          LEFT JOIN (${waitingSales(owner)}) w ON w.product_id = q.product_id
        WHERE q.owner_id = ${owner.id}) f
      WHERE p.owner_id = ${owner.id} AND p.product_id = f.product_id AND (p.popularity <> f.points OR p.sold_lately <> f.lately)`,
  );
}

/** Days more than a year ago are not used any more. */
export async function forgetOldViews(owner: Owner): Promise<void> {
  await sql`DELETE FROM product_view v USING (${ownToday(owner)}) t
    WHERE v.owner_id = ${owner.id} AND v.on_day > '-infinity' AND v.on_day < t.today - 400`.execute(owner);
}

export async function listSaleOwners(house: House): Promise<number[]> {
  const found = await rows(house, sql<{ owner_id: number }>`SELECT DISTINCT owner_id FROM product_sale`);
  return found.map((row) => row.owner_id);
}

/** Each row is added once, whatever number of processes do this; the products are locked in the order of their numbers. */
export function addSaleRows(owner: Owner): Promise<number> {
  return changed(
    owner,
    sql`WITH free AS MATERIALIZED (SELECT order_no, product_id FROM product_sale WHERE owner_id = ${owner.id} FOR UPDATE SKIP LOCKED),
      given AS (DELETE FROM product_sale s USING free t
        WHERE s.owner_id = ${owner.id} AND s.order_no = t.order_no AND s.product_id = t.product_id RETURNING s.product_id, s.quantity),
      sums AS MATERIALIZED (SELECT product_id, sum(quantity)::int AS quantity FROM given GROUP BY product_id),
      locked AS MATERIALIZED (SELECT product_id FROM product WHERE owner_id = ${owner.id}
        AND product_id IN (SELECT product_id FROM sums) ORDER BY product_id FOR NO KEY UPDATE)
      UPDATE product p SET sold = p.sold + s.quantity, sold_lately = p.sold_lately + s.quantity
      FROM sums s JOIN locked USING (product_id) WHERE p.owner_id = ${owner.id} AND p.product_id = s.product_id`,
  );
}
