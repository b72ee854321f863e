// Which lines of which orders a supplier delivers (decision 0281): those of its packages, and of its products where the package names no
// other supplier. One rule for lists, details, decisions, vouchers, mails and what is owed. The current assignment also counts for orders
// that were placed before it; what was delivered stays its supplier's (decision 0758).
import { type Owner, rows, sql } from '../../platform/db.ts';
import type { Visible } from '../read.sql.ts';

/** The active supplier of a login; no row of it is null, which delivers nothing. */
export const supplierOfLogin = (owner: Owner, accountId: number): Visible =>
  sql`(SELECT c.supplier_id FROM account a JOIN supplier c USING (owner_id, supplier_id)
    WHERE a.owner_id = ${owner.id} AND a.account_id = ${accountId} AND c.active)`;

/** The number of an active supplier, as a condition. */
export const activeSupplier = (owner: Owner, supplierId: number): Visible =>
  sql`(SELECT c.supplier_id FROM supplier c WHERE c.owner_id = ${owner.id} AND c.supplier_id = ${supplierId} AND c.active)`;

/** Over `sub_order s`. */
export const supplierOfLine = sql`CASE WHEN s.delivered_by IS NULL THEN coalesce(
  (SELECT k.supplier_id FROM package k WHERE k.owner_id = s.owner_id AND k.package_id = s.package_id),
  (SELECT d.supplier_id FROM product d WHERE d.owner_id = s.owner_id AND d.product_id = s.product_id))
  ELSE nullif(s.delivered_by, 0) END`;

/** Over `sub_order s`. */
export const linesOf = (supplier: Visible): Visible => sql`${supplierOfLine} = ${supplier}`;

/** Over `purchase p`: orders with such a line. Only orders of products that the supplier has a part in are looked into. */
export const ordersOf = (owner: Owner, supplier: Visible): Visible =>
  sql`p.product_id IN (SELECT d.product_id FROM product d WHERE d.owner_id = ${owner.id} AND d.supplier_id = ${supplier}
      UNION SELECT k.product_id FROM package k WHERE k.owner_id = ${owner.id} AND k.supplier_id = ${supplier}
      UNION SELECT s.product_id FROM sub_order s WHERE s.owner_id = ${owner.id} AND s.delivered_by = ${supplier} AND s.delivered_by > 0)
    AND EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no AND ${linesOf(supplier)})`;

/** Numbers of those lines of some orders that a condition over `sub_order s` names. */
export async function listLineNumbers(owner: Owner, orderNos: string[], lines: Visible): Promise<Set<string>> {
  const found = await rows(
    owner,
    sql<{ sub_order_no: string }>`SELECT s.sub_order_no FROM sub_order s
      WHERE s.owner_id = ${owner.id} AND s.order_no = ANY(${orderNos}) AND ${lines}`,
  );
  return new Set(found.map((row) => row.sub_order_no));
}
