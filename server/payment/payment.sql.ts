// Payments and the notices of channels.

import type { Currency } from '../../domain/currencies.ts';
import type { Day } from '../../domain/dates.ts';
import type { OfferedChannel } from '../../domain/pay-channels.ts';
import type { RateSource } from '../../domain/payment/charge.ts';
import { isForWhole } from '../order/supplement/added.sql.ts';
import { paymentCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, rows, sql } from '../platform/db.ts';
import type { ChannelData } from './channels/channel.ts';

export type PaymentRow = {
  payment_no: string;
  channel: OfferedChannel;
  status: number;
  live: boolean;
  currency: Currency;
  amount_minor: number;
  fee_minor: number;
  order_minor: number;
  rate: string;
  rate_source: RateSource | null;
  rate_on: Day | null;
  rate_at: Date | null;
  surcharge_percent: string;
  provider_ref: string | null;
  pay_url: string | null;
  outcome: string | null;
  reason: string;
  created_at: Date;
  expires_at: Date | null;
  cardholder: Cardholder | null;
  channel_data: PaymentData;
  /** An additional payment of the order, not the order itself. */
  supplement_no: string | null;
  /** The gift card that paid. */
  card_id: number | null;
} & ({ order_no: string; recharge_no: null } | { order_no: null; recharge_no: string });
/** Money without an order, for the deposit. */
export function isRecharge(payment: PaymentRow): payment is PaymentRow & { order_no: null; recharge_no: string } {
  return payment.recharge_no !== null;
}

export type Cardholder = { email: string; phone: string };
/** How the buyer continues, once the channel answered; the channel's name of the payment, once there was one. */
type PaymentData = { go?: ChannelData; transactionId?: string };

const paymentColumns = sql`payment_no, order_no, supplement_no, recharge_no, channel, status, live, currency,
  amount_minor, fee_minor, order_minor, trim_scale(rate)::text AS rate, rate_source, rate_on::text AS rate_on, rate_at,
  surcharge_percent, provider_ref, pay_url, outcome, reason, created_at, expires_at,
  cardholder, channel_data, card_id`;

export function findPayment(owner: Owner, paymentNo: string): Promise<PaymentRow | undefined> {
  return firstRow(
    owner,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo}`,
  );
}

/** Of the order itself, or of one of its additional payments. */
export function findLivePayment(
  owner: Owner,
  orderNo: string,
  supplementNo: string | null = null,
): Promise<PaymentRow | undefined> {
  return firstRow(
    owner,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      AND supplement_no IS NOT DISTINCT FROM ${supplementNo}::text AND live`,
  );
}

