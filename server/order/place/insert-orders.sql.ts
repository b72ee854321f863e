// The statement that writes new orders (decision 0232): one order, or several that arrived at the same moment (decision 0631).
import type { Currency } from '../../../domain/currencies.ts';
import type { PartTerms } from '../../../domain/open-payments.ts';
import { addOnCost, unitCost } from '../../inventory/unit-cost.sql.ts';
import { insertAnswers } from '../../platform/answer-once.sql.ts';
import { type JobPart, queueJobs } from '../../platform/database/queue-job.sql.ts';
import { accountCode, orderCode } from '../../platform/database/status.sql.ts';
import { firstRow, type Owner, type OwnerTrx, sql } from '../../platform/db.ts';

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
  /** §3 order source; 0 unless told. */
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

/** Columns of the order's row as they arrive in JSON; bytes in hexadecimal. */
const writeHead = (order: NewOrder) => ({
  order_no: order.orderNo,
  partner_id: order.partnerId,
  account_id: order.accountId,
  actor_name: order.actorName,
  session_hash: order.sessionHash.toString('hex'),
  product_id: order.productId,
  currency: order.currency,
  listed_minor: order.listedMinor,
  partner_minor: order.partnerMinor,
  add_on_minor: order.addOnMinor,
  freight_minor: order.freightMinor ?? 0,
  discount_minor: order.discountMinor,
  payable_minor: order.payableMinor,
  rate: order.rate,
  language: order.language,
  contact: order.contact,
  fields: order.fields,
  remark: order.remark,
  agent_reference: order.agentReference,
  coupon_code: order.couponCode,
  notify: order.notify ?? [],
  pickup: order.pickup || null,
  second_check: order.secondCheck ?? null,
  is_incomplete: order.following?.isIncomplete ?? false,
  fields_later: order.following?.isIncomplete ? order.following.fieldsLater : [],
  fields_due_at: order.following?.isIncomplete ? order.following.fieldsDueAt : null,
  source: order.source ?? 0,
  agreement: order.agreement ?? '',
  part: order.part ?? null,
  pay_minutes: order.payMinutes,
  oversold: order.oversold,
  call: 'createOrder',
  key: order.key,
  body_hash: order.bodyHash.toString('hex'),
  answer: order.answer,
});

const readHeads = (
  orders: NewOrder[],
) => sql`SELECT * FROM jsonb_to_recordset(${JSON.stringify(orders.map(writeHead))}::jsonb)
  AS o(order_no text, partner_id bigint, account_id bigint, actor_name text, session_hash text, product_id bigint, currency text,
    listed_minor bigint, partner_minor bigint, add_on_minor bigint, freight_minor bigint, discount_minor bigint, payable_minor bigint,
    rate numeric, language text, contact jsonb, fields jsonb, remark text, agent_reference text, coupon_code text, notify jsonb,
    pickup jsonb, second_check text, is_incomplete boolean, fields_later text[], fields_due_at timestamptz, source smallint,
    agreement text, part jsonb, pay_minutes int, oversold boolean, call text, key text, body_hash text, answer jsonb)`;

const readLines = (orders: NewOrder[]) => {
  const lines = orders.flatMap(({ orderNo, lines }) => lines.map((line) => ({ ...line, order_no: orderNo })));
  return sql`SELECT l.*, o.product_id, o.oversold FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l(order_no text,
      sub_order_no text, departures bigint[], package_id bigint, sku_id bigint, play_on date, session text, quantity int,
      unit_minor bigint, amount_minor bigint, freight_minor bigint, ladder jsonb, terms jsonb, travellers jsonb, until_on date,
      valid_until date, add_ons jsonb, agent_reference text) JOIN orders o USING (order_no)`;
};

/** The version of the booking agreement with the order's token, else the newest one; none where the owner has no agreement. */
const acceptedAgreement = (owner: Owner) => sql`SELECT a.token FROM agreement a
  WHERE a.owner_id = ${owner.id} AND a.kind = 'booking' ORDER BY (a.token = o.agreement) DESC, a.version DESC LIMIT 1`;

/** Locked until the commit, as its key would be anyway: an erasure waits for the order, or the order finds no account (decision 0495). */
const standingAccounts = (owner: Owner) => sql`SELECT account_id FROM account
  WHERE owner_id = ${owner.id} AND account_id IN (SELECT account_id FROM orders) AND status <> ${accountCode.deleted}
  ORDER BY account_id FOR KEY SHARE`;

