// Packages whose places a supplier keeps itself.
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type SuppliedPackage = {
  package_id: number;
  names: Record<string, string>;
  package_names: Record<string, string>;
};

/** On sale and delivered by the login's supplier; undefined where the owner keeps the places. */
export async function listSuppliedPackages(owner: Owner, accountId: number): Promise<SuppliedPackage[] | undefined> {
  const supplier = await firstRow(
    owner,
    sql<{ supplier_id: number }>`SELECT c.supplier_id FROM account a JOIN supplier c USING (owner_id, supplier_id)
      WHERE a.owner_id = ${owner.id} AND a.account_id = ${accountId} AND c.active AND c.keeps_stock`,
  );
  if (!supplier) return undefined;
  return rows(
    owner,
    sql<SuppliedPackage>`SELECT k.package_id, d.names, k.names AS package_names FROM package k JOIN product d USING (owner_id, product_id)
      WHERE k.owner_id = ${owner.id} AND k.on_shelf AND d.state = 'published' AND k.open_days IS NULL
        AND coalesce(k.supplier_id, d.supplier_id) = ${supplier.supplier_id} ORDER BY d.key, k.position, k.package_id LIMIT 500`,
  );
}
