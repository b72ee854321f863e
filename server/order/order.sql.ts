// Orders: writing one in a single statement, moving its status, reading it under the visibility rule.
import type { OrderStatusCode } from '../../domain/order-status.ts';
import { changed, type Db, firstRow, rows, type Sql, sql, type Trx } from '../platform/db.ts';

export type NewLine = {
  sub_order_no: string;
  /** One, or one per night of a stay. */
  departures: number[];
  package_id: number;
  sku_id: number;
  play_on: string;
  session: string;
  quantity: number;
  unit_minor: number;
  amount_minor: number;
  ladder: unknown;
  terms: unknown;
  travellers: unknown;
  until_on: string | null;
  valid_until: string | null;
  add_ons: unknown;
  agent_reference?: string;
};

export type NewOrder = {
  orderNo: string;
  partnerId: number;
  accountId: number;
  actorName: string;
  sessionHash: Buffer;
  productId: number;
  currency: string;
  listedMinor: number;
  partnerMinor: number;
  addOnMinor: number;
  discountMinor: number;
  payableMinor: number;
  rate: string;
  language: string;
  contact: unknown;
  fields: unknown;
  remark: string;
  agentReference: string;
  couponCode: string | null;
  payMinutes: number;
  /** Beyond capacity: nothing is held, the request is counted apart. */
  oversold: boolean;
  /** Travellers are filled in later: the order is to be completed. */
  travellersLater?: boolean;
  /** Recipients of messages with their language; none: the contact. */
  notify?: unknown[];
  pickup?: unknown;
  secondCheck?: 'waiting' | null;
  lines: NewLine[];
  key: string;
  bodyHash: Buffer;
  answer: unknown;
};

/**
 * Writes the order, its lines, the holds, the coupon's use, the first event and the answer for repeats: one statement that locks the
 * departure's row last. Where a SKU of it has a limit of its own, its places are taken by a second one. Raises noStock or couponUsedUp:
 * all or nothing, in the caller's transaction.
 */
