// The owner's order list: every filter in one condition, which the queues count by and the sales point to.
import type { Trouble } from '../../contract/desk.ts';
import { limits } from '../../domain/limits.ts';
import { applierOf, isApplied, OrderStatus } from '../../domain/order-status.ts';
import { listUsedChannels } from '../finance/finance.sql.ts';
import { lacksESims } from '../order/delivery/esim.sql.ts';
import { everyStatus, type OrderDays, withinDays } from '../order/list.sql.ts';
import { isRestOverdue } from '../order/part/rest.sql.ts';
import { type OrderRow, orderColumns, type Visible } from '../order/read.sql.ts';
import { isForWhole } from '../order/supplement/added.sql.ts';
import { anywhere } from '../platform/database/match-text.ts';
import { isFollowed } from '../platform/database/refund-number.sql.ts';
import {
  openOrders,
  orderCode,
  paymentCode,
  refundCode,
  soldOrders,
  suppliedOrders,
} from '../platform/database/status.sql.ts';
import { firstRow, notPrepared, type Owner, onlyIf, rows, sql } from '../platform/db.ts';
import { hasOtherPrice } from './change.sql.ts';

export type DeskFilter = OrderDays & {
  query: string;
  /** The order whose whole number was asked for, where there is one: nothing else is looked for. */
  orderNo?: string;
  /** Looks at the number and the guest's name alone: what the reader does not see is not found either. */
  narrow: boolean;
  /** Over `sub_order s`: the lines that the reader sees, whose state counts; null: all of the order. */
  lines: Visible | null;
  /** Also 4001–4003: a cancellation that waits for the owner, by its applier. */
  status: number | null;
  payStatus: number | null;
  source: number | null;
  channel: string | null;
  product: string | null;
  /** Type of the product. */
  type: number | null;
  partner: string | null;
  trouble: Trouble | null;
  sold: boolean;
};

const troubleOf: Record<Trouble, Visible> = {
  /** The buyer wrote, and no member of staff has read it. */
  unread: sql`EXISTS (SELECT 1 FROM order_remark m WHERE m.owner_id = p.owner_id AND m.order_no = p.order_no
    AND m.side = 1 AND m.read_at IS NULL)`,
  /** Pick-ups that a person has to look at while the order can still be served. */
  secondCheck: sql`p.second_check = 'waiting' AND p.status = ANY(${openOrders}::smallint[])`,
  /** Confirmed, but not sent to its address yet. */
  toSend: sql`EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no
    AND s.status = ${orderCode.confirmed} AND s.sent_at IS NULL AND s.terms @> '{"delivered": true}')`,
  eSims: lacksESims,
  refundFailed: sql`EXISTS (SELECT 1 FROM refund f WHERE f.owner_id = p.owner_id AND f.order_no = p.order_no
    AND f.status = ${refundCode.failed} AND NOT ${isFollowed})`,
  refundManual: sql`EXISTS (SELECT 1 FROM refund f WHERE f.owner_id = p.owner_id AND f.order_no = p.order_no
    AND f.status = ${refundCode.processing} AND f.manual)`,
  restOverdue: isRestOverdue,
  // Money that no order took and that has not gone back yet.
  payTrouble: sql`EXISTS (SELECT 1 FROM payment y WHERE y.owner_id = p.owner_id AND y.order_no = p.order_no
    AND y.outcome IN ('late', 'overpaid') AND NOT EXISTS (SELECT 1 FROM refund f
      WHERE f.owner_id = y.owner_id AND f.payment_no = y.payment_no AND f.status = ${refundCode.successful}))`,
  // The time to pay has been over for a while, and the gateway does not say whether it was paid: its places stay held.
  payUnknown: sql`EXISTS (SELECT 1 FROM payment y WHERE y.owner_id = p.owner_id AND y.order_no = p.order_no AND y.live
    AND y.channel <> 'offline'
    AND least(y.expires_at, CASE WHEN y.supplement_no IS NULL THEN p.pay_by END) < now() - interval '5 minutes')`,
  otherPrice: hasOtherPrice,
};

