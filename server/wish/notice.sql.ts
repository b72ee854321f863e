// Requests for a notice of a lower price or of new places, and the claim to send it, which succeeds once.
import type { Currency } from '../../domain/currencies.ts';
import type { OfferTime } from '../../domain/offers.ts';
import { changed, firstRow, type House, type Owner, type OwnerTrx, rows, sql } from '../platform/db.ts';
import { audienceNamesOf, isSeen, isSeenBy } from '../site/hidden.sql.ts';
import { isOwnerOpen } from '../site/site.sql.ts';

type NoticeKind = 'price' | 'stock';
export type NoticeRow = {
  notice_id: number;
  product_id: number;
  kind: NoticeKind;
  email: string;
  language: string;
  from_minor: number;
  currency: Currency;
  state: 'asked' | 'waiting' | 'sent';
  names: Record<string, string>;
  city: string;
  offers: OfferTime[] | null;
  country_key: string;
  now_minor: number;
};

/** Mails go to people, not to levels: what visitors see counts. */
const visitors = { partnerId: null, level: 0 };

/** With the limited offer that runs (decision 0512); as offeredPrice of domain/offers.ts. */
const paid = (now: Date) => sql`CASE WHEN p.offers IS NULL THEN p.from_minor
  ELSE agent_price(p.from_minor, 'percent', 100 * offer_percent(p.offers, ${now.getTime()}::bigint)) END`;

const columns = (
  now: Date,
) => sql`n.notice_id, n.product_id, n.kind, n.email, n.language, n.from_minor, n.currency, n.state, p.names, p.city,
  k.key AS country_key, p.offers, ${paid(now)} AS now_minor`;
const tables = sql`product_notice n JOIN product p ON p.owner_id = n.owner_id AND p.product_id = n.product_id
  JOIN city c ON c.city = p.city JOIN country k ON k.country = c.country`;

/** What is waited for, over product `p`: places where there are none, or a price below the present one; an offer that begins is one. */
const comesTrue = (now: Date) => sql`p.on_shelf AND CASE n.kind WHEN 'stock' THEN p.next_on IS NOT NULL
  ELSE p.currency = n.currency AND ${paid(now)} < n.from_minor END`;

type NewNotice = {
  id: string;
  kind: NoticeKind;
  email: string;
  language: string;
  confirmed: boolean;
  now: Date;
};

/**
 * Undefined where visitors do not see the product, or where places are asked for that are there. Asked again, it waits for a price below
 * the present one; an address that was confirmed for it stays so while it waits.
 */
export function insertProductNotice(owner: OwnerTrx, ask: NewNotice) {
  const state = ask.confirmed ? 'waiting' : 'asked';
  return firstRow(
    owner,
    sql<{ notice_id: number; state: NoticeRow['state'] }>`INSERT INTO product_notice AS n
        (owner_id, product_id, kind, email, language, from_minor, currency, state, changed_at)
      SELECT p.owner_id, p.product_id, ${ask.kind}, ${ask.email}, ${ask.language}, ${paid(ask.now)}, p.currency, ${state},
        ${ask.now}::timestamptz
      FROM product p WHERE p.owner_id = ${owner.id} AND p.product_id = ${ask.id} AND p.on_shelf AND ${isSeen(owner, visitors, 'p')}
        AND (${ask.kind} = 'price' OR p.next_on IS NULL)
      ON CONFLICT (owner_id, product_id, kind, email) DO UPDATE SET language = EXCLUDED.language, from_minor = EXCLUDED.from_minor,
        currency = EXCLUDED.currency, changed_at = EXCLUDED.changed_at,
        state = CASE WHEN n.state = 'waiting' THEN 'waiting' ELSE EXCLUDED.state END
      RETURNING notice_id, state`,
  );
}

type WhichNotice = { id: number } | { hash: Buffer };

