// The rows that a booking reads besides its lines: the product's pick-up areas, the company's recipients of messages, and what the address
// of a product's page needs.
import type { Ring } from '../../domain/areas.ts';
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';

export function listProductAreas(owner: Owner, productId: number) {
  return rows(
    owner,
    sql<{ area_id: number; ring: Ring }>`SELECT a.area_id, a.ring FROM product_area u
      JOIN pickup_area a ON a.owner_id = u.owner_id AND a.area_id = u.area_id
      WHERE u.owner_id = ${owner.id} AND u.product_id = ${productId} ORDER BY a.area_id`,
  );
}

/** What the address of the page that sells a SKU needs. */
export function findPageOfSku(owner: Owner, skuId: string) {
  return firstRow(
    owner,
    sql<{
      product_id: number;
      package_id: number;
      city: string;
      country_key: string;
    }>`SELECT p.product_id, k.package_id, p.city, y.key AS country_key FROM sku s
      JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id
      JOIN product p ON p.owner_id = k.owner_id AND p.product_id = k.product_id
      JOIN city c ON c.city = p.city JOIN country y ON y.country = c.country
      WHERE s.owner_id = ${owner.id} AND s.sku_id = ${skuId}::bigint`,
  );
}

/** The address of a partner's main account, '' where it has none. */
export async function findMainEmail(owner: Owner, partnerId: number): Promise<string> {
  const found = await firstRow(
    owner,
    sql<{ email: string | null }>`SELECT email FROM account
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND kind = 'main' ORDER BY account_id LIMIT 1`,
  );
  return found?.email ?? '';
}
