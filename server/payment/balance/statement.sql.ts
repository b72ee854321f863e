// The statement (§2 uc balance, rules §8): every journal of a partner with the balance after it. The ledger writes each line with what is
// left, and the sums of each month (decision 0565): a page reads its own lines, whatever there was before.
import type { Currency } from '../../../domain/currencies.ts';
import type { LedgerKind } from '../../../domain/payment-status.ts';
import type { Visible } from '../../order/read.sql.ts';
import { firstRow, notPrepared, type Owner, onlyIf, rows, sql } from '../../platform/db.ts';

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

/** Moments between which days of the filter lie; null: open. */
const boundsOf = ({ zone }: StatementOf, { from, to }: StatementFilter) => ({
  begins: from === null ? null : sql`(SELECT moment_of(${from}::date, ${zone}))`,
  ends: to === null ? null : sql`(SELECT moment_of(${to}::date + 1, ${zone}))`,
});

/** The partner's accounts of the filter, and which kinds of lines there are, where it asks for one. */
function heads(owner: Owner, { partnerId }: StatementOf, filter: StatementFilter) {
  return sql`WITH held AS MATERIALIZED (SELECT ledger_id, kind, currency FROM ledger_account
      WHERE ${notPrepared} owner_id = ${owner.id} AND partner_id = ${partnerId} AND kind <> 'house'),
    wanted AS MATERIALIZED (SELECT * FROM held WHERE ${onlyIf(filter.kind, sql`kind = ${filter.kind}`)})`;
}

const fitting = ({ dealType, channel }: StatementFilter) =>
  sql`${onlyIf(dealType, sql`deal_type = ${dealType}`)} AND ${onlyIf(channel, sql`channel = ${channel}`)}`;

/**
 * `many` lines of each account, or of each requested kind of line: an index has them in their order. The limits are literals in the
 * statement: planned for any number, it would read all payments and orders for a page.
 */
function lines(owner: Owner, of: StatementOf, filter: StatementFilter, order: ReturnType<typeof sql>, many: number) {
  const { begins, ends } = boundsOf(of, filter);
  const narrow = filter.dealType !== null || filter.channel !== null;
  const series = narrow
    ? sql`(SELECT DISTINCT w.*, s.deal_type, s.channel FROM wanted w JOIN statement_sum s ON s.owner_id = ${owner.id}
        AND s.ledger_id = w.ledger_id WHERE ${fitting(filter)}) w`
    : sql`wanted w`;
  return sql`${series} CROSS JOIN LATERAL (SELECT l.* FROM statement_line l
      WHERE l.owner_id = ${owner.id} AND l.ledger_id = w.ledger_id
        AND ${narrow ? sql`l.deal_type = w.deal_type AND l.channel = w.channel` : sql`true`}
        AND ${onlyIf(begins, sql`l.at >= ${begins}`)} AND ${onlyIf(ends, sql`l.at < ${ends}`)}
      ORDER BY l.at ${order}, l.journal_id ${order} LIMIT ${sql.lit(many)}) l`;
}

/** Lines of a page with their causes: row security lets an index find a row by another's column, not by an expression. */
const named = (owner: Owner, page: ReturnType<typeof sql>) => sql`m AS MATERIALIZED (SELECT l.*, j.cause,
    CASE WHEN l.deal_type >= 5 AND j.cause ~ '^A[0-9]+$' THEN substr(j.cause, 2)::bigint END AS adjustment_id
  FROM (${page}) l JOIN ledger_journal j ON j.owner_id = ${owner.id} AND j.journal_id = l.journal_id)`;

/**
 * What belongs to lines `m`: the order that was paid or got money back, and the reason of an additional payment; of a top-up what was
 * charged. References hold the order's number: there is none where the reader does not see the order, and no reason.
 */