const insertHeads = (
  owner: Owner,
) => sql`INSERT INTO purchase (owner_id, order_no, partner_id, account_id, session_hash, product_id, status,
      currency, listed_minor, partner_minor, add_on_minor, freight_minor, discount_minor, payable_minor, rate, language, contact,
      fields, remark, agent_reference, coupon_code, notify, pickup, second_check, check_since,
      fields_done_at, fields_later, fields_due_at, source, agreement_token, part, pay_by)
    SELECT ${owner.id}, order_no, partner_id, account_id, decode(session_hash, 'hex'), product_id, ${orderCode.unpaid},
      currency, listed_minor, partner_minor, add_on_minor, freight_minor, discount_minor, payable_minor, rate, language, contact,
      fields, remark, agent_reference, coupon_code, notify, pickup, second_check, CASE WHEN second_check IS NOT NULL THEN now() END,
      CASE WHEN NOT is_incomplete THEN now() END, fields_later, fields_due_at, source, (${acceptedAgreement(owner)}), part,
      now() + make_interval(mins => pay_minutes)
    FROM orders o JOIN standing USING (account_id)`;

const insertLines = (
  owner: Owner,
  hasExtras: boolean,
) => sql`INSERT INTO sub_order (owner_id, sub_order_no, order_no, departure_id,
      product_id, package_id, sku_id, play_on, session, quantity, oversold, status, unit_minor, amount_minor, freight_minor, ladder,
      terms, travellers, until_on, valid_until, add_ons, agent_reference, hold_state, unit_cost_minor, add_on_cost_minor)
    SELECT ${owner.id}, sub_order_no, order_no, departures[1], product_id, package_id, sku_id, play_on, session,
      quantity, oversold, ${orderCode.unpaid}, unit_minor, amount_minor, coalesce(freight_minor, 0), ladder, terms,
      travellers, until_on, valid_until, add_ons, coalesce(agent_reference, ''), CASE WHEN oversold THEN 'none' ELSE 'live' END,
      ${unitCost(owner, sql`lines.sku_id`, sql`lines.departures`)},
      ${hasExtras ? addOnCost(owner, sql`lines.add_ons`) : sql`0`} FROM lines`;

/** Whether the account has so many unpaid orders, or more. */
export async function hasUnpaid(
  owner: Owner,
  { partnerId, accountId }: { partnerId: number; accountId: number },
  most: number,
): Promise<boolean> {
  const found = await firstRow(
    owner,
    sql`SELECT 1 FROM purchase WHERE owner_id = ${owner.id} AND partner_id = ${partnerId} AND status = ${orderCode.unpaid}
      AND account_id = ${accountId} OFFSET ${most - 1} LIMIT 1`,
  );
  return found !== undefined;
}

/** A SKU of a departure has a limit of its own, which the statement alone does not take: the order needs a transaction. */
export const skuLimited = 'skuLimited';

const usesOf = (owner: Owner, accountId: number) => sql`(SELECT count(*) FROM coupon_use u
  WHERE u.owner_id = ${owner.id} AND u.code = coupon.code AND u.account_id = ${accountId} AND NOT u.given_back)`;

/** Of the one order in the statement. */
const takeCoupon = (
  owner: Owner,
  { orderNo, accountId }: NewOrder,
  code: string,
) => sql`coupon_taken AS (UPDATE coupon SET used = used + 1 WHERE owner_id = ${owner.id} AND code = upper(${code}::text)
        AND (use_limit IS NULL OR used < use_limit) AND (user_limit IS NULL OR user_limit > ${usesOf(owner, accountId)})
        RETURNING code),
      coupon_noted AS (INSERT INTO coupon_use (owner_id, code, order_no, account_id)
        SELECT ${owner.id}, code, ${orderNo}, ${accountId} FROM coupon_taken),`;

/** The same reason as before the order is written: the account's own limit first. */
const refuseCoupon = (
  owner: Owner,
  { accountId }: NewOrder,
  code: string,
) => sql`CASE WHEN EXISTS (SELECT 1 FROM coupon_taken) THEN NULL
          WHEN EXISTS (SELECT 1 FROM coupon WHERE owner_id = ${owner.id} AND code = upper(${code}::text)
            AND user_limit <= ${usesOf(owner, accountId)}) THEN refuse('couponUsedBefore')
          ELSE refuse('couponUsedUp') END,`;

const countBeyond = (owner: Owner) => sql`UPDATE departure d SET oversold = d.oversold + s.quantity
        FROM (SELECT departure_id, sum(quantity)::int AS quantity FROM spread WHERE oversold GROUP BY departure_id) s
        WHERE d.owner_id = ${owner.id} AND d.departure_id = s.departure_id`;

/** Orders of a batch wait for no row of each other: where another transaction has one of the departures, the statement is refused. */
const lockWanted = (
  owner: Owner,
) => sql`locked AS MATERIALIZED (SELECT d.departure_id FROM departure d JOIN wanted USING (departure_id)
        WHERE d.owner_id = ${owner.id} FOR NO KEY UPDATE OF d SKIP LOCKED),`;

const refuseLocked = sql`CASE WHEN (SELECT count(*) FROM locked) < (SELECT count(*) FROM wanted)
          THEN refuse('departureLocked') END,`;

