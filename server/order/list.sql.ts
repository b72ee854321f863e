// The buyer's orders as a list: found under the visibility rule, counted by state, paged; read in batches for files. Saved filters.
import type { Currency } from '../../domain/currencies.ts';
import { limits } from '../../domain/limits.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { orderCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, notPrepared, type Owner, type OwnerTrx, onlyIf, rows, sql } from '../platform/db.ts';
import { exchangeColumns } from '../site/rates.sql.ts';
import type { ChargeRow } from '../site/show-exchange.ts';
import { isUsed, type RefundCard, refundCard } from './part/paid-by.sql.ts';
import { type OrderRow, orderColumns, type Visible } from './read.sql.ts';

/** Days of travel, and days on which orders were placed. */
export type OrderDays = {
  playFrom: string | null;
  playTo: string | null;
  placedFrom: string | null;
  placedTo: string | null;
  /** The site's zone: days of the order date are days there. */
  zone: string;
};

export type OwnFilter = OrderDays & {
  query: string;
  status: number | null;
  payStatus: number | null;
  source: number | null;
  creator: string | null;
  unread: boolean;
};

type OwnSort = 'placed' | 'placedFirst' | 'play' | 'playLast' | 'amount' | 'amountLow';

/** Of `sub_order`: something of it is left, as list-standing.ts says. */
const stands = (line: Visible) =>
  sql`${line}.cancelled_quantity < ${line}.quantity AND ${line}.status < ${orderCode.cancelled}`;
/** Of `sub_order s` of `purchase p`: it stands, or nothing of its order does. An order's days are those of these lines. */
const givesDays = sql`(${stands(sql`s`)} OR NOT EXISTS (SELECT 1 FROM sub_order o
  WHERE o.owner_id = p.owner_id AND o.order_no = p.order_no AND ${stands(sql`o`)}))`;

/** Over `purchase p`. A stay is found by each of its days. */
export const withinDays = ({ playFrom, playTo, placedFrom, placedTo, zone }: OrderDays) => sql`
  ${onlyIf(placedFrom, sql`p.placed_at >= (SELECT moment_of(${placedFrom}::date, ${zone}))`)}
  AND ${onlyIf(placedTo, sql`p.placed_at < (SELECT moment_of(${placedTo}::date + 1, ${zone}))`)}
  AND ${onlyIf(
    playFrom ?? playTo,
    sql`EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no
      AND s.play_on <= coalesce(${playTo}::date, 'infinity')
      AND coalesce(s.until_on, s.play_on) >= coalesce(${playFrom}::date, '-infinity')
      AND coalesce(${playFrom}::date <= ${playTo}::date, true) AND ${givesDays})`,
  )}`;

/**
 * Everything but the state, over `purchase p`. Names and
 * travellers are looked at as raw text first, which is quick, and word by word only where that fits.
 */
function matching(owner: Owner, visible: Visible, f: OwnFilter) {
  const like = anywhere(f.query.trim());
  const byNumber = anywhere(f.query.trim().replace(/-\d+$/, ''));
  const raw = anywhere(JSON.stringify(f.query.trim()).slice(1, -1));
  const rawWord = anywhere(JSON.stringify(f.query.trim().split(' ')[0]).slice(1, -1));
  return sql`${notPrepared} p.owner_id = ${owner.id} AND ${visible}
    AND ${onlyIf(f.payStatus, sql`p.pay_status = ${f.payStatus}`)}
    AND ${onlyIf(f.source, sql`p.source = ${f.source}`)}
    AND ${onlyIf(f.creator, sql`p.account_id = ${f.creator}`)}
    AND ${withinDays(f)}
    AND ${onlyIf(
      f.unread || null,
      sql`EXISTS (SELECT 1 FROM order_remark m
      WHERE m.owner_id = p.owner_id AND m.order_no = p.order_no AND m.side = 2 AND m.read_at IS NULL)`,
    )}
    AND ${onlyIf(
      f.query.trim() || null,
      sql`p.order_no ILIKE ${byNumber} OR p.agent_reference ILIKE ${like}
      OR p.contact ->> 'name' ILIKE ${like} OR p.contact ->> 'email' ILIKE ${like} OR p.contact ->> 'phone' ILIKE ${like}
      OR EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no
        AND (s.agent_reference ILIKE ${like}
          OR ((s.terms ->> 'names') ILIKE ${raw}
            AND EXISTS (SELECT 1 FROM jsonb_each_text(s.terms -> 'names') n WHERE n.value ILIKE ${like}))
          OR (s.travellers::text ILIKE ${rawWord} AND EXISTS (SELECT 1 FROM jsonb_array_elements(s.travellers) t WHERE
            concat_ws(' ', t ->> '101', t ->> '102', t ->> 'lastname', t ->> 'pinyinName') ILIKE ${like}))))`,
    )}`;
}