function shown(owner: Owner, { visible }: StatementOf) {
  return sql`SELECT m.journal_id, m.at, m.deal_type, m.kind, m.currency, m.amount_minor, m.after_minor,
      CASE WHEN y.recharge_no IS NOT NULL THEN y.amount_minor ELSE coalesce(y.order_minor, f.order_minor) END AS other_minor,
      CASE WHEN y.recharge_no IS NOT NULL THEN y.currency ELSE p.currency END AS other_currency,
      nullif(m.channel, '') AS channel, p.order_no,
      coalesce(y.recharge_no, CASE WHEN m.deal_type IN (2, 3) AND p.order_no IS NULL THEN '' ELSE m.cause END) AS reference,
      coalesce(d.reason, CASE WHEN p.order_no IS NOT NULL THEN u.reason END, '') AS note
    FROM m LEFT JOIN payment y ON y.owner_id = ${owner.id} AND y.payment_no = m.cause AND m.deal_type IN (1, 2)
    LEFT JOIN refund f ON f.owner_id = ${owner.id} AND f.refund_no = m.cause AND m.deal_type = 3
    LEFT JOIN payment fy ON fy.owner_id = ${owner.id} AND fy.payment_no = f.payment_no
    LEFT JOIN purchase p ON p.owner_id = ${owner.id}
      AND p.order_no = CASE WHEN y.order_no IS NULL THEN fy.order_no ELSE y.order_no END AND ${visible}
    LEFT JOIN supplement u ON u.owner_id = ${owner.id}
      AND u.supplement_no = CASE WHEN y.order_no IS NULL THEN fy.supplement_no ELSE y.supplement_no END
    LEFT JOIN adjustment d ON d.owner_id = ${owner.id} AND d.adjustment_id = m.adjustment_id`;
}

/** Whole months of the filter are added up already; of the months in which it begins and ends the lines are. */
function summed(owner: Owner, of: StatementOf, filter: StatementFilter) {
  const { begins, ends } = boundsOf(of, filter);
  const months = sql`SELECT s.ledger_id, s.count, s.incoming_minor, s.outgoing_minor FROM wanted w
    JOIN statement_sum s ON s.owner_id = ${owner.id} AND s.ledger_id = w.ledger_id`;
  if (!begins && !ends) return sql`${months} WHERE ${fitting(filter)}`;
  const least = begins ?? sql`'-infinity'::timestamptz`;
  const most = ends ?? sql`'infinity'::timestamptz`;
  const first = begins
    ? sql`date_trunc('month', ${begins} - interval '1 microsecond', 'UTC') + interval '1 month'`
    : sql`'-infinity'::timestamptz`;
  const last = ends ? sql`date_trunc('month', ${ends}, 'UTC')` : sql`'infinity'::timestamptz`;
  const edge = (from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) => sql`UNION ALL
    SELECT l.ledger_id, 1, greatest(l.amount_minor, 0), greatest(-l.amount_minor, 0) FROM edge, wanted w
    JOIN statement_line l ON l.owner_id = ${owner.id} AND l.ledger_id = w.ledger_id
    WHERE l.at >= ${from} AND l.at < ${to} AND ${fitting(filter)}`;
  return sql`WITH edge AS (SELECT ${least} AS least, ${most} AS most, ${first} AS first, ${last} AS last)
    ${months} CROSS JOIN edge WHERE s.month >= edge.first AND s.month < edge.last AND ${fitting(filter)}
    ${begins ? edge(sql`edge.least`, sql`least(edge.most, edge.first)`) : sql``}
    ${ends ? edge(sql`greatest(edge.least, edge.first, edge.last)`, sql`edge.most`) : sql``}`;
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
    }>`${heads(owner, of, filter)},
      ${named(
        owner,
        sql`SELECT w.kind, w.currency, l.* FROM ${lines(owner, of, filter, sql`DESC`, size + from)}
          ORDER BY l.at DESC, l.journal_id DESC LIMIT ${sql.lit(size)} OFFSET ${sql.lit(from)}`,
      )}
      SELECT (SELECT jsonb_agg(s)
        FROM (SELECT w.kind, sum(t.count)::bigint AS count, sum(t.incoming_minor)::bigint AS incoming,
          sum(t.outgoing_minor)::bigint AS outgoing FROM (${summed(owner, of, filter)}) t JOIN wanted w USING (ledger_id)
          GROUP BY w.kind ORDER BY w.kind DESC) s) AS sums,
        (SELECT array_agg(DISTINCT s.channel ORDER BY s.channel) FROM statement_sum s
          WHERE s.owner_id = ${owner.id} AND s.ledger_id IN (SELECT ledger_id FROM held) AND s.channel <> '') AS channels,
        (SELECT jsonb_agg(l) FROM (${shown(owner, of)} ORDER BY m.at DESC, m.journal_id DESC) l) AS list`,
  );
  const list = (row?.list ?? []).map((statement) => ({ ...statement, at: new Date(statement.at) }));
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
    sql<StatementRow>`${heads(owner, of, filter)},
      ${named(
        owner,
        sql`SELECT w.kind, w.currency, l.* FROM ${lines(owner, of, filter, sql`ASC`, most)}
          ORDER BY l.at, l.journal_id LIMIT ${sql.lit(most)}`,
      )}
      ${shown(owner, of)} ORDER BY m.at, m.journal_id`,
  );
}