export async function insertOrder(db: Trx, ownerId: number, order: NewOrder): Promise<void> {
  const lines = JSON.stringify(order.lines);
  const hold = order.oversold ? 'none' : 'live';
  const done = await firstRow(
    db,
    sql<{
      limited: boolean | null;
    }>`WITH lines AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(${lines}::jsonb) AS l(sub_order_no text, departures bigint[],
        package_id bigint, sku_id bigint, play_on date, session text, quantity int, unit_minor bigint, amount_minor bigint,
        ladder jsonb, terms jsonb, travellers jsonb, until_on date, valid_until date, add_ons jsonb, agent_reference text)),
      answered AS (INSERT INTO idempotency_key (owner_id, account_id, call, key, body_hash, answer)
        VALUES (${ownerId}, ${order.accountId}, 'createOrder', ${order.key}, ${order.bodyHash}, ${JSON.stringify(order.answer)}::jsonb)),
      head AS (INSERT INTO purchase (owner_id, order_no, partner_id, account_id, session_hash, product_id, status, currency, listed_minor, partner_minor, add_on_minor,
          discount_minor, payable_minor, rate, language, contact, fields, remark, agent_reference, coupon_code, notify, pickup, second_check, fields_done_at, pay_by)
        VALUES (${ownerId}, ${order.orderNo}, ${order.partnerId}, ${order.accountId}, ${order.sessionHash}, ${order.productId}, 1001, ${order.currency},
          ${order.listedMinor}, ${order.partnerMinor}, ${order.addOnMinor}, ${order.discountMinor}, ${order.payableMinor}, ${order.rate}, ${order.language}, ${JSON.stringify(order.contact)}::jsonb,
          ${JSON.stringify(order.fields)}::jsonb, ${order.remark}, ${order.agentReference}, ${order.couponCode},
          ${JSON.stringify(order.notify ?? [])}::jsonb, ${order.pickup ? JSON.stringify(order.pickup) : null}::jsonb, ${order.secondCheck ?? null}, CASE WHEN NOT ${order.travellersLater ?? false}::boolean THEN now() END, now() + make_interval(mins => ${order.payMinutes}))),
      body AS (INSERT INTO sub_order (owner_id, sub_order_no, order_no, departure_id, product_id, package_id, sku_id, play_on, session,
          quantity, oversold, status, unit_minor, amount_minor, ladder, terms, travellers, until_on, valid_until, add_ons, agent_reference, hold_state)
        SELECT ${ownerId}, sub_order_no, ${order.orderNo}, departures[1], ${order.productId}, package_id, sku_id, play_on, session,
          quantity, ${order.oversold}, 1001, unit_minor, amount_minor, ladder, terms, travellers, until_on, valid_until, add_ons, coalesce(agent_reference, ''), ${hold} FROM lines),
      spread AS MATERIALIZED (SELECT l.sub_order_no, d.departure_id, l.quantity FROM lines l CROSS JOIN LATERAL unnest(l.departures) d(departure_id)),
      held AS (INSERT INTO line_hold (owner_id, sub_order_no, departure_id, quantity)
        SELECT ${ownerId}, sub_order_no, departure_id, quantity FROM spread),
      told AS (INSERT INTO order_event (owner_id, order_no, action, actor, actor_name, to_status)
        VALUES (${ownerId}, ${order.orderNo}, 'place', 'buyer', ${order.actorName}, 1001)),
      coupon_taken AS (UPDATE coupon SET used = used + 1 WHERE owner_id = ${ownerId} AND code = upper(${order.couponCode}::text)
        AND (use_limit IS NULL OR used < use_limit) AND (user_limit IS NULL OR user_limit > (SELECT count(*) FROM coupon_use u
          WHERE u.owner_id = ${ownerId} AND u.code = coupon.code AND u.account_id = ${order.accountId} AND NOT u.given_back)) RETURNING code),
      coupon_noted AS (INSERT INTO coupon_use (owner_id, code, order_no, account_id)
        SELECT ${ownerId}, code, ${order.orderNo}, ${order.accountId} FROM coupon_taken),
      wanted AS MATERIALIZED (SELECT departure_id, sum(quantity)::int AS quantity FROM spread WHERE NOT ${order.oversold} GROUP BY departure_id ORDER BY departure_id),
      taken AS (UPDATE departure d SET held = d.held + w.quantity FROM wanted w
        WHERE d.owner_id = ${ownerId} AND d.departure_id = w.departure_id AND d.held + d.sold + w.quantity <= d.capacity RETURNING d.limited),
      counted AS (UPDATE departure d SET oversold = d.oversold + s.quantity
        FROM (SELECT departure_id, sum(quantity)::int AS quantity FROM spread WHERE ${order.oversold} GROUP BY departure_id) s
        WHERE d.owner_id = ${ownerId} AND d.departure_id = s.departure_id)
      SELECT CASE WHEN ${order.couponCode}::text IS NOT NULL AND NOT EXISTS (SELECT 1 FROM coupon_taken) THEN refuse('couponUsedUp') END,
        CASE WHEN (SELECT count(*) FROM taken) < (SELECT count(*) FROM wanted) THEN refuse('noStock') END,
        (SELECT bool_or(limited) FROM taken) AS limited`,
  );
  // Read under the lock, so never out of date: a limit that was written meanwhile is seen by the second statement.
  if (done?.limited) await takeSkus(db, ownerId, order.orderNo);
}

/** Holds the places of an order's lines whose SKUs have limits of their own, all or none (refuses noStock). Their departures are locked. */
async function takeSkus(db: Trx, ownerId: number, orderNo: string): Promise<void> {
  const same = sql`t.owner_id = ${ownerId} AND t.departure_id = p.departure_id AND t.sku_id = p.sku_id`;
  await sql`WITH parts AS MATERIALIZED (SELECT h.departure_id, s.sku_id, sum(h.quantity)::int AS quantity
        FROM sub_order s JOIN line_hold h USING (owner_id, sub_order_no)
        WHERE s.owner_id = ${ownerId} AND s.order_no = ${orderNo} GROUP BY h.departure_id, s.sku_id ORDER BY h.departure_id, s.sku_id),
      taken AS (UPDATE departure_sku t SET held = t.held + p.quantity FROM parts p
        WHERE ${same} AND t.held + t.sold + p.quantity <= t.capacity RETURNING 1)
    SELECT CASE WHEN (SELECT count(*) FROM taken) < (SELECT count(*) FROM parts p JOIN departure_sku t ON ${same})
      THEN refuse('noStock') END`.execute(db);
}

/** The stored answer of a key, for repeats of the same call. */
export function findAnswer(db: Sql, ownerId: number, accountId: number, call: string, key: string) {
  return firstRow(
    db,
    sql<{ body_hash: Buffer; answer: unknown }>`SELECT body_hash, answer FROM idempotency_key
      WHERE owner_id = ${ownerId} AND account_id = ${accountId} AND call = ${call} AND key = ${key}`,
  );
}