const firstPlay = sql`(SELECT coalesce(min(s.play_on) FILTER (WHERE ${stands(sql`s`)}), min(s.play_on))
  FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no)`;
/** Amounts of different currencies by what they were worth to the owner on the day of the order. */
const worth = ({ wholeUnits, thousandths }: OwnPage) =>
  sql`p.payable_minor * p.rate * CASE WHEN p.currency = ANY(${wholeUnits}) THEN 100
    WHEN p.currency = ANY(${thousandths}) THEN 0.1 ELSE 1 END`;

function sorting(page: OwnPage) {
  const { sort } = page;
  if (sort === 'play' || sort === 'playLast') return firstPlay;
  if (sort === 'amount' || sort === 'amountLow') return worth(page);
  return sql`p.placed_at`;
}
const upwards: readonly OwnSort[] = ['placedFirst', 'play', 'amountLow'];

/** `wholeUnits`, `thousandths`: currencies with no digits and with three. */
export type OwnPage = { sort: OwnSort; size: number; from: number; wholeUnits: string[]; thousandths: string[] };
export type OwnRow = OrderRow & { creator_name: string; unread: number; added_minor: number | null };

/** As rows of one column `status`. */
export const everyStatus = sql`unnest(${sql.lit(`{${Object.values(OrderStatus).join()}}`)}::smallint[])`;

/**
 * How many of each state fit the other filters, and the numbers of one page. By their moment, orders of each state are read from an index,
 * as many as the page needs and as are counted at most: a large agency's list is as quick as a small one's. Otherwise all are.
 */
export async function findOwn(owner: Owner, visible: Visible, filter: OwnFilter, page: OwnPage) {
  const order = upwards.includes(page.sort) ? sql`ASC` : sql`DESC`;
  const byMoment = page.sort === 'placed' || page.sort === 'placedFirst';
  const most = Math.max(limits.countedOrders + 1, page.from + page.size);
  const bounded = byMoment ? sql`ORDER BY p.placed_at ${order}, p.order_no LIMIT ${sql.lit(most)}` : sql``;
  const found = await firstRow(
    owner,
    sql<{ counts: { status: number; count: number }[]; order_nos: string[] }>`WITH hits AS MATERIALIZED (
        SELECT p.* FROM ${everyStatus} s(status) CROSS JOIN LATERAL (
          SELECT p.order_no, p.status, p.placed_at, ${sorting(page)} AS sort_key FROM purchase p
          WHERE ${matching(owner, visible, filter)} AND p.status = s.status ${bounded}) p)
      SELECT (SELECT coalesce(json_agg(json_build_object('status', status, 'count', n) ORDER BY status), '[]')
          FROM (SELECT status, count(*)::int AS n FROM hits GROUP BY status) c) AS counts,
        array(SELECT order_no FROM hits WHERE ${onlyIf(filter.status, sql`status = ${filter.status}`)}
          ORDER BY sort_key ${order}, placed_at DESC, order_no LIMIT ${sql.lit(page.size)} OFFSET ${sql.lit(page.from)}) AS order_nos`,
  );
  return found ?? { counts: [], order_nos: [] };
}

