// Who is told about an order, and the owner's own words for it.
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, rows, type Sql, sql } from '../platform/db.ts';

/** Recipients that the buyer chose, each with a language; none were asked for: the contact in the order's language. */
export async function listRecipients(db: Sql, ownerId: number, orderNo: string) {
  return rows(
    db,
    sql<{
      email: string;
      language: string;
    }>`SELECT n ->> 'email' AS email, coalesce(n ->> 'language', p.language) AS language
      FROM purchase p CROSS JOIN LATERAL jsonb_array_elements(CASE WHEN jsonb_array_length(p.notify) > 0 THEN p.notify
        ELSE jsonb_build_array(jsonb_build_object('email', p.contact ->> 'email', 'language', p.language)) END) n
      WHERE p.owner_id = ${ownerId} AND p.order_no = ${orderNo} AND coalesce(n ->> 'email', '') <> ''`,
  );
}

/** Those who decide: the owner's operations (admins where there are none) and the supplier of the product. */
export function listDeciders(db: Sql, ownerId: number, orderNo: string) {
  return rows(
    db,
    sql<{ email: string; language: string }>`WITH staff AS (SELECT account_id, email, language, roles FROM account
        WHERE owner_id = ${ownerId} AND kind = 'staff' AND status = ${accountCode.normal})
      SELECT s.email, s.language FROM staff s
      WHERE 'operations' = ANY(s.roles) OR ('admin' = ANY(s.roles) AND NOT EXISTS (SELECT 1 FROM staff o WHERE 'operations' = ANY(o.roles)))
        OR s.account_id IN (SELECT d.supplier_id FROM sub_order l JOIN product d USING (owner_id, product_id)
          WHERE l.owner_id = ${ownerId} AND l.order_no = ${orderNo})
      ORDER BY s.account_id LIMIT 20`,
  );
}

export type MailTextRow = { occasion: string; language: string; subject: string; intro: string };

export function listMailTexts(db: Sql, ownerId: number): Promise<MailTextRow[]> {
  return rows(
    db,
    sql<MailTextRow>`SELECT occasion, language, subject, intro FROM mail_text WHERE owner_id = ${ownerId} ORDER BY occasion, language`,
  );
}

export function findMailText(db: Sql, ownerId: number, occasion: string, language: string) {
  return firstRow(
    db,
    sql<MailTextRow>`SELECT occasion, language, subject, intro FROM mail_text
      WHERE owner_id = ${ownerId} AND occasion = ${occasion} AND language = ${language}`,
  );
}

type Words = { subject: string; intro: string };

/** 1 when written; 0 when the text is no longer the one that was seen. Empty words are deleted: the standard ones apply. */
export function writeMailText(
  db: Sql,
  ownerId: number,
  { occasion, language, subject, intro }: MailTextRow,
  was: Words | null,
): Promise<number> {
  if (!was)
    return changed(
      db,
      sql`INSERT INTO mail_text (owner_id, occasion, language, subject, intro)
        VALUES (${ownerId}, ${occasion}, ${language}, ${subject}, ${intro}) ON CONFLICT DO NOTHING`,
    );
  const seen = sql`owner_id = ${ownerId} AND occasion = ${occasion} AND language = ${language}
    AND subject = ${was.subject} AND intro = ${was.intro}`;
  if (!subject && !intro) return changed(db, sql`DELETE FROM mail_text WHERE ${seen}`);
  return changed(db, sql`UPDATE mail_text SET subject = ${subject}, intro = ${intro} WHERE ${seen}`);
}
