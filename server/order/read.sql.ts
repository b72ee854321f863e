// Reads orders, under the visibility rule when a person asks; every change of an order begins by locking it here.
import type { RefundRule } from '../../domain/cancellation.ts';
import type { Currency } from '../../domain/currencies.ts';
import type { Day } from '../../domain/dates.ts';
import type { PartTerms } from '../../domain/open-payments.ts';
import type { OrderStatusCode } from '../../domain/order-status.ts';
import type { PaymentOutcome } from '../../domain/payment-status.ts';
import type { Ladder } from '../../domain/price.ts';
import type { SeenOfPackage } from '../../domain/product-fields.ts';
import type { Guests } from '../../domain/rooms.ts';
import type { OwnPicture } from '../catalog/pictures.sql.ts';
import { everyEvent, sincePlaced } from '../platform/database/history.sql.ts';
import { orderCode, paymentCode, refundCode } from '../platform/database/status.sql.ts';
import { firstRow, type House, type Owner, rows, sql } from '../platform/db.ts';
import { exchangeColumns } from '../site/rates.sql.ts';
import type { ExchangeRow } from '../site/show-exchange.ts';
import { askedQuantity, isHeldBack, wasReviewed } from './order.sql.ts';

export type OrderRow = {
  owner_id: number;
  order_no: string;
  partner_id: number;
  account_id: number;
  product_id: number;
  status: OrderStatusCode;
  pay_status: number;
  currency: Currency;
  listed_minor: number;
  discount_minor: number;
  payable_minor: number;
  /** Of it, what shares hold from balances and gift cards while the order is not paid (decision 0408). */
  shared_minor: number;
  rate: string;
  language: string;
  contact: { name: string; email: string; areaCode: string; phone: string };
  fields: Record<string, string>;
  remark: string;
  completion_notes: string;
  agent_reference: string;
  coupon_code: string | null;
  source: number;
  placed_at: Date;
  pay_by: Date | null;
  paid_at: Date | null;
  /** Of a pick-up that may lie outside the range; null: none is needed. */
  second_check: 'waiting' | 'fine' | 'refused' | null;
  /** Of the bank transfer that was chosen: not sent in yet, being checked, or its money was not found; null: there is none. */
  transfer: 'open' | 'submitted' | 'refused' | null;
  /** What was agreed about paying in parts; null: everything at once (decision 0380). */
  part: PartTerms | null;
  /** The rest that is still to be paid, `until` by the owner's clock; null while nothing was paid, and once nothing is open. */
  rest: { no: string; minor: number; dueAt: string; until: Day } | null;
};

export const orderColumns = sql`p.owner_id, p.order_no, p.partner_id, p.account_id, p.product_id, p.status,
  p.pay_status, p.currency, p.listed_minor,
  p.discount_minor, p.payable_minor, p.shared_minor, p.rate, p.language, p.contact, p.fields, p.remark,
  p.completion_notes, p.agent_reference, p.coupon_code, p.source,
  p.placed_at, p.pay_by, p.paid_at, p.second_check,
  CASE WHEN p.status = ${orderCode.unpaid} AND p.pay_status = ${paymentCode.paying} THEN (SELECT t.state FROM payment y
    JOIN transfer t ON t.owner_id = y.owner_id AND t.payment_no = y.payment_no WHERE y.owner_id = p.owner_id
      AND y.order_no = p.order_no AND y.supplement_no IS NULL AND y.live AND t.state IN ('open', 'submitted', 'refused')
      LIMIT 1) END AS transfer,
  p.part,
  CASE WHEN p.part IS NOT NULL THEN (SELECT jsonb_build_object('no', r.supplement_no, 'minor', r.amount_minor - r.lowered_minor,
    'dueAt', r.due_at, 'until', ((r.due_at - interval '1 second') AT TIME ZONE o.zone)::date)
    FROM supplement r JOIN owner o ON o.owner_id = r.owner_id WHERE r.owner_id = p.owner_id AND r.order_no = p.order_no AND r.kind = 'rest'
    AND r.state = 'open') END AS rest`;

/** The condition under which rows of `purchase p` are seen; made by order/limit-visibility.ts only. */
export type Visible = ReturnType<typeof sql>;

export function findOrder(owner: Owner, orderNo: string, visible: Visible): Promise<OrderRow | undefined> {
  return firstRow(
    owner,
    sql<OrderRow>`SELECT ${orderColumns} FROM purchase p WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND ${visible}`,
  );
}

