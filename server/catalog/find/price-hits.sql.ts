// Hits with the price that the caller sees as "from" in place of the usual one (decision 0515): for searches that sort or filter by price.
// Both are hundredths of the owner's currency. Cards of the shown page compute the same in minor units (ownFrom, priceNow).
import { sql } from '../../platform/db.ts';
import type { AudienceNames } from '../../site/hidden.sql.ts';
import { lowestOwn, percentOff, type RawSql, ruleOrder, rulesOfDay } from '../pricing.sql.ts';

type Asker = { ownerId: number; names: AudienceNames; today: string; at: number };

const beside = sql`f.product_id, f.type, f.subtype, f.city, f.popularity, f.sold_lately, f.created_at, f.rating_rank, f.rank`;

const offered = ({ ownerId, at }: Asker) =>
  sql`(SELECT p.product_id, offer_percent(p.offers, ${at}::bigint) AS percent FROM product p
    WHERE p.owner_id = ${ownerId} AND p.offers IS NOT NULL) o ON o.product_id = f.product_id`;

const withOffer = (price: RawSql) =>
  sql`least(${price}, CASE WHEN o.percent > 0 THEN ${percentOff(sql`f.from_sort`, sql`100 * o.percent`)} END)`;

/** At retail, or at the lower price of a limited offer. */
export const priceForAll = (hits: RawSql, asker: Asker): RawSql =>
  sql`SELECT ${beside}, ${withOffer(sql`f.from_sort`)} AS from_sort FROM (${hits}) f LEFT JOIN ${offered(asker)}`;

/**
 * At the caller's own price, or that of a limited offer. Rules for a city, a type or everything are looked up once for each city and type
 * that was found. Outer joins alone, because the planner expects one row of the others and would read all prices once for each hit; OFFSET
 * keeps it from computing a price twice.
 */
export function priceForOne(hits: RawSql, asker: Asker): RawSql {
  const { ownerId, names, today } = asker;
  return sql`WITH found AS MATERIALIZED (${hits}),
      wide AS MATERIALIZED (SELECT r.audience, r.on_city, r.on_type, r.scope, r.rule_id, r.value FROM price_rule r
        WHERE r.owner_id = ${ownerId} AND r.audience = ANY(${names}::bigint[]) AND r.on_product = 0 AND ${rulesOfDay(today)}),
      kinds AS MATERIALIZED (SELECT k.city, k.type, w.audience, w.value FROM (SELECT DISTINCT city, type FROM found) k
        LEFT JOIN LATERAL (SELECT r.audience, r.value FROM wide r WHERE r.on_city IN (k.city, '') AND r.on_type IN (k.type, 0)
          ORDER BY ${ruleOrder} LIMIT 1) w ON true),
      own AS MATERIALIZED (SELECT * FROM agent_from WHERE owner_id = ${ownerId} AND audience = ANY(${names}::bigint[]))
    SELECT ${beside}, ${withOffer(sql`CASE WHEN f.minor IS NULL THEN ${percentOff(sql`f.from_sort`, sql`f.percent`)}
        ELSE round(f.from_sort * (f.minor::float8 / greatest(f.usual_minor, 1)))::bigint END`)} AS from_sort
    FROM (SELECT f.*, coalesce(g.value, 0) AS percent, coalesce(a.usual_minor, b.usual_minor) AS usual_minor,
        ${lowestOwn('f', ownerId, names, today)} AS minor
      FROM found f LEFT JOIN kinds g ON g.city = f.city AND g.type = f.type
      LEFT JOIN own a ON a.audience = (${names}::bigint[])[1] AND a.product_id = f.product_id
      LEFT JOIN own b ON b.audience = (${names}::bigint[])[2] AND b.product_id = f.product_id OFFSET 0) f
    LEFT JOIN ${offered(asker)}`;
}
