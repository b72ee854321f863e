// Who rejected an order or a part of it, and why (rules §7): for staff and for the supplier that reads its own lines.
import { OrderStatus } from '../../domain/order-status.ts';
import type { Context } from '../platform/context.ts';
import { everyEvent, sincePlaced } from '../platform/database/history.sql.ts';
import { rows, sql } from '../platform/db.ts';

type Rejected = { by: string; actor: string; why: string; at: string };
type ReadLine = { order_no: string; sub_order_no: string; status: number };

type RejectionRow = {
  order_no: string;
  sub_order_no: string | null;
  actor: string;
  actor_name: string;
  why: string;
  at: Date;
};

/**
 * Of these lines' orders, by number; `lines` are those that the reader may see. A supplier reads the owner's name for that of staff, and
 * of a rejection that was about single lines only that of its own.
 */
export async function findRejections(
  { owner, site }: Context,
  orders: { order_no: string; placed_at: Date }[],
  lines: ReadLine[],
  isStaff: boolean,
): Promise<Map<string, Rejected>> {
  const closed = lines.filter((line) => line.status === OrderStatus.closed);
  const readable = new Set(closed.map((line) => line.sub_order_no));
  const numbers = [...new Set(closed.map((line) => line.order_no))];
  const since = orders.filter((row) => numbers.includes(row.order_no)).map((row) => row.placed_at.getTime());
  if (since.length === 0) return new Map();
  const found = await rows(
    owner,
    sql<RejectionRow>`SELECT order_no, sub_order_no, actor, actor_name, why, at FROM ${everyEvent} e
      WHERE owner_id = ${owner.id} AND order_no = ANY(${numbers}::text[]) AND action = 'reject'
        AND ${sincePlaced(new Date(Math.min(...since)))}
      ORDER BY sub_order_no IS NOT NULL, event_id`,
  );
  const seen = found.filter((row) => isStaff || row.sub_order_no === null || readable.has(row.sub_order_no));
  const nameOf = (row: RejectionRow) => (isStaff || row.actor === 'supplier' ? row.actor_name : site.ownerName);
  return new Map(
    seen.map((row) => [row.order_no, { by: nameOf(row), actor: row.actor, why: row.why, at: row.at.toISOString() }]),
  );
}
