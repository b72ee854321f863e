// Bank transfers and their vouchers. Changing the state requires the order's lock first; vouchers lock the transfer alone.

import type { Currency } from '../../../domain/currencies.ts';
import { type TransferState, transferRules } from '../../../domain/transfer-rules.ts';
import { isTypedAmount } from '../../platform/database/match-amount.sql.ts';
import { anywhere } from '../../platform/database/match-text.ts';
import { orderCode } from '../../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, onlyIf, rows, sql } from '../../platform/db.ts';
import { exchangeColumns } from '../../site/rates.sql.ts';
import type { ExchangeRow } from '../../site/show-exchange.ts';
import { type LockedRate, rateColumns, rateValues } from '../payment.sql.ts';

export type TransferRow = {
  payment_no: string;
  remark: string;
  state: TransferState;
  reason: string;
  submitted_at: Date | null;
  decided_at: Date | null;
};

export async function insertTransfer(owner: Owner, paymentNo: string): Promise<void> {
  await sql`INSERT INTO transfer (owner_id, payment_no) VALUES (${owner.id}, ${paymentNo}) ON CONFLICT DO NOTHING`.execute(
    owner,
  );
}

export function findTransfer(owner: Owner, paymentNo: string): Promise<TransferRow | undefined> {
  return firstRow(
    owner,
    sql<TransferRow>`SELECT payment_no, remark, state, reason, submitted_at, decided_at FROM transfer
      WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo}`,
  );
}

/** Keeps a refusal when another state replaces it; the values are those before the update. */
const keepRefusal = sql`refusals = CASE WHEN state = 'refused'
    THEN refusals || jsonb_build_object('reason', reason, 'at', decided_at, 'by', decided_by_name) ELSE refusals END`;

/** 1 when the buyer's part is done now; what was sent in or verified stays. */
export function submitTransfer(owner: Owner, paymentNo: string, remark: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE transfer SET ${keepRefusal}, state = 'submitted', remark = ${remark}, reason = '', submitted_at = now(),
      decided_at = NULL, decided_by_name = NULL
      WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} AND state IN ('open', 'refused')`,
  );
}

/** 1 unless finance settled it, or it was withdrawn before. */
export function withdrawTransfer(owner: Owner, paymentNo: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE transfer SET ${keepRefusal}, state = 'withdrawn', reason = '', decided_at = now(), decided_by_name = NULL
      WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} AND state NOT IN ('verified', 'withdrawn')`,
  );
}

export type TransferDecision = { from: TransferState; to: 'verified' | 'refused'; reason: string; by: string };

export function decideTransfer(owner: Owner, paymentNo: string, row: TransferDecision): Promise<number> {
  return changed(
    owner,
    sql`UPDATE transfer SET ${keepRefusal}, state = ${row.to}, reason = ${row.reason}, decided_at = now(),
      decided_by_name = ${row.by}
      WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} AND state = ${row.from} AND state <> 'verified'`,
  );
}

/** Gives the buyer more time to send what was missing; never less than before. */
export async function extendPayBy(owner: Owner, orderNo: string): Promise<void> {
  await sql`UPDATE purchase SET pay_by = greatest(pay_by, now() + make_interval(secs => ${transferRules.againSeconds}))
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND status = ${orderCode.unpaid}`.execute(owner);
}

/**
 * The order holds its places so many hours from when it was placed, but not into its first day of use; never shorter than before
 * (decision 0413).
 */
export async function holdForTransfer(owner: Owner, orderNo: string, hours: number): Promise<void> {
  await sql`UPDATE purchase p SET pay_by = greatest(p.pay_by, least(p.placed_at + make_interval(hours => ${hours}),
      (SELECT min(moment_of(s.play_on, s.terms ->> 'zone')) FROM sub_order s
        WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no)))
    WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND p.status = ${orderCode.unpaid}`.execute(owner);
}

/** Another way to pay is chosen: it has the time that any order has, from now, and no more than there was. */
export async function endTransferHold(owner: Owner, orderNo: string, minutes: number): Promise<void> {
  await sql`UPDATE purchase SET pay_by = least(pay_by, now() + make_interval(mins => ${minutes}))
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND status = ${orderCode.unpaid}`.execute(owner);
}

export type NewPrice = { currency: Currency; amountMinor: number; feeMinor: number; locked: LockedRate };

/** 1 unless the transfer was sent in or ended meanwhile. */
export function repriceTransfer(owner: Owner, paymentNo: string, price: NewPrice): Promise<number> {
  return changed(
    owner,
    sql`UPDATE payment p SET currency = ${price.currency}, amount_minor = ${price.amountMinor},
      fee_minor = ${price.feeMinor}, (${rateColumns}) = ROW(${rateValues(price.locked)})
      WHERE p.owner_id = ${owner.id} AND p.payment_no = ${paymentNo} AND p.live AND EXISTS (SELECT 1 FROM transfer t
        WHERE t.owner_id = p.owner_id AND t.payment_no = p.payment_no AND t.state IN ('open', 'refused'))`,
  );
}

