// What finance reads: payments with what became of them, their notices and refunds, and when channel keys were set.
import type { Currency } from '../../domain/currencies.ts';
import type { PaymentOutcome } from '../../domain/payment-status.ts';
import { everyAction } from '../platform/database/history.sql.ts';
import { isTypedAmount } from '../platform/database/match-amount.sql.ts';
import { firstRow, notPrepared, type Owner, onlyIf, rows, sql } from '../platform/db.ts';
import { exchangeColumns } from '../site/rates.sql.ts';
import type { ExchangeRow } from '../site/show-exchange.ts';

export type PaymentLine = ExchangeRow & {
  payment_no: string;
  order_no: string | null;
  supplement_no: string | null;
  recharge_no: string | null;
  channel: string;
  partner_name: string;
  status: number;
  amount_minor: number;
  fee_minor: number;
  /** Of what it is for. */
  of_currency: Currency;
  refunded_minor: number;
  refunding_minor: number;
  outcome: PaymentOutcome | null;
  reason: string;
  provider_ref: string;
  created_at: Date;
  settled_at: Date | null;
};

const refundsOf = (status: 0 | 1) =>
  sql`(SELECT coalesce(sum(f.amount_minor), 0)::bigint FROM refund f
    WHERE f.owner_id = y.owner_id AND f.payment_no = y.payment_no AND f.status = ${sql.lit(status)})`;

const lineColumns = sql`y.payment_no, y.order_no, y.supplement_no, y.recharge_no, y.channel,
  coalesce(r.name, '') AS partner_name, y.status, y.currency,
  y.amount_minor, y.fee_minor, ${exchangeColumns}, coalesce(p.currency, c.currency, y.currency) AS of_currency,
  ${refundsOf(1)} AS refunded_minor, ${refundsOf(0)} AS refunding_minor, y.outcome, y.reason,
  coalesce(y.channel_data ->> 'transactionId', y.provider_ref, '') AS provider_ref, y.created_at, y.settled_at`;

/** A payment with the order or the recharge it is for, and whose that is. */
const lineTables = sql`payment y
  LEFT JOIN purchase p ON p.owner_id = y.owner_id AND p.order_no = y.order_no
  LEFT JOIN recharge c ON c.owner_id = y.owner_id AND c.recharge_no = y.recharge_no
  LEFT JOIN partner r ON r.owner_id = y.owner_id AND r.partner_id = coalesce(p.partner_id, c.partner_id)`;

export type PaymentSearch = {
  /** A code of §4, or trouble: money that could not be applied. */
  status: string | null;
  channel: string | null;
  from: string | null;
  to: string | null;
  zone: string;
  order: string;
  query: string;
};
type PaymentFilter = PaymentSearch & { size: number; offset: number };

const matching = (owner: Owner, { status, channel, from, to, zone, order, query }: PaymentSearch) =>
  sql`${notPrepared} y.owner_id = ${owner.id}
    AND ${onlyIf(status, sql`y.status::text = ${status} OR ${status} = 'trouble' AND y.outcome IN ('late', 'overpaid')`)}
    AND ${onlyIf(channel, sql`y.channel = ${channel}`)}
    AND ${onlyIf(from, sql`y.created_at >= (SELECT moment_of(${from}::date, ${zone}))`)}
    AND ${onlyIf(to, sql`y.created_at < (SELECT moment_of(${to}::date + 1, ${zone}))`)}
    AND ${onlyIf(order || null, sql`upper(${order}) IN (y.order_no, y.supplement_no, y.recharge_no)`)}
    AND ${onlyIf(
      query || null,
      sql`strpos(lower(concat_ws(' ', y.payment_no, y.order_no, y.recharge_no, y.provider_ref,
        y.channel_data ->> 'transactionId', r.name,
        p.contact ->> 'name', p.contact ->> 'email')), lower(${query})) > 0
        OR ${isTypedAmount(query, sql`y.currency`, sql`y.amount_minor`)}`,
    )}`;

/** The numbers of everything that a filter finds, in the order of the list, `most` at most. */
export async function listPaymentNumbers(owner: Owner, filter: PaymentSearch, most: number): Promise<string[]> {
  const found = await rows(
    owner,
    sql<{ payment_no: string }>`SELECT y.payment_no FROM ${lineTables} WHERE ${matching(owner, filter)}
      ORDER BY y.created_at DESC, y.payment_no LIMIT ${most}`,
  );
  return found.map((row) => row.payment_no);
}

export function listPaymentsOf(owner: Owner, numbers: string[]): Promise<PaymentLine[]> {
  return rows(
    owner,
    sql<PaymentLine>`SELECT ${lineColumns} FROM ${lineTables} WHERE y.owner_id = ${owner.id} AND y.payment_no = ANY(${numbers}::text[])
      ORDER BY array_position(${numbers}::text[], y.payment_no)`,
  );
}

