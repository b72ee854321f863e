// Statements that write orders: a new one in a single statement, then its status, its payment, its history.
import type { Currency } from '../../domain/currencies.ts';
import type { PartTerms } from '../../domain/open-payments.ts';
import type { OrderStatusCode } from '../../domain/order-status.ts';
import { addOnCost, unitCost } from '../inventory/unit-cost.sql.ts';
import { insertAnswer } from '../platform/answer-once.sql.ts';
import type { JobPart } from '../platform/database/queue-job.sql.ts';
import { accountCode, orderCode, paymentCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, given, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

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
  /** Of the amount; left out: nothing. */
  freight_minor?: number;
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
  currency: Currency;
  listedMinor: number;
  partnerMinor: number;
  addOnMinor: number;
  freightMinor?: number;
  discountMinor: number;
  payableMinor: number;
  rate: string;
  language: string;
  contact: unknown;
  fields: unknown;
  remark: string;
  agentReference: string;
  couponCode: string | null;
  /** Of the booking agreement that the buyer was shown; left out: the version in force. */
  agreement?: string;
  payMinutes: number;
  /** What is agreed about paying in parts; left out: everything at once. */
  part?: PartTerms | null;
  /** §3 order source; 0 unless given. */
  source?: number;
  /** Beyond capacity: nothing is held, the request is counted apart. */
  oversold: boolean;
  /** What is filled in later; left out: nothing. */
  following?: { isIncomplete: boolean; fieldsLater: readonly string[]; fieldsDueAt: Date };
  /** Recipients of messages with their language; none: the contact. */
  notify?: unknown[];
  pickup?: unknown;
  secondCheck?: 'waiting' | null;
  lines: NewLine[];
  key: string;
  bodyHash: Buffer;
  answer: unknown;
};

/** The version of the booking agreement with this token, else the newest one; none where the owner has no agreement. */
const acceptedAgreement = (owner: Owner, token = '') => sql`SELECT a.token FROM agreement a
  WHERE a.owner_id = ${owner.id} AND a.kind = 'booking' ORDER BY (a.token = ${token}) DESC, a.version DESC LIMIT 1`;

/** Held until the commit, as its key would be anyway: an erasure waits for the order, or the order finds no account (decision 0495). */
const standingAccount = (owner: Owner, accountId: number) => sql`SELECT account_id FROM account
  WHERE owner_id = ${owner.id} AND account_id = ${accountId} AND status <> ${accountCode.deleted} FOR KEY SHARE`;

const insertHead = (
  owner: Owner,
  order: NewOrder,
) => sql`INSERT INTO purchase (owner_id, order_no, partner_id, account_id, session_hash, product_id, status,
      currency, listed_minor, partner_minor, add_on_minor, freight_minor, discount_minor, payable_minor, rate, language, contact,
      fields, remark, agent_reference, coupon_code, notify, pickup, second_check, check_since,
      fields_done_at, fields_later, fields_due_at, source, agreement_token, part, pay_by)
    SELECT ${owner.id}, ${order.orderNo}, ${order.partnerId}, ${order.accountId}, ${order.sessionHash},
      ${order.productId}, ${orderCode.unpaid}, ${order.currency}, ${order.listedMinor}, ${order.partnerMinor},
      ${order.addOnMinor}, ${order.freightMinor ?? 0}, ${order.discountMinor}, ${order.payableMinor}, ${order.rate}, ${order.language},
      ${JSON.stringify(order.contact)}::jsonb,
      ${JSON.stringify(order.fields)}::jsonb, ${order.remark}, ${order.agentReference}, ${order.couponCode},
      ${JSON.stringify(order.notify ?? [])}::jsonb, ${order.pickup ? JSON.stringify(order.pickup) : null}::jsonb,
      ${order.secondCheck ?? null}, CASE WHEN ${order.secondCheck ?? null}::text IS NOT NULL THEN now() END,
      CASE WHEN NOT ${order.following?.isIncomplete ?? false}::boolean THEN now() END,
      ${order.following?.isIncomplete ? [...order.following.fieldsLater] : []}::text[],
      ${order.following?.isIncomplete ? order.following.fieldsDueAt.toISOString() : null}::timestamptz,
      ${order.source ?? 0}, (${acceptedAgreement(owner, order.agreement)}),
      ${order.part ? JSON.stringify(order.part) : null}::jsonb, now() + make_interval(mins => ${order.payMinutes})
    FROM (${standingAccount(owner, order.accountId)}) a`;

/** A SKU of a departure has a limit of its own, which the statement alone does not take: the order needs a transaction. */
export const skuLimited = 'skuLimited';