/** Holds the transfer while its vouchers change; 0 when they may not change any more. */
export function lockOpenTransfer(owner: Owner, paymentNo: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE transfer t SET state = t.state FROM payment p WHERE t.owner_id = ${owner.id} AND t.payment_no = ${paymentNo}
      AND t.state IN ('open', 'refused') AND p.owner_id = t.owner_id AND p.payment_no = t.payment_no AND p.live`,
  );
}

export type TransferFile = { file_id: string; payment_no: string; type: string; size: number };

export function listFiles(owner: Owner, paymentNos: string[]): Promise<TransferFile[]> {
  return rows(
    owner,
    sql<TransferFile>`SELECT file_id, payment_no, type, octet_length(bytes) AS size FROM transfer_file
      WHERE owner_id = ${owner.id} AND payment_no = ANY(${paymentNos}) ORDER BY created_at, file_id`,
  );
}

/** 1 when there was room; in the transaction that holds the transfer. */
export function insertFile(
  owner: Owner,
  file: { fileId: string; paymentNo: string; name: string; type: string; bytes: Buffer },
): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO transfer_file (owner_id, file_id, payment_no, name, type, bytes, created_at)
      SELECT ${owner.id}, ${file.fileId}, ${file.paymentNo}, ${file.name}, ${file.type}, ${file.bytes}, clock_timestamp()
      WHERE (SELECT count(*) FROM transfer_file
        WHERE owner_id = ${owner.id} AND payment_no = ${file.paymentNo}) < ${transferRules.mostFiles}`,
  );
}

export function deleteFile(owner: Owner, paymentNo: string, fileId: string): Promise<number> {
  return changed(
    owner,
    sql`DELETE FROM transfer_file WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} AND file_id = ${fileId}`,
  );
}

export type FileBytes = {
  order_no: string | null;
  recharge_no: string | null;
  name: string;
  type: string;
  bytes: Buffer;
};

export function findFile(owner: Owner, fileId: string): Promise<FileBytes | undefined> {
  return firstRow(
    owner,
    sql<FileBytes>`SELECT p.order_no, p.recharge_no, f.name, f.type, f.bytes
      FROM transfer_file f JOIN payment p USING (owner_id, payment_no)
      WHERE f.owner_id = ${owner.id} AND f.file_id = ${fileId}`,
  );
}

/**
 * Transfers that were not sent in before their order's deadline, or in time for a top-up, and those of an additional payment that was
 * withdrawn or is for less meanwhile.
 */
export function listOverdueTransfers(house: House, most: number) {
  return rows(
    house,
    sql<{ owner_id: number; payment_no: string }>`SELECT p.owner_id, p.payment_no FROM payment p
      JOIN transfer t USING (owner_id, payment_no) JOIN purchase o USING (owner_id, order_no)
      WHERE p.live AND p.supplement_no IS NULL AND t.state IN ('open', 'refused') AND o.pay_by <= now()
      UNION ALL SELECT p.owner_id, p.payment_no FROM payment p JOIN transfer t USING (owner_id, payment_no)
      JOIN supplement s USING (owner_id, supplement_no)
      WHERE p.live AND t.state IN ('open', 'refused')
        AND (s.state <> 'open' OR s.amount_minor - s.lowered_minor <> p.order_minor)
      UNION ALL SELECT p.owner_id, p.payment_no FROM payment p JOIN transfer t USING (owner_id, payment_no)
      WHERE p.live AND p.recharge_no IS NOT NULL AND t.state IN ('open', 'refused') AND p.expires_at <= now() LIMIT ${most}`,
  );
}

export type QueuedTransfer = TransferRow &
  ExchangeRow & {
    /** Null for a top-up of the deposit, which has a number of its own. */
    order_no: string | null;
    recharge_no: string | null;
    received_minor: number | null;
    reference: string;
    received_on: string | null;
    supplement_no: string | null;
    partner_name: string;
    contact_name: string;
    /** Of what it is for. */
    of_currency: Currency;
    amount_minor: number;
    live: boolean;
    created_at: Date;
    decided_by_name: string | null;
    /** Earlier ones, the oldest first. */
    refusals: { reason: string; at: string; by: string | null }[];
    total: number;
  };

/** Those sent in first come first; decided ones newest first. */
export function listTransfers(
  owner: Owner,
  filter: { state: TransferState | null; query: string; size: number; from: number },
): Promise<QueuedTransfer[]> {
  const like = anywhere(filter.query);
  return rows(
    owner,
    sql<QueuedTransfer>`SELECT t.payment_no, t.remark, t.state, t.reason, t.submitted_at, t.decided_at, t.decided_by_name,
        t.received_minor, t.reference, t.received_on::text AS received_on, t.refusals,
        y.order_no, y.recharge_no, y.supplement_no, y.currency, y.amount_minor, y.live, y.created_at,
        ${exchangeColumns}, coalesce(o.currency, c.currency) AS of_currency,
        r.name AS partner_name, coalesce(o.contact ->> 'name', b.name, '') AS contact_name, count(*) OVER ()::int AS total
      FROM transfer t JOIN payment y USING (owner_id, payment_no) LEFT JOIN purchase o USING (owner_id, order_no)
      LEFT JOIN recharge c ON c.owner_id = y.owner_id AND c.recharge_no = y.recharge_no
      LEFT JOIN account b ON b.owner_id = c.owner_id AND b.account_id = c.account_id
      JOIN partner r ON r.owner_id = y.owner_id AND r.partner_id = coalesce(o.partner_id, c.partner_id)
      WHERE t.owner_id = ${owner.id} AND ${onlyIf(filter.state, sql`t.state = ${filter.state}`)}
        AND ${onlyIf(
          filter.query || null,
          sql`concat_ws(' ', t.payment_no, t.reference, r.name, o.contact ->> 'name', o.contact ->> 'email', b.name, b.email)
            ILIKE ${like} OR ${isTypedAmount(filter.query, sql`y.currency`, sql`y.amount_minor`)}
            OR ${isTypedAmount(filter.query, sql`y.currency`, sql`t.received_minor`)}`,
        )}
      ORDER BY t.decided_at DESC NULLS LAST, coalesce(t.submitted_at, y.created_at), t.payment_no
      LIMIT ${filter.size} OFFSET ${filter.from}`,
  );
}
