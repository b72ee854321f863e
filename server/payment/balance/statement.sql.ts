// The statement (§2 uc balance, rules §8): every journal of a partner with the balance after it, summed over all journals before
// any filter, so that each line is correct by itself and the last one is the balance.
import type { Currency } from '../../../domain/currencies.ts';
import type { LedgerKind } from '../../../domain/payment-status.ts';
import type { Visible } from '../../order/read.sql.ts';
import { firstRow, given, notPrepared, type Owner, rows, sql } from '../../platform/db.ts';

export type StatementFilter = {
  dealType: number | null;
  kind: LedgerKind | null;
  channel: string | null;
  from: string | null;
  to: string | null;
};

/** Whose statement, in which zone days begin, and which orders the reader may follow. */
export type StatementOf = { partnerId: number; zone: string; visible: Visible };

export type StatementRow = {
  journal_id: number;
  at: Date;
  deal_type: number;
  kind: LedgerKind;
  currency: Currency;
  channel: string | null;
  amount_minor: number;
  after_minor: number;
  other_minor: number | null;
  other_currency: Currency | null;
  order_no: string | null;
  reference: string;
  note: string;
};

/** Entries on deposit and credit; and changes of the line, which have a journal but move no money. References hold the order's number. */
function lines(owner: Owner, { partnerId, zone, visible }: StatementOf, filter: StatementFilter) {
  return sql`WITH moved AS (
      SELECT j.journal_id, j.at, j.deal_type, j.cause, a.kind, a.ledger_id, a.currency, e.amount_minor
      FROM ledger_account a JOIN ledger_entry e USING (owner_id, ledger_id) JOIN ledger_journal j USING (owner_id, journal_id)
      WHERE a.owner_id = ${owner.id} AND a.partner_id = ${partnerId}
      UNION ALL
      SELECT j.journal_id, j.at, j.deal_type, j.cause, a.kind, a.ledger_id, a.currency,
        CASE d.deal_type WHEN 5 THEN d.amount_minor ELSE -d.amount_minor END
      FROM adjustment d
      JOIN ledger_journal j ON j.owner_id = d.owner_id AND j.cause = 'A' || d.adjustment_id AND j.deal_type = d.deal_type
      JOIN ledger_account a ON a.owner_id = d.owner_id AND a.partner_id = d.partner_id AND a.kind = 'credit' AND a.currency = d.currency
      WHERE d.owner_id = ${owner.id} AND d.partner_id = ${partnerId} AND d.state = 'done' AND d.deal_type IN (5, 6)),
    answer AS (
      SELECT m.journal_id, m.at, m.deal_type, m.kind, m.currency, m.amount_minor,
        (sum(m.amount_minor) OVER (PARTITION BY m.ledger_id ORDER BY m.journal_id))::bigint AS after_minor,
        -- the order that was paid or got money back; of a top-up what was charged
        CASE WHEN y.recharge_no IS NOT NULL THEN y.amount_minor ELSE coalesce(y.order_minor, f.order_minor) END AS other_minor,
        CASE WHEN y.recharge_no IS NOT NULL THEN y.currency ELSE p.currency END AS other_currency,
        coalesce(y.channel, fy.channel) AS channel, p.order_no, coalesce(y.recharge_no, CASE WHEN m.deal_type IN (2, 3)
          AND p.order_no IS NULL THEN '' ELSE m.cause END) AS reference,
        coalesce(d.reason, '') AS note
      FROM moved m
      LEFT JOIN payment y ON y.owner_id = ${owner.id} AND y.payment_no = m.cause AND m.deal_type IN (1, 2)
      LEFT JOIN refund f ON f.owner_id = ${owner.id} AND f.refund_no = m.cause AND m.deal_type = 3
      LEFT JOIN payment fy ON fy.owner_id = ${owner.id} AND fy.payment_no = f.payment_no
      LEFT JOIN purchase p ON p.owner_id = ${owner.id} AND p.order_no = coalesce(y.order_no, fy.order_no) AND ${visible}
      LEFT JOIN adjustment d ON d.owner_id = ${owner.id} AND m.deal_type >= 5 AND m.cause = 'A' || d.adjustment_id),
    shown AS (
      SELECT * FROM answer WHERE ${notPrepared} ${given(filter.dealType, sql`deal_type = ${filter.dealType}`)}
        AND ${given(filter.kind, sql`kind = ${filter.kind}`)}
        AND ${given(filter.channel, sql`channel = ${filter.channel}`)}
        AND ${given(filter.from, sql`at >= ${filter.from}::date::timestamp AT TIME ZONE ${zone}`)}
        AND ${given(filter.to, sql`at < (${filter.to}::date + 1)::timestamp AT TIME ZONE ${zone}`)})`;
}

type StatementSum = { kind: LedgerKind; count: number; incoming: number; outgoing: number };

export type StatementPage = {
  sums: StatementSum[];
  channels: string[];
  list: StatementRow[];
};

/** A page, newest first; sums are of everything that the filter lets through, channels of everything there is. */
export async function readStatement(
  owner: Owner,
  of: StatementOf,
  filter: StatementFilter,
  { size, from }: { size: number; from: number },
): Promise<StatementPage> {
  const row = await firstRow(
    owner,
    sql<{
      sums: StatementSum[] | null;
      channels: string[] | null;
      list: StatementRow[] | null;
    }>`${lines(owner, of, filter)}
      SELECT (SELECT jsonb_agg(s)
        FROM (SELECT kind, count(*) AS count, coalesce(sum(amount_minor) FILTER (WHERE amount_minor > 0), 0) AS incoming,
          coalesce(-sum(amount_minor) FILTER (WHERE amount_minor < 0), 0) AS outgoing FROM shown GROUP BY kind
            ORDER BY kind DESC) s) AS sums,
        (SELECT array_agg(DISTINCT channel ORDER BY channel) FROM answer WHERE channel IS NOT NULL) AS channels,
        (SELECT jsonb_agg(l) FROM (SELECT * FROM shown ORDER BY journal_id DESC LIMIT ${size} OFFSET ${from}) l) AS list`,
  );
  const list = (row?.list ?? []).map((one) => ({ ...one, at: new Date(one.at) }));
  return { sums: row?.sums ?? [], channels: row?.channels ?? [], list };
}

/** All of it, oldest first, for files; at most `most` lines. */
export function readWholeStatement(
  owner: Owner,
  of: StatementOf,
  filter: StatementFilter,
  most: number,
): Promise<StatementRow[]> {
  return rows(
    owner,
    sql<StatementRow>`${lines(owner, of, filter)} SELECT * FROM shown ORDER BY journal_id LIMIT ${most}`,
  );
}
