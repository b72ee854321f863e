// Files of an order for its buyer, and the suppliers' numbers of its lines. Writers hold the order's lock.
import { orderFileRules } from '../../../domain/order-files.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../../platform/db.ts';
import type { Visible } from '../read.sql.ts';

export type OrderFile = {
  file_id: string;
  supplier_id: number | null;
  name: string;
  type: string;
  size: number;
  by_name: string;
  for_travellers: boolean;
};

/** Oldest first; with `supplier` those of that supplier alone. */
export function listOrderFiles(owner: Owner, orderNo: string, supplier: Visible | null): Promise<OrderFile[]> {
  return rows(
    owner,
    sql<OrderFile>`SELECT file_id, supplier_id, name, type, octet_length(bytes) AS size, by_name, for_travellers FROM order_file
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND ${supplier ? sql`supplier_id = ${supplier}` : sql`true`}
      ORDER BY created_at, file_id`,
  );
}

export type OrderFileBytes = { order_no: string; name: string; type: string; bytes: Buffer };

/** With `supplier` only one of that supplier. */
export function findOrderFile(owner: Owner, fileId: string, supplier: Visible | null) {
  return firstRow(
    owner,
    sql<OrderFileBytes>`SELECT order_no, name, type, bytes FROM order_file WHERE owner_id = ${owner.id} AND file_id = ${fileId}
      AND ${supplier ? sql`supplier_id = ${supplier}` : sql`true`}`,
  );
}

type FileForMail = OrderFileBytes & { for_travellers: boolean };

export function listFileBytes(owner: Owner, orderNo: string): Promise<FileForMail[]> {
  return rows(
    owner,
    sql<FileForMail>`SELECT order_no, name, type, bytes, for_travellers FROM order_file
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      ORDER BY created_at, file_id`,
  );
}

export type NewOrderFile = {
  fileId: string;
  orderNo: string;
  supplier: Visible | null;
  name: string;
  type: string;
  bytes: Buffer;
  byName: string;
  forTravellers: boolean;
};

/** 1 when there was room. */
export function insertOrderFile(owner: OwnerTrx, file: NewOrderFile): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO order_file (owner_id, file_id, order_no, supplier_id, name, type, bytes, by_name, for_travellers)
      SELECT ${owner.id}, ${file.fileId}, ${file.orderNo}, ${file.supplier ?? sql`NULL`}, ${file.name}, ${file.type}, ${file.bytes},
        ${file.byName}, ${file.forTravellers}
      WHERE (SELECT count(*) FROM order_file
        WHERE owner_id = ${owner.id} AND order_no = ${file.orderNo}) < ${orderFileRules.mostFiles}`,
  );
}

export function deleteOrderFile(owner: OwnerTrx, orderNo: string, fileId: string, supplier: Visible | null) {
  return changed(
    owner,
    sql`DELETE FROM order_file WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND file_id = ${fileId}
      AND ${supplier ? sql`supplier_id = ${supplier}` : sql`true`}`,
  );
}

/** Writes the supplier's number on lines of an order. */
export async function saveReference(owner: OwnerTrx, subOrderNos: string[], reference: string): Promise<void> {
  await sql`UPDATE sub_order SET supplier_reference = ${reference} WHERE owner_id = ${owner.id}
    AND sub_order_no = ANY(${subOrderNos})`.execute(owner);
}