const takeCoupon = (
  owner: Owner,
  { orderNo, accountId }: NewOrder,
  code: string,
) => sql`coupon_taken AS (UPDATE coupon SET used = used + 1 WHERE owner_id = ${owner.id} AND code = upper(${code}::text)
        AND (use_limit IS NULL OR used < use_limit) AND (user_limit IS NULL OR user_limit > (SELECT count(*) FROM coupon_use u
          WHERE u.owner_id = ${owner.id} AND u.code = coupon.code AND u.account_id = ${accountId}
            AND NOT u.given_back)) RETURNING code),
      coupon_noted AS (INSERT INTO coupon_use (owner_id, code, order_no, account_id)
        SELECT ${owner.id}, code, ${orderNo}, ${accountId} FROM coupon_taken),`;

const countBeyond = (owner: Owner) => sql`UPDATE departure d SET oversold = d.oversold + s.quantity
        FROM (SELECT departure_id, sum(quantity)::int AS quantity FROM spread GROUP BY departure_id) s
        WHERE d.owner_id = ${owner.id} AND d.departure_id = s.departure_id`;

/**
 * Writes the order, its lines, the holds, the coupon's use, the first event, the answer for repeats and the job that follows: one statement
 * that locks the departure's row last, when all other rows are written. Where a SKU of it has a limit of its own, its places are taken by
 * a second one, in the caller's transaction; `alone` there is none, and it refuses skuLimited. Refuses noStock or couponUsedUp: all or
 * nothing.
 */
export async function insertOrder(
  owner: Owner,
  order: NewOrder,
  { job = sql`SELECT 1`, alone = false }: { job?: JobPart; alone?: boolean } = {},
): Promise<void> {
  const lines = JSON.stringify(order.lines);
  const hold = order.oversold ? 'none' : 'live';
  const hasExtras = order.lines.some(({ add_ons: extras }) => Array.isArray(extras) && extras.length > 0);
  const keyed = { accountId: order.accountId, call: 'createOrder', key: order.key, bodyHash: order.bodyHash };
  const done = await firstRow(
    owner,
    sql<{
      limited: boolean | null;
    }>`WITH lines AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(${lines}::jsonb) AS l(sub_order_no text, departures bigint[],
        package_id bigint, sku_id bigint, play_on date, session text, quantity int, unit_minor bigint, amount_minor bigint,
        freight_minor bigint, ladder jsonb, terms jsonb, travellers jsonb, until_on date, valid_until date, add_ons jsonb,
        agent_reference text)),
      queued AS (${job}),
      answered AS (${insertAnswer(owner, keyed, order.answer)} RETURNING 1),
      head AS (${insertHead(owner, order)} RETURNING 1),
      body AS (INSERT INTO sub_order (owner_id, sub_order_no, order_no, departure_id, product_id, package_id, sku_id, play_on, session,
          quantity, oversold, status, unit_minor, amount_minor, freight_minor, ladder, terms, travellers, until_on, valid_until,
          add_ons, agent_reference, hold_state, unit_cost_minor, add_on_cost_minor)
        SELECT ${owner.id}, sub_order_no, ${order.orderNo}, departures[1], ${order.productId}, package_id, sku_id, play_on, session,
          quantity, ${order.oversold}, ${orderCode.unpaid}, unit_minor, amount_minor, coalesce(freight_minor, 0), ladder, terms,
          travellers, until_on, valid_until, add_ons, coalesce(agent_reference, ''), ${hold},
          ${unitCost(owner, sql`lines.sku_id`, sql`lines.departures`)},
          ${hasExtras ? addOnCost(owner, sql`lines.add_ons`) : sql`0`} FROM lines RETURNING 1),
      spread AS MATERIALIZED (SELECT l.sub_order_no, d.departure_id, l.quantity FROM lines l
        CROSS JOIN LATERAL unnest(l.departures) d(departure_id)),
      held AS (INSERT INTO line_hold (owner_id, sub_order_no, departure_id, quantity)
        SELECT ${owner.id}, sub_order_no, departure_id, quantity FROM spread RETURNING 1),
      told AS (INSERT INTO order_event (owner_id, order_no, action, actor, actor_name, to_status)
        VALUES (${owner.id}, ${order.orderNo}, 'place', 'buyer', ${order.actorName}, ${orderCode.unpaid}) RETURNING 1),
      ${order.couponCode ? takeCoupon(owner, order, order.couponCode) : sql``}
      written AS MATERIALIZED (SELECT (SELECT count(*) FROM queued) + (SELECT count(*) FROM answered) + (SELECT count(*) FROM head)
        + (SELECT count(*) FROM body) + (SELECT count(*) FROM held) + (SELECT count(*) FROM told) AS count),
      wanted AS MATERIALIZED (SELECT departure_id, sum(quantity)::int AS quantity FROM spread
        WHERE NOT ${order.oversold} AND (SELECT count FROM written) > 0 GROUP BY departure_id ORDER BY departure_id),
      taken AS (UPDATE departure d SET held = d.held + w.quantity FROM wanted w
        WHERE d.owner_id = ${owner.id} AND d.departure_id = w.departure_id AND d.held + d.sold + w.quantity <= d.capacity
        RETURNING d.limited),
      counted AS (${order.oversold ? countBeyond(owner) : sql`SELECT 1`})
      SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM head) THEN refuse('accountGone') END,
        ${order.couponCode ? sql`CASE WHEN NOT EXISTS (SELECT 1 FROM coupon_taken) THEN refuse('couponUsedUp') END,` : sql``}
        CASE WHEN (SELECT count(*) FROM taken) < (SELECT count(*) FROM wanted) THEN refuse('noStock') END,
        CASE WHEN ${alone} AND (SELECT bool_or(limited) FROM taken) THEN refuse(${skuLimited}) END,
        (SELECT bool_or(limited) FROM taken) AS limited`,
  );
  // Read under the lock, so never out of date: a limit that was written meanwhile is seen by the second statement.
  if (done?.limited) await takeSkus(owner as OwnerTrx, order.orderNo);
}

