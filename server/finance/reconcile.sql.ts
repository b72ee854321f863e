// Comparisons with gateways' lists: who does which day, the lines of the lists, ours that they may mean, and what does not agree.

import type { Currency } from '../../domain/currencies.ts';
import { money } from '../../domain/money.ts';
import type { SettlementRow } from '../payment/channels/channel.ts';
import { paymentCode, refundCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, onlyIf, rows, sql } from '../platform/db.ts';
import { exchangeColumns } from '../site/rates.sql.ts';
import type { ExchangeRow } from '../site/show-exchange.ts';
import type { Difference, RecordedLine, Side } from './compare-lists.ts';

export type RunRow = {
  channel: string;
  on_day: string;
  state: 'running' | 'done' | 'failed';
  started_at: Date;
  done_at: Date | null;
  listed: number;
  added: number;
  problem: string;
};

const runColumns = sql`channel, on_day, state, started_at, done_at, listed, added, problem`;

/** A list is whole some hours after its day ended, whatever the channel's zone. */
const wholeHours = 3;

/** Claims a day; undefined when another process has it. `daily`: also when it was done after the day's end or failed a moment ago. */
export function claimRun(owner: Owner, channel: string, day: string, daily: boolean): Promise<RunRow | undefined> {
  return firstRow(
    owner,
    sql<RunRow>`INSERT INTO settlement_run AS s (owner_id, channel, on_day, state) VALUES (${owner.id}, ${channel}, ${day}::date, 'running')
      ON CONFLICT (owner_id, channel, on_day) DO UPDATE SET state = 'running', started_at = now(), tries = s.tries + 1, problem = ''
      WHERE (s.state <> 'running' OR s.started_at < now() - interval '10 minutes')
        AND NOT (${daily} AND (s.state = 'done'
          AND s.done_at >= (s.on_day + 1)::timestamp AT TIME ZONE 'UTC' + make_interval(hours => ${wholeHours})
          OR s.state = 'failed' AND s.started_at > now() - interval '1 hour'))
      RETURNING ${runColumns}`,
  );
}

export type RunEnd = { state: 'done' | 'failed'; listed: number; added: number; problem: string };

export function endRun(owner: Owner, channel: string, day: string, end: RunEnd): Promise<RunRow | undefined> {
  return firstRow(
    owner,
    sql<RunRow>`UPDATE settlement_run SET state = ${end.state}, done_at = now(), listed = ${end.listed},
      added = ${end.added}, problem = ${end.problem}
      WHERE owner_id = ${owner.id} AND channel = ${channel} AND on_day = ${day}::date RETURNING ${runColumns}`,
  );
}

export function findRun(owner: Owner, channel: string, day: string): Promise<RunRow | undefined> {
  return firstRow(
    owner,
    sql<RunRow>`SELECT ${runColumns} FROM settlement_run WHERE owner_id = ${owner.id} AND channel = ${channel} AND on_day = ${day}::date`,
  );
}

export function listRuns(owner: Owner, most: number): Promise<RunRow[]> {
  return rows(
    owner,
    sql<RunRow>`SELECT ${runColumns} FROM settlement_run WHERE owner_id = ${owner.id} ORDER BY on_day DESC, channel LIMIT ${most}`,
  );
}

/** Owners and their channels that take money, or took some: all of the house. */
export function listOwnersChannels(house: House) {
  return rows(
    house,
    sql<{ owner_id: number; channel: string }>`SELECT c.owner_id, c.channel FROM channel_setting c WHERE c.active
      OR EXISTS (SELECT 1 FROM payment y WHERE y.owner_id = c.owner_id AND y.channel = c.channel
        AND y.created_at > now() - interval '180 days')
      ORDER BY 1, 2`,
  );
}

