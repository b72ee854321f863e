// Sent mails: stored per occasion, so that a repeated job writes none, and shown in the preview inbox.
import type { Language } from '../../domain/languages.ts';
import { accountCode } from '../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, rows, sql } from '../platform/db.ts';
import type { SecretMail } from '../platform/jobs.ts';

/** A file as it is, or the vouchers of an order, which are drawn when the mail is sent or opened (decision 0706). */
export type Attachment = { name: string; type: string } & (
  | { base64: string }
  | { vouchersOf: string; language: Language }
);
export type MailText = { subject: string; html: string; body: string };
/** A mail as it is sent. `endAddress`: ends mails of its kind when a mail program posts to it; a secret, so only sealed mails have one. */
export type SentMail = MailText & { endAddress?: string | undefined };
/** Subject and texts with whatever acts masked; `sealed` holds them whole until the mail was sent. */
export type MailRow = MailText & {
  mail_id: number;
  recipient: string;
  attachments: Attachment[];
  created_at: Date;
  sent_at: Date | null;
  /** Why the last attempt failed. */
  problem: string | null;
  sealed: string | null;
  secret_until: Date | null;
  again: SecretMail | null;
};

export type MailAttempt = MailRow & { attempt: number };

export type NewMail = MailText & {
  occasion: string;
  recipient: string;
  attachments: Attachment[];
  sealed: string | null;
  secretSeconds: number | null;
  again: SecretMail | null;
};

/** Read before the data of a mail; the mail's statement then refuses when a person was erased meanwhile (decision 0542). */
export async function countErasures(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{ n: number }>`SELECT count(*)::int AS n FROM erasure WHERE owner_id = ${owner.id} AND state = 'done'`,
  );
  return row?.n ?? 0;
}

/** Null: the mail contains no personal data from the database. */
const noErasureSince = (owner: Owner, erasures: number | null) =>
  erasures === null ? sql`true` : sql`refuse_after_erasure(${owner.id}, ${erasures})`;

/** Writes a mail; undefined when this occasion's mail to this recipient exists already. */
export async function insertMail(owner: Owner, mail: NewMail, erasures: number | null): Promise<number | undefined> {
  const row = await firstRow(
    owner,
    sql<{
      mail_id: number;
    }>`INSERT INTO mail (owner_id, occasion, recipient, subject, html, body, attachments, sealed, secret_until, again)
      SELECT ${owner.id}, ${mail.occasion}, ${mail.recipient}, ${mail.subject}, ${mail.html}, ${mail.body},
        ${JSON.stringify(mail.attachments)}::jsonb,
        ${mail.sealed}, now() + make_interval(secs => ${mail.secretSeconds}),
        ${mail.again ? JSON.stringify(mail.again) : null}::jsonb
      WHERE ${noErasureSince(owner, erasures)}
      ON CONFLICT (owner_id, occasion, recipient) DO NOTHING RETURNING mail_id`,
  );
  return row?.mail_id;
}

/** Writes mails without secrets, and answers those that did not exist yet. */
export async function insertMails(
  owner: Owner,
  mails: Omit<NewMail, 'sealed' | 'secretSeconds' | 'again'>[],
  erasures: number | null,
): Promise<number[]> {
  const list = await rows(
    owner,
    sql<{ mail_id: number }>`INSERT INTO mail (owner_id, occasion, recipient, subject, html, body, attachments)
      SELECT ${owner.id}, occasion, recipient, subject, html, body, attachments
      FROM json_to_recordset(${JSON.stringify(mails)}::json) AS m(occasion text, recipient text, subject text, html text, body text,
        attachments jsonb)
      WHERE (SELECT ${noErasureSince(owner, erasures)})
      ON CONFLICT (owner_id, occasion, recipient) DO NOTHING RETURNING mail_id`,
  );
  return list.map((row) => row.mail_id);
}

export function findMail(owner: Owner, mailId: number | string): Promise<MailRow | undefined> {
  return firstRow(
    owner,
    sql<MailRow>`SELECT mail_id, recipient, subject, html, body, attachments, created_at, sent_at, problem, sealed, secret_until,
        again
      FROM mail
      WHERE owner_id = ${owner.id} AND mail_id = ${mailId}`,
  );
}

/** The mail of an occasion that has one recipient. */
export async function findMailOf(owner: Owner, occasion: string): Promise<number | undefined> {
  const found = sql<{
    mail_id: number;
  }>`SELECT mail_id FROM mail WHERE owner_id = ${owner.id} AND occasion = ${occasion}`;
  return (await firstRow(owner, found))?.mail_id;
}

