// Hits with the price that the caller sees as "from" in place of the usual one (decision 0515): for searches that sort or filter by price.
// Both are hundredths of the owner's currency. Cards of the shown page compute the same in minor units (ownFrom, priceNow).
import { productTypeOrder } from '../../../domain/product-types.ts';
import { sql } from '../../platform/db.ts';
import type { AudienceNames } from '../../site/hidden.sql.ts';
import { lowestOwn, percentOff, type RawSql, ruleOrder, rulesOfDay, storedPrices } from '../pricing.sql.ts';

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

type PricedBy = { price: (paid: RawSql) => RawSql; beside: RawSql };

/**
 * At the caller's own price. Rules for a city, a type or everything are few: each is a number, `code`, which is the smaller, the earlier
 * the rule counts, and ends with its percentage and whether it is the partner's. So a hit looks for its city, its type and its product in
 * three small tables, whatever the number of rules. Outer joins alone, because the planner expects one row of the others and would read
 * all prices once for each hit; OFFSET keeps it from computing a price twice. `minor` and `percent` are what a hit's card is priced by.
 */
function priceByRules(hits: RawSql, { ownerId, names, today }: Omit<Asker, 'at'>, priced: PricedBy): RawSql {
  const code = sql`least(c.code, t.code)`;
  const wide = { percent: sql`coalesce(${code} % 100000 / 2, 0)`, isPartners: sql`coalesce(${code} % 2 = 1, false)` };
  const paid = sql`CASE WHEN f.minor IS NULL THEN ${percentOff(sql`f.from_sort`, sql`f.percent`)}
    ELSE round(f.from_sort * (f.minor::float8 / greatest(f.usual_minor, 1)))::bigint END`;
  return sql`WITH wide AS MATERIALIZED (SELECT r.on_city, r.on_type,
        row_number() OVER (ORDER BY ${ruleOrder}) * 100000 + r.value * 2 + (r.audience > 0)::int AS code FROM price_rule r
        WHERE r.owner_id = ${ownerId} AND r.audience = ANY(${names}::bigint[]) AND r.on_product = 0 AND ${rulesOfDay(today)}),
      cities AS MATERIALIZED (SELECT on_city, min(code) AS code FROM wide WHERE on_city <> '' GROUP BY on_city),
      types AS MATERIALIZED (SELECT t AS type, min(w.code) AS code FROM unnest(${[...productTypeOrder]}::int[]) t
        JOIN wide w ON w.on_city = '' AND w.on_type IN (0, t) GROUP BY t),
      own AS MATERIALIZED (${storedPrices(ownerId, names)})
    SELECT ${beside}, f.minor, f.percent, ${priced.price(paid)} AS from_sort
    FROM (SELECT f.*, ${wide.percent} AS percent, n.usual_minor, ${lowestOwn('f', { ownerId, names, today, ...wide })} AS minor
      FROM (${hits}) f LEFT JOIN cities c ON c.on_city = f.city LEFT JOIN types t ON t.type = f.type
      LEFT JOIN own n ON n.product_id = f.product_id OFFSET 0) f
    ${priced.beside}`;
}

/** At the caller's own price, or that of a limited offer. */
export const priceForOne = (hits: RawSql, asker: Asker): RawSql =>
  priceByRules(hits, asker, { price: withOffer, beside: sql`LEFT JOIN ${offered(asker)}` });

/** The same without limited offers, which begin and end by themselves. */
export const priceWithoutOffers = (hits: RawSql, asker: Omit<Asker, 'at'>): RawSql =>
  priceByRules(hits, asker, { price: (paid) => paid, beside: sql`` });
