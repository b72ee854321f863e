// Hits with the price that the caller sees as "from" in place of the usual one (decision 0515): for searches that sort or filter by price.
// Both are hundredths of the owner's currency. Cards of the shown page compute the same in minor units (ownFrom, priceNow).
import { sql } from '../../platform/db.ts';
import type { AudienceNames } from '../../site/hidden.sql.ts';
import { lowestOwn, type RawSql, rulesOfDay } from '../pricing.sql.ts';

type Asker = { ownerId: number; names: AudienceNames; today: string; at: number };

const beside = sql`f.product_id, f.type, f.subtype, f.city, f.popularity, f.sold_lately, f.created_at, f.rating_rank, f.rank`;

const offered = ({ ownerId, at }: Asker) =>
  sql`(SELECT p.product_id, offer_percent(p.offers, ${at}::bigint) AS percent FROM product p
    WHERE p.owner_id = ${ownerId} AND p.offers IS NOT NULL) o ON o.product_id = f.product_id`;

const percentOff = (price: RawSql, percent: RawSql) => sql`agent_price(${price}, 'percent', ${percent})`;
const withOffer = (price: RawSql) =>
  sql`least(${price}, CASE WHEN o.percent > 0 THEN ${percentOff(sql`f.from_sort`, sql`100 * o.percent`)} END)`;

/** At retail, or at the lower price of a limited offer. */
export const priceForAll = (hits: RawSql, asker: Asker): RawSql =>
  sql`SELECT ${beside}, ${withOffer(sql`f.from_sort`)} AS from_sort FROM (${hits}) f LEFT JOIN ${offered(asker)}`;

/**
 * At the caller's own price, or that of a limited offer. Rules for a city, a type or everything are percentages: they are looked up once
 * for each city and type that was found. What rules for products make of their prices stands in `agent_from`; where partner and level
 * both have such rules, or some count by the day, the rules themselves are read.
 */
export function priceForOne(hits: RawSql, asker: Asker): RawSql {
  const { ownerId, names, today } = asker;
  const [partner, level] = [sql`(${names}::bigint[])[1]`, sql`(${names}::bigint[])[2]`];
  const widest = (audience: RawSql) => sql`(SELECT w.value FROM wide w WHERE w.audience = ${audience}
    AND w.on_city IN (k.city, '') AND w.on_type IN (k.type, 0) ORDER BY w.scope, w.rule_id DESC LIMIT 1)`;
  const lowest = (row: 'a' | 'b', percent: RawSql) =>
    sql`least(${sql.ref(`${row}.own_minor`)}, ${percentOff(sql.ref(`${row}.rest_minor`), percent)})`;
  const byRules = lowestOwn(sql`SELECT ${ownerId}::bigint AS owner_id, f.product_id, f.city, f.type`, names, today);
  return sql`WITH found AS MATERIALIZED (${hits}),
      wide AS MATERIALIZED (SELECT r.audience, r.on_city, r.on_type, r.scope, r.rule_id, r.value FROM price_rule r
        WHERE r.owner_id = ${ownerId} AND r.audience = ANY(${names}::bigint[]) AND r.on_product = 0 AND ${rulesOfDay(today)}),
      kinds AS MATERIALIZED (SELECT k.city, k.type, ${widest(partner)} AS of_partner, ${widest(level)} AS of_level
        FROM (SELECT DISTINCT city, type FROM found) k),
      own AS MATERIALIZED (SELECT * FROM agent_from WHERE owner_id = ${ownerId} AND audience = ANY(${names}::bigint[]))
    SELECT ${beside}, ${withOffer(sql`g.sort`)} AS from_sort
    FROM found f JOIN kinds k ON k.city = f.city AND k.type = f.type
    LEFT JOIN own a ON a.audience = ${partner} AND a.product_id = f.product_id
    LEFT JOIN own b ON b.audience = ${level} AND b.product_id = f.product_id
    CROSS JOIN LATERAL (SELECT CASE WHEN a.by_day OR b.by_day OR a.product_id = b.product_id THEN (${byRules})
      WHEN a.product_id IS NOT NULL THEN ${lowest('a', sql`coalesce(k.of_partner, k.of_level, 0)`)}
      WHEN k.of_partner IS NULL THEN ${lowest('b', sql`coalesce(k.of_level, 0)`)} END AS minor) own_price
    CROSS JOIN LATERAL (SELECT CASE WHEN own_price.minor IS NULL 
      THEN ${percentOff(sql`f.from_sort`, sql`coalesce(k.of_partner, k.of_level, 0)`)}
      ELSE round(f.from_sort * (own_price.minor::float8 / greatest(coalesce(a.usual_minor, b.usual_minor), 1)))::bigint END AS sort) g
    LEFT JOIN ${offered(asker)}`;
}
