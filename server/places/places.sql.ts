// Points of interest and pick-up areas. Points without an owner are reference data for everybody.
import type { Ring } from '../../domain/areas.ts';
import { changed, firstRow, type Owner, onlyIf, rows, type Sql, sql } from '../platform/db.ts';
import { isSeen, type Viewer } from '../site/hidden.sql.ts';
import { isCityUsable, keysOf } from './cities.sql.ts';

type PoiKind = 'airport' | 'station' | 'port' | 'hotel' | 'sight' | 'city';

export type PoiRow = {
  poi_id: number;
  kind: PoiKind;
  code: string;
  country: string;
  city: string | null;
  lat: number;
  lng: number;
  names: Record<string, string>;
  address: string;
};

const columns = sql`p.poi_id, p.kind, p.code, p.country, p.city, p.lat, p.lng, p.names, p.address`;

export type PoiQuestion = {
  /** Flattened words, all of which must occur; none: everything. */
  words: string[];
  city: string | null;
  /** ISO code or key of a country. */
  country: string | null;
  order: 'match' | 'name' | 'kind';
  limit: number;
};

/** An IATA code first, then names that begin with the words, then names that hold them, then places in a city so called. */
export function findPois(owner: Owner, question: PoiQuestion): Promise<PoiRow[]> {
  const { words, city, country, order, limit } = question;
  const whole = words.join(' ');
  const byMatch = order === 'match';
  return rows(
    owner,
    sql<PoiRow>`SELECT ${columns} FROM poi p CROSS JOIN LATERAL (SELECT split_part(p.words, '|', 1) AS own) own
      WHERE (p.owner_id IS NULL OR p.owner_id = ${owner.id})
        AND ${onlyIf(city, sql`p.city IN (${keysOf(owner, city)})`)}
        AND ${onlyIf(country, sql`p.country IN (SELECT c.country FROM country c WHERE ${country} IN (c.country, c.key))`)}
        AND p.words LIKE ALL (${words.map((word) => `%${word}%`)}::text[])
      ORDER BY CASE WHEN NOT ${byMatch} THEN 0 WHEN lower(p.code) = ${whole} THEN 1 WHEN own.own LIKE ${`% ${whole}%`} THEN 2
          WHEN own.own LIKE ${`%${whole}%`} THEN 3 ELSE 4 END,
        CASE WHEN ${order} = 'name' THEN 0 ELSE array_position(ARRAY['city', 'airport', 'station', 'port', 'hotel', 'sight'], p.kind) END,
        p.names ->> 'en', p.poi_id
      LIMIT ${limit}`,
  );
}

/** What was perhaps meant by misspelt words. */
export function findSimilarPois(owner: Owner, question: Omit<PoiQuestion, 'order'>): Promise<PoiRow[]> {
  const { words, city, country, limit } = question;
  const whole = words.join(' ');
  return rows(
    owner,
    sql<PoiRow>`SELECT ${columns} FROM poi p
      WHERE (p.owner_id IS NULL OR p.owner_id = ${owner.id})
        AND ${onlyIf(city, sql`p.city IN (${keysOf(owner, city)})`)}
        AND ${onlyIf(country, sql`p.country IN (SELECT c.country FROM country c WHERE ${country} IN (c.country, c.key))`)}
        AND word_similarity(${whole}, p.words) > 0.5
      ORDER BY word_similarity(${whole}, p.words) DESC, p.poi_id LIMIT ${limit}`,
  );
}

export function findPoi(owner: Owner, id: number): Promise<PoiRow | undefined> {
  return firstRow(
    owner,
    sql<PoiRow>`SELECT ${columns} FROM poi p WHERE p.poi_id = ${id} AND (p.owner_id IS NULL OR p.owner_id = ${owner.id})`,
  );
}

export type PlaceCity = {
  city: string;
  country: string;
  country_key: string;
  lat: number;
  lng: number;
  names: Record<string, string>;
  /** Cities merged into it: points of the house keep the keys of those. */
  merged: string[];
};

/** Cities of the owner, and those of the house that it merged into no other. */
export function listPlaceCities(owner: Owner): Promise<PlaceCity[]> {
  return rows(
    owner,
    sql<PlaceCity>`SELECT c.city, c.country, k.key AS country_key, c.lat, c.lng, c.names,
        ARRAY(SELECT m.from_city FROM city_merge m WHERE m.owner_id = ${owner.id} AND m.into_city = c.city) AS merged
      FROM city c JOIN country k USING (country) WHERE ${isCityUsable(owner)} ORDER BY c.country, c.city`,
  );
}

/** Cities that belong to no owner. */
export function listHouseCities(db: Sql) {
  return rows(db, sql<Pick<PlaceCity, 'city' | 'names'>>`SELECT city, names FROM city WHERE owner_id IS NULL`);
}