/** Locks the order's row: every change of an order passes here first, so changes of one order happen one after another. */
export function lockOrder(db: Sql, ownerId: number, orderNo: string) {
  return firstRow(
    db,
    sql<OrderRow>`SELECT ${orderColumns} FROM purchase p WHERE p.owner_id = ${ownerId} AND p.order_no = ${orderNo} FOR UPDATE`,
  );
}

/** Moves the sub-orders that are at one of `from`; the answer is what was moved. */
export function moveStatus(
  db: Sql,
  ownerId: number,
  orderNo: string,
  from: readonly OrderStatusCode[],
  to: OrderStatusCode,
  subOrderNo: string | null = null,
) {
  return rows(
    db,
    sql<{ sub_order_no: string; was: number }>`WITH old AS (SELECT sub_order_no, status FROM sub_order
        WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND status = ANY(${[...from]}::smallint[])
          AND (${subOrderNo}::text IS NULL OR sub_order_no = ${subOrderNo}))
      UPDATE sub_order s SET status = ${to} FROM old WHERE s.owner_id = ${ownerId} AND s.sub_order_no = old.sub_order_no
        AND s.status = ANY(${[...from]}::smallint[]) RETURNING s.sub_order_no, old.status AS was`,
  );
}

export async function setRollUp(db: Sql, ownerId: number, orderNo: string, status: number): Promise<void> {
  await sql`UPDATE purchase SET status = ${status} WHERE owner_id = ${ownerId} AND order_no = ${orderNo}`.execute(db);
}

export async function listStatuses(db: Sql, ownerId: number, orderNo: string): Promise<OrderStatusCode[]> {
  const list = await rows(
    db,
    sql<{
      status: OrderStatusCode;
    }>`SELECT status FROM sub_order WHERE owner_id = ${ownerId} AND order_no = ${orderNo}`,
  );
  return list.map((row) => row.status);
}

export type NewEvent = {
  action: string;
  actor: string;
  actorName: string;
  from?: number | undefined;
  to?: number | undefined;
  why?: string | undefined;
  subOrderNo?: string | null;
};

export async function insertEvent(db: Sql, ownerId: number, orderNo: string, event: NewEvent): Promise<void> {
  await sql`INSERT INTO order_event (owner_id, order_no, sub_order_no, action, actor, actor_name, from_status, to_status, why)
    VALUES (${ownerId}, ${orderNo}, ${event.subOrderNo ?? null}, ${event.action}, ${event.actor}, ${event.actorName}, ${event.from ?? null}, ${event.to ?? null}, ${event.why ?? ''})`.execute(
    db,
  );
}

/** Twelve of 32 letters, 60 random bits: five of each of twelve bytes of a random UUID, but not of the two bytes that tell its version. */
export async function giveVoucherCodes(db: Sql, ownerId: number, orderNo: string): Promise<void> {
  await sql`UPDATE sub_order SET voucher_code = (SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(u.bytes, i) & 31), 1), '')
        FROM (SELECT uuid_send(gen_random_uuid()) AS bytes WHERE sub_order_no <> '') u, unnest(ARRAY[0,1,2,3,4,5,9,10,11,12,13,14]) i)
    WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND status = 1003 AND voucher_code IS NULL`.execute(db);
}

export async function countSold(db: Sql, ownerId: number, orderNo: string): Promise<void> {
  await sql`UPDATE product p SET sold = p.sold + s.quantity FROM (SELECT product_id, sum(quantity)::int AS quantity FROM sub_order
      WHERE owner_id = ${ownerId} AND order_no = ${orderNo} GROUP BY product_id) s
    WHERE p.owner_id = ${ownerId} AND p.product_id = s.product_id`.execute(db);
}

/** Orders whose time to pay is over and that no payment is under way for. */
export function listOverdue(house: Db, most: number) {
  return rows(
    house,
    sql<{ owner_id: number; order_no: string }>`SELECT owner_id, order_no FROM purchase p
      WHERE p.status = 1001 AND p.pay_by < now() AND p.pay_status <> 102 ORDER BY p.pay_by LIMIT ${most}`,
  );
}

export type OrderRow = {
  owner_id: number;
  order_no: string;
  partner_id: number;
  account_id: number;
  product_id: number;
  status: OrderStatusCode;
  pay_status: number;
  currency: string;
  listed_minor: number;
  discount_minor: number;
  payable_minor: number;
  rate: string;
  language: string;
  contact: { name: string; email: string; areaCode: string; phone: string };
  fields: Record<string, string>;
  remark: string;
  agent_reference: string;
  coupon_code: string | null;
  placed_at: Date;
  pay_by: Date | null;
  paid_at: Date | null;
  transfer_waits: boolean;
};

