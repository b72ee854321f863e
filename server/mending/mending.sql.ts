// The rows that repairing an order reads and writes besides the line's places: whose price it has, its voucher, its money.
import type { Language } from '../../domain/languages.ts';
import type { Pricing } from '../catalog/pricing.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';

/** Whose prices an order has: those of its partner, retail for guests and for partners without approval. */
export async function findPricing(
  owner: Owner,
  orderNo: string,
  when: Pick<Pricing, 'today' | 'now'>,
): Promise<Pricing> {
  const row = await firstRow(
    owner,
    sql<{ partner_id: number; level: number }>`SELECT r.partner_id, r.level FROM purchase p
      JOIN partner r ON r.owner_id = p.owner_id AND r.partner_id = p.partner_id
      JOIN account a ON a.owner_id = p.owner_id AND a.account_id = p.account_id
      WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND r.approval IN ('approved', 'none') AND a.kind <> 'guest'`,
  );
  return row ? { partnerId: row.partner_id, level: row.level, ...when } : { partnerId: null, level: 0, ...when };
}

/** Sessions of a package's day, with what is left of each for one SKU. */
export function listSessions(owner: Owner, { packageId, skuId, on }: { packageId: number; skuId: number; on: string }) {
  return rows(
    owner,
    sql<{ session: string; left: number }>`SELECT d.session,
        greatest(0, least(d.capacity - d.held - d.sold, l.capacity - l.held - l.sold))::int AS left
      FROM departure d LEFT JOIN departure_sku l ON l.owner_id = d.owner_id AND l.departure_id = d.departure_id AND l.sku_id = ${skuId}
      WHERE d.owner_id = ${owner.id} AND d.package_id = ${packageId} AND d.play_on = ${on}::date ORDER BY d.session`,
  );
}

/** Departures that lines occupy, and their number of places in each. */
export function listHeld(owner: Owner, subOrderNos: string[]) {
  return rows(
    owner,
    sql<{
      departure_id: number;
      quantity: number;
      sku_id: number;
    }>`SELECT h.departure_id, h.quantity, s.sku_id FROM line_hold h
      JOIN sub_order s USING (owner_id, sub_order_no) WHERE h.owner_id = ${owner.id} AND h.sub_order_no = ANY(${subOrderNos})`,
  );
}

/** The times at which a package is sold from one day to another, in order. */
export function listTimes(
  owner: Owner,
  packageId: number,
  { from, to, most }: { from: string; to: string; most: number },
) {
  return rows(
    owner,
    sql<{ playOn: string; session: string }>`SELECT play_on::text AS "playOn", session FROM departure
      WHERE owner_id = ${owner.id} AND package_id = ${packageId} AND play_on BETWEEN ${from}::date AND ${to}::date
      ORDER BY play_on, session LIMIT ${most}`,
  );
}

/** The voucher of a line is not valid any more; giveVoucherCodes makes the next. */
export async function dropVoucher(owner: Owner, subOrderNo: string): Promise<void> {
  await sql`UPDATE sub_order SET voucher_code = NULL WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo}`.execute(
    owner,
  );
}

export async function setUnit(owner: Owner, subOrderNo: string, unitMinor: number): Promise<void> {
  await sql`UPDATE sub_order SET current_unit_minor = ${unitMinor}
    WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo}`.execute(owner);
}

/** Notes a refund while the line is valid, never more than is left of it. 1 when noted. */
export function noteReturned(owner: Owner, subOrderNo: string, amountMinor: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE sub_order s SET returned_minor = s.returned_minor + ${amountMinor}
      WHERE s.owner_id = ${owner.id} AND s.sub_order_no = ${subOrderNo}
        AND s.cancelled_minor + s.returned_minor + ${amountMinor} <= s.amount_minor + (SELECT coalesce(sum(e.amount_minor), 0)
          FROM supplement e WHERE e.owner_id = s.owner_id AND e.sub_order_no = s.sub_order_no AND e.state = 'paid')`,
  );
}

/** More travellers than were named: the order's details are to be completed again. */
export async function reopenDetails(owner: Owner, orderNo: string): Promise<void> {
  await sql`UPDATE purchase SET fields_done_at = NULL WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(
    owner,
  );
}

