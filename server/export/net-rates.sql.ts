// What an agent pays for everything on sale, by seasons (rules §11): days in a row with one retail and one net price are one line.
import type { Currency } from '../../domain/currencies.ts';
import { openDay } from '../../domain/dates.ts';
import { audiencesOf, type Pricing, retailOn, ruleFor, skuOrder } from '../catalog/pricing.sql.ts';
import { type Owner, onlyIf, rows, sql } from '../platform/db.ts';
import { isSeen } from '../site/hidden.sql.ts';

type Texts = Record<string, string>;

export type RateFilter = { from: string; until: string; type: number | null; city: string | null };

export type NetRateRow = {
  product_id: number;
  names: Texts;
  package_names: Texts;
  sku_names: Texts;
  ticket_type: number | null;
  car_type: number | null;
  seat_class: number | null;
  currency: Currency;
  /** Where the price is not the same in all of a day; else ''. */
  session: string;
  retail_minor: number;
  net_minor: number;
  /** Both are the open day for an open ticket. */
  from_on: string;
  until_on: string;
};

/** The next products on the shelf after a number, in the order of numbers. */
export async function listRatedProducts(
  owner: Owner,
  audience: Pricing,
  filter: RateFilter,
  after: number,
  most: number,
): Promise<number[]> {
  const found = await rows(
    owner,
    sql<{
      product_id: number;
    }>`SELECT product_id FROM product WHERE owner_id = ${owner.id} AND on_shelf AND product_id > ${after}
      AND ${isSeen(owner, audience, 'product')}
      AND ${onlyIf(filter.type, sql`type = ${filter.type}`)} AND ${onlyIf(filter.city, sql`city = ${filter.city}`)}
      ORDER BY product_id LIMIT ${most}`,
  );
  return found.map((row) => row.product_id);
}

/**
 * Seasons of the SKUs of some products, over the days on which their packages are sold. The rule without a day is looked for once per SKU;
 * only a product with prices by day of travel has it looked for day by day.
 */
export function listNetRates(
  owner: Owner,
  pricing: Pricing,
  filter: RateFilter,
  products: number[],
): Promise<NetRateRow[]> {
  const audiences = audiencesOf(pricing);
  const retail = sql`t.minor`;
  const days = sql`JOIN LATERAL (SELECT DISTINCT e.play_on, CASE WHEN s.by_session THEN e.session ELSE '' END AS session
      FROM departure e WHERE e.owner_id = s.owner_id AND e.package_id = s.package_id
      AND (e.play_on BETWEEN ${filter.from}::date AND ${filter.until}::date OR e.play_on = ${openDay}::date)) d ON true
    ${retailOn(sql`d.play_on`, sql`d.session`)}`;
  return rows(
    owner,
    sql<NetRateRow>`WITH skus AS MATERIALIZED (SELECT s.*, k.product_id, k.position AS package_position, k.names AS package_names,
          p.names AS product_names, p.currency, g.kind, g.value,
          s.session_prices <> '[]' OR EXISTS (SELECT 1 FROM sku_price y WHERE y.owner_id = s.owner_id AND y.sku_id = s.sku_id
            AND y.session <> '') AS by_session,
          EXISTS (SELECT 1 FROM price_rule t WHERE t.owner_id = p.owner_id AND t.audience = ANY(${audiences})
            AND t.on_product = ANY(ARRAY[p.product_id, 0]) AND t.on_city = ANY(ARRAY[p.city, ''])
            AND t.on_type = ANY(ARRAY[p.type, 0::smallint]) AND t.valid_by = 'travel') AS by_day
        FROM product p JOIN package k ON k.owner_id = p.owner_id AND k.product_id = p.product_id AND k.on_shelf
        JOIN sku s ON s.owner_id = k.owner_id AND s.package_id = k.package_id AND s.on_shelf ${ruleFor(pricing)}
        WHERE p.owner_id = ${owner.id} AND p.product_id = ANY(${products})),
      priced AS (SELECT s.sku_id, d.play_on, d.session, ${retail} AS retail, agent_price(${retail}, s.kind, s.value) AS net
        FROM skus s ${days} WHERE NOT s.by_day
        UNION ALL SELECT s.sku_id, d.play_on, d.session, ${retail}, agent_price(${retail}, g.kind, g.value)
        FROM skus s ${days} JOIN product p ON p.owner_id = s.owner_id AND p.product_id = s.product_id
        ${ruleFor(pricing, sql`d.play_on`)} WHERE s.by_day),
      seasons AS (SELECT *, row_number() OVER (PARTITION BY sku_id, session ORDER BY play_on)
          - row_number() OVER (PARTITION BY sku_id, session, retail, net ORDER BY play_on) AS season FROM priced)
      SELECT s.product_id, s.product_names AS names, s.package_names, s.names AS sku_names, s.ticket_type, s.car_type, s.seat_class,
        s.currency, n.session, n.retail AS retail_minor, n.net AS net_minor,
        min(n.play_on)::text AS from_on, max(n.play_on)::text AS until_on
      FROM seasons n JOIN skus s USING (sku_id)
      GROUP BY s.product_id, s.product_names, s.package_names, s.names, s.ticket_type, s.car_type, s.seat_class, s.currency,
        n.session, n.retail, n.net, n.season, s.package_position, s.package_id, s.position, s.sku_id
      ORDER BY s.product_id, s.package_position, s.package_id, ${skuOrder}, n.session, min(n.play_on)`,
  );
}
