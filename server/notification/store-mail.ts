// Saves a mail and queues its delivery, in the transaction of its cause. Secret links and codes are masked in the copy that staff may
// read, and the whole mail is sealed under the server's secret key until it was sent (decision 0082).
import type { Owner } from '../platform/db.ts';
import type { Jobs, SecretMail } from '../platform/jobs.ts';
import type { Vault } from '../platform/vault.ts';
import { type Attachment, insertMail, insertMails, type SentMail } from './notification.sql.ts';

export type Mail = SentMail & {
  /** One mail per occasion and recipient: a repeated job writes none. */
  occasion: string;
  recipient: string;
  attachments: Attachment[];
  /** Secret texts of the mail, how long they are valid, and the request that can be repeated; null: none. */
  secret: { words: string[]; lifeSeconds: number; again: SecretMail } | null;
};

/** `erasures`: as they were counted before anything was read for the mail; null where nothing was. */
export type Keeping = { jobs: Jobs; vault: Vault; erasures: number | null };

/** True when the mail was written; false when this occasion's mail to this recipient exists already. */
export async function storeMail(owner: Owner, { jobs, vault, erasures }: Keeping, mail: Mail): Promise<boolean> {
  const { occasion, recipient, attachments, secret } = mail;
  const { subject, html, body, endAddress } = mail;
  const shown = { subject: mask(subject, secret), html: mask(html, secret), body: mask(body, secret) };
  const row = {
    ...{ ...shown, occasion, recipient, attachments, again: secret?.again ?? null },
    sealed:
      secret &&
      vault.seal(JSON.stringify({ subject, html, body, endAddress } satisfies SentMail), purposeOf(owner, recipient)),
    secretSeconds: secret?.lifeSeconds ?? null,
  };
  const mailId = await insertMail(owner, row, erasures);
  if (mailId === undefined) return false;
  await jobs.send(owner, 'mail.deliver', { mailId });
  return true;
}

/** The same for mails without secrets: one statement for all, and one job. */
export async function storeMails(owner: Owner, { jobs, erasures }: Keeping, mails: Mail[]): Promise<void> {
  if (!mails.length) return;
  const mailIds = await insertMails(owner, mails, erasures);
  if (mailIds.length) await jobs.send(owner, 'mails.deliver', { mailIds });
}

/** What was sealed, for its reader. */
export function openMail(vault: Vault, owner: Owner, recipient: string, sealed: string): SentMail {
  return JSON.parse(vault.open(sealed, purposeOf(owner, recipient))) as SentMail;
}

const purposeOf = (owner: Owner, recipient: string) => `mail ${owner.id} ${recipient}`;

function mask(text: string, secret: Mail['secret']): string {
  return (secret?.words ?? []).reduce((masked, word) => masked.replaceAll(word, '••••'), text);
}