/** Stores the lines of a list; a line stored before gets the list's current values. */
export async function saveLines(owner: Owner, channel: string, day: string, list: SettlementRow[]): Promise<void> {
  const lines = new Map(
    list.map(({ kind, providerRef, ourRef, amount }) => [
      `${kind} ${providerRef}`,
      { kind, provider_ref: providerRef, our_ref: ourRef, currency: amount.currency, amount_minor: amount.amountMinor },
    ]),
  );
  await sql`INSERT INTO settlement_row (owner_id, channel, on_day, kind, provider_ref, our_ref, currency, amount_minor)
    SELECT ${owner.id}, ${channel}, ${day}::date, l.kind, l.provider_ref, l.our_ref, l.currency, l.amount_minor
    FROM jsonb_to_recordset(${JSON.stringify([...lines.values()])}::jsonb)
      AS l(kind text, provider_ref text, our_ref text, currency text, amount_minor bigint)
    ON CONFLICT (owner_id, channel, kind, provider_ref)
    DO UPDATE SET our_ref = EXCLUDED.our_ref, currency = EXCLUDED.currency, amount_minor = EXCLUDED.amount_minor`.execute(
    owner,
  );
}

type OwnRow = {
  kind: 'payment' | 'refund';
  ref: string;
  payment_no: string;
  names: (string | null)[];
  status: number;
  currency: Currency;
  amount_minor: number;
  by_hand: boolean;
  settled_at: Date | null;
};

const readOwn = (row: OwnRow): RecordedLine & { settledAt: Date | null } => ({
  kind: row.kind,
  ref: row.ref,
  paymentNo: row.payment_no,
  names: row.names,
  status: row.status,
  amount: money(row.amount_minor, row.currency),
  byHand: row.by_hand,
  settledAt: row.settled_at,
});

const ownPayments = sql`SELECT y.owner_id, 'payment' AS kind, y.payment_no AS ref, y.payment_no,
  ARRAY[y.provider_ref, y.channel_data ->> 'transactionId'] AS names, y.status, y.currency, y.amount_minor,
  false AS by_hand, y.settled_at, y.channel FROM payment y`;
const ownRefunds = sql`SELECT f.owner_id, 'refund' AS kind, f.refund_no AS ref, f.payment_no,
  ARRAY[f.provider_ref] AS names, f.status, f.currency, f.amount_minor, f.manual AS by_hand, f.settled_at, y.channel
    FROM refund f JOIN payment y USING (owner_id, payment_no)`;
const ownColumns = sql`kind, ref, payment_no, names, status, currency, amount_minor, by_hand, settled_at`;

/** Everything of ours that the lines of a list may mean: by our number, by the channel's, or by the refund's payment. */
export async function findMeant(owner: Owner, channel: string, list: SettlementRow[]): Promise<RecordedLine[]> {
  const refs = [...new Set(list.flatMap((settlement) => [settlement.ourRef, settlement.providerRef]))].filter(Boolean);
  const found = await rows(
    owner,
    sql<OwnRow>`SELECT ${ownColumns} FROM (${ownPayments} UNION ALL ${ownRefunds}) o
      WHERE o.owner_id = ${owner.id} AND o.channel = ${channel}
      AND (o.ref = ANY(${refs}::text[]) OR o.payment_no = ANY(${refs}::text[]) OR o.names && ${refs}::text[])`,
  );
  return found.map(readOwn);
}

const ofKind = sql`s.owner_id = o.owner_id AND s.channel = o.channel AND s.kind = o.kind`;

/** Money that moved with us through a channel in a span of time and that no stored line of its lists names. */
export async function listUnmatched(owner: Owner, channel: string, span: { from: Date; until: Date }) {
  const found = await rows(
    owner,
    sql<OwnRow>`SELECT ${ownColumns} FROM (${ownPayments} UNION ALL ${ownRefunds}) o
      WHERE o.owner_id = ${owner.id} AND o.channel = ${channel}
      AND o.settled_at >= ${span.from} AND o.settled_at < ${span.until} AND o.amount_minor > 0 AND NOT o.by_hand
      AND o.status = CASE o.kind WHEN 'payment' THEN ${paymentCode.paid} ELSE ${refundCode.successful} END
      AND NOT EXISTS (SELECT 1 FROM settlement_row s WHERE ${ofKind} AND s.our_ref = o.ref)
      AND NOT EXISTS (SELECT 1 FROM unnest(o.names) AS n(name) JOIN settlement_row s ON ${ofKind} AND s.provider_ref = n.name)
      AND NOT (o.kind = 'refund' AND o.names[1] IS NULL
        AND EXISTS (SELECT 1 FROM settlement_row s WHERE ${ofKind} AND s.our_ref = o.payment_no AND s.amount_minor = o.amount_minor))
      ORDER BY o.settled_at, o.ref`,
  );
  return found.map(readOwn);
}

