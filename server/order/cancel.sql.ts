// Cancellation requests, and a line's quantity that is not cancelled.
import type { Currency } from '../../domain/currencies.ts';
import { changed, firstRow, type Owner, onlyIf, rows, sql } from '../platform/db.ts';
import { isBackAtEnd } from './supplement/added.sql.ts';

export type RequestRow = {
  request_id: number;
  order_no: string;
  sub_order_no: string;
  names: Record<string, string>;
  quantity: number;
  applier: number;
  asked_by_name: string;
  remark: string;
  refund_minor: number;
  fee_minor: number;
  /** Of the order's rest, while the request waits. */
  open_minor: number;
  /** Of additional payments of the whole order, while the request waits. */
  added_minor: number;
  currency: Currency;
  result: number;
  reject_reason: number | null;
  reject_text: string;
  created_at: Date;
  decided_at: Date | null;
  partner_name: string;
  play_on: string;
  status: number;
};

const openRest = sql`CASE WHEN r.result = 0 AND p.part IS NOT NULL THEN coalesce((SELECT e.amount_minor - e.lowered_minor FROM supplement e
  WHERE e.owner_id = r.owner_id AND e.order_no = r.order_no AND e.kind = 'rest' AND e.state = 'open'), 0) ELSE 0 END`;
const added = sql`CASE WHEN r.result = 0 THEN (SELECT coalesce(sum(e.amount_minor - e.returned_minor), 0)::bigint FROM supplement e
  WHERE e.owner_id = r.owner_id AND e.order_no = r.order_no AND ${isBackAtEnd}) ELSE 0 END`;
const columns = sql`r.request_id, r.order_no, r.sub_order_no, s.terms -> 'names' AS names, r.quantity, r.applier, r.asked_by_name, r.remark,
  r.refund_minor, r.fee_minor,
  ${openRest} AS open_minor, ${added} AS added_minor, p.currency, r.result, r.reject_reason, r.reject_text, r.created_at,
  r.decided_at, n.name AS partner_name, s.play_on::text AS play_on, s.status`;
const tables = sql`cancel_request r JOIN sub_order s USING (owner_id, sub_order_no)
  JOIN purchase p ON p.owner_id = r.owner_id AND p.order_no = r.order_no
  JOIN partner n ON n.owner_id = p.owner_id AND n.partner_id = p.partner_id`;

/** The supplier as the applier (§3 order applier). */
export const bySupplier = 3;

export function listRequests(owner: Owner, orderNo: string): Promise<RequestRow[]> {
  return rows(
    owner,
    sql<RequestRow>`SELECT ${columns} FROM ${tables} WHERE r.owner_id = ${owner.id} AND r.order_no = ${orderNo} ORDER BY r.request_id`,
  );
}