/** Reminders of the old day do not suppress those of the new day. */
export async function forgetReminders(owner: Owner, orderNo: string): Promise<void> {
  await sql`UPDATE purchase SET reminded_at = NULL, fields_reminded = NULL WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(
    owner,
  );
}

type Contact = { name: string; email: string; areaCode: string; phone: string };

/**
 * Of an order whose traveller bought at a platform and gets the voucher from us (decision 0783): the languages that the platform named.
 * Undefined for other orders.
 */
export async function findTravellerLocales(owner: Owner, orderNo: string): Promise<string[] | undefined> {
  const row = await firstRow(
    owner,
    sql<{ locales: string[] | null }>`SELECT b.contact -> 'locales' AS locales FROM octo_booking b
      JOIN channel_order c ON c.owner_id = b.owner_id AND c.order_no = b.order_no
      WHERE b.owner_id = ${owner.id} AND b.order_no = ${orderNo} AND b.email_receipt`,
  );
  return row && (row.locales ?? []);
}

type Saving = {
  oldEmail: string;
  /** In which language such a traveller reads: becomes a recipient, and the agency stays one. */
  traveller: Language | undefined;
};

/** Recipients with the old address get the new one. */
export async function saveContact(
  owner: Owner,
  orderNo: string,
  contact: Contact,
  { oldEmail, traveller }: Saving,
): Promise<void> {
  const reader = traveller ? [{ to: 'contact', email: contact.email, language: traveller }] : [];
  await sql`UPDATE purchase SET contact = ${JSON.stringify(contact)}::jsonb,
      notify = CASE WHEN ${reader.length > 0} AND NOT notify @> '[{"to": "contact"}]' THEN ${JSON.stringify(reader)}::jsonb || notify
        ELSE coalesce((SELECT jsonb_agg(CASE WHEN lower(n ->> 'email') = lower(${oldEmail})
              AND NOT (${reader.length > 0} AND n ->> 'to' = 'account')
            THEN n || jsonb_build_object('email', ${contact.email}::text) ELSE n END ORDER BY at)
          FROM jsonb_array_elements(notify) WITH ORDINALITY r(n, at)), notify) END
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(owner);
}

export function listNotes(owner: Owner, orderNo: string) {
  return rows(
    owner,
    sql<{
      note_id: number;
      author_name: string;
      text: string;
      at: Date;
    }>`SELECT note_id, author_name, text, at FROM order_note
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} ORDER BY note_id DESC LIMIT 200`,
  );
}

export async function insertNote(owner: Owner, orderNo: string, author: string, text: string): Promise<void> {
  await sql`INSERT INTO order_note (owner_id, order_no, author_name, text)
    VALUES (${owner.id}, ${orderNo}, ${author}, ${text})`.execute(owner);
}

/** In a supplier's system, by this or another line of its day. */
export async function isBookedElsewhere(
  owner: Owner,
  line: { order_no: string; sub_order_no: string },
): Promise<boolean> {
  const found = await firstRow(
    owner,
    sql<{ n: number }>`SELECT 1 AS n FROM octo_supply WHERE owner_id = ${owner.id} AND order_no = ${line.order_no}
      AND items @> ${JSON.stringify([{ line: line.sub_order_no }])}::jsonb AND state NOT IN ('released', 'refused')`,
  );
  return found !== undefined;
}

/** Who was the contact is not any more: the link that was mailed there ends, and the new one is asked in turn. */
export async function endAsks(owner: OwnerTrx, orderNo: string): Promise<void> {
  await sql`DELETE FROM review_ask a WHERE a.owner_id = ${owner.id} AND a.order_no = ${orderNo}
    AND NOT EXISTS (SELECT 1 FROM review v WHERE v.owner_id = a.owner_id AND v.sub_order_no = a.sub_order_no)`.execute(
    owner,
  );
}