/** Over `sub_order s`: it ended, and a fee or an additional payment of its order was kept (decision 0722). */
const endedWithMoney = sql`(EXISTS (SELECT 1 FROM cancel_request r WHERE r.owner_id = s.owner_id AND r.sub_order_no = s.sub_order_no
    AND r.result = 1 AND r.fee_minor > 0)
  OR s.status = ${orderCode.cancelledAfterApproval} AND EXISTS (SELECT 1 FROM supplement e WHERE e.owner_id = s.owner_id
    AND e.order_no = s.order_no AND ${isForWhole} AND e.returned_minor < e.amount_minor))`;

/** Paid orders that stand, and those that ended with a part of their money kept. */
export const isSold = sql`p.pay_status = ${paymentCode.paid} AND (p.status = ANY(${soldOrders}::smallint[]) OR EXISTS (SELECT 1
  FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no AND ${endedWithMoney}))`;

/** The channel that took the order's money, or what shares left of it. */
export const channelOfOrder = sql`(SELECT y.channel FROM payment y WHERE y.owner_id = p.owner_id AND y.order_no = p.order_no
  AND y.supplement_no IS NULL AND y.outcome = 'applied' AND NOT y.share LIMIT 1)`;

/** §3: who asked for a cancellation that is not decided yet, as a status of the list. */
const appliedBy = (
  applier: number,
) => sql`EXISTS (SELECT 1 FROM cancel_request r WHERE r.owner_id = p.owner_id AND r.order_no = p.order_no
  AND r.result = 0 AND r.applier = ${applier})`;

function atStatus({ status, lines }: Pick<DeskFilter, 'status' | 'lines'>): Visible {
  if (status && isApplied(status)) return appliedBy(applierOf(status));
  if (!lines) return sql`p.status = ${status === null ? null : sql.lit(status)}`;
  return sql`EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no AND s.status = ${status}
    AND ${lines})`;
}

/** Who is not named to the reader is not found by name either (decision 0803). */
const readsGuest = ({ lines }: Pick<DeskFilter, 'lines'>): Visible =>
  lines
    ? sql`EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no
        AND s.status = ANY(${suppliedOrders}::smallint[]) AND ${lines})`
    : sql`true`;

function matching(owner: Owner, visible: Visible, f: DeskFilter) {
  const query = f.query.trim();
  const like = anywhere(query);
  const byNumber = anywhere(query.replace(/-\d+$/, ''));
  return sql`${notPrepared} p.owner_id = ${owner.id} AND ${visible}
    AND ${onlyIf(f.status, atStatus(f))}
    AND ${onlyIf(f.payStatus, sql`p.pay_status = ${f.payStatus}`)}
    AND ${onlyIf(f.source, sql`p.source = ${f.source}`)}
    AND ${onlyIf(f.product, sql`p.product_id = ${f.product}::bigint`)}
    AND ${onlyIf(
      f.type,
      sql`p.product_id IN (SELECT t.product_id FROM product t WHERE t.owner_id = ${owner.id} AND t.type = ${f.type}::smallint)`,
    )}
    AND ${onlyIf(f.partner, sql`p.partner_id = ${f.partner}::bigint`)}
    AND ${onlyIf(f.channel, sql`${channelOfOrder} = ${f.channel}`)}
    AND ${withinDays(f)}
    AND ${onlyIf(f.sold || null, isSold)}
    AND ${f.trouble ? troubleOf[f.trouble] : sql`true`}
    AND ${onlyIf(f.orderNo ?? null, sql`p.order_no = ${f.orderNo}`)}
    AND ${onlyIf(
      f.orderNo ? null : query || null,
      sql`p.order_no ILIKE ${byNumber} OR (p.contact ->> 'name' ILIKE ${like} AND ${readsGuest(f)})
      OR (NOT ${f.narrow}::boolean AND (p.agent_reference ILIKE ${like} OR p.contact ->> 'email' ILIKE ${like}
        OR p.contact ->> 'phone' ILIKE ${like} OR p.partner_id IN (SELECT n.partner_id FROM partner n
          WHERE n.owner_id = ${owner.id} AND n.name ILIKE ${like})))`,
    )}`;
}