type Recorded = { of: 'payment' | 'refund'; paymentNo: string | null };

/** Notes differences, each once for ever; the answer is how many were new. */
export function insertDifferences(owner: Owner, channel: string, day: string, list: Difference[]): Promise<number> {
  const lines = list.map(({ kind, of, ref, paymentNo, ours, theirs }) => ({
    kind,
    ref,
    ours: { of, paymentNo, side: ours },
    theirs,
  }));
  return changed(
    owner,
    sql`INSERT INTO settlement_difference (owner_id, channel, on_day, kind, ref, ours, theirs)
      SELECT ${owner.id}, ${channel}, ${day}::date, l.kind, l.ref, l.ours, l.theirs
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l(kind text, ref text, ours jsonb, theirs jsonb)
      ON CONFLICT (owner_id, channel, kind, ref) DO NOTHING`,
  );
}

export type DifferenceRow = {
  difference_id: number;
  channel: string;
  on_day: string;
  kind: Difference['kind'];
  ref: string;
  ours: Recorded & { side: Side | null };
  theirs: Side | null;
  state: 'open' | 'explained';
  note: string;
  decided_by_name: string | null;
  created_at: Date;
};

const differenceColumns = sql`difference_id, channel, on_day, kind, ref, ours, theirs, state, note, decided_by_name, created_at`;

/** Where its payment is in another currency than the order or the top-up; `refund_minor` is in the order's currency. */
type Converted = { converted: (ExchangeRow & { of_currency: Currency; refund_minor: number | null }) | null };
export type ListedDifference = DifferenceRow & Converted;

export type DifferenceFilter = {
  state: 'open' | 'explained';
  channel: string | null;
  kind: string | null;
  size: number;
  offset: number;
};

export function listDifferenceRows(owner: Owner, filter: DifferenceFilter) {
  const { state, channel, kind } = filter;
  return rows(
    owner,
    sql<
      ListedDifference & { total: number }
    >`SELECT ${differenceColumns}, (count(*) OVER ())::int AS total, (SELECT to_jsonb(c) FROM (
        SELECT y.currency, coalesce(o.currency, r.currency) AS of_currency, ${exchangeColumns}, f.order_minor AS refund_minor
        FROM payment y LEFT JOIN purchase o ON o.owner_id = y.owner_id AND o.order_no = y.order_no
          LEFT JOIN recharge r ON r.owner_id = y.owner_id AND r.recharge_no = y.recharge_no
          LEFT JOIN refund f ON f.owner_id = y.owner_id AND f.refund_no = d.ref
        WHERE y.owner_id = d.owner_id AND y.payment_no = d.ours ->> 'paymentNo' AND y.currency <> coalesce(o.currency, r.currency)) c
      ) AS converted
      FROM settlement_difference d WHERE owner_id = ${owner.id} AND state = ${state} AND ${onlyIf(channel, sql`channel = ${channel}`)}
        AND ${onlyIf(kind, sql`kind = ${kind}`)}
      ORDER BY on_day DESC, difference_id DESC LIMIT ${filter.size} OFFSET ${filter.offset}`,
  );
}

export async function countOpenDifferences(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM settlement_difference WHERE owner_id = ${owner.id} AND state = 'open'`,
  );
  return row?.count ?? 0;
}

export function findDifference(owner: Owner, id: string): Promise<DifferenceRow | undefined> {
  return firstRow(
    owner,
    sql<DifferenceRow>`SELECT ${differenceColumns} FROM settlement_difference WHERE owner_id = ${owner.id} AND difference_id = ${id}`,
  );
}

export function closeDifference(owner: Owner, id: string, note: string, by: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE settlement_difference SET state = 'explained', note = ${note}, decided_by_name = ${by}
      WHERE owner_id = ${owner.id} AND difference_id = ${id} AND state = 'open'`,
  );
}
