// Payments, notices, refunds, channel settings and the ledger.
import { changed, type Db, firstRow, rows, type Sql, sql } from '../platform/db.ts';

export type ChannelSetting = {
  channel: string;
  fee_percent: string;
  fee_refundable: boolean;
  merchant: string | null;
  secret: string | null;
  base_url: string | null;
};

export function listChannels(db: Sql, ownerId: number): Promise<ChannelSetting[]> {
  return rows(
    db,
    sql<ChannelSetting>`SELECT channel, fee_percent, fee_refundable, merchant, secret, base_url FROM channel_setting
      WHERE owner_id = ${ownerId} AND active ORDER BY channel`,
  );
}

/** A channel's keys even when it is switched off: money under way still settles. */
export function findChannel(db: Sql, ownerId: number, channel: string): Promise<ChannelSetting | undefined> {
  return firstRow(
    db,
    sql<ChannelSetting>`SELECT channel, fee_percent, fee_refundable, merchant, secret, base_url FROM channel_setting
      WHERE owner_id = ${ownerId} AND channel = ${channel}`,
  );
}

export type PaymentRow = {
  payment_no: string;
  order_no: string;
  channel: string;
  status: number;
  live: boolean;
  currency: string;
  amount_minor: number;
  fee_minor: number;
  order_minor: number;
  provider_ref: string | null;
  pay_url: string | null;
  outcome: string | null;
  reason: string;
  expires_at: Date | null;
};

const paymentColumns = sql`payment_no, order_no, channel, status, live, currency, amount_minor, fee_minor, order_minor, provider_ref, pay_url, outcome, reason, expires_at`;

export function findPayment(db: Sql, ownerId: number, paymentNo: string): Promise<PaymentRow | undefined> {
  return firstRow(
    db,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${ownerId} AND payment_no = ${paymentNo}`,
  );
}

export function findLivePayment(db: Sql, ownerId: number, orderNo: string): Promise<PaymentRow | undefined> {
  return firstRow(
    db,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND live`,
  );
}