export async function listCancelRequests(
  owner: Owner,
  { result, applier, orderNo }: { result: number; applier?: number | undefined; orderNo?: string | undefined },
  page: { size: number; from: number },
) {
  const which = sql`r.owner_id = ${owner.id} AND r.result = ${result}
    AND ${onlyIf(applier, sql`r.applier = ${applier}`)} AND ${onlyIf(orderNo, sql`r.order_no = ${orderNo}`)}`;
  const count = await firstRow(
    owner,
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM cancel_request r WHERE ${which}`,
  );
  const list = await rows(
    owner,
    sql<RequestRow>`SELECT ${columns} FROM ${tables} WHERE ${which}
      ORDER BY CASE WHEN r.result = 0 THEN r.request_id END, r.request_id DESC LIMIT ${page.size} OFFSET ${page.from}`,
  );
  return { total: count?.total ?? 0, list };
}

export function findRequest(owner: Owner, id: string): Promise<RequestRow | undefined> {
  return firstRow(
    owner,
    sql<RequestRow>`SELECT ${columns} FROM ${tables} WHERE r.owner_id = ${owner.id} AND r.request_id = ${id}`,
  );
}

export type NewRequest = {
  orderNo: string;
  subOrderNo: string;
  quantity: number;
  applier: number;
  askedBy: string;
  remark: string;
  refundMinor: number;
  feeMinor: number;
  result: 0 | 1 | 2;
  rejectReason: number | null;
  /** Whether its line was confirmed by then (decision 0714). */
  wasConfirmed: boolean;
};

export async function insertRequest(owner: Owner, row: NewRequest): Promise<void> {
  await sql`INSERT INTO cancel_request (owner_id, order_no, sub_order_no, quantity, applier, asked_by_name, remark, refund_minor, fee_minor,
      result, reject_reason, was_confirmed, decided_at)
    VALUES (${owner.id}, ${row.orderNo}, ${row.subOrderNo}, ${row.quantity}, ${row.applier}, ${row.askedBy},
      ${row.remark}, ${row.refundMinor},
      ${row.feeMinor}, ${row.result}, ${row.rejectReason}, ${row.wasConfirmed},
      CASE WHEN ${row.result} = 0 THEN NULL ELSE now() END)`.execute(owner);
}

export type CancelDecision = {
  result: 1 | 2;
  refundMinor: number;
  feeMinor: number;
  reason: number | null;
  text: string;
  name: string;
};

/** Decides an open request once; 0 when it was decided before. */
export function decideRequest(owner: Owner, id: number, row: CancelDecision): Promise<number> {
  return changed(
    owner,
    sql`UPDATE cancel_request SET result = ${row.result}, refund_minor = ${row.refundMinor}, fee_minor = ${row.feeMinor},
        reject_reason = ${row.reason}, reject_text = ${row.text}, decided_at = now(), decided_by_name = ${row.name}
      WHERE owner_id = ${owner.id} AND request_id = ${id} AND result = 0`,
  );
}

/** Fees were kept of a price that was not paid whole: what was never paid is taken off them, off the latest first. */
export async function lowerFees(owner: Owner, orderNo: string, unpaidMinor: number): Promise<void> {
  await sql`UPDATE cancel_request r SET fee_minor = r.fee_minor - least(r.fee_minor, greatest(0, ${unpaidMinor} - t.later))
    FROM (SELECT request_id, coalesce(sum(fee_minor) OVER (ORDER BY request_id DESC
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS later FROM cancel_request
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND result = 1) t
    WHERE r.owner_id = ${owner.id} AND r.request_id = t.request_id AND t.later < ${unpaidMinor}`.execute(owner);
}

/** What an open request gives back, at least. */
export async function raiseRefund(owner: Owner, id: number, refundMinor: number): Promise<void> {
  await sql`UPDATE cancel_request SET refund_minor = ${refundMinor}
    WHERE owner_id = ${owner.id} AND result = 0 AND refund_minor < ${refundMinor} AND request_id = ${id}`.execute(
    owner,
  );
}

/** Notes what of a line was cancelled, never more than there is. 1 when written. */
export function noteCancelled(owner: Owner, subOrderNo: string, quantity: number, shareMinor: number) {
  return changed(
    owner,
    sql`UPDATE sub_order SET cancelled_quantity = cancelled_quantity + ${quantity}, cancelled_minor = cancelled_minor + ${shareMinor}
      WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo} AND cancelled_quantity + ${quantity} <= quantity
        AND cancelled_minor + ${shareMinor} + returned_minor <= amount_minor + (SELECT coalesce(sum(e.amount_minor), 0) FROM supplement e
          WHERE e.owner_id = ${owner.id} AND e.sub_order_no = ${subOrderNo} AND e.state = 'paid')`,
  );
}

/** A request beyond capacity that is given up, wholly or in part. */
export async function giveUpOversold(owner: Owner, subOrderNo: string, quantity: number): Promise<void> {
  await sql`WITH freed AS (UPDATE line_hold SET quantity = quantity - ${quantity}
        WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo} RETURNING departure_id)
    UPDATE departure d SET oversold = d.oversold - ${quantity} FROM freed f
    WHERE d.owner_id = ${owner.id} AND d.departure_id = f.departure_id`.execute(owner);
}
