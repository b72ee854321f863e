// Refunds: recorded once per cause, requested until the channel gives a final result.
import type { Currency } from '../../domain/currencies.ts';
import { RefundStatus } from '../../domain/payment-status.ts';
import { isFollowed } from '../platform/database/refund-number.sql.ts';
import { paymentCode, refundCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

export type RefundRow = {
  refund_no: string;
  order_no: string;
  payment_no: string;
  status: number;
  currency: Currency;
  amount_minor: number;
  reason: string;
  provider_ref: string | null;
  tries: number;
  created_at: Date;
};

const refundColumns = sql`refund_no, order_no, payment_no, status, currency, amount_minor, reason, provider_ref, tries, created_at`;

/**
 * Notes a refund once per cause, never above what was captured, nor above what it paid of the order (security rule 24). The
 * answer is 0 for a repeat or when nothing is left.
 */
export function insertRefund(
  owner: Owner,
  row: {
    refundNo: string;
    paymentNo: string;
    amountMinor: number;
    orderMinor: number;
    subOrderNo: string | null;
    reason: string;
    act?: string | undefined;
  },
): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO refund (owner_id, refund_no, order_no, payment_no, currency, amount_minor, order_minor, sub_order_no, reason, act)
      SELECT ${owner.id}, ${row.refundNo}, p.order_no, p.payment_no, p.currency, ${row.amountMinor}, ${row.orderMinor},
        ${row.subOrderNo}, ${row.reason}, ${row.act ?? null} FROM payment p
      WHERE p.owner_id = ${owner.id} AND p.payment_no = ${row.paymentNo} AND p.status = ${paymentCode.paid} AND ${row.amountMinor} > 0
        AND p.amount_minor >= ${row.amountMinor} + (SELECT coalesce(sum(amount_minor), 0) FROM refund r
          WHERE r.owner_id = p.owner_id AND r.payment_no = p.payment_no AND r.status <> ${refundCode.failed})
        AND p.order_minor >= ${row.orderMinor} + (SELECT coalesce(sum(order_minor), 0) FROM refund r
          WHERE r.owner_id = p.owner_id AND r.payment_no = p.payment_no AND r.status <> ${refundCode.failed})
      ON CONFLICT DO NOTHING`,
  );
}

/**
 * What a payment gave back or is about to, in the channel's and in the order's currency. A refund that failed is still owed from it until
 * it was requested again, so no other one takes its money.
 */
export async function sumRefunds(owner: Owner, paymentNo: string) {
  const row = await firstRow(
    owner,
    sql<{ amount_minor: number; order_minor: number }>`SELECT coalesce(sum(amount_minor), 0)::bigint AS amount_minor,
        coalesce(sum(order_minor), 0)::bigint AS order_minor
      FROM refund f WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo}
        AND NOT (status = ${refundCode.failed} AND ${isFollowed})`,
  );
  return row ?? { amount_minor: 0, order_minor: 0 };
}

/** Whether one of these payments was asked for a refund of this cause. */
export async function isAsked(owner: Owner, paymentNos: string[], cause: string): Promise<boolean> {
  const found = sql`SELECT 1 FROM refund WHERE owner_id = ${owner.id}
    AND refund_no = ANY(${paymentNos.map((value) => `${value}-${cause}`)}) LIMIT 1`;
  return (await firstRow(owner, found)) !== undefined;
}

/**
 * Once; but a success that comes late, because the first request was slow and its repeat was given up, is the truth about one that failed,
 * unless it was requested again since, or its money went back otherwise.
 */
export function settleRefund(owner: Owner, refundNo: string, status: 1 | 2, refundRef: string | null): Promise<number> {
  return changed(
    owner,
    sql`UPDATE refund f SET status = ${status}, settled_at = now(), provider_ref = coalesce(${refundRef}::text, provider_ref)
      WHERE owner_id = ${owner.id} AND refund_no = ${refundNo} AND (status = ${refundCode.processing}
        OR (${status === RefundStatus.successful} AND status = ${refundCode.failed} AND NOT ${isFollowed}
          AND f.amount_minor + (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r WHERE r.owner_id = f.owner_id
            AND r.payment_no = f.payment_no AND r.status <> ${refundCode.failed})
            <= (SELECT p.amount_minor FROM payment p WHERE p.owner_id = f.owner_id AND p.payment_no = f.payment_no)))`,
  );
}

export async function hasFailed(owner: Owner, refundNo: string): Promise<boolean> {
  const found = sql`SELECT 1 FROM refund WHERE owner_id = ${owner.id} AND refund_no = ${refundNo} AND status = ${refundCode.failed}`;
  return (await firstRow(owner, found)) !== undefined;
}

/** First five seconds after it was noted, then whenever it is twice as old as before; later every hour. */
const refundIsDue = sql`created_at + make_interval(secs => CASE WHEN tries < 10 THEN 5 * 2 ^ tries ELSE 3600 * (tries - 8) END) <= now()`;

/**
 * Refunds that a channel has not settled yet and whose turn it is, so many of each channel; those that were requested least come first.
 * Those by hand wait for a person.
 */
export function listOpenRefunds(house: House, mostOfChannel: number) {
  return rows(
    house,
    sql<{ owner_id: number; refund_no: string; channel: string }>`SELECT owner_id, refund_no, channel FROM (
        SELECT owner_id, refund_no, p.channel, row_number() OVER (PARTITION BY p.channel ORDER BY r.tries, r.created_at) AS place
        FROM (SELECT owner_id, refund_no, payment_no, tries, created_at FROM refund
          WHERE status = ${refundCode.processing} AND NOT manual AND ${refundIsDue}) r JOIN payment p USING (owner_id, payment_no)) due
      WHERE place <= ${mostOfChannel}`,
  );
}

/** Takes the right to ask for a refund now; undefined for one that is settled, by hand, or was asked for a moment ago. */
export function claimRefund(owner: Owner, refundNo: string): Promise<RefundRow | undefined> {
  return firstRow(
    owner,
    sql<RefundRow>`UPDATE refund SET tries = tries + 1 WHERE owner_id = ${owner.id} AND refund_no = ${refundNo}
      AND status = ${refundCode.processing} AND NOT manual AND (tries = 0 OR ${refundIsDue}) RETURNING ${refundColumns}`,
  );
}

/** Whether no process has claimed the request since `tries`, and nothing is settled. */
export async function isCurrentTry(owner: Owner, { refund_no: refundNo, tries }: RefundRow): Promise<boolean> {
  const current = sql`SELECT 1 FROM refund
    WHERE owner_id = ${owner.id} AND refund_no = ${refundNo} AND tries = ${tries} AND status = ${refundCode.processing}`;
  return (await firstRow(owner, current)) !== undefined;
}

/** What the last try came to while nothing is settled. */
export async function noteRefundTry(
  owner: Owner,
  refundNo: string,
  answer: { refundRef?: string | null; problem: string },
): Promise<void> {
  await sql`UPDATE refund SET provider_ref = coalesce(${answer.refundRef ?? null}::text, provider_ref), last_problem = ${answer.problem}
    WHERE owner_id = ${owner.id} AND refund_no = ${refundNo} AND status = ${refundCode.processing}`.execute(owner);
}

/** The channel has no call for it: a person moves the money. */
export async function leaveToPerson(owner: Owner, refundNo: string): Promise<void> {
  await sql`UPDATE refund SET manual = true WHERE owner_id = ${owner.id} AND refund_no = ${refundNo}
    AND status = ${refundCode.processing}`.execute(owner);
}

/** A refund as a channel names it: by our number, or by its own. */
export function findRefundOfNotice(
  owner: Owner,
  paymentNo: string,
  answer: { refundNo: string | null; refundRef: string | null },
): Promise<RefundRow | undefined> {
  return firstRow(
    owner,
    sql<RefundRow>`SELECT ${refundColumns} FROM refund WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo}
      AND (refund_no = ${answer.refundNo}::text OR provider_ref = ${answer.refundRef}::text)
        ORDER BY refund_no = ${answer.refundNo}::text DESC LIMIT 1`,
  );
}

/** Whether another refund of the same act to the same payment is likely to be settled in a moment. */
export async function waitsForOthers(owner: Owner, refundNo: string): Promise<boolean> {
  const waiting = sql`SELECT 1 FROM refund f JOIN refund r ON r.owner_id = f.owner_id AND r.payment_no = f.payment_no AND r.act = f.act
    WHERE f.owner_id = ${owner.id} AND f.refund_no = ${refundNo} AND f.mailed_with IS NULL AND r.status = ${refundCode.processing}
      AND NOT r.manual AND r.created_at > now() - interval '5 seconds' LIMIT 1`;
  return (await firstRow(owner, waiting)) !== undefined;
}

/**
 * Which refunds the mail about this one lists: those of the same act that are back on the same payment and in no mail yet; the same ones
 * when it is written again. Empty for one that is in another's mail. Each is in one mail, as the payment is locked meanwhile.
 */
export async function takeForMail(owner: OwnerTrx, refundNo: string): Promise<string[]> {
  await sql`SELECT 1 FROM payment WHERE owner_id = ${owner.id} AND payment_no = (SELECT payment_no FROM refund
    WHERE owner_id = ${owner.id} AND refund_no = ${refundNo}) FOR UPDATE`.execute(owner);
  await sql`UPDATE refund r SET mailed_with = ${refundNo} FROM refund f
    WHERE f.owner_id = ${owner.id} AND f.refund_no = ${refundNo} AND f.mailed_with IS NULL
      AND r.owner_id = f.owner_id AND r.mailed_with IS NULL AND r.payment_no = f.payment_no
      AND (r.refund_no = f.refund_no OR (r.act = f.act AND r.status = ${refundCode.successful}))`.execute(owner);
  const list = await rows(
    owner,
    sql<{ refund_no: string }>`SELECT refund_no FROM refund WHERE owner_id = ${owner.id} AND mailed_with = ${refundNo}
      ORDER BY created_at, refund_no`,
  );
  return list.map((row) => row.refund_no);
}
