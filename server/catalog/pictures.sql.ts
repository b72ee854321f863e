// What the catalogue has pictures of: products by their keys, and the places of products; and a product's own picture within the
// statements that show products.
import type { Text } from '../../domain/languages.ts';
import { type RouteStep, writeRoute } from '../illustration/map-address.ts';
import { type Owner, sql } from '../platform/db.ts';

export async function isProductKey(owner: Owner, key: string): Promise<boolean> {
  const found = sql`SELECT 1 FROM product WHERE owner_id = ${owner.id} AND key = ${key}`;
  return (await found.execute(owner)).rows.length === 1;
}

/** Whether a product lies there, to the third decimal of its coordinates. */
export async function isProductPlace(owner: Owner, { lat, lng }: { lat: number; lng: number }) {
  const found = sql`SELECT 1 FROM product
    WHERE owner_id = ${owner.id} AND abs(lat - ${lat}) < 0.0006 AND abs(lng - ${lng}) < 0.0006 LIMIT 1`;
  return (await found.execute(owner)).rows.length === 1;
}

/** The ways of the itineraries of products that lie there, as addresses of maps write them. */
export async function listRoutes(owner: Owner, { lat, lng }: { lat: number; lng: number }): Promise<string[]> {
  const found = await sql<{ itinerary: RouteStep[] }>`SELECT content -> 'itinerary' AS itinerary FROM product
    WHERE owner_id = ${owner.id} AND abs(lat - ${lat}) < 0.0006 AND abs(lng - ${lng}) < 0.0006`.execute(owner);
  return found.rows.map(({ itinerary }) => writeRoute(itinerary));
}

/** `focus` is null in the middle, `colour` where the picture is older than colours. */
export type OwnPicture = { id: string; alts?: Text; colour?: string | null; focus?: string | null };

/** Of the tables below; their rows are found by product, in the order of `f.position`. */
export const ownPicture = sql`jsonb_build_object('id', f.picture_id, 'alts', f.alts, 'colour', i.colour,
  'focus', CASE WHEN (f.focus_x, f.focus_y) <> (50, 50) THEN format('%s%% %s%%', f.focus_x, f.focus_y) END)`;
export const ownPictures = sql`product_picture f JOIN picture i ON i.owner_id = f.owner_id AND i.picture_id = f.picture_id`;
