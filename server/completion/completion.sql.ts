// Completion links by the hash of their token, and what an order's lines still ask of their travellers.

import type { Terms, Visible } from '../order/read.sql.ts';
import { openOrders } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, type OwnerTrx, onlyIf, rows, sql } from '../platform/db.ts';

export type StoredPlace = { address: string; lat: number | null; lng: number | null; inside: boolean };
type StoredPlaces = StoredPlace & { dropOff?: StoredPlace };

export type FillLine = {
  order_no: string;
  product_id: number;
  order_status: number;
  fields_done_at: Date | null;
  /** Of the order: what was left out, what is there, until when the rest may follow (null: until the day after travel). */
  fields_later: string[];
  fields: Record<string, string>;
  fields_due_at: Date | null;
  completion_notes: string;
  pickup: StoredPlaces | null;
  sub_order_no: string;
  status: number;
  /** Units that were not cancelled. */
  standing: number;
  play_on: string;
  session: string;
  until_on: string | null;
  valid_until: string | null;
  terms: Terms;
  travellers: Record<string, string>[];
  type: number;
  subtype: number;
  traveller_fields: number[] | null;
  min_age: number;
  max_age: number;
  seats: number | null;
  pickup_times: string[];
  seat_class: number | null;
};

export function listFillLines(owner: Owner, orderNos: readonly string[]): Promise<FillLine[]> {
  return rows(
    owner,
    sql<FillLine>`SELECT p.order_no, p.product_id, p.status AS order_status, p.fields_done_at, p.fields_later, p.fields,
        p.fields_due_at, p.completion_notes, p.pickup, s.sub_order_no, s.status, s.quantity - s.cancelled_quantity AS standing,
        s.play_on::text AS play_on, s.session, s.until_on::text AS until_on, s.valid_until::text AS valid_until, s.terms, s.travellers,
        d.type, d.subtype, d.traveller_fields, k.min_age, k.max_age, k.seats, k.seat_class, g.pickup_times
      FROM purchase p JOIN sub_order s ON s.owner_id = p.owner_id AND s.order_no = p.order_no
      JOIN product d ON d.owner_id = s.owner_id AND d.product_id = s.product_id
      JOIN package g ON g.owner_id = s.owner_id AND g.package_id = s.package_id
      JOIN sku k ON k.owner_id = s.owner_id AND k.sku_id = s.sku_id
      WHERE p.owner_id = ${owner.id} AND p.order_no = ANY(${[...orderNos]}::text[]) ORDER BY p.order_no, s.sub_order_no`,
  );
}

/** Orders that may miss something and are still ahead, the next to travel first. */
export async function listCandidates(owner: Owner, visible: Visible, orderNo: string | null) {
  const found = await rows(
    owner,
    sql<{ order_no: string }>`SELECT p.order_no FROM purchase p
      JOIN sub_order s ON s.owner_id = p.owner_id AND s.order_no = p.order_no
      WHERE p.owner_id = ${owner.id} AND ${visible} AND ${onlyIf(orderNo, sql`p.order_no = ${orderNo}`)}
        AND p.fields_done_at IS NULL AND p.status = ANY(${openOrders}::smallint[])
        AND coalesce(s.until_on, s.valid_until, s.play_on) >= current_date - 1
      GROUP BY p.order_no ORDER BY min(s.play_on), p.order_no LIMIT 200`,
  );
  return found.map((row) => row.order_no);
}

/** The end of the day after the last of `s`, an alias of sub_order. */
const dayAfter = sql`max(moment_of(coalesce(s.until_on, s.valid_until, s.play_on) + 2, s.terms ->> 'zone'))`;

export type NewLink = { hash: Buffer; orderNos: readonly string[]; accountId: number; sentTo: string };

/** Good until the end of the day after the last of its orders. */
export async function insertCompletionLink(owner: Owner, link: NewLink): Promise<void> {
  await sql`INSERT INTO completion_link (owner_id, token_hash, order_nos, account_id, expires_at, sent_to)
    SELECT ${owner.id}, ${link.hash}, ${[...link.orderNos]}::text[], ${link.accountId}, ${dayAfter}, ${link.sentTo}
    FROM sub_order s WHERE s.owner_id = ${owner.id} AND s.order_no = ANY(${[...link.orderNos]}::text[])`.execute(owner);
}

/** Links that were mailed to an address which is not the order's any more: its reader may be anyone. */
export async function deleteLinksTo(owner: OwnerTrx, orderNo: string, email: string): Promise<void> {
  await sql`DELETE FROM completion_link WHERE owner_id = ${owner.id} AND order_nos @> ARRAY[${orderNo}]::text[]
    AND lower(sent_to) = lower(${email})`.execute(owner);
}

/** A line has other days: so long its links open, and by then the details must be there, as for a booking of these days. */
export async function moveDeadline(owner: OwnerTrx, orderNo: string): Promise<void> {
  await sql`UPDATE completion_link k SET expires_at = (SELECT ${dayAfter} FROM sub_order s
      WHERE s.owner_id = k.owner_id AND s.order_no = ANY(k.order_nos))
    WHERE k.owner_id = ${owner.id} AND k.order_nos @> ARRAY[${orderNo}]::text[]`.execute(owner);
  const start = sql`moment_of(s.play_on + coalesce(nullif(s.session, '')::time, '00:00'), s.terms ->> 'zone')`;
  await sql`UPDATE purchase p SET fields_due_at = (SELECT least(${dayAfter},
        min(${start} - make_interval(hours => d.completion_hours)) FILTER (WHERE s.play_on < '9999-01-01'))
      FROM sub_order s WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no)
    FROM product d WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND p.fields_due_at IS NOT NULL
      AND d.owner_id = p.owner_id AND d.product_id = p.product_id`.execute(owner);
}

export async function findLink(owner: Owner, hash: Buffer): Promise<string[] | undefined> {
  const found = await firstRow(
    owner,
    sql<{ order_nos: string[] }>`SELECT order_nos FROM completion_link
      WHERE owner_id = ${owner.id} AND token_hash = ${hash} AND expires_at > now()`,
  );
  return found?.order_nos;
}

export type Filled = {
  /** All fields of the order, those that were there before too. */
  fields: Record<string, string>;
  notes: string;
  pickup: unknown;
  /** The pick-up has to be looked at by a person. */
  doubtful: boolean;
};

export async function saveFilled(owner: Owner, orderNo: string, filled: Filled): Promise<void> {
  await sql`UPDATE purchase SET fields = ${JSON.stringify(filled.fields)}::jsonb, completion_notes = ${filled.notes},
      pickup = ${filled.pickup ? JSON.stringify(filled.pickup) : null}::jsonb,
      second_check = CASE WHEN ${filled.doubtful}::boolean THEN 'waiting' ELSE second_check END,
      check_since = CASE WHEN ${filled.doubtful}::boolean THEN now() ELSE check_since END
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`.execute(owner);
}

export async function saveTravellers(owner: Owner, subOrderNo: string, travellers: unknown): Promise<void> {
  await sql`UPDATE sub_order SET travellers = ${JSON.stringify(travellers)}::jsonb
    WHERE owner_id = ${owner.id} AND sub_order_no = ${subOrderNo}`.execute(owner);
}

/** 1 for the one who completes it, 0 for everybody after. */
export function markDone(owner: Owner, orderNo: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE purchase SET fields_done_at = now()
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND fields_done_at IS NULL`,
  );
}
