// The rows that a booking reads besides its lines: the product's pick-up areas, and the company's recipients of messages.
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

/** The address of a partner's main account, '' where it has none. */
export async function findMainEmail(owner: Owner, partnerId: number): Promise<string> {
  const found = await firstRow(
    owner,
    sql<{ email: string | null }>`SELECT email FROM account
      WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND kind = 'main' ORDER BY account_id LIMIT 1`,
  );
  return found?.email ?? '';
}