/** Begins an attempt to send a mail; undefined when it was sent already. Attempts before it may not hand it over any more. */
export function beginAttempt(owner: Owner, mailId: number): Promise<MailAttempt | undefined> {
  return firstRow(
    owner,
    sql<MailAttempt>`UPDATE mail SET attempt = attempt + 1
      WHERE owner_id = ${owner.id} AND mail_id = ${mailId} AND sent_at IS NULL
      RETURNING mail_id, recipient, subject, html, body, attachments, created_at, sent_at, problem, sealed, secret_until, again,
        attempt`,
  );
}

/** Whether no later attempt began, and none was successful. */
export async function isCurrentAttempt(owner: Owner, { mail_id: mailId, attempt }: MailAttempt): Promise<boolean> {
  const current = sql`SELECT 1 FROM mail
    WHERE owner_id = ${owner.id} AND mail_id = ${mailId} AND attempt = ${attempt} AND sent_at IS NULL`;
  return (await firstRow(owner, current)) !== undefined;
}

export function markSent(owner: Owner, mailId: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE mail SET sent_at = now(), sealed = NULL WHERE owner_id = ${owner.id} AND mail_id = ${mailId} AND sent_at IS NULL`,
  );
}

const longestProblem = 500;

/** Why an attempt failed; an attempt that began later says its own. */
export function notePostProblem(
  owner: Owner,
  { mail_id: mailId, attempt }: MailAttempt,
  text: string,
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE mail SET problem = ${text.slice(0, longestProblem)}
      WHERE owner_id = ${owner.id} AND mail_id = ${mailId} AND attempt = ${attempt} AND sent_at IS NULL`,
  );
}

/** An attempt at each of them that failed for the same reason. */
export function notePostProblems(owner: Owner, mailIds: number[], text: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE mail SET attempt = attempt + 1, problem = ${text}
      WHERE owner_id = ${owner.id} AND mail_id = ANY(${mailIds}) AND sent_at IS NULL`,
  );
}

export type SenderRow = {
  name: string | null;
  mail_name: string | null;
  mail_address: string | null;
  mail_reply_to: string | null;
};

/** Who an owner's mails come from; null where the installation's sender holds, whose own mails have no other name. */
export async function findSender(owner: Owner): Promise<SenderRow | undefined> {
  return firstRow(
    owner,
    sql<SenderRow>`SELECT CASE WHEN NOT is_house THEN name END AS name, mail_name, mail_address, mail_reply_to
      FROM owner WHERE owner_id = ${owner.id}`,
  );
}

export function forgetSecret(owner: Owner, mailId: number): Promise<number> {
  return changed(owner, sql`UPDATE mail SET sealed = NULL WHERE owner_id = ${owner.id} AND mail_id = ${mailId}`);
}

/** Erases what was sealed and can open nothing any more. */
export async function forgetExpiredSecrets(house: House): Promise<void> {
  await sql`UPDATE mail SET sealed = NULL WHERE sealed IS NOT NULL AND secret_until < now()`.execute(house);
}

/** Whether an owner is the demo that `npm start` loads. */
export async function isDemo(owner: Owner): Promise<boolean> {
  return (await firstRow(owner, sql`SELECT 1 FROM owner WHERE owner_id = ${owner.id} AND code = 'demo'`)) !== undefined;
}

export async function listMails(owner: Owner, page: { size: number; from: number }) {
  const total = await firstRow(
    owner,
    sql<{ total: number }>`SELECT count(*)::int AS total FROM mail WHERE owner_id = ${owner.id}`,
  );
  const list = await rows(
    owner,
    sql<
      Pick<MailRow, 'mail_id' | 'recipient' | 'subject' | 'created_at' | 'sent_at'>
    >`SELECT mail_id, recipient, subject, created_at, sent_at FROM mail
      WHERE owner_id = ${owner.id} ORDER BY mail_id DESC LIMIT ${page.size} OFFSET ${page.from}`,
  );
  return { total: total?.total ?? 0, list };
}

/** Who speaks for a partner, as far as they may sign in. */
export function listMainAccounts(owner: Owner, partnerId: number) {
  return rows(
    owner,
    sql<{
      email: string;
      name: string;
      language: string;
      partner_name: string;
    }>`SELECT a.email, a.name, a.language, p.name AS partner_name
      FROM account a JOIN partner p USING (owner_id, partner_id)
      WHERE a.owner_id = ${owner.id} AND a.partner_id = ${partnerId} AND a.kind = 'main' AND a.status = ${accountCode.normal}`,
  );
}