export function listOrders(owner: Owner, orderNos: string[]): Promise<OrderRow[]> {
  return rows(
    owner,
    sql<OrderRow>`SELECT ${orderColumns} FROM purchase p WHERE p.owner_id = ${owner.id} AND p.order_no = ANY(${orderNos})`,
  );
}

/** Locks the order's row: every change of an order passes here first, so changes of one order happen one after another. */
export function lockOrder(owner: Owner, orderNo: string) {
  return firstRow(
    owner,
    sql<OrderRow>`SELECT ${orderColumns} FROM purchase p WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} FOR UPDATE`,
  );
}

/** Orders whose time to pay is over and that no payment is under way for. */
export function listOverdue(house: House, most: number) {
  return rows(
    house,
    sql<{ owner_id: number; order_no: string }>`SELECT owner_id, order_no FROM purchase p
      WHERE p.status = ${orderCode.unpaid} AND p.pay_by < now() AND p.pay_status <> ${paymentCode.paying} ORDER BY p.pay_by LIMIT ${most}`,
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
  /** Of the amount. */
  freight_minor: number;
  sent_at: Date | null;
  carrier: string;
  tracking_number: string;
  ladder: Ladder;
  terms: Terms;
  travellers: Record<string, string>[];
  voucher_code: string | null;
  /** Its order's pick-up waits for a person, or the rest is not paid: there is no voucher meanwhile. */
  held_back: boolean;
  redeemed_at: Date | null;
  reviewed: boolean;
  until_on: string | null;
  valid_until: string | null;
  cancelled_quantity: number;
  cancelled_minor: number;
  /** Of a cancellation that is in review. */
  asked_quantity: number;
  added_quantity: number;
  /** Additional payments of the line that were paid. */
  added_minor: number;
  returned_minor: number;
  current_unit_minor: number | null;
  package_id: number;
  sku_id: number;
  add_ons: { id: string; names: Record<string, string>; quantity: number; unitMinor: number }[];
  /** The supplier's number of it; '' while there is none. */
  supplier_reference: string;
  /** What its supplier lets in by, shown in place of our code (decision 0461); null where it gave nothing. */
  supplier_codes: SupplierCode[] | null;
};

/** QRCODE and CODE128 are drawn from their text; PDF_URL is the address of a file. */
export type SupplierCode = { format: 'QRCODE' | 'CODE128' | 'PDF_URL'; value: string };

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
  pictureLook?: Pick<OwnPicture, 'colour' | 'focus'>;
  instant: boolean;
  freeCancelDays: number | null;
  /** Since part 3; earlier orders have none. */
  refundRules?: RefundRule[] | null;
  type?: number;
  /** Since hotels say them, as the product's fields; `room` of stays alone. */
  checkIn?: string;
  checkOut?: string;
  room?: SeenOfPackage<'booking'> & { guests: Guests | null };
  /** Sent to an address. */
  delivered?: boolean;
  /** Rented by the day: `until_on` is the last of them. */
  byDay?: boolean;
  /** What is left on the spot as a security, in words. */
  deposits?: Record<string, string>;
  nights?: { on: string; priceMinor: number }[];
  zone: string;
};

export function listLines(owner: Owner, orderNos: string[]): Promise<LineOfOrder[]> {
  return rows(
    owner,
    sql<LineOfOrder>`SELECT sub_order_no, order_no, product_id, play_on::text AS play_on,
      session, quantity, oversold, status, unit_minor, amount_minor, freight_minor, sent_at, carrier, tracking_number,
        ladder, terms, travellers, voucher_code, until_on::text AS until_on, valid_until::text AS valid_until, add_ons,
        cancelled_quantity, cancelled_minor, ${askedQuantity} AS asked_quantity, redeemed_at, ${wasReviewed} AS reviewed,
        supplier_reference, supplier_codes, package_id, sku_id,
        added_quantity, returned_minor, current_unit_minor,
        (SELECT coalesce(sum(e.amount_minor), 0)::bigint FROM supplement e WHERE e.owner_id = s.owner_id
          AND e.sub_order_no = s.sub_order_no AND e.state = 'paid') AS added_minor,
        ${isHeldBack} AS held_back
      FROM sub_order s WHERE owner_id = ${owner.id} AND order_no = ANY(${orderNos}) ORDER BY order_no, sub_order_no`,
  );
}

export async function listStatuses(owner: Owner, orderNo: string): Promise<OrderStatusCode[]> {
  const list = await rows(
    owner,
    sql<{
      status: OrderStatusCode;
    }>`SELECT status FROM sub_order WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`,
  );
  return list.map((row) => row.status);
}