export function listOwn(owner: Owner, visible: Visible, orderNos: string[]): Promise<OwnRow[]> {
  return rows(
    owner,
    sql<OwnRow>`SELECT ${orderColumns}, a.name AS creator_name, (SELECT count(*)::int FROM order_remark m
        WHERE m.owner_id = p.owner_id AND m.order_no = p.order_no AND m.side = 2 AND m.read_at IS NULL) AS unread,
        (SELECT sum(s.amount_minor - s.lowered_minor)::float8 FROM supplement s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no
          AND s.kind <> 'rest' AND s.state = 'open') AS added_minor
      FROM purchase p JOIN account a ON a.owner_id = p.owner_id AND a.account_id = p.account_id
      WHERE p.owner_id = ${owner.id} AND p.order_no = ANY(${orderNos}) AND ${visible}
      ORDER BY array_position(${orderNos}::text[], p.order_no)`,
  );
}

/** Where a file goes on: the exact moment as text, because a JavaScript date would lose its last digits. */
export type After = { at: string; orderNo: string };
export type BatchRow = OrderRow & { creator_name: string; placed_key: string };

/** The next orders of a file, newest first; the rights are asked again with each batch. */
export function listBatch(
  owner: Owner,
  visible: Visible,
  filter: OwnFilter,
  after: After | null,
  size: number,
): Promise<BatchRow[]> {
  return rows(
    owner,
    sql<BatchRow>`SELECT ${orderColumns}, a.name AS creator_name, p.placed_at::text AS placed_key
      FROM purchase p JOIN account a ON a.owner_id = p.owner_id AND a.account_id = p.account_id
      WHERE ${matching(owner, visible, filter)} AND ${onlyIf(filter.status, sql`p.status = ${filter.status}`)}
        AND (${after?.at ?? null}::timestamptz IS NULL
          OR (p.placed_at, p.order_no) < (${after?.at ?? null}::timestamptz, ${after?.orderNo ?? ''}))
      ORDER BY p.placed_at DESC, p.order_no DESC LIMIT ${size}`,
  );
}

