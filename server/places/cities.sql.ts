// Cities that an owner can use: those of the house, which serve everybody, and its own. One that was merged into another is not used any
// more, but its key still leads there (decision 0261).
import type { Text } from '../../domain/languages.ts';
import { changed, firstRow, type Owner, type OwnerTrx, onlyIf, rows, sql } from '../platform/db.ts';

export type CityRow = {
  city: string;
  country: string;
  zone: string;
  lat: number;
  lng: number;
  names: Text;
  region: string;
  /** Null: a city of the house. */
  origin: string | null;
  revision: number;
};

const columns = sql`c.city, c.country, c.zone, c.lat, c.lng, c.names, c.region, c.origin, c.revision`;

/** For a city that the statement calls `c`. */
export const isCityUsable = (owner: Owner) => sql`((c.owner_id IS NULL OR c.owner_id = ${owner.id})
  AND NOT EXISTS (SELECT 1 FROM city_merge m WHERE m.owner_id = ${owner.id} AND m.from_city = c.city))`;

/** A city's key and those of the cities merged into it. */
export const keysOf = (owner: Owner, city: string | null) => sql`SELECT ${city}::text UNION ALL
  SELECT m.from_city FROM city_merge m WHERE m.owner_id = ${owner.id} AND m.into_city = ${city}`;

export function listCities(owner: Owner): Promise<CityRow[]> {
  return rows(
    owner,
    sql<CityRow>`SELECT ${columns} FROM city c WHERE ${isCityUsable(owner)} ORDER BY c.country, c.city`,
  );
}

/** How many products of the owner each city has; cities without one are left out. */
export async function countProducts(owner: Owner, city: string | null = null): Promise<Map<string, number>> {
  const found = await rows(
    owner,
    sql<{ city: string; n: number }>`SELECT city, count(*)::int AS n FROM product
      WHERE owner_id = ${owner.id} AND ${onlyIf(city, sql`city = ${city}`)} GROUP BY city`,
  );
  return new Map(found.map((row) => [row.city, row.n]));
}

/** The cities that keys lead to, by the key that was asked for. */
export async function findCities(owner: Owner, keys: string[]): Promise<Map<string, CityRow>> {
  const found = await rows(
    owner,
    sql<CityRow & { asked: string }>`SELECT k.asked, ${columns}
      FROM unnest(${keys}::text[]) AS k(asked) LEFT JOIN city_merge g ON g.owner_id = ${owner.id} AND g.from_city = k.asked
      JOIN city c ON c.city = coalesce(g.into_city, k.asked) WHERE ${isCityUsable(owner)}`,
  );
  return new Map(found.map(({ asked, ...row }) => [asked, row]));
}

export function findByOrigin(owner: Owner, origin: string): Promise<CityRow | undefined> {
  return firstRow(
    owner,
    sql<CityRow>`SELECT ${columns} FROM city o LEFT JOIN city_merge g ON g.owner_id = o.owner_id AND g.from_city = o.city
      JOIN city c ON c.city = coalesce(g.into_city, o.city) WHERE o.owner_id = ${owner.id} AND o.origin = ${origin}`,
  );
}

/** Until the transaction ends no city of the owner is merged: what is written with a city's key keeps its city. */
export async function editCities(owner: OwnerTrx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(7266026, ${owner.id}::int)`.execute(owner);
}

/** Waits for what is being written with keys of cities; then cities of the owner change one after another. */
export async function lockCities(owner: OwnerTrx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(7266026, ${owner.id}::int)`.execute(owner);
}

export async function addCountry(owner: Owner, country: string, key: string, names: Text): Promise<void> {
  await sql`SELECT add_country(${country}, ${key}, ${JSON.stringify(names)}::jsonb)`.execute(owner);
}

export type NewCity = Omit<CityRow, 'revision' | 'origin'> & { origin: string };

/** False where the key belongs to another city, perhaps of another owner, or the owner has made one from the same origin. */
export async function insertCity(owner: Owner, row: NewCity): Promise<boolean> {
  const count = await changed(
    owner,
    sql`INSERT INTO city (owner_id, city, country, zone, lat, lng, names, region, origin)
      VALUES (${owner.id}, ${row.city}, ${row.country}, ${row.zone}, ${row.lat}, ${row.lng}, ${JSON.stringify(row.names)}::jsonb,
        ${row.region}, ${row.origin}) ON CONFLICT DO NOTHING`,
  );
  return count === 1;
}