export function findLatestPayment(
  owner: Owner,
  orderNo: string,
  supplementNo: string | null = null,
): Promise<PaymentRow | undefined> {
  return firstRow(
    owner,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      AND supplement_no IS NOT DISTINCT FROM ${supplementNo}::text ORDER BY created_at DESC, payment_no DESC LIMIT 1`,
  );
}

/** The rate of a charge, which is its own from then on; `source` is null where nothing is converted. */
export type LockedRate = { rate: string; source: RateSource | null; on: Day | null; surchargePercent: string };

/** The columns of a locked rate in the order in which `rateValues` writes them. */
export const rateColumns = sql`rate, rate_source, rate_on, rate_at, surcharge_percent`;
export const rateValues = ({ rate, source, on, surchargePercent }: LockedRate) =>
  sql`${rate}, ${source}::text, ${on}::date, CASE WHEN ${source}::text IS NOT NULL THEN now() END, ${surchargePercent}`;

export type NewPayment = {
  paymentNo: string;
  orderNo: string;
  supplementNo: string | null;
  channel: string;
  currency: Currency;
  amountMinor: number;
  feeMinor: number;
  orderMinor: number;
  locked: LockedRate;
  lifeSeconds: number;
  cardholder: Cardholder | null;
  cardId: number | null;
};

export async function insertPayment(owner: Owner, row: NewPayment): Promise<PaymentRow> {
  const inserted = await firstRow(
    owner,
    sql<PaymentRow>`INSERT INTO payment (owner_id, payment_no, order_no, supplement_no, channel, status, live, currency,
    amount_minor, fee_minor, order_minor, ${rateColumns}, cardholder, card_id, expires_at, next_poll_at)
    VALUES (${owner.id}, ${row.paymentNo}, ${row.orderNo}, ${row.supplementNo}, ${row.channel}, ${paymentCode.paying}, true,
      ${row.currency}, ${row.amountMinor}, ${row.feeMinor}, ${row.orderMinor},
      ${rateValues(row.locked)}, ${row.cardholder && JSON.stringify(row.cardholder)}::jsonb, ${row.cardId}::bigint,
      now() + make_interval(secs => ${row.lifeSeconds}), now() + interval '1 minute') RETURNING ${paymentColumns}`,
  );
  if (!inserted) throw new Error(`payment ${row.paymentNo} was not written`);
  return inserted;
}

export type StartedRow = { providerRef: string | null; payUrl: string | null; go: object };

/** A notice may come before the channel's answer: the channel's own name from it stays. */
export async function noteStarted(owner: Owner, paymentNo: string, row: StartedRow): Promise<void> {
  await sql`UPDATE payment SET provider_ref = coalesce(provider_ref, ${row.providerRef}::text), pay_url = ${row.payUrl},
      channel_data = channel_data || ${JSON.stringify({ go: row.go })}::jsonb
    WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo}`.execute(owner);
}

export type MoneyRefs = { providerRef: string | null; transactionId: string };

/** Marks money as received, once; the answer is whether this call was the one. */
export function markReceived(owner: Owner, paymentNo: string, refs: MoneyRefs): Promise<number> {
  const { providerRef, transactionId } = refs;
  return changed(
    owner,
    sql`UPDATE payment SET status = ${paymentCode.paid}, live = false, settled_at = now(), next_poll_at = NULL,
      provider_ref = coalesce(provider_ref, ${providerRef}::text),
        channel_data = channel_data || ${JSON.stringify({ transactionId })}::jsonb
      WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} AND status <> ${paymentCode.paid}`,
  );
}

export async function setOutcome(owner: Owner, paymentNo: string, outcome: string): Promise<void> {
  await sql`UPDATE payment SET outcome = ${outcome} WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo}`.execute(
    owner,
  );
}

/** `stillPayable`: given up without being closed, so it stays among those that are asked about. */
export function markFailed(owner: Owner, paymentNo: string, reason: string, stillPayable = false): Promise<number> {
  return changed(
    owner,
    sql`UPDATE payment SET status = ${paymentCode.failed}, live = false, settled_at = now(), reason = ${reason},
        next_poll_at = CASE WHEN ${stillPayable} THEN now() + interval '10 minutes' END
      WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} AND status = ${paymentCode.paying}`,
  );
}

/** Takes the right to ask the channel about a payment now, so that many waiting browsers cause one question; of `ended` ones too. */
export function claimPoll(owner: Owner, paymentNo: string, pauseSeconds: number, ended = false): Promise<number> {
  return changed(
    owner,
    sql`UPDATE payment SET polled_at = now() WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo}
      AND (live OR (${ended} AND status <> ${paymentCode.paid}))
      AND (polled_at IS NULL OR polled_at < now() - make_interval(secs => ${pauseSeconds}))`,
  );
}

/**
 * Claims the payments whose turn it is to be asked about, so many of each channel: after 1, 5, 15, 60 minutes, then hourly for two days
 * (security rule 20); open ones that are too late, or for an additional payment that was withdrawn, every half minute.
 */
export function claimDuePolls(house: House, mostOfChannel: number) {
  return rows(
    house,
    sql<{
      owner_id: number;
      payment_no: string;
      channel: string;
      is_late: boolean;
    }>`WITH waiting AS MATERIALIZED (SELECT d.owner_id, d.payment_no, d.polls, d.live, d.next_poll_at,
          row_number() OVER (PARTITION BY d.channel ORDER BY coalesce(d.polled_at, d.created_at), d.payment_no) AS place
        FROM payment d LEFT JOIN purchase o USING (owner_id, order_no)
          LEFT JOIN supplement s ON s.owner_id = d.owner_id AND s.supplement_no = d.supplement_no AND s.state = 'withdrawn'
        WHERE (d.live OR (d.status = ${paymentCode.failed} AND d.next_poll_at <= now())) AND d.channel <> 'offline'
          AND (d.next_poll_at <= now() OR (
            (d.expires_at <= now() OR (d.supplement_no IS NULL AND o.pay_by <= now()) OR (d.live AND s.supplement_no IS NOT NULL))
            AND coalesce(d.polled_at, d.created_at) < now() - interval '30 seconds'))),
      due AS MATERIALIZED (SELECT d.owner_id, d.payment_no FROM waiting w JOIN payment d USING (owner_id, payment_no)
        WHERE w.place <= ${mostOfChannel} AND d.polls = w.polls AND d.live = w.live
          AND d.next_poll_at IS NOT DISTINCT FROM w.next_poll_at FOR UPDATE OF d SKIP LOCKED)
      UPDATE payment p SET polls = p.polls + 1, polled_at = now(),
        next_poll_at = CASE WHEN p.created_at < now() - interval '2 days' THEN NULL
          ELSE now() + CASE p.polls WHEN 0 THEN interval '4 minutes' WHEN 1 THEN interval '10 minutes'
            WHEN 2 THEN interval '45 minutes' ELSE interval '1 hour' END END
      FROM due WHERE p.owner_id = due.owner_id AND p.payment_no = due.payment_no RETURNING p.owner_id, p.payment_no, p.channel,
        coalesce(p.expires_at <= now(), false) AS is_late`,
  );
}

export type NewNotice = { channel: string; eventId: string; paymentNo: string; raw: string };

/** Keeps a genuine notice once; the answer is 0 for one that came before. */
export function insertNotice(owner: Owner, row: NewNotice): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO payment_notice (owner_id, channel, event_id, payment_no, raw, state)
      VALUES (${owner.id}, ${row.channel}, ${row.eventId}, ${row.paymentNo}, ${row.raw}, 'pending') ON CONFLICT DO NOTHING`,
  );
}