/** `jobs` follow the orders, one each where there are any. */
type How = { jobs?: (JobPart | undefined)[]; alone?: boolean };

/**
 * Writes an order, its lines, the holds, the coupon's use, the first event, the answer for repeats and the job that follows: one statement
 * that locks the departure's row last, when all other rows are written. Where a SKU of it has a limit of its own, its places are taken by
 * a second one, in the caller's transaction; `alone` there is none, and it refuses skuLimited. Refuses accountGone, noStock,
 * couponUsedBefore or couponUsedUp: all or nothing.
 */
export async function insertOrder(owner: Owner, order: NewOrder, how: How = {}): Promise<void> {
  const limited = await insertAll(owner, [order], how);
  // Read under the lock, so never out of date: a limit that was written meanwhile is seen by the second statement.
  if (limited) await takeSkus(owner as OwnerTrx, order.orderNo);
}

/**
 * The same for several orders without coupons, all or none of them. It waits for no departure that another transaction has locked, but
 * refuses departureLocked: the caller then writes each of them alone.
 */
export async function insertOrders(owner: Owner, orders: NewOrder[], jobs: (JobPart | undefined)[]): Promise<void> {
  await insertAll(owner, orders, { jobs, alone: true, isBatch: true });
}

/** Whether a departure has limits of single SKUs. */
async function insertAll(
  owner: Owner,
  orders: NewOrder[],
  { jobs = [], alone = false, isBatch = false }: How & { isBatch?: boolean },
): Promise<boolean> {
  const hasExtras = orders.some(({ lines }) =>
    lines.some(({ add_ons: list }) => Array.isArray(list) && list.length > 0),
  );
  const coupon = orders.find(({ couponCode }) => couponCode);
  const done = await firstRow(
    owner,
    sql<{
      limited: boolean | null;
    }>`WITH orders AS MATERIALIZED (${readHeads(orders)}), lines AS MATERIALIZED (${readLines(orders)}),
      queued AS (${queueJobs(jobs)}),
      answered AS (${insertAnswers(owner, 'orders')} RETURNING 1),
      standing AS MATERIALIZED (${standingAccounts(owner)}),
      head AS (${insertHeads(owner)} RETURNING 1),
      body AS (${insertLines(owner, hasExtras)} RETURNING 1),
      spread AS MATERIALIZED (SELECT l.sub_order_no, l.oversold, d.departure_id, l.quantity FROM lines l
        CROSS JOIN LATERAL unnest(l.departures) d(departure_id)),
      held AS (INSERT INTO line_hold (owner_id, sub_order_no, departure_id, quantity)
        SELECT ${owner.id}, sub_order_no, departure_id, quantity FROM spread RETURNING 1),
      noted AS (INSERT INTO order_event (owner_id, order_no, action, actor, actor_name, to_status)
        SELECT ${owner.id}, order_no, 'place', 'buyer', actor_name, ${orderCode.unpaid} FROM orders RETURNING 1),
      ${coupon?.couponCode ? takeCoupon(owner, coupon, coupon.couponCode) : sql``}
      written AS MATERIALIZED (SELECT (SELECT count(*) FROM queued) + (SELECT count(*) FROM answered) + (SELECT count(*) FROM head)
        + (SELECT count(*) FROM body) + (SELECT count(*) FROM held) + (SELECT count(*) FROM noted) AS count),
      wanted AS MATERIALIZED (SELECT departure_id, sum(quantity)::int AS quantity FROM spread
        WHERE NOT oversold AND (SELECT count FROM written) > 0 GROUP BY departure_id ORDER BY departure_id),
      ${isBatch ? lockWanted(owner) : sql``}
      taken AS (UPDATE departure d SET held = d.held + w.quantity FROM wanted w ${isBatch ? sql`JOIN locked USING (departure_id)` : sql``}
        WHERE d.owner_id = ${owner.id} AND d.departure_id = w.departure_id AND d.held + d.sold + w.quantity <= d.capacity
        RETURNING d.limited),
      counted AS (${orders.some(({ oversold }) => oversold) ? countBeyond(owner) : sql`SELECT 1`})
      SELECT CASE WHEN (SELECT count(*) FROM head) < ${orders.length} THEN refuse('accountGone') END,
        ${coupon?.couponCode ? refuseCoupon(owner, coupon, coupon.couponCode) : sql``}
        ${isBatch ? refuseLocked : sql``}
        CASE WHEN (SELECT count(*) FROM taken) < (SELECT count(*) FROM wanted) THEN refuse('noStock') END,
        CASE WHEN ${alone} AND (SELECT bool_or(limited) FROM taken) THEN refuse(${skuLimited}) END,
        (SELECT bool_or(limited) FROM taken) AS limited`,
  );
  return Boolean(done?.limited);
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
