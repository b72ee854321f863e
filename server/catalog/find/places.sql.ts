// Where all that a search finds is, in groups for a map (§2 search): products that lie close together, seen from afar, are one group.
import { prepareStatement } from '../../platform/database/prepare-statement.ts';
import { type Owner, sql } from '../../platform/db.ts';
import type { Pricing } from '../pricing.sql.ts';
import { type Filter, fillSearch, hitsOf, type SearchValues, type Shape } from '../search.sql.ts';

export type PlaceRow = {
  lat: number;
  lng: number;
  count: number;
  /** From its middle to its furthest product. */
  metres: number;
  product_id: number;
};

/** Cells of the rectangle around everything; what lies in one is a group. */
const cells = { across: 8, down: 6 };

const prepared = prepareStatement((values: SearchValues, shape: Shape) => {
  const { hits, ofType, ofCity } = hitsOf(values, shape);
  return sql<PlaceRow>`SELECT * FROM (WITH found AS (SELECT n.product_id, n.lat, n.lng, n.popularity FROM (${hits}) h
        JOIN product n ON n.owner_id = ${values.ownerId} AND n.product_id = h.product_id
        WHERE (SELECT ${ofType} AND ${ofCity} FROM (SELECT h.type, h.subtype, h.city) kind)),
      box AS (SELECT min(lat) AS south, max(lat) + 0.0001 AS north, min(lng) AS west, max(lng) + 0.0001 AS east FROM found)
    SELECT avg(f.lat) AS lat, avg(f.lng) AS lng, count(*)::int AS count,
      (111000 * sqrt(power(max(f.lat) - min(f.lat), 2) + power(max(f.lng) - min(f.lng), 2)))::int AS metres,
      (array_agg(f.product_id ORDER BY f.popularity DESC, f.product_id))[1] AS product_id
    FROM found f, box GROUP BY width_bucket(f.lat, box.south, box.north, ${cells.down}::int),
      width_bucket(f.lng, box.west, box.east, ${cells.across}::int) ORDER BY count(*) DESC, lat, lng) places`;
});

export function listPlaces(
  owner: Owner,
  reader: { language: string; pricing: Pricing },
  filter: Filter,
): Promise<PlaceRow[]> {
  const { values, shape } = fillSearch(owner, reader, filter, 'popular');
  return prepared(owner, values, shape);
}