export const orderColumns = sql`p.owner_id, p.order_no, p.partner_id, p.account_id, p.product_id, p.status, p.pay_status, p.currency, p.listed_minor,
  p.discount_minor, p.payable_minor, p.rate, p.language, p.contact, p.fields, p.remark, p.agent_reference, p.coupon_code,
  p.placed_at, p.pay_by, p.paid_at, (p.status = 1001 AND p.pay_status = 102 AND EXISTS (SELECT 1 FROM payment y
    JOIN transfer t ON t.owner_id = y.owner_id AND t.payment_no = y.payment_no WHERE y.owner_id = p.owner_id
      AND y.order_no = p.order_no AND y.supplement_no IS NULL AND y.live AND t.state = 'submitted')) AS transfer_waits`;

/** The condition under which rows of `purchase p` are seen; made by order/limit-visibility.ts only. */
export type Visible = ReturnType<typeof sql>;

export function findOrder(db: Sql, ownerId: number, orderNo: string, visible: Visible): Promise<OrderRow | undefined> {
  return firstRow(
    db,
    sql<OrderRow>`SELECT ${orderColumns} FROM purchase p WHERE p.owner_id = ${ownerId} AND p.order_no = ${orderNo} AND ${visible}`,
  );
}

export type LineOfOrder = {
  sub_order_no: string;
  order_no: string;
  product_id: number;
  play_on: string;
  session: string;
  quantity: number;
  oversold: boolean;
  status: OrderStatusCode;
  unit_minor: number;
  amount_minor: number;
  ladder: { step: 'listed' | 'partner' | 'promo' | 'addOns' | 'freight'; amountMinor: number }[];
  terms: Terms;
  travellers: Record<string, string>[];
  voucher_code: string | null;
  redeemed_at: Date | null;
  until_on: string | null;
  valid_until: string | null;
  cancelled_quantity: number;
  cancelled_minor: number;
  add_ons: { id: string; names: Record<string, string>; quantity: number; unitMinor: number }[];
};

/** What was agreed at the time of the order; nothing that changes later touches it. */
export type Terms = {
  productKey: string;
  names: Record<string, string>;
  packageNames: Record<string, string>;
  skuNames: Record<string, string>;
  ticketType: number | null;
  carType: number | null;
  cityNames: Record<string, string>;
  scene: { kind: string; time: string };
  pictureId?: string | null;
  instant: boolean;
  freeCancelDays: number | null;
  /** Since part 3; earlier orders have none. */
  refundRules?: { daysBefore: number; feePercent: number }[] | null;
  type?: number;
  nights?: { on: string; priceMinor: number }[];
  zone: string;
};

export function listLines(db: Sql, ownerId: number, orderNos: string[]): Promise<LineOfOrder[]> {
  return rows(
    db,
    sql<LineOfOrder>`SELECT sub_order_no, order_no, product_id, play_on::text AS play_on, session, quantity, oversold, status, unit_minor, amount_minor,
        ladder, terms, travellers, voucher_code, until_on::text AS until_on, valid_until::text AS valid_until, add_ons,
        cancelled_quantity, cancelled_minor, redeemed_at
      FROM sub_order WHERE owner_id = ${ownerId} AND order_no = ANY(${orderNos}) ORDER BY order_no, sub_order_no`,
  );
}

export function listEvents(db: Sql, ownerId: number, orderNo: string) {
  return rows(
    db,
    sql<{
      at: Date;
      action: string;
      actor: string;
      actor_name: string;
      sub_order_no: string | null;
      from_status: number | null;
      to_status: number | null;
      why: string;
    }>`
      SELECT at, action, actor, actor_name, sub_order_no, from_status, to_status, why FROM order_event
      WHERE owner_id = ${ownerId} AND order_no = ${orderNo} ORDER BY event_id`,
  );
}

export type ListFilter = { status: number | null; query: string; size: number; from: number };

