// Statements that move an order on: its status, its payment, its history; and facts about a line `s`. New orders: insert-orders.sql.ts.
import type { OrderStatusCode } from '../../domain/order-status.ts';
import { orderCode, paymentCode } from '../platform/database/status.sql.ts';
import { changed, type Owner, onlyIf, rows, sql } from '../platform/db.ts';

/** Moves the sub-orders that are at one of `from`; the answer has the statuses of all lines, and `was` of those that were moved. */
export function moveStatus(
  owner: Owner,
  orderNo: string,
  from: readonly OrderStatusCode[],
  to: OrderStatusCode,
  subOrderNo: string | null = null,
) {
  return rows(
    owner,
    sql<{
      was: OrderStatusCode | null;
      status: OrderStatusCode;
    }>`WITH old AS (SELECT sub_order_no, status FROM sub_order
        WHERE owner_id = ${owner.id} AND order_no = ${orderNo}),
      moved AS (UPDATE sub_order s SET status = ${to} FROM old WHERE s.owner_id = ${owner.id} AND s.sub_order_no = old.sub_order_no
        AND s.status = ANY(${[...from]}::smallint[]) AND ${onlyIf(subOrderNo, sql`s.sub_order_no = ${subOrderNo}`)}
        RETURNING s.sub_order_no, old.status AS was, s.status)
      SELECT m.was, coalesce(m.status, old.status) AS status FROM old LEFT JOIN moved m USING (sub_order_no) ORDER BY sub_order_no`,
  );
}

export async function setRollUp(owner: Owner, orderNo: string, status: number): Promise<void> {
  await sql`UPDATE purchase SET status = ${status} WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(
    owner,
  );
}

export type NewEvent = {
  action: string;
  actor: string;
  actorName: string;
  from?: number | undefined;
  to?: number | undefined;
  why?: string | undefined;
  subOrderNo?: string | null;
};

const eventOf = (
  owner: Owner,
  orderNo: string,
  event: NewEvent,
) => sql`INSERT INTO order_event (owner_id, order_no, sub_order_no, action, actor, actor_name, from_status, to_status, why)
  VALUES (${owner.id}, ${orderNo}, ${event.subOrderNo ?? null}, ${event.action}, ${event.actor}, ${event.actorName},
    ${event.from ?? null}, ${event.to ?? null}, ${event.why ?? ''})`;

export async function insertEvent(owner: Owner, orderNo: string, event: NewEvent): Promise<void> {
  await eventOf(owner, orderNo, event).execute(owner);
}

/** The event of a move, and the order's status after it. */
export async function recordMove(owner: Owner, orderNo: string, event: NewEvent & { to: number }): Promise<void> {
  await sql`WITH event AS (${eventOf(owner, orderNo, event)})
    UPDATE purchase SET status = ${event.to} WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(owner);
}

/** Twelve of 32 letters, 60 random bits: five of each of twelve bytes of a random UUID, without the two bytes that hold its version. */
export async function giveVoucherCodes(owner: Owner, orderNo: string): Promise<void> {
  await sql`UPDATE sub_order
    SET voucher_code = (SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(u.bytes, i) & 31), 1), '')
        FROM (SELECT uuid_send(gen_random_uuid()) AS bytes WHERE sub_order_no <> '') u, unnest(ARRAY[0,1,2,3,4,5,9,10,11,12,13,14]) i)
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND status = ${orderCode.confirmed} AND voucher_code IS NULL`.execute(
    owner,
  );
}

/** The order is paid; what it sold waits for the round that adds it to the products (decision 0651). */
export async function markPaid(owner: Owner, orderNo: string): Promise<void> {
  await sql`WITH sold AS (INSERT INTO product_sale (owner_id, order_no, product_id, quantity)
      SELECT owner_id, order_no, product_id, sum(quantity)::int FROM sub_order
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} GROUP BY owner_id, order_no, product_id)
    UPDATE purchase SET pay_status = ${paymentCode.paid}, paid_at = now()
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(owner);
}

/** What decides about a line when its order's money comes. */
export type DueLine = { oversold: boolean; instant: boolean; last_on: string; zone: string };

export function listDueLines(owner: Owner, orderNo: string): Promise<DueLine[]> {
  return rows(
    owner,
    sql<DueLine>`SELECT oversold, (terms -> 'instant')::boolean AS instant, coalesce(valid_until, play_on)::text AS last_on,
        terms ->> 'zone' AS zone FROM sub_order WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`,
  );
}

/** Moves the payment status of the order; the answer is whether it was at one of `from`. */
export function movePayStatus(owner: Owner, orderNo: string, from: readonly number[], to: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE purchase SET pay_status = ${to} WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      AND pay_status = ANY(${[...from]}::smallint[])`,
  );
}

/** How many of the line `s` are asked back; lines whose status says that none are cost no look. */
export const askedQuantity = sql`CASE WHEN s.status = ${orderCode.cancelling} THEN coalesce((SELECT c.quantity FROM cancel_request c
  WHERE c.owner_id = s.owner_id AND c.sub_order_no = s.sub_order_no AND c.result = 0), 0) ELSE 0 END`;

/** Whether it was reviewed: only a line that was used can be; other lines cost no look. */
export const wasReviewed = sql`s.redeemed_at IS NOT NULL AND EXISTS (SELECT 1 FROM review v WHERE v.owner_id = s.owner_id
  AND v.sub_order_no = s.sub_order_no)`;

/** Whether the voucher of the line `s` waits: for the second look at a pick-up, or for the rest of the price (decision 0380). */
export const isHeldBack = sql`EXISTS (SELECT 1 FROM purchase p WHERE p.owner_id = s.owner_id
  AND p.order_no = s.order_no AND (p.second_check = 'waiting' OR (p.part IS NOT NULL AND NOT (p.part -> 'voucher')::boolean
    AND EXISTS (SELECT 1 FROM supplement r WHERE r.owner_id = p.owner_id AND r.order_no = p.order_no AND r.kind = 'rest'
      AND r.state = 'open'))))`;
