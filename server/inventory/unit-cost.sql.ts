// The owner's cost of a sold unit at its supplier (decision 0310): read by the statements that write a line, never by one for buyers.
import type { RawSql } from '../catalog/pricing.sql.ts';
import { type Owner, sql } from '../platform/db.ts';

/**
 * Of one unit over some departures: each day's cost, else the SKU's own. Null unless it is known for all of them. The days are looked up
 * only where the SKU has costs by day, which few have: every order runs this.
 */
export const unitCost = (owner: Owner, skuId: RawSql, departures: RawSql): RawSql =>
  sql`(SELECT CASE WHEN EXISTS (SELECT 1 FROM sku_cost x WHERE x.owner_id = k.owner_id AND x.sku_id = k.sku_id) THEN
      (SELECT CASE WHEN count(*) = count(coalesce(x.cost_minor, k.cost_minor)) THEN sum(coalesce(x.cost_minor, k.cost_minor))::bigint END
        FROM departure e LEFT JOIN sku_cost x ON x.owner_id = e.owner_id AND x.sku_id = k.sku_id AND x.play_on = e.play_on
        WHERE e.owner_id = ${owner.id} AND e.departure_id = ANY(${departures}))
      ELSE k.cost_minor * cardinality(${departures}) END
    FROM sku k WHERE k.owner_id = ${owner.id} AND k.sku_id = ${skuId})`;

/** Of all extras of a line (decision 0330); `addOns`: the line's, as JSON. An extra without a cost costs nothing. */
export const addOnCost = (owner: Owner, addOns: RawSql): RawSql =>
  sql`(SELECT coalesce(sum(a.cost_minor * (x ->> 'quantity')::int), 0)::bigint FROM jsonb_array_elements(${addOns}) x
    JOIN add_on a ON a.owner_id = ${owner.id} AND a.add_on_id = (x ->> 'id')::bigint)`;