/** Holds the places of an order's lines whose SKUs have limits of their own, all or none (refuses noStock). Their departures are locked. */
async function takeSkus(owner: OwnerTrx, orderNo: string): Promise<void> {
  const same = sql`t.owner_id = ${owner.id} AND t.departure_id = p.departure_id AND t.sku_id = p.sku_id`;
  await sql`WITH parts AS MATERIALIZED (SELECT h.departure_id, s.sku_id, sum(h.quantity)::int AS quantity
        FROM sub_order s JOIN line_hold h USING (owner_id, sub_order_no)
        WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} GROUP BY h.departure_id, s.sku_id ORDER BY h.departure_id, s.sku_id),
      taken AS (UPDATE departure_sku t SET held = t.held + p.quantity FROM parts p
        WHERE ${same} AND t.held + t.sold + p.quantity <= t.capacity RETURNING 1)
    SELECT CASE WHEN (SELECT count(*) FROM taken) < (SELECT count(*) FROM parts p JOIN departure_sku t ON ${same})
      THEN refuse('noStock') END`.execute(owner);
}

/** Moves the sub-orders that are at one of `from`; the answer is what was moved. */
export function moveStatus(
  owner: Owner,
  orderNo: string,
  from: readonly OrderStatusCode[],
  to: OrderStatusCode,
  subOrderNo: string | null = null,
) {
  return rows(
    owner,
    sql<{ sub_order_no: string; was: number }>`WITH old AS (SELECT sub_order_no, status FROM sub_order
        WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND status = ANY(${[...from]}::smallint[])
          AND ${given(subOrderNo, sql`sub_order_no = ${subOrderNo}`)})
      UPDATE sub_order s SET status = ${to} FROM old WHERE s.owner_id = ${owner.id} AND s.sub_order_no = old.sub_order_no
        AND s.status = ANY(${[...from]}::smallint[]) RETURNING s.sub_order_no, old.status AS was`,
  );
}

export async function setRollUp(owner: Owner, orderNo: string, status: number): Promise<void> {
  await sql`UPDATE purchase SET status = ${status} WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(
    owner,
  );
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

export async function insertEvent(owner: Owner, orderNo: string, event: NewEvent): Promise<void> {
  await sql`INSERT INTO order_event (owner_id, order_no, sub_order_no, action, actor, actor_name, from_status, to_status, why)
    VALUES (${owner.id}, ${orderNo}, ${event.subOrderNo ?? null}, ${event.action}, ${event.actor}, ${event.actorName},
      ${event.from ?? null}, ${event.to ?? null}, ${event.why ?? ''})`.execute(owner);
}

/** Twelve of 32 letters, 60 random bits: five of each of twelve bytes of a random UUID, without the two bytes that hold its version. */
export async function giveVoucherCodes(owner: Owner, orderNo: string): Promise<void> {
  await sql`UPDATE sub_order
    SET voucher_code = (SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(u.bytes, i) & 31), 1), '')
        FROM (SELECT uuid_send(gen_random_uuid()) AS bytes WHERE sub_order_no <> '') u, unnest(ARRAY[0,1,2,3,4,5,9,10,11,12,13,14]) i)
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND status = ${orderCode.confirmed} AND voucher_code IS NULL`.execute(
    owner,
  );
}

export async function countSold(owner: Owner, orderNo: string): Promise<void> {
  await sql`UPDATE product p SET sold = p.sold + s.quantity, sold_lately = p.sold_lately + s.quantity
    FROM (SELECT product_id, sum(quantity)::int AS quantity FROM sub_order
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} GROUP BY product_id) s
    WHERE p.owner_id = ${owner.id} AND p.product_id = s.product_id`.execute(owner);
}

export async function markPaid(owner: Owner, orderNo: string): Promise<void> {
  await sql`UPDATE purchase SET pay_status = ${paymentCode.paid}, paid_at = now()
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(owner);
}

/** Moves the payment status of the order; the answer is whether it was at one of `from`. */
export function movePayStatus(owner: Owner, orderNo: string, from: readonly number[], to: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE purchase SET pay_status = ${to} WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      AND pay_status = ANY(${[...from]}::smallint[])`,
  );
}
