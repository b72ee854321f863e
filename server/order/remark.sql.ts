// The conversation about an order: the remarks of each side, and which of them the other side has read.
import { firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type RemarkRow = {
  remark_id: number;
  side: 1 | 2;
  author_name: string;
  text: string;
  at: Date;
  read_at: Date | null;
};

export async function insertRemark(
  owner: Owner,
  orderNo: string,
  row: { side: 1 | 2; author: string; text: string },
): Promise<number> {
  const made = await firstRow(
    owner,
    sql<{ remark_id: number }>`INSERT INTO order_remark (owner_id, order_no, side, author_name, text)
      VALUES (${owner.id}, ${orderNo}, ${row.side}, ${row.author}, ${row.text}) RETURNING remark_id`,
  );
  return made?.remark_id ?? 0;
}

export function findRemark(owner: Owner, orderNo: string, id: string): Promise<RemarkRow | undefined> {
  return firstRow(
    owner,
    sql<RemarkRow>`SELECT remark_id, side, author_name, text, at, read_at FROM order_remark
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND remark_id = ${id}`,
  );
}

export async function listRemarks(owner: Owner, orderNo: string, page: { size: number; from: number }) {
  const count = await firstRow(
    owner,
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM order_remark WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`,
  );
  const list = await rows(
    owner,
    sql<RemarkRow>`SELECT remark_id, side, author_name, text, at, read_at FROM order_remark
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} ORDER BY remark_id DESC LIMIT ${page.size} OFFSET ${page.from}`,
  );
  return { total: count?.total ?? 0, list };
}

export async function markRemarksRead(owner: Owner, orderNo: string, ids: number[]): Promise<void> {
  await sql`UPDATE order_remark SET read_at = now() WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
    AND remark_id = ANY(${ids}::bigint[]) AND read_at IS NULL`.execute(owner);
}