/** Rows that a file will have: one per line of an order. */
export async function countLines(owner: Owner, visible: Visible, filter: OwnFilter): Promise<number> {
  const found = await firstRow(
    owner,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM purchase p
      JOIN sub_order l ON l.owner_id = p.owner_id AND l.order_no = p.order_no
      WHERE ${matching(owner, visible, filter)} AND ${onlyIf(filter.status, sql`p.status = ${filter.status}`)}`,
  );
  return found?.count ?? 0;
}

/** The accounts of the partner whose orders the caller sees. */
export function listCreators(owner: Owner, partnerId: number, visible: Visible) {
  return rows(
    owner,
    sql<{ account_id: number; name: string }>`SELECT a.account_id, a.name FROM account a
      WHERE a.owner_id = ${owner.id} AND a.partner_id = ${partnerId}
        AND EXISTS (SELECT 1 FROM purchase p WHERE p.owner_id = a.owner_id AND p.account_id = a.account_id AND ${visible})
      ORDER BY lower(a.name), a.account_id`,
  );
}

export type OrderRefundRow = {
  amount_minor: number;
  currency: Currency;
  /** In the order's currency. */
  order_minor: number;
  order_currency: Currency;
  status: number;
  channel: string;
  /** Of a gift card. */
  ending: string | null;
  card: RefundCard | null;
  reason: string;
  created_at: Date;
  settled_at: Date | null;
};

/** What went back, by the way it went (§3 refund details). */
export function listOrderRefunds(owner: Owner, orderNo: string): Promise<OrderRefundRow[]> {
  return rows(
    owner,
    sql<OrderRefundRow>`SELECT r.amount_minor, r.currency, r.status, y.channel, c.ending, r.reason, r.created_at, r.settled_at,
        ${refundCard} AS card,
        o.currency AS order_currency,
        coalesce(r.order_minor, round(r.amount_minor * y.order_minor::numeric / nullif(y.amount_minor, 0)), 0)::bigint AS order_minor
      FROM refund r JOIN payment y ON y.owner_id = r.owner_id AND y.payment_no = r.payment_no
      JOIN purchase o ON o.owner_id = r.owner_id AND o.order_no = r.order_no
      LEFT JOIN gift_card c ON c.owner_id = y.owner_id AND c.card_id = y.card_id
      WHERE r.owner_id = ${owner.id} AND r.order_no = ${orderNo} ORDER BY r.created_at, y.created_at, r.refund_no`,
  );
}

type ChargeOfOrder = ChargeRow & { order_no: string };

/** What came in for these orders in another currency than theirs (decision 0505), oldest first. */
export async function listCharges(owner: Owner, orderNos: string[]): Promise<Map<string, ChargeRow[]>> {
  const found = await rows(
    owner,
    sql<ChargeOfOrder>`SELECT y.order_no, y.currency, y.amount_minor, o.currency AS of_currency, ${exchangeColumns}
      FROM payment y JOIN purchase o USING (owner_id, order_no)
      WHERE y.owner_id = ${owner.id} AND y.order_no = ANY(${orderNos}) AND ${isUsed} AND y.currency <> o.currency
      ORDER BY y.created_at, y.payment_no`,
  );
  return Map.groupBy(found, (row) => row.order_no);
}

/** A refund with its amount in the order's currency, at the rate of its payment, the way that it goes, its line, and why. */
export type RefundCharge = ChargeRow &
  Pick<OrderRefundRow, 'channel' | 'ending' | 'card' | 'reason'> & { sub_order_no: string | null };

export function listRefundCharges(owner: Owner, refundNos: string[]): Promise<RefundCharge[]> {
  return rows(
    owner,
    sql<RefundCharge>`SELECT r.currency, r.amount_minor, o.currency AS of_currency, ${exchangeColumns}, y.channel, c.ending,
        ${refundCard} AS card, r.reason, r.sub_order_no,
        coalesce(r.order_minor, round(r.amount_minor * y.order_minor::numeric / nullif(y.amount_minor, 0)), 0)::bigint AS order_minor
      FROM refund r JOIN payment y USING (owner_id, payment_no) JOIN purchase o ON o.owner_id = r.owner_id AND o.order_no = r.order_no
      LEFT JOIN gift_card c ON c.owner_id = y.owner_id AND c.card_id = y.card_id
      WHERE r.owner_id = ${owner.id} AND r.refund_no = ANY(${refundNos}) ORDER BY r.sub_order_no, r.created_at, r.refund_no`,
  );
}

export function listFilters(owner: Owner, accountId: number, list: string) {
  return rows(
    owner,
    sql<{ filter_id: number; name: string; query: string }>`SELECT filter_id, name, query FROM saved_filter
      WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND list = ${list} ORDER BY lower(name), filter_id`,
  );
}

/** Filters of one account are changed one after another. */
export async function lockAccount(owner: OwnerTrx, accountId: number): Promise<void> {
  await sql`SELECT 1 FROM account WHERE owner_id = ${owner.id} AND account_id = ${accountId} FOR UPDATE`.execute(owner);
}

/** Gives the name this filter; 0 when there are `most` others already. Runs behind lockAccount. */
export async function putFilter(
  owner: OwnerTrx,
  accountId: number,
  row: { list: string; name: string; query: string },
  most: number,
): Promise<number> {
  const updated = await changed(
    owner,
    sql`UPDATE saved_filter SET query = ${row.query} WHERE owner_id = ${owner.id} AND account_id = ${accountId}
      AND list = ${row.list} AND name = ${row.name}`,
  );
  if (updated) return updated;
  return changed(
    owner,
    sql`INSERT INTO saved_filter (owner_id, account_id, list, name, query)
      SELECT ${owner.id}, ${accountId}, ${row.list}, ${row.name}, ${row.query}
      WHERE (SELECT count(*) FROM saved_filter
        WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND list = ${row.list}) < ${most}`,
  );
}

export function dropFilter(owner: Owner, accountId: number, id: string): Promise<number> {
  return changed(
    owner,
    sql`DELETE FROM saved_filter WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND filter_id = ${id}`,
  );
}