export async function listOrders(db: Sql, ownerId: number, visible: Visible, filter: ListFilter) {
  const like = `%${filter.query.replace(/[\\%_]/g, '\\$&')}%`;
  const matching = sql`p.owner_id = ${ownerId} AND ${visible} AND (${filter.status}::int IS NULL OR p.status = ${filter.status})
    AND (${filter.query} = '' OR p.order_no ILIKE ${like} OR p.agent_reference ILIKE ${like} OR p.contact ->> 'name' ILIKE ${like} OR p.contact ->> 'email' ILIKE ${like})`;
  const total = await firstRow(
    db,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM purchase p WHERE ${matching}`,
  );
  const list = await rows(
    db,
    sql<
      OrderRow & { partner_name: string; buyer_name: string; channel: string | null }
    >`SELECT ${orderColumns}, r.name AS partner_name, a.name AS buyer_name,
        (SELECT channel FROM payment y WHERE y.owner_id = p.owner_id AND y.order_no = p.order_no ORDER BY y.created_at DESC LIMIT 1) AS channel
      FROM purchase p JOIN partner r ON r.owner_id = p.owner_id AND r.partner_id = p.partner_id
      JOIN account a ON a.owner_id = p.owner_id AND a.account_id = p.account_id
      WHERE ${matching} ORDER BY p.placed_at DESC, p.order_no LIMIT ${filter.size} OFFSET ${filter.from}`,
  );
  return { total: total?.total ?? 0, list };
}

export async function markPaid(db: Sql, ownerId: number, orderNo: string): Promise<void> {
  await sql`UPDATE purchase SET pay_status = 103, paid_at = now() WHERE owner_id = ${ownerId} AND order_no = ${orderNo}`.execute(
    db,
  );
}

/** Moves the payment status of the order; the answer is whether it was at one of `from`. */
export function movePayStatus(
  db: Sql,
  ownerId: number,
  orderNo: string,
  from: readonly number[],
  to: number,
): Promise<number> {
  return changed(
    db,
    sql`UPDATE purchase SET pay_status = ${to} WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND pay_status = ANY(${[...from]}::smallint[])`,
  );
}

/** Money that came in and went back, in the order's selling currency. */
export async function findMoneyTotals(
  db: Sql,
  ownerId: number,
  orderNo: string,
): Promise<{ paid: number; refunded: number }> {
  const row = await firstRow(
    db,
    sql<{ paid: number; refunded: number }>`SELECT
      (SELECT coalesce(sum(order_minor), 0)::bigint FROM payment WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND status = 103) AS paid,
      (SELECT coalesce(sum(coalesce(r.order_minor, round(r.amount_minor * p.order_minor::numeric / nullif(p.amount_minor, 0)))), 0)::bigint FROM refund r JOIN payment p USING (owner_id, payment_no)
        WHERE r.owner_id = ${ownerId} AND r.order_no = ${orderNo} AND r.status <> 2) AS refunded`,
  );
  return row ?? { paid: 0, refunded: 0 };
}

export function listPayments(db: Sql, ownerId: number, orderNo: string) {
  return rows(
    db,
    sql<{
      payment_no: string;
      channel: string;
      status: number;
      currency: string;
      amount_minor: number;
      provider_ref: string | null;
      created_at: Date;
    }>`
      SELECT payment_no, channel, status, currency, amount_minor, provider_ref, created_at FROM payment
      WHERE owner_id = ${ownerId} AND order_no = ${orderNo} ORDER BY created_at`,
  );
}

export function findNames(db: Sql, ownerId: number, orderNo: string) {
  return firstRow(
    db,
    sql<{
      partner_name: string;
      buyer_name: string;
    }>`SELECT r.name AS partner_name, a.name AS buyer_name FROM purchase p
      JOIN partner r ON r.owner_id = p.owner_id AND r.partner_id = p.partner_id
      JOIN account a ON a.owner_id = p.owner_id AND a.account_id = p.account_id
      WHERE p.owner_id = ${ownerId} AND p.order_no = ${orderNo}`,
  );
}

/** Numbers of the back office's start page. */
export function countQueues(db: Sql, ownerId: number, zone: string) {
  return firstRow(
    db,
    sql<{ to_confirm: number; unpaid: number; today: number; pay_trouble: number }>`SELECT
      count(*) FILTER (WHERE status = 1002)::int AS to_confirm,
      count(*) FILTER (WHERE status = 1001)::int AS unpaid,
      count(*) FILTER (WHERE placed_at >= date_trunc('day', now() AT TIME ZONE ${zone}) AT TIME ZONE ${zone})::int AS today,
      (SELECT count(*)::int FROM payment WHERE owner_id = ${ownerId} AND outcome IN ('late', 'overpaid')) AS pay_trouble
      FROM purchase WHERE owner_id = ${ownerId}`,
  );
}
