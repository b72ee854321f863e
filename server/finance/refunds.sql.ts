// Refunds that wait for a person. Every writer holds the payment's lock, so that refunds never exceed what was paid.

import type { Currency } from '../../domain/currencies.ts';
import { isFollowed, nextNo } from '../platform/database/refund-number.sql.ts';
import { paymentCode, refundCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type RefundLine = {
  refund_no: string;
  payment_no: string;
  order_no: string | null;
  sub_order_no: string | null;
  channel: string;
  partner_name: string;
  status: number;
  manual: boolean;
  /** Requested again under another number. */
  followed: boolean;
  currency: Currency;
  amount_minor: number;
  /** In the currency of what was paid for. */
  order_minor: number;
  of_currency: Currency;
  reason: string;
  tries: number;
  last_problem: string;
  provider_ref: string | null;
  created_at: Date;
  settled_at: Date | null;
};

const refundColumns = sql`f.refund_no, f.payment_no, f.order_no, f.sub_order_no, y.channel,
  coalesce(r.name, '') AS partner_name, f.status, f.manual,
  ${isFollowed} AS followed, f.currency, f.amount_minor, coalesce(p.currency, c.currency, f.currency) AS of_currency,
  coalesce(f.order_minor, round(f.amount_minor * y.order_minor::numeric / nullif(y.amount_minor, 0)), 0)::bigint AS order_minor,
  f.reason, f.tries, f.last_problem,
  f.provider_ref, f.created_at, f.settled_at`;

const refundTables = sql`refund f JOIN payment y ON y.owner_id = f.owner_id AND y.payment_no = f.payment_no
  LEFT JOIN purchase p ON p.owner_id = f.owner_id AND p.order_no = f.order_no
  LEFT JOIN recharge c ON c.owner_id = y.owner_id AND c.recharge_no = y.recharge_no
  LEFT JOIN partner r ON r.owner_id = f.owner_id AND r.partner_id = coalesce(p.partner_id, c.partner_id)`;

const queues = {
  manual: sql`f.status = ${refundCode.processing} AND f.manual`,
  failed: sql`f.status = ${refundCode.failed} AND NOT ${isFollowed}`,
  processing: sql`f.status = ${refundCode.processing} AND NOT f.manual`,
  done: sql`f.status = ${refundCode.successful}`,
} as const;
export type RefundQueue = keyof typeof queues;

/** What waits longest comes first; of what is over, the newest. */
const orderOf = (queue: RefundQueue) =>
  queue === 'done' ? sql`f.settled_at DESC NULLS LAST, f.refund_no` : sql`f.created_at, f.refund_no`;

/** The numbers of a queue in the order of the list, `most` at most. */
export async function listRefundNumbers(owner: Owner, queue: RefundQueue, most: number): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{ refund_no: string }>`SELECT f.refund_no FROM refund f WHERE f.owner_id = ${owner.id} AND ${queues[queue]}
      ORDER BY ${orderOf(queue)} LIMIT ${most}`,
  );
  return found.map((row) => row.refund_no);
}

export function listRefundsByNo(owner: Owner, numbers: string[]): Promise<RefundLine[]> {
  return rows(
    owner,
    sql<RefundLine>`SELECT ${refundColumns} FROM ${refundTables} WHERE f.owner_id = ${owner.id} AND f.refund_no = ANY(${numbers}::text[])
      ORDER BY array_position(${numbers}::text[], f.refund_no)`,
  );
}

export function listRefundRows(owner: Owner, queue: RefundQueue, page: { size: number; offset: number }) {
  return rows(
    owner,
    sql<RefundLine & { total: number }>`SELECT ${refundColumns}, (count(*) OVER ())::int AS total FROM ${refundTables}
      WHERE f.owner_id = ${owner.id} AND ${queues[queue]} ORDER BY ${orderOf(queue)} LIMIT ${page.size} OFFSET ${page.offset}`,
  );
}

export async function countRefunds(owner: Owner) {
  const row = await firstRow(
    owner,
    sql<{
      manual: number;
      failed: number;
      processing: number;
    }>`SELECT count(*) FILTER (WHERE ${queues.manual})::int AS manual,
      count(*) FILTER (WHERE ${queues.failed})::int AS failed, count(*) FILTER (WHERE ${queues.processing})::int AS processing
      FROM refund f WHERE f.owner_id = ${owner.id} AND f.status <> ${refundCode.successful}`,
  );
  return row ?? { manual: 0, failed: 0, processing: 0 };
}

export function listRefundsOf(owner: Owner, paymentNo: string): Promise<RefundLine[]> {
  return rows(
    owner,
    sql<RefundLine>`SELECT ${refundColumns} FROM ${refundTables}
      WHERE f.owner_id = ${owner.id} AND f.payment_no = ${paymentNo} ORDER BY f.created_at, f.refund_no`,
  );
}

export function findRefundLine(owner: Owner, refundNo: string): Promise<RefundLine | undefined> {
  return firstRow(
    owner,
    sql<RefundLine>`SELECT ${refundColumns} FROM ${refundTables} WHERE f.owner_id = ${owner.id} AND f.refund_no = ${refundNo}`,
  );
}

/** 1 when this call is the one that settled it: by hand, once, and within what came in. */
export function settleByHand(owner: Owner, refundNo: string, reference: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE refund f SET status = ${refundCode.successful}, manual = true, settled_at = now(), provider_ref = ${reference}
      FROM payment y WHERE f.owner_id = ${owner.id} AND f.refund_no = ${refundNo}
        AND y.owner_id = f.owner_id AND y.payment_no = f.payment_no AND y.status = ${paymentCode.paid}
        AND (f.status = ${refundCode.processing} AND f.manual OR f.status = ${refundCode.failed} AND NOT ${isFollowed})
        AND y.amount_minor >= f.amount_minor + (SELECT coalesce(sum(o.amount_minor), 0) FROM refund o
          WHERE o.owner_id = f.owner_id AND o.payment_no = f.payment_no AND o.status <> ${refundCode.failed}
            AND o.refund_no <> f.refund_no)`,
  );
}

/** The number under which a failed refund is requested again. */
export async function nextRefundNo(owner: Owner, refundNo: string): Promise<string> {
  const row = await firstRow(
    owner,
    sql<{
      next: string;
    }>`SELECT ${nextNo} AS next FROM refund f WHERE f.owner_id = ${owner.id} AND f.refund_no = ${refundNo}`,
  );
  if (!row) throw new Error(`no refund ${refundNo}`);
  return row.next;
}