/** A whole number is found by its key: looking through everything takes a large company's list seconds. */
async function withNumber(owner: Owner, filter: DeskFilter): Promise<DeskFilter> {
  const [, number] = /^([A-Z0-9]{8,20})(?:-\d{1,3})?$/.exec(filter.query.trim().toUpperCase()) ?? [];
  if (!number) return filter;
  const orderNos = sql<{ orderNo: string }>`SELECT order_no AS "orderNo" FROM purchase
    WHERE owner_id = ${owner.id} AND order_no = ${number}`;
  return { ...filter, ...(await firstRow(owner, orderNos)) };
}

export type DeskRow = OrderRow & {
  partner_name: string;
  buyer_name: string;
  channel: string | null;
};

const deskRows = sql`SELECT ${orderColumns}, r.name AS partner_name, a.name AS buyer_name,
    coalesce(${channelOfOrder}, (SELECT channel FROM payment y WHERE y.owner_id = p.owner_id AND y.order_no = p.order_no
      ORDER BY y.created_at DESC LIMIT 1)) AS channel
  FROM purchase p JOIN partner r ON r.owner_id = p.owner_id AND r.partner_id = p.partner_id
  JOIN account a ON a.owner_id = p.owner_id AND a.account_id = p.account_id`;

export async function listDesk(
  owner: Owner,
  visible: Visible,
  chosen: DeskFilter,
  page: { size: number; from: number },
): Promise<{ total: number; more: boolean; list: DeskRow[] }> {
  const filter = await withNumber(owner, chosen);
  const most = limits.countedOrders;
  const count = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM (SELECT 1 FROM purchase p
      WHERE ${matching(owner, visible, filter)} LIMIT ${sql.lit(most + 1)}) found`,
  );
  const list = await rows(
    owner,
    sql<DeskRow>`${deskRows} WHERE ${matching(owner, visible, filter)}
      ORDER BY p.placed_at DESC, p.order_no LIMIT ${sql.lit(page.size)} OFFSET ${sql.lit(page.from)}`,
  );
  const total = count?.total ?? 0;
  return { total: Math.min(total, most), more: total > most, list };
}

/** The numbers of everything that a filter finds, in the order of the list, `most` at most. */
export async function listDeskNumbers(
  owner: Owner,
  visible: Visible,
  chosen: DeskFilter,
  most: number,
): Promise<string[]> {
  const filter = await withNumber(owner, chosen);
  const found = await rows(
    owner,
    sql<{ order_no: string }>`SELECT p.order_no FROM purchase p WHERE ${matching(owner, visible, filter)}
      ORDER BY p.placed_at DESC, p.order_no LIMIT ${most}`,
  );
  return found.map((row) => row.order_no);
}

/** Some orders of the list by their numbers; those that the reader may not see are left out. */
export function listDeskOf(owner: Owner, visible: Visible, numbers: string[]): Promise<DeskRow[]> {
  return rows(
    owner,
    sql<DeskRow>`${deskRows} WHERE p.owner_id = ${owner.id} AND p.order_no = ANY(${numbers}::text[]) AND ${visible}
      ORDER BY array_position(${numbers}::text[], p.order_no)`,
  );
}

export async function countLinesOf(owner: Owner, numbers: string[]): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM sub_order
      WHERE owner_id = ${owner.id} AND order_no = ANY(${numbers}::text[])`,
  );
  return row?.n ?? 0;
}

