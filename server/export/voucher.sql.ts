// Vouchers: found by code or line, redeemed once, signed by keys that are never thrown away; and what receipts list beside the order.

import { linesOf, supplierOfLogin } from '../order/delivery/delivery.sql.ts';
import { askedQuantity, isHeldBack } from '../order/order.sql.ts';
import type { LineOfOrder, OrderRow } from '../order/read.sql.ts';
import { paymentCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';
import { exchangeColumns } from '../site/rates.sql.ts';
import type { ExchangeRow } from '../site/show-exchange.ts';

export type VoucherRow = Pick<
  LineOfOrder,
  | 'sub_order_no'
  | 'order_no'
  | 'product_id'
  | 'play_on'
  | 'session'
  | 'quantity'
  | 'cancelled_quantity'
  | 'asked_quantity'
  | 'held_back'
  | 'status'
  | 'terms'
  | 'travellers'
  | 'add_ons'
  | 'until_on'
  | 'valid_until'
  | 'redeemed_at'
  | 'supplier_codes'
> & {
  voucher_code: string;
  redeemed_by_name: string | null;
  /** Whether the asking login's supplier delivers it. */
  delivered: boolean;
  contact: OrderRow['contact'];
};

/** Lines that have a code, as the account sees them. */
const vouchersFor = (owner: Owner, accountId: number) => sql`SELECT s.sub_order_no, s.order_no, s.product_id,
    s.play_on::text AS play_on, s.session, s.quantity, s.cancelled_quantity, s.status, s.terms, s.travellers, s.add_ons,
    ${askedQuantity} AS asked_quantity, ${isHeldBack} AS held_back,
    s.until_on::text AS until_on, s.valid_until::text AS valid_until, s.redeemed_at, s.supplier_codes, s.voucher_code,
    s.redeemed_by_name, p.contact,
    coalesce(${linesOf(supplierOfLogin(owner, accountId))}, false) AS delivered
  FROM sub_order s JOIN purchase p ON p.owner_id = s.owner_id AND p.order_no = s.order_no
  WHERE s.owner_id = ${owner.id} AND s.voucher_code IS NOT NULL`;

/** One of them, by the code or by its own number; '' leaves out the other way. */
export function findVoucher(
  owner: Owner,
  by: { code: string; subOrderNo: string },
  accountId = 0,
): Promise<VoucherRow | undefined> {
  const which = by.subOrderNo
    ? sql`s.sub_order_no = ${by.subOrderNo} AND (${by.code} = '' OR s.voucher_code = ${by.code})`
    : sql`s.voucher_code = ${by.code}`;
  return firstRow(owner, sql<VoucherRow>`${vouchersFor(owner, accountId)} AND ${which} LIMIT 1`);
}

/** The first line that a supplier's code covers (decision 0461). */
export function findBySupplierCode(owner: Owner, value: string, accountId: number): Promise<VoucherRow | undefined> {
  const codes = JSON.stringify([{ value }]);
  return firstRow(
    owner,
    sql<VoucherRow>`${vouchersFor(owner, accountId)} AND s.supplier_codes @> ${codes}::jsonb ORDER BY s.sub_order_no LIMIT 1`,
  );
}

/** The others of its booking. */
export function listBeside(owner: Owner, row: VoucherRow, accountId: number): Promise<VoucherRow[]> {
  const others = sql`s.order_no = ${row.order_no} AND s.sub_order_no <> ${row.sub_order_no}`;
  return rows(owner, sql<VoucherRow>`${vouchersFor(owner, accountId)} AND ${others} ORDER BY s.sub_order_no`);
}

/** The guard of redeeming: 1 for the first, 0 for everybody after. */
export function insertRedemption(owner: Owner, subOrderNo: string, by: { id: number; name: string }): Promise<number> {
  return changed(
    owner,
    sql`INSERT INTO redemption (owner_id, sub_order_no, by_id, by_name)
      VALUES (${owner.id}, ${subOrderNo}, ${by.id}, ${by.name}) ON CONFLICT (owner_id, sub_order_no) DO NOTHING`,
  );
}

/** The line has the mark too, for lists and for applications to cancel. */
export async function noteRedeemed(owner: Owner, subOrderNo: string): Promise<void> {
  await sql`UPDATE sub_order s SET redeemed_at = r.at, redeemed_by_name = r.by_name FROM redemption r
    WHERE s.owner_id = ${owner.id} AND s.sub_order_no = ${subOrderNo} AND r.owner_id = s.owner_id
      AND r.sub_order_no = s.sub_order_no`.execute(owner);
}

export type KeyRow = { purpose: string; public_key: string; sealed: string };

/** The present key first, then those before it. */
export function listVoucherKeys(owner: Owner): Promise<KeyRow[]> {
  return rows(
    owner,
    sql<KeyRow>`SELECT purpose, public_key, sealed FROM owner_key
      WHERE owner_id = ${owner.id} AND (purpose = 'voucher' OR purpose LIKE 'voucher until %')
      ORDER BY purpose = 'voucher' DESC, created_at DESC`,
  );
}

/** Of several processes that make a key at the same time one wins, and all sign with the stored one. */
export async function insertVoucherKey(owner: Owner, publicKey: string, sealed: string): Promise<void> {
  await sql`INSERT INTO owner_key (owner_id, purpose, public_key, sealed)
    VALUES (${owner.id}, 'voucher', ${publicKey}, ${sealed}) ON CONFLICT (owner_id, purpose) DO NOTHING`.execute(owner);
}

/** A key that cannot be opened any more signs nothing, but what it signed stays good. */
export async function retireVoucherKey(owner: Owner, publicKey: string): Promise<void> {
  await sql`UPDATE owner_key SET purpose = 'voucher until ' || now()::text
    WHERE owner_id = ${owner.id} AND purpose = 'voucher' AND public_key = ${publicKey}`.execute(owner);
}

export type PartnerFacts = {
  kind: 'individual' | 'personal' | 'corporate';
  name: string;
  address: string;
  city: string;
  /** Two letters, or ''. */
  country: string;
  contacts: { order?: { name?: string; areaCode?: string; phone?: string; email?: string } };
};

/** The agency's own, png or jpeg as pdfs take them. */
export async function findLogoOf(owner: Owner, partnerId: number): Promise<Buffer | undefined> {
  const row = await firstRow(
    owner,
    sql<{ bytes: Buffer }>`SELECT bytes FROM partner_logo WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}`,
  );
  return row?.bytes;
}

export function findPartnerOfOrder(owner: Owner, partnerId: number): Promise<PartnerFacts | undefined> {
  return firstRow(
    owner,
    sql<PartnerFacts>`SELECT kind, name, coalesce(address, '') AS address, coalesce(city, '') AS city,
        coalesce(country, '') AS country, contacts FROM partner WHERE owner_id = ${owner.id} AND partner_id = ${partnerId}`,
  );
}

export type ReceiptPayment = ExchangeRow & {
  payment_no: string;
  channel: string;
  /** Of a gift card. */
  ending: string | null;
  amount_minor: number;
  fee_minor: number;
  supplement_no: string | null;
  settled_at: Date | null;
  created_at: Date;
};

/** Money that came in. */
export function listReceived(owner: Owner, orderNo: string): Promise<ReceiptPayment[]> {
  return rows(
    owner,
    sql<ReceiptPayment>`SELECT y.payment_no, y.channel, c.ending, y.currency, y.amount_minor, y.fee_minor, y.supplement_no, y.settled_at,
        y.created_at, ${exchangeColumns}
      FROM payment y LEFT JOIN gift_card c ON c.owner_id = y.owner_id AND c.card_id = y.card_id
      WHERE y.owner_id = ${owner.id} AND y.order_no = ${orderNo} AND y.status = ${paymentCode.paid} ORDER BY y.settled_at, y.payment_no`,
  );
}

/** For an erased person: the name that the invoice retains for the owner's years; '' otherwise. */
export async function findInvoiceName(owner: Owner, orderNo: string): Promise<string> {
  const row = await firstRow(
    owner,
    sql<{ name: string }>`SELECT name FROM invoice_name WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`,
  );
  return row?.name ?? '';
}