export type PoiSeed = Omit<PoiRow, 'poi_id' | 'address'> & { words: string };

/** Brings the reference points to what the list says, one process at a time; points of owners stay as they are. */
export async function writePois(db: Sql, list: PoiSeed[]): Promise<void> {
  await sql`SET LOCAL lock_timeout = '60s'`.execute(db);
  await sql`SELECT pg_advisory_xact_lock(7266002)`.execute(db);
  const recordset = sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
    AS g(kind text, code text, country text, city text, lat float8, lng float8, names jsonb, words text)`;
  const same = sql`p.owner_id IS NULL AND p.kind = g.kind AND p.country = g.country AND p.names ->> 'en' = g.names ->> 'en'`;
  await sql`UPDATE poi p SET code = g.code, city = g.city, lat = g.lat, lng = g.lng, names = g.names, words = g.words
    FROM ${recordset} WHERE ${same}
      AND (p.code, p.city, p.lat, p.lng, p.names, p.words) IS DISTINCT FROM (g.code, g.city, g.lat, g.lng, g.names, g.words)`.execute(
    db,
  );
  await sql`INSERT INTO poi (owner_id, kind, code, country, city, lat, lng, names, words)
    SELECT NULL, g.kind, g.code, g.country, g.city, g.lat, g.lng, g.names, g.words FROM ${recordset}
    WHERE NOT EXISTS (SELECT 1 FROM poi p WHERE ${same})`.execute(db);
}

export type AreaRow = { area_id: number; names: Record<string, string>; ring: Ring; revision: number };

export function findAreas(owner: Owner, ids: string[]): Promise<AreaRow[]> {
  return rows(
    owner,
    sql<AreaRow>`SELECT area_id, names, ring, revision FROM pickup_area
      WHERE owner_id = ${owner.id} AND area_id = ANY(${ids}::bigint[]) ORDER BY area_id`,
  );
}

export type PickupRow = { area_ids: string[]; packages: { package_id: number; names: Record<string, string> }[] };

/** Areas and packages of a product on the shelf that the caller sees. */
export function findPickup(owner: Owner, audience: Viewer, productId: string): Promise<PickupRow | undefined> {
  return firstRow(
    owner,
    sql<PickupRow>`SELECT (SELECT coalesce(array_agg(u.area_id::text), '{}') FROM product_area u
          WHERE u.owner_id = p.owner_id AND u.product_id = p.product_id) AS area_ids,
        (SELECT coalesce(json_agg(json_build_object('package_id', k.package_id, 'names', k.names) ORDER BY k.position), '[]')
          FROM package k WHERE k.owner_id = p.owner_id AND k.product_id = p.product_id AND k.on_shelf) AS packages
      FROM product p WHERE p.owner_id = ${owner.id} AND p.product_id = ${productId} AND p.on_shelf
        AND ${isSeen(owner, audience, 'p')}`,
  );
}

export function listAreas(owner: Owner): Promise<(AreaRow & { products: number })[]> {
  return rows(
    owner,
    sql<AreaRow & { products: number }>`SELECT a.area_id, a.names, a.ring, a.revision,
        (SELECT count(*)::int FROM product_area u WHERE u.owner_id = a.owner_id AND u.area_id = a.area_id) AS products
      FROM pickup_area a WHERE a.owner_id = ${owner.id} ORDER BY a.names ->> 'en', a.area_id`,
  );
}

export type AreaChange = { names: Record<string, string>; ring: Ring };

export async function insertArea(owner: Owner, { names, ring }: AreaChange): Promise<number> {
  const made = await firstRow(
    owner,
    sql<{ area_id: number }>`INSERT INTO pickup_area (owner_id, names, ring)
      VALUES (${owner.id}, ${JSON.stringify(names)}::jsonb, ${JSON.stringify(ring)}::jsonb) RETURNING area_id`,
  );
  if (!made) throw new Error('an area was not written');
  return made.area_id;
}

/** 1 when written; 0 when changed since `revision`, or not there. */
export function changeArea(owner: Owner, id: string, revision: number, { names, ring }: AreaChange) {
  return changed(
    owner,
    sql`UPDATE pickup_area SET names = ${JSON.stringify(names)}::jsonb, ring = ${JSON.stringify(ring)}::jsonb,
        revision = revision + 1
      WHERE owner_id = ${owner.id} AND area_id = ${id} AND revision = ${revision}`,
  );
}

/** 1 when taken away; 0 when changed since `revision`. One that a product uses breaks the key of product_area. */
export function deleteArea(owner: Owner, id: string, revision: number) {
  return changed(
    owner,
    sql`DELETE FROM pickup_area WHERE owner_id = ${owner.id} AND area_id = ${id} AND revision = ${revision}`,
  );
}
