// The recipients of mails about an order, and the owner's own texts for them.
import type { Language } from '../../domain/languages.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type RecipientRow = {
  order_no: string;
  email: string;
  language: string;
  /** Bought from a platform or a reseller, which has prices of its own: gets the voucher, and nothing about money (decision 0783). */
  is_traveller: boolean;
  /** A traveller, or somebody outside of the agency whose order it is: its customers read no net price (decision 0791). */
  without_prices: boolean;
  /** Nobody chose it: the agency's own account, as all others are its customers. */
  is_added: boolean;
  /** The member or guest who named an address that is not their own, while nothing is paid: such mails are bounded (decision 0789). */
  bounded_by: number | null;
};

/** Booked by a platform or a reseller, in whose name their systems speak. */
const fromElsewhere = sql`(EXISTS (SELECT FROM channel_order c WHERE c.owner_id = p.owner_id AND c.order_no = p.order_no)
  OR EXISTS (SELECT FROM octo_booking b WHERE b.owner_id = p.owner_id AND b.order_no = p.order_no))`;

/** The address is of an account of the order's agency that may still act, or one of its company's contacts. */
const isOfAgency = sql`(EXISTS (SELECT FROM account o WHERE o.owner_id = p.owner_id AND o.partner_id = p.partner_id
    AND o.kind IN ('main', 'sub') AND o.status = ${accountCode.normal} AND o.email = lower(e.email))
  OR EXISTS (SELECT FROM partner h CROSS JOIN LATERAL jsonb_each(h.contacts) c
    WHERE h.owner_id = p.owner_id AND h.partner_id = p.partner_id AND lower(c.value ->> 'email') = lower(e.email)))`;

/**
 * Recipients that the buyers chose, each with a language; none were asked for: the contact in the order's language. `account` is whoever
 * reads the account's mails now, for a sub-account the main one: its address may have changed since the booking. Where an agency chose its
 * customers alone, its own account is added: somebody must read what is to be paid.
 */
export async function listAllRecipients(owner: Owner, orderNos: string[]): Promise<RecipientRow[]> {
  const reader = sql`SELECT r.email FROM account r WHERE r.owner_id = p.owner_id AND n ->> 'to' = 'account'
      AND r.email <> '' AND (a.kind = 'sub' AND r.partner_id = a.partner_id AND r.kind = 'main' OR r.account_id = a.account_id)
    ORDER BY r.kind <> 'main', r.account_id LIMIT 1`;
  const agencyAlone = sql`a.kind IN ('main', 'sub') AND NOT ${fromElsewhere}`;
  const found = await rows(
    owner,
    sql<RecipientRow>`SELECT p.order_no, e.email, coalesce(n ->> 'language', p.language) AS language,
        coalesce(n ->> 'to' = 'contact', false) AND ${fromElsewhere} AS is_traveller,
        coalesce(n ->> 'to' = 'contact', false) AND ${fromElsewhere}
          OR ${agencyAlone} AND coalesce(n ->> 'to', '') <> 'account' AND NOT ${isOfAgency} AS without_prices,
        n ? 'added' AS is_added,
        CASE WHEN p.paid_at IS NULL AND a.kind IN ('member', 'guest') AND lower(e.email) <> a.email
          THEN a.account_id END AS bounded_by
      FROM purchase p LEFT JOIN account a ON a.owner_id = p.owner_id AND a.account_id = p.account_id
      CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN jsonb_array_length(p.notify) > 0 THEN p.notify
          ELSE jsonb_build_array(jsonb_build_object('email', p.contact ->> 'email', 'language', p.language)) END
        || CASE WHEN ${agencyAlone} THEN '[{"to": "account", "added": true}]'::jsonb ELSE '[]' END) n
      CROSS JOIN LATERAL (SELECT coalesce(nullif((${reader}), ''), n ->> 'email', '') AS email) e
      WHERE p.owner_id = ${owner.id} AND p.order_no = ANY(${orderNos}) AND e.email <> ''`,
  );
  const readsPrices = new Set(found.filter((row) => !row.is_added && !row.without_prices).map((row) => row.order_no));
  return found.filter((row) => !row.is_added || !readsPrices.has(row.order_no));
}

/** Those who bought from the owner, and whom they chose: not the travellers of a platform or a reseller. */
export const listRecipients = async (owner: Owner, orderNos: string[]): Promise<RecipientRow[]> =>
  (await listAllRecipients(owner, orderNos)).filter((row) => !row.is_traveller && !row.is_added);

/** Those of the owner who decide: operations, or admins where there are none. Suppliers have a mail of their own. */
export function listDeciders(owner: Owner) {
  return rows(
    owner,
    sql<{
      email: string;
      language: string;
    }>`WITH staff AS (SELECT account_id, email, language, roles FROM account
        WHERE owner_id = ${owner.id} AND kind = 'staff' AND status = ${accountCode.normal})
      SELECT a.email, a.language FROM staff a
      WHERE 'operations' = ANY(a.roles) OR ('admin' = ANY(a.roles) AND NOT EXISTS (SELECT 1 FROM staff o WHERE 'operations' = ANY(o.roles)))
      ORDER BY a.account_id LIMIT 20`,
  );
}

/** Operations staff; administrators where there are none. Suppliers read neither what buyers write nor where they stay. */
export function listOperations(owner: Owner) {
  return rows(
    owner,
    sql<{ email: string; language: string }>`WITH staff AS (SELECT account_id, email, language, roles FROM account
        WHERE owner_id = ${owner.id} AND kind = 'staff' AND status = ${accountCode.normal})
      SELECT s.email, s.language FROM staff s
      WHERE 'operations' = ANY(s.roles) OR ('admin' = ANY(s.roles) AND NOT EXISTS (SELECT 1 FROM staff o WHERE 'operations' = ANY(o.roles)))
      ORDER BY s.account_id LIMIT 20`,
  );
}

export type MailTextRow = { occasion: string; language: Language; subject: string; intro: string };

export function listMailTexts(owner: Owner): Promise<MailTextRow[]> {
  return rows(
    owner,
    sql<MailTextRow>`SELECT occasion, language, subject, intro FROM mail_text WHERE owner_id = ${owner.id} ORDER BY occasion, language`,
  );
}

export function findMailText(owner: Owner, occasion: string, language: string) {
  return firstRow(
    owner,
    sql<MailTextRow>`SELECT occasion, language, subject, intro FROM mail_text
      WHERE owner_id = ${owner.id} AND occasion = ${occasion} AND language = ${language}`,
  );
}

type Words = { subject: string; intro: string };

/** 1 when written; 0 when the text is no longer the one that was seen. Empty words are deleted: the standard ones apply. */
export function writeMailText(
  owner: Owner,
  { occasion, language, subject, intro }: MailTextRow,
  was: Words | null,
): Promise<number> {
  if (!was)
    return changed(
      owner,
      sql`INSERT INTO mail_text (owner_id, occasion, language, subject, intro)
        VALUES (${owner.id}, ${occasion}, ${language}, ${subject}, ${intro}) ON CONFLICT DO NOTHING`,
    );
  const seen = sql`owner_id = ${owner.id} AND occasion = ${occasion} AND language = ${language}
    AND subject = ${was.subject} AND intro = ${was.intro}`;
  if (!subject && !intro) return changed(owner, sql`DELETE FROM mail_text WHERE ${seen}`);
  return changed(owner, sql`UPDATE mail_text SET subject = ${subject}, intro = ${intro} WHERE ${seen}`);
}