/** 1 when written; 0 when changed since `revision`. */
export function changeCity(
  owner: Owner,
  city: string,
  revision: number,
  { names, zone }: { names: Text; zone: string },
) {
  return changed(
    owner,
    sql`UPDATE city SET names = ${JSON.stringify(names)}::jsonb, zone = ${zone}, revision = revision + 1
      WHERE owner_id = ${owner.id} AND city = ${city} AND revision = ${revision}`,
  );
}

/** Everything of the owner that refers to the one city refers to the other afterwards. Answers how many products moved. */
export async function moveCity(owner: OwnerTrx, from: string, into: Pick<CityRow, 'city' | 'zone'>): Promise<number> {
  const products = await changed(
    owner,
    sql`UPDATE product SET city = ${into.city} WHERE owner_id = ${owner.id} AND city = ${from}`,
  );
  await sql`UPDATE poi SET city = ${into.city} WHERE owner_id = ${owner.id} AND city = ${from}`.execute(owner);
  await sql`UPDATE account SET region = ${into.city}, zone = ${into.zone}
    WHERE owner_id = ${owner.id} AND region = ${from}`.execute(owner);
  await movePrices(owner, from, into.city);
  await moveHides(owner, from, into.city);
  await sql`UPDATE coupon SET cities = ARRAY(SELECT DISTINCT unnest(array_replace(cities, ${from}, ${into.city})))
    WHERE owner_id = ${owner.id} AND ${from} = ANY(cities)`.execute(owner);
  await sql`UPDATE promotion SET of_city = ${into.city} WHERE owner_id = ${owner.id} AND of_city = ${from}`.execute(
    owner,
  );
  await movePages(owner, from, into.city);
  await sql`UPDATE city_merge SET into_city = ${into.city} WHERE owner_id = ${owner.id} AND into_city = ${from}`.execute(
    owner,
  );
  await sql`INSERT INTO city_merge (owner_id, from_city, into_city) VALUES (${owner.id}, ${from}, ${into.city})`.execute(
    owner,
  );
  return products;
}

/** Agent prices for a whole city. Where both cities have one for the same buyers and time, the remaining city's is used. */
async function movePrices(owner: OwnerTrx, from: string, into: string): Promise<void> {
  await sql`DELETE FROM price_rule r WHERE r.owner_id = ${owner.id} AND r.city = ${from}
    AND EXISTS (SELECT 1 FROM price_rule t WHERE t.owner_id = r.owner_id AND t.city = ${into}
      AND (t.audience, t.valid_by, t.valid_from, t.valid_until) IS NOT
        DISTINCT FROM (r.audience, r.valid_by, r.valid_from, r.valid_until))`.execute(owner);
  await sql`UPDATE price_rule SET city = ${into} WHERE owner_id = ${owner.id} AND city = ${from}`.execute(owner);
}

/** Pages above lists of a city. Where both cities have one, the remaining city's stays, and the other becomes an ordinary page. */
async function movePages(owner: OwnerTrx, from: string, into: string): Promise<void> {
  await sql`UPDATE custom_page p SET of_city = NULL, of_type = NULL, active = false WHERE p.owner_id = ${owner.id} AND p.of_city = ${from}
    AND EXISTS (SELECT 1 FROM custom_page t WHERE t.owner_id = p.owner_id AND t.of_city = ${into}
      AND t.of_type IS NOT DISTINCT FROM p.of_type)`.execute(owner);
  await sql`UPDATE custom_page SET of_city = ${into} WHERE owner_id = ${owner.id} AND of_city = ${from}`.execute(owner);
}

/** Whole cities that a level or a partner does not see. */
async function moveHides(owner: OwnerTrx, from: string, into: string): Promise<void> {
  await sql`DELETE FROM product_hide h WHERE h.owner_id = ${owner.id} AND h.city = ${from} AND EXISTS (SELECT 1 FROM product_hide t
    WHERE t.owner_id = h.owner_id AND t.city = ${into} AND t.audience = h.audience)`.execute(owner);
  await sql`UPDATE product_hide SET city = ${into} WHERE owner_id = ${owner.id} AND city = ${from}`.execute(owner);
}
