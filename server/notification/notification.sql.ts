// Mails as they are sent: kept per occasion, so that a repeated job writes none, and shown in the preview inbox.
import { changed, firstRow, rows, type Sql, sql } from '../platform/db.ts';

export type Attachment = { name: string; type: string; base64: string };
export type MailRow = {
  mail_id: number;
  recipient: string;
  subject: string;
  html: string;
  body: string;
  attachments: Attachment[];
  created_at: Date;
  sent_at: Date | null;
};

export type NewMail = {
  occasion: string;
  recipient: string;
  subject: string;
  html: string;
  body: string;
  attachments: Attachment[];
};

/** Writes a mail; undefined when this occasion's mail to this recipient exists already. */
export async function insertMail(db: Sql, ownerId: number, mail: NewMail): Promise<number | undefined> {
  const row = await firstRow(
    db,
    sql<{ mail_id: number }>`INSERT INTO mail (owner_id, occasion, recipient, subject, html, body, attachments)
      VALUES (${ownerId}, ${mail.occasion}, ${mail.recipient}, ${mail.subject}, ${mail.html}, ${mail.body}, ${JSON.stringify(mail.attachments)}::jsonb)
      ON CONFLICT (owner_id, occasion, recipient) DO NOTHING RETURNING mail_id`,
  );
  return row?.mail_id;
}

export function findMail(db: Sql, ownerId: number, mailId: number | string): Promise<MailRow | undefined> {
  return firstRow(
    db,
    sql<MailRow>`SELECT mail_id, recipient, subject, html, body, attachments, created_at, sent_at FROM mail
      WHERE owner_id = ${ownerId} AND mail_id = ${mailId}`,
  );
}

export function markSent(db: Sql, ownerId: number, mailId: number): Promise<number> {
  return changed(
    db,
    sql`UPDATE mail SET sent_at = now() WHERE owner_id = ${ownerId} AND mail_id = ${mailId} AND sent_at IS NULL`,
  );
}

export async function listMails(db: Sql, ownerId: number, page: { size: number; from: number }) {
  const total = await firstRow(
    db,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM mail WHERE owner_id = ${ownerId}`,
  );
  const list = await rows(
    db,
    sql<
      Omit<MailRow, 'html' | 'body' | 'attachments'>
    >`SELECT mail_id, recipient, subject, created_at, sent_at FROM mail
      WHERE owner_id = ${ownerId} ORDER BY mail_id DESC LIMIT ${page.size} OFFSET ${page.from}`,
  );
  return { total: total?.total ?? 0, list };
}

/** Who speaks for a partner, as far as they may sign in. */
export function listMainAccounts(db: Sql, ownerId: number, partnerId: number) {
  return rows(
    db,
    sql<{
      email: string;
      name: string;
      language: string;
      partner_name: string;
    }>`SELECT a.email, a.name, a.language, p.name AS partner_name
      FROM account a JOIN partner p USING (owner_id, partner_id)
      WHERE a.owner_id = ${ownerId} AND a.partner_id = ${partnerId} AND a.kind = 'main' AND a.status = 1`,
  );
}