export function findNotice(owner: Owner, by: WhichNotice, now: Date): Promise<NoticeRow | undefined> {
  const which = 'id' in by ? sql`n.notice_id = ${by.id}` : sql`n.token_hash = ${by.hash}`;
  return firstRow(
    owner,
    sql<NoticeRow>`SELECT ${columns(now)} FROM ${tables} WHERE n.owner_id = ${owner.id} AND ${which}`,
  );
}

export async function storeNoticeToken(owner: Owner, id: number, hash: Buffer): Promise<void> {
  await sql`UPDATE product_notice SET token_hash = ${hash} WHERE owner_id = ${owner.id} AND notice_id = ${id}`.execute(
    owner,
  );
}

export function confirmNotice(owner: Owner, id: number, now: Date): Promise<number> {
  return changed(
    owner,
    sql`UPDATE product_notice SET state = 'waiting', changed_at = ${now}
      WHERE owner_id = ${owner.id} AND notice_id = ${id} AND state = 'asked'`,
  );
}

/** Everything that an address waits for. */
export async function endNotices(owner: Owner, email: string): Promise<void> {
  await sql`DELETE FROM product_notice WHERE owner_id = ${owner.id} AND email = ${email}`.execute(owner);
}

type DueNotice = { owner_id: number; notice_id: number };

export function listDueNotices(house: House, most: number, now: Date): Promise<DueNotice[]> {
  return rows(
    house,
    sql<DueNotice>`SELECT n.owner_id, n.notice_id FROM product_notice n
      JOIN product p ON p.owner_id = n.owner_id AND p.product_id = n.product_id
      WHERE n.state = 'waiting' AND ${comesTrue(now)} AND ${isOwnerOpen('n')}
        AND ${isSeenBy(sql.ref('n.owner_id'), audienceNamesOf(visitors), 'p')}
      ORDER BY n.owner_id, n.notice_id LIMIT ${most}`,
  );
}

/** 1 for the process that sends it. */
export function claimNotice(owner: OwnerTrx, id: number, now: Date): Promise<number> {
  return changed(
    owner,
    sql`UPDATE product_notice n SET state = 'sent', changed_at = ${now} FROM product p
      WHERE n.owner_id = ${owner.id} AND n.notice_id = ${id} AND n.state = 'waiting' AND p.owner_id = n.owner_id
        AND p.product_id = n.product_id AND ${comesTrue(now)} AND ${isSeen(owner, visitors, 'p')}`,
  );
}

/**
 * Whether the notice's mail is still to be written. Where what was waited for is no longer true, it waits again, unless its mail, which has
 * this `occasion`, was written before.
 */
export async function isStillTrue(owner: Owner, id: number, occasion: string, now: Date): Promise<boolean> {
  await sql`UPDATE product_notice n SET state = 'waiting', changed_at = ${now} FROM product p
    WHERE n.owner_id = ${owner.id} AND n.notice_id = ${id} AND n.state = 'sent' AND p.owner_id = n.owner_id
      AND p.product_id = n.product_id AND NOT coalesce(${comesTrue(now)} AND ${isSeen(owner, visitors, 'p')}, false)
      AND NOT EXISTS (SELECT 1 FROM mail m WHERE m.owner_id = n.owner_id AND m.occasion = ${occasion})`.execute(owner);
  const notice = await firstRow(
    owner,
    sql<Pick<NoticeRow, 'state'>>`SELECT state FROM product_notice WHERE owner_id = ${owner.id} AND notice_id = ${id}`,
  );
  return notice?.state === 'sent';
}

/** Sent ones after a month, unconfirmed ones after a day; after a year those that nothing came of: no address is kept for ever. */
export async function forgetNotices(house: House, now: Date): Promise<void> {
  await sql`DELETE FROM product_notice WHERE changed_at < ${now}::timestamptz
      - CASE state WHEN 'sent' THEN interval '30 days' WHEN 'asked' THEN interval '1 day' ELSE interval '1 year' END`.execute(
    house,
  );
}
