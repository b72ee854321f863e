// What refers to a product, and the removal of its row.
import { firstRow, type Owner, sql, testSchema } from '../platform/db.ts';

/**
 * Whether anything but its own parts names the product; `key` is its short name. Orders are found by their departures, which have an index.
 */
export async function isReferred(owner: Owner, id: string, key: string): Promise<boolean> {
  const ofProduct = sql`owner_id = ${owner.id} AND product_id = ${id}::bigint`;
  const packages = sql`owner_id = ${owner.id} AND package_id IN (SELECT package_id FROM package WHERE ${ofProduct})`;
  const ordered = (table: ReturnType<typeof sql>) => sql`EXISTS (SELECT 1 FROM package k
    JOIN departure d ON d.owner_id = k.owner_id AND d.package_id = k.package_id
    JOIN ${table} o ON o.owner_id = d.owner_id AND o.departure_id = d.departure_id
    WHERE k.owner_id = ${owner.id} AND k.product_id = ${id}::bigint)`;
  const row = await firstRow(
    owner,
    sql<{ found: boolean }>`SELECT ${ordered(sql`sub_order`)} OR ${ordered(sql`${sql.id(testSchema)}.sub_order`)}
        OR EXISTS (SELECT 1 FROM quotation_line WHERE ${ofProduct})
        OR EXISTS (SELECT 1 FROM octo_booking WHERE ${ofProduct})
        OR EXISTS (SELECT 1 FROM octo_supply WHERE ${packages})
        OR EXISTS (SELECT 1 FROM channel_product WHERE ${ofProduct})
        OR EXISTS (SELECT 1 FROM review WHERE ${ofProduct})
        OR EXISTS (SELECT 1 FROM promotion WHERE owner_id = ${owner.id} AND ${key} = ANY(product_keys))
        OR EXISTS (SELECT 1 FROM coupon WHERE owner_id = ${owner.id} AND ${key} = ANY(product_keys)) AS found`,
  );
  return row?.found ?? false;
}

/** After its parts: the row, with what was only counted or computed of it. */
export async function deleteHead(owner: Owner, id: string): Promise<void> {
  const ofProduct = sql`owner_id = ${owner.id} AND product_id = ${id}::bigint`;
  await sql`DELETE FROM price_rule WHERE ${ofProduct}`.execute(owner);
  await sql`DELETE FROM product_view WHERE ${ofProduct}`.execute(owner);
  await sql`DELETE FROM product_search WHERE ${ofProduct}`.execute(owner);
  await sql`DELETE FROM product WHERE ${ofProduct}`.execute(owner);
}
