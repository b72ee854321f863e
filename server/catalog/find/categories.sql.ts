// What categories and cities of an owner have (§2 home), and the names of these cities.
import { firstRow, type Owner, sql } from '../../platform/db.ts';
import { isSeen, type Viewer } from '../../site/hidden.sql.ts';
import type { Texts } from '../catalog.sql.ts';
import type { Scene } from '../read-scene.ts';
import { revisionOf } from './hits.sql.ts';

type Revised = { /** Null before the owner's first product. */ revision: string | null };
export type CategoryCounts = Revised & {
  types: { key: number; count: number }[];
  /** `product`: its most popular one. */
  cities: { key: string; count: number; product: number }[];
};
export type NamedCities = Revised & { cities: { product: number; names: Texts; scene: Scene; key: string }[] };

/**
 * How many products each type and the twelve most popular cities have, and the most popular product of each of these cities. One pass over
 * an index: the products themselves are read for those cities alone (decision 0733).
 */
export async function countCategories(owner: Owner, audience: Viewer): Promise<CategoryCounts> {
  const sold = sql`FROM product p WHERE p.owner_id = ${owner.id} AND p.on_shelf AND ${isSeen(owner, audience, 'p')}`;
  const row = await firstRow(
    owner,
    sql<CategoryCounts>`WITH parts AS MATERIALIZED (SELECT p.city, p.type, count(*) AS count, sum(p.popularity) AS liked,
        max(p.popularity) AS most ${sold} GROUP BY p.city, p.type),
      cities AS (SELECT city, sum(count)::int AS count, sum(liked) AS liked, (array_agg(type ORDER BY most DESC, type))[1] AS type
        FROM parts GROUP BY city ORDER BY sum(liked) DESC, city LIMIT 12)
      SELECT ${revisionOf(owner.id)} AS revision,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT type AS key, sum(count)::int AS count FROM parts GROUP BY type) t) AS types,
        (SELECT coalesce(json_agg(t), '[]') FROM (SELECT f.city AS key, f.count, b.product_id AS product
          FROM cities f CROSS JOIN LATERAL (SELECT p.product_id ${sold} AND p.city = f.city AND p.type = f.type
            ORDER BY p.popularity DESC, p.product_id LIMIT 1) b ORDER BY f.liked DESC, f.city) t) AS cities`,
  );
  return row ?? { revision: null, types: [], cities: [] };
}

/** Of the cities of these products, as they are called and drawn now. */
export async function nameCities(owner: Owner, products: number[]): Promise<NamedCities> {
  const row = await firstRow(
    owner,
    sql<NamedCities>`SELECT ${revisionOf(owner.id)} AS revision,
      (SELECT coalesce(json_agg(t), '[]') FROM (SELECT p.product_id AS product, c.names, p.scene, p.key
        FROM product p JOIN city c USING (city) WHERE p.owner_id = ${owner.id} AND p.product_id = ANY(${products})) t) AS cities`,
  );
  return row ?? { revision: null, cities: [] };
}