export function lockNotice(owner: Owner, channel: string, eventId: string) {
  return firstRow(
    owner,
    sql<{
      state: string;
    }>`SELECT state FROM payment_notice WHERE owner_id = ${owner.id} AND channel = ${channel} AND event_id = ${eventId} FOR UPDATE`,
  );
}

export async function setNotice(
  owner: Owner,
  channel: string,
  eventId: string,
  state: string,
  reason: string,
): Promise<void> {
  await sql`UPDATE payment_notice SET state = ${state}, reason = ${reason}, applied_at = now()
    WHERE owner_id = ${owner.id} AND channel = ${channel} AND event_id = ${eventId}`.execute(owner);
}

export function lockPayment(owner: Owner, paymentNo: string): Promise<PaymentRow | undefined> {
  return firstRow(
    owner,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${owner.id} AND payment_no = ${paymentNo} FOR UPDATE`,
  );
}

/** Payments by which additional payments were paid: those of lines and the rest before those of the whole order, the oldest first. */
export function listAppliedSupplements(owner: Owner, orderNo: string): Promise<PaymentRow[]> {
  return rows(
    owner,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment y WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      AND supplement_no IS NOT NULL AND status = ${paymentCode.paid} AND outcome = 'applied'
      ORDER BY (SELECT ${isForWhole} FROM supplement e WHERE e.owner_id = y.owner_id AND e.supplement_no = y.supplement_no),
        created_at, payment_no`,
  );
}

/** The payments that pay the order itself, the oldest first: one, after the shares that paid before it (decision 0408). */
export function listAppliedPayments(owner: Owner, orderNo: string): Promise<PaymentRow[]> {
  return rows(
    owner,
    sql<PaymentRow>`SELECT ${paymentColumns} FROM payment WHERE owner_id = ${owner.id} AND order_no = ${orderNo}
      AND supplement_no IS NULL AND status = ${paymentCode.paid} AND outcome = 'applied' ORDER BY created_at, payment_no`,
  );
}