export function listEvents(owner: Owner, order: Pick<OrderRow, 'order_no' | 'placed_at'>) {
  return rows(
    owner,
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
      SELECT at, action, actor, actor_name, sub_order_no, from_status, to_status, why FROM ${everyEvent} e
      WHERE owner_id = ${owner.id} AND order_no = ${order.order_no} AND ${sincePlaced(order.placed_at)} ORDER BY event_id`,
  );
}

/** Money that came in and went back in the order's currency; `fees` of ways to pay; `channel` paid the price, of several the last. */
type Totals = {
  paid: number;
  refunded: number;
  fees: number;
  channel: string | null;
  agreement: { token: string; version: number } | null;
  /** What came in in another currency. */
  charged: (ExchangeRow & { channel: string; ending: string | null; amount_minor: number })[] | null;
};

/** What was paid and refunded of an order, and the version of the agreement that it was placed under. */
export async function findMoneyTotals(owner: Owner, orderNo: string): Promise<Totals> {
  const paid = sql`FROM payment y WHERE y.owner_id = ${owner.id} AND y.order_no = ${orderNo} AND y.status = ${paymentCode.paid}`;
  const row = await firstRow(
    owner,
    sql<Totals>`SELECT
      (SELECT jsonb_build_object('token', a.token, 'version', a.version) FROM purchase o JOIN agreement a ON a.owner_id = o.owner_id
        AND a.token = o.agreement_token WHERE o.owner_id = ${owner.id} AND o.order_no = ${orderNo}) AS agreement,
      (SELECT coalesce(sum(order_minor), 0)::bigint ${paid}) AS paid,
      (SELECT coalesce(sum(round(fee_minor * order_minor::numeric / nullif(amount_minor - fee_minor, 0))), 0)::bigint ${paid}) AS fees,
      (SELECT channel ${paid} AND supplement_no IS NULL ORDER BY settled_at DESC, payment_no DESC LIMIT 1) AS channel,
      (SELECT jsonb_agg(c ORDER BY c.rate_at) FROM (SELECT y.channel, y.currency, y.amount_minor, ${exchangeColumns}, (SELECT g.ending
          FROM gift_card g WHERE g.owner_id = y.owner_id AND g.card_id = y.card_id) AS ending ${paid} AND y.currency <>
          (SELECT currency FROM purchase WHERE owner_id = ${owner.id} AND order_no = ${orderNo})) c) AS charged,
      (SELECT coalesce(sum(coalesce(r.order_minor, round(r.amount_minor * p.order_minor::numeric / nullif(p.amount_minor, 0)))), 0)::bigint
        FROM refund r JOIN payment p USING (owner_id, payment_no)
        WHERE r.owner_id = ${owner.id} AND r.order_no = ${orderNo} AND r.status <> ${refundCode.failed}) AS refunded`,
  );
  return row ?? { paid: 0, fees: 0, channel: null, refunded: 0, agreement: null, charged: null };
}

export function listOrderPayments(owner: Owner, orderNo: string) {
  return rows(
    owner,
    sql<
      ExchangeRow & {
        payment_no: string;
        channel: string;
        status: number;
        outcome: PaymentOutcome | null;
        amount_minor: number;
        provider_ref: string | null;
        created_at: Date;
      }
    >`SELECT y.payment_no, y.channel, y.status, y.outcome, y.currency, y.amount_minor, y.provider_ref, y.created_at, ${exchangeColumns}
      FROM payment y WHERE y.owner_id = ${owner.id} AND y.order_no = ${orderNo} ORDER BY y.created_at`,
  );
}

type Names = { partner_name: string; buyer_name: string };

export function findNames(owner: Owner, orderNo: string) {
  return firstRow(
    owner,
    sql<Names>`SELECT r.name AS partner_name, a.name AS buyer_name FROM purchase p
      JOIN partner r ON r.owner_id = p.owner_id AND r.partner_id = p.partner_id
      JOIN account a ON a.owner_id = p.owner_id AND a.account_id = p.account_id
      WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo}`,
  );
}

/** Where an order's guests are picked up and dropped off, and whether a person still checks that (§5 transfers). */
export type TravelPlace = { address: string; lat: number | null; lng: number | null };

export function findPlaces(owner: Owner, orderNo: string) {
  return firstRow(
    owner,
    sql<{
      pickup: (TravelPlace & { dropOff?: TravelPlace }) | null;
      second_check: string | null;
    }>`SELECT pickup, second_check FROM purchase WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`,
  );
}