export function listPaymentRows(owner: Owner, filter: PaymentFilter): Promise<(PaymentLine & { total: number })[]> {
  return rows(
    owner,
    // The page first, then what became of its few payments.
    sql<PaymentLine & { total: number }>`WITH found AS MATERIALIZED (
      SELECT y.payment_no, (count(*) OVER ())::int AS total FROM ${lineTables}
      WHERE ${matching(owner, filter)}
      ORDER BY y.created_at DESC, y.payment_no LIMIT ${filter.size} OFFSET ${filter.offset})
      SELECT ${lineColumns}, n.total FROM ${lineTables} JOIN found n ON n.payment_no = y.payment_no
      WHERE y.owner_id = ${owner.id} ORDER BY y.created_at DESC, y.payment_no`,
  );
}

export function findPaymentLine(owner: Owner, paymentNo: string): Promise<PaymentLine | undefined> {
  return firstRow(
    owner,
    sql<PaymentLine>`SELECT ${lineColumns} FROM ${lineTables} WHERE y.owner_id = ${owner.id} AND y.payment_no = ${paymentNo}`,
  );
}

/** Every attempt for the same order, additional payment or recharge, the oldest first. */
export function listAttempts(owner: Owner, of: PaymentLine): Promise<PaymentLine[]> {
  return rows(
    owner,
    sql<PaymentLine>`SELECT ${lineColumns} FROM ${lineTables} WHERE y.owner_id = ${owner.id}
      AND y.order_no IS NOT DISTINCT FROM ${of.order_no}::text AND y.supplement_no IS NOT DISTINCT FROM ${of.supplement_no}::text
      AND y.recharge_no IS NOT DISTINCT FROM ${of.recharge_no}::text ORDER BY y.created_at, y.payment_no LIMIT 50`,
  );
}

export type NoticeLine = {
  event_id: string;
  state: 'pending' | 'applied' | 'refused';
  reason: string;
  received_at: Date;
};

/** What the channel reported, without its texts: those may name the buyer. */
export function listNotices(owner: Owner, { channel, payment_no: paymentNo }: PaymentLine): Promise<NoticeLine[]> {
  return rows(
    owner,
    sql<NoticeLine>`SELECT event_id, state, reason, received_at FROM payment_notice
      WHERE owner_id = ${owner.id} AND channel = ${channel} AND payment_no = ${paymentNo} ORDER BY received_at LIMIT 50`,
  );
}

/**
 * Ways to pay that this owner's buyers ever used, by name; with `applied` those that paid an order. From one channel to the next in an
 * index: however many payments there are.
 */
export async function listUsedChannels(owner: Owner, { applied }: { applied: boolean }): Promise<string[]> {
  const next = (
    after: ReturnType<typeof sql>,
  ) => sql`(SELECT y.channel FROM payment y WHERE y.owner_id = ${owner.id} AND ${after}
    ORDER BY y.channel LIMIT 1)`;
  const paid = sql`EXISTS (SELECT 1 FROM payment y WHERE y.owner_id = ${owner.id} AND y.channel = used.channel AND y.outcome = 'applied')`;
  const found = await rows(
    owner,
    sql<{ channel: string }>`WITH RECURSIVE used AS (${next(sql`true`)}
        UNION ALL SELECT ${next(sql`y.channel > used.channel`)} FROM used WHERE used.channel IS NOT NULL)
      SELECT channel FROM used WHERE channel IS NOT NULL AND ${applied ? paid : sql`true`} ORDER BY channel`,
  );
  return found.map(({ channel }) => channel);
}

/** When each key was last given in the back office: the log keeps the names of those that changed. */
export function listKeyDates(owner: Owner) {
  return rows(
    owner,
    sql<{
      channel: string;
      key: string;
      at: Date;
    }>`SELECT split_part(l.subject, ' ', 2) AS channel, k.key, max(l.at) AS at
      FROM ${everyAction} l CROSS JOIN LATERAL jsonb_array_elements_text(l.after -> 'keysChanged') AS k(key)
      WHERE l.owner_id = ${owner.id} AND l.act = 'channel-saved' AND jsonb_typeof(l.after -> 'keysChanged') = 'array' GROUP BY 1, 2`,
  );
}

/** Ways that are offered and have trouble now. */
export async function countTroubled(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM channel_setting
      WHERE owner_id = ${owner.id} AND active AND trouble_until > now()`,
  );
  return row?.count ?? 0;
}

/** Offered channels whose balance is below the owner's limit. */
export async function countLowBalances(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM channel_balance b JOIN channel_setting c USING (owner_id, channel)
      WHERE b.owner_id = ${owner.id} AND c.active AND b.low`,
  );
  return row?.count ?? 0;
}
