// Links to vouchers for fellow travellers (decision 0440): one of an order at a time.
import { firstRow, type Owner, sql } from '../../platform/db.ts';

type Share = { salt: string };

export function findShare(owner: Owner, orderNo: string): Promise<Share | undefined> {
  return firstRow(
    owner,
    sql<Share>`SELECT salt FROM pass_share WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`,
  );
}

/** The salt of the order's link, also where two make it at once. */
export async function insertShare(owner: Owner, orderNo: string, salt: string): Promise<string> {
  const row = await firstRow(
    owner,
    sql<Share>`INSERT INTO pass_share (owner_id, order_no, salt) VALUES (${owner.id}, ${orderNo}, ${salt})
      ON CONFLICT (owner_id, order_no) DO UPDATE SET salt = pass_share.salt RETURNING salt`,
  );
  return row?.salt ?? salt;
}

export async function deleteShare(owner: Owner, orderNo: string): Promise<void> {
  await sql`DELETE FROM pass_share WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(owner);
}
