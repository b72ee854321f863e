// The log of what an order's details said before and after each change; rows are only added.
import type { DetailChange } from '../../domain/order-changes.ts';
import { type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

export type ChangeRow = {
  change_id: number;
  actor: 'owner' | 'link';
  actor_name: string;
  changes: DetailChange[];
  at: Date;
};

/** Nothing is written where nothing changed. In the transaction of the change. */
export async function insertChanges(
  owner: OwnerTrx,
  orderNo: string,
  by: { actor: ChangeRow['actor']; actorName: string },
  changes: DetailChange[],
): Promise<void> {
  if (!changes.length) return;
  await sql`INSERT INTO order_change (owner_id, order_no, actor, actor_name, changes)
    VALUES (${owner.id}, ${orderNo}, ${by.actor}, ${by.actorName}, ${JSON.stringify(changes)}::jsonb)`.execute(owner);
}

/** The newest first. */
export function listOrderChanges(owner: Owner, orderNo: string): Promise<ChangeRow[]> {
  return rows(
    owner,
    sql<ChangeRow>`SELECT change_id, actor, actor_name, changes, at FROM order_change
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} ORDER BY change_id DESC LIMIT 200`,
  );
}