/** How many orders there are in each state of trouble, and in the states that staff work through. */
export async function countOrders(
  owner: Owner,
  { visible, lines }: { visible: Visible; lines: Visible | null },
  today: string,
  zone: string,
) {
  const of = (condition: Visible) =>
    sql`(SELECT count(*)::int FROM purchase p WHERE p.owner_id = ${owner.id} AND ${visible} AND ${condition})`;
  const row = await firstRow(
    owner,
    sql<
      Record<'toConfirm' | 'unpaid' | 'today' | Trouble, number>
    >`SELECT ${of(atStatus({ status: OrderStatus.pending, lines }))} AS "toConfirm",
      ${of(sql`p.status = ${orderCode.unpaid}`)} AS unpaid,
      ${of(sql`p.placed_at >= (SELECT moment_of(${today}::date, ${zone}))
        AND p.placed_at < (SELECT moment_of(${today}::date + 1, ${zone}))`)} AS today,
      ${of(troubleOf.unread)} AS unread, ${of(troubleOf.secondCheck)} AS "secondCheck", ${of(troubleOf.toSend)} AS "toSend",
      ${of(troubleOf.eSims)} AS "eSims",
      ${of(troubleOf.refundFailed)} AS "refundFailed",
      ${of(troubleOf.refundManual)} AS "refundManual", ${of(troubleOf.restOverdue)} AS "restOverdue",
      ${of(troubleOf.payTrouble)} AS "payTrouble", ${of(troubleOf.payUnknown)} AS "payUnknown"`,
  );
  if (!row) throw new Error('a count has a row');
  return row;
}

/** Queues that other rooms work through. */
export async function countOthers(owner: Owner) {
  const row = await firstRow(
    owner,
    sql<Record<'cancels' | 'transfers' | 'partners' | 'partnerChanges' | 'supplierTrouble', number>>`SELECT
      (SELECT count(*)::int FROM cancel_request WHERE owner_id = ${owner.id} AND result = 0) AS cancels,
      (SELECT count(*)::int FROM transfer WHERE owner_id = ${owner.id} AND state = 'submitted') AS transfers,
      (SELECT count(*)::int FROM partner WHERE owner_id = ${owner.id} AND approval = 'waiting') AS partners,
      (SELECT count(*)::int FROM partner_request WHERE owner_id = ${owner.id} AND state = 'waiting') AS "partnerChanges",
      (SELECT count(*)::int FROM octo_link WHERE owner_id = ${owner.id} AND active AND problem <> '') AS "supplierTrouble"`,
  );
  if (!row) throw new Error('a count has a row');
  return row;
}

/** At most 300 products by name, and the 100 partners that ordered last, each list with the one that is chosen. */
export async function listChoices(
  owner: Owner,
  visible: Visible,
  language: string,
  chosen: { product: string | null; partner: string | null },
) {
  const products = await rows(
    owner,
    sql<{
      id: number;
      name: string;
    }>`SELECT d.product_id AS id, coalesce(d.names ->> ${language}, d.names ->> 'en', d.names ->> 'zh_CN', d.key) AS name
      FROM product d WHERE d.owner_id = ${owner.id} AND EXISTS (SELECT 1 FROM purchase p
        WHERE p.owner_id = d.owner_id AND p.product_id = d.product_id AND ${visible})
      ORDER BY d.product_id = ${chosen.product}::bigint DESC NULLS LAST, lower(d.key) LIMIT 300`,
  );
  const partners = await rows(
    owner,
    sql<{ id: number; name: string }>`SELECT n.partner_id AS id, n.name FROM partner n
      JOIN LATERAL (SELECT max(p.placed_at) AS last FROM ${everyStatus} s(status) CROSS JOIN LATERAL (SELECT p.placed_at FROM purchase p
          WHERE p.owner_id = n.owner_id AND p.partner_id = n.partner_id AND p.status = s.status AND ${visible}
          ORDER BY p.placed_at DESC LIMIT 1) p) o
        ON o.last IS NOT NULL
      WHERE n.owner_id = ${owner.id} ORDER BY n.partner_id = ${chosen.partner}::bigint DESC NULLS LAST, o.last DESC LIMIT 100`,
  );
  return { products, partners, channels: await listUsedChannels(owner, { applied: true }) };
}
