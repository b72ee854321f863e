// The conversation about an order: the remarks of each side, and which of them the other side has read.
import { firstRow, rows, type Sql, sql } from '../platform/db.ts';

export type RemarkRow = {
  remark_id: number;
  side: 1 | 2;
  author_name: string;
  text: string;
  at: Date;
  read_at: Date | null;
};

export async function insertRemark(
  db: Sql,
  ownerId: number,
  orderNo: string,
  row: { side: 1 | 2; author: string; text: string },
): Promise<void> {
  await sql`INSERT INTO order_remark (owner_id, order_no, side, author_name, text)
    VALUES (${ownerId}, ${orderNo}, ${row.side}, ${row.author}, ${row.text})`.execute(db);
}

export async function listRemarks(db: Sql, ownerId: number, orderNo: string, page: { size: number; from: number }) {
  const count = await firstRow(
    db,
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM order_remark WHERE owner_id = ${ownerId} AND order_no = ${orderNo}`,
  );
  const list = await rows(
    db,
    sql<RemarkRow>`SELECT remark_id, side, author_name, text, at, read_at FROM order_remark
      WHERE owner_id = ${ownerId} AND order_no = ${orderNo} ORDER BY remark_id DESC LIMIT ${page.size} OFFSET ${page.from}`,
  );
  return { total: count?.total ?? 0, list };
}

export async function markRead(db: Sql, ownerId: number, orderNo: string, ids: number[]): Promise<void> {
  await sql`UPDATE order_remark SET read_at = now() WHERE owner_id = ${ownerId} AND order_no = ${orderNo}
    AND remark_id = ANY(${ids}::bigint[]) AND read_at IS NULL`.execute(db);
}

/** Orders of the owner with remarks of buyers that no member of staff has read. */
export async function countUnreadByOwner(db: Sql, ownerId: number): Promise<number> {
  const found = await firstRow(
    db,
    sql<{ count: number }>`SELECT count(DISTINCT order_no)::int AS count FROM order_remark
      WHERE owner_id = ${ownerId} AND side = 1 AND read_at IS NULL`,
  );
  return found?.count ?? 0;
}
