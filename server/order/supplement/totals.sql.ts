// What was paid and refunded of orders and of their lines, as files of them say it.
import { paymentCode, refundCode } from '../../platform/database/status.sql.ts';
import { type Owner, rows, sql } from '../../platform/db.ts';

type PaidTotals = { order_no: string; paid_minor: number; refunded_minor: number };

/** What was paid for some orders, with additional payments and without fees of ways to pay, and refunded, as the page of an order says. */
export async function listPaidTotals(owner: Owner, orderNos: string[]): Promise<Map<string, PaidTotals>> {
  const found = await rows(
    owner,
    sql<PaidTotals>`SELECT o.order_no,
        (SELECT coalesce(sum(y.order_minor), 0)::bigint FROM payment y
          WHERE y.owner_id = ${owner.id} AND y.order_no = o.order_no AND y.status = ${paymentCode.paid}) AS paid_minor,
        (SELECT coalesce(sum(coalesce(r.order_minor, round(r.amount_minor * y.order_minor::numeric / nullif(y.amount_minor, 0)))), 0)
          FROM refund r JOIN payment y USING (owner_id, payment_no)
          WHERE r.owner_id = ${owner.id} AND r.order_no = o.order_no AND r.status <> ${refundCode.failed})::bigint AS refunded_minor
      FROM unnest(${orderNos}::text[]) o (order_no)`,
  );
  return new Map(found.map((row) => [row.order_no, row]));
}

export type LineTotals = { sub_order_no: string; added_minor: number; refunded_minor: number };

/**
 * Additional payments that were paid, and refunds, of each line of some orders, by its number. Those of a whole order are with its first
 * line, so that the lines add up to the order.
 */
export async function listLineTotals(owner: Owner, orderNos: string[]): Promise<Map<string, LineTotals>> {
  const found = await rows(
    owner,
    sql<LineTotals>`SELECT s.sub_order_no,
        (SELECT coalesce(sum(e.amount_minor), 0)::bigint FROM supplement e WHERE e.owner_id = s.owner_id AND e.order_no = s.order_no
          AND e.state = 'paid' AND e.kind <> 'rest' AND coalesce(e.sub_order_no, s.first_no) = s.sub_order_no) AS added_minor,
        (SELECT coalesce(sum(coalesce(r.order_minor, round(r.amount_minor * y.order_minor::numeric / nullif(y.amount_minor, 0)))), 0)
          FROM refund r JOIN payment y USING (owner_id, payment_no) WHERE r.owner_id = s.owner_id AND r.order_no = s.order_no
          AND r.status <> ${refundCode.failed} AND coalesce(r.sub_order_no, s.first_no) = s.sub_order_no)::bigint AS refunded_minor
      FROM (SELECT owner_id, order_no, sub_order_no, min(sub_order_no) OVER (PARTITION BY order_no) AS first_no FROM sub_order
        WHERE owner_id = ${owner.id} AND order_no = ANY(${orderNos}::text[])) s`,
  );
  return new Map(found.map((row) => [row.sub_order_no, row]));
}