export function findLatestPayment(db: Sql, ownerId: number, orderNo: string): Promise<PaymentRow | undefined> {
  return firstRow(
    db,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${ownerId} AND order_no = ${orderNo} ORDER BY created_at DESC, payment_no DESC LIMIT 1`,
  );
}

export type NewPayment = {
  paymentNo: string;
  orderNo: string;
  channel: string;
  currency: string;
  amountMinor: number;
  feeMinor: number;
  orderMinor: number;
  rate: string;
  lifeSeconds: number;
};

export async function insertPayment(db: Sql, ownerId: number, row: NewPayment): Promise<void> {
  await sql`INSERT INTO payment (owner_id, payment_no, order_no, channel, status, live, currency, amount_minor, fee_minor, order_minor, rate, expires_at, next_poll_at)
    VALUES (${ownerId}, ${row.paymentNo}, ${row.orderNo}, ${row.channel}, 102, true, ${row.currency}, ${row.amountMinor}, ${row.feeMinor}, ${row.orderMinor},
      ${row.rate}, now() + make_interval(secs => ${row.lifeSeconds}), now() + interval '1 minute')`.execute(db);
}

export async function noteStarted(
  db: Sql,
  ownerId: number,
  paymentNo: string,
  providerRef: string,
  payUrl: string,
): Promise<void> {
  await sql`UPDATE payment SET provider_ref = ${providerRef}, pay_url = ${payUrl} WHERE owner_id = ${ownerId} AND payment_no = ${paymentNo}`.execute(
    db,
  );
}

/** Marks money as received, once; the answer is whether this call was the one. */
export function markReceived(db: Sql, ownerId: number, paymentNo: string, transactionId: string): Promise<number> {
  return changed(
    db,
    sql`UPDATE payment SET status = 103, live = false, settled_at = now(), next_poll_at = NULL, provider_ref = coalesce(provider_ref, ${transactionId})
      WHERE owner_id = ${ownerId} AND payment_no = ${paymentNo} AND status <> 103`,
  );
}

export async function setOutcome(db: Sql, ownerId: number, paymentNo: string, outcome: string): Promise<void> {
  await sql`UPDATE payment SET outcome = ${outcome} WHERE owner_id = ${ownerId} AND payment_no = ${paymentNo}`.execute(
    db,
  );
}

export function markFailed(db: Sql, ownerId: number, paymentNo: string, reason: string): Promise<number> {
  return changed(
    db,
    sql`UPDATE payment SET status = 104, live = false, settled_at = now(), next_poll_at = NULL, reason = ${reason}
      WHERE owner_id = ${ownerId} AND payment_no = ${paymentNo} AND status = 102`,
  );
}

/** Takes the right to ask the channel about a payment now, so that many waiting browsers cause one question. */
export function claimPoll(db: Sql, ownerId: number, paymentNo: string, pauseSeconds: number): Promise<number> {
  return changed(
    db,
    sql`UPDATE payment SET polled_at = now() WHERE owner_id = ${ownerId} AND payment_no = ${paymentNo} AND live
      AND (polled_at IS NULL OR polled_at < now() - make_interval(secs => ${pauseSeconds}))`,
  );
}

/** Claims the payments whose turn it is to be asked about: after 1, 5, 15, 60 minutes, then hourly for two days (security rule 20). */
export function claimDuePolls(house: Db, most: number) {
  return rows(
    house,
    sql<{ owner_id: number; payment_no: string }>`UPDATE payment p SET polls = p.polls + 1, polled_at = now(),
        next_poll_at = CASE WHEN p.created_at < now() - interval '2 days' THEN NULL
          ELSE now() + CASE p.polls WHEN 0 THEN interval '4 minutes' WHEN 1 THEN interval '10 minutes' WHEN 2 THEN interval '45 minutes' ELSE interval '1 hour' END END
      FROM (SELECT d.owner_id, d.payment_no FROM payment d JOIN purchase o USING (owner_id, order_no)
        WHERE d.live AND (d.next_poll_at <= now() OR ((d.expires_at <= now() OR o.pay_by <= now()) AND coalesce(d.polled_at, d.created_at) < now() - interval '30 seconds'))
        LIMIT ${most} FOR UPDATE OF d SKIP LOCKED) due
      WHERE p.owner_id = due.owner_id AND p.payment_no = due.payment_no RETURNING p.owner_id, p.payment_no`,
  );
}

export type NewNotice = { channel: string; eventId: string; paymentNo: string; raw: string };

/** Keeps a genuine notice once; the answer is 0 for one that came before. */
export function insertNotice(db: Sql, ownerId: number, row: NewNotice): Promise<number> {
  return changed(
    db,
    sql`INSERT INTO payment_notice (owner_id, channel, event_id, payment_no, raw, state)
      VALUES (${ownerId}, ${row.channel}, ${row.eventId}, ${row.paymentNo}, ${row.raw}, 'pending') ON CONFLICT DO NOTHING`,
  );
}

export function lockNotice(db: Sql, ownerId: number, channel: string, eventId: string) {
  return firstRow(
    db,
    sql<{
      state: string;
    }>`SELECT state FROM payment_notice WHERE owner_id = ${ownerId} AND channel = ${channel} AND event_id = ${eventId} FOR UPDATE`,
  );
}

export async function setNotice(
  db: Sql,
  ownerId: number,
  channel: string,
  eventId: string,
  state: string,
  reason: string,
): Promise<void> {
  await sql`UPDATE payment_notice SET state = ${state}, reason = ${reason}, applied_at = now()
    WHERE owner_id = ${ownerId} AND channel = ${channel} AND event_id = ${eventId}`.execute(db);
}

export type RefundRow = {
  refund_no: string;
  order_no: string;
  payment_no: string;
  status: number;
  currency: string;
  amount_minor: number;
  reason: string;
};

/** Notes a refund once per cause, never above what was captured (security rule 24). The answer is 0 for a repeat or when nothing is left. */
export function insertRefund(
  db: Sql,
  ownerId: number,
  row: {
    refundNo: string;
    paymentNo: string;
    amountMinor: number;
    orderMinor: number;
    subOrderNo: string | null;
    reason: string;
  },
): Promise<number> {
  return changed(
    db,
    sql`INSERT INTO refund (owner_id, refund_no, order_no, payment_no, currency, amount_minor, order_minor, sub_order_no, reason)
      SELECT ${ownerId}, ${row.refundNo}, p.order_no, p.payment_no, p.currency, ${row.amountMinor}, ${row.orderMinor}, ${row.subOrderNo}, ${row.reason} FROM payment p
      WHERE p.owner_id = ${ownerId} AND p.payment_no = ${row.paymentNo} AND p.status = 103 AND ${row.amountMinor} > 0
        AND p.amount_minor >= ${row.amountMinor} + (SELECT coalesce(sum(amount_minor), 0) FROM refund r
          WHERE r.owner_id = p.owner_id AND r.payment_no = p.payment_no AND r.status <> 2)
      ON CONFLICT DO NOTHING`,
  );
}

/** What a payment gave back or is about to, in the channel's and in the order's currency. */
export async function sumRefunds(db: Sql, ownerId: number, paymentNo: string) {
  const row = await firstRow(
    db,
    sql<{ amount_minor: number; order_minor: number }>`SELECT coalesce(sum(amount_minor), 0)::bigint AS amount_minor,
        coalesce(sum(order_minor), 0)::bigint AS order_minor
      FROM refund WHERE owner_id = ${ownerId} AND payment_no = ${paymentNo} AND status <> 2`,
  );
  return row ?? { amount_minor: 0, order_minor: 0 };
}

export function lockPayment(db: Sql, ownerId: number, paymentNo: string): Promise<PaymentRow | undefined> {
  return firstRow(
    db,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${ownerId} AND payment_no = ${paymentNo} FOR UPDATE`,
  );
}

/** The payment whose money an order stands on. */
export function findAppliedPayment(db: Sql, ownerId: number, orderNo: string): Promise<PaymentRow | undefined> {
  return firstRow(
    db,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${ownerId} AND order_no = ${orderNo} AND status = 103 AND outcome = 'applied'`,
  );
}

export function findRefund(db: Sql, ownerId: number, refundNo: string): Promise<RefundRow | undefined> {
  return firstRow(
    db,
    sql<RefundRow>`SELECT refund_no, order_no, payment_no, status, currency, amount_minor, reason FROM refund WHERE owner_id = ${ownerId} AND refund_no = ${refundNo}`,
  );
}

export function settleRefund(
  db: Sql,
  ownerId: number,
  refundNo: string,
  status: 1 | 2,
  refundRef: string | null,
): Promise<number> {
  return changed(
    db,
    sql`UPDATE refund SET status = ${status}, settled_at = now(), provider_ref = coalesce(${refundRef}::text, provider_ref)
      WHERE owner_id = ${ownerId} AND refund_no = ${refundNo} AND status = 0`,
  );
}

/** Refunds that a channel has not settled yet. */
export function listOpenRefunds(house: Db, most: number) {
  return rows(
    house,
    sql<{
      owner_id: number;
      refund_no: string;
    }>`SELECT owner_id, refund_no FROM refund WHERE status = 0 AND created_at < now() - interval '5 seconds' ORDER BY created_at LIMIT ${most}`,
  );
}
