// What the catalogue has pictures of: products by their keys, and the places of products.
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
