// Sends a mail once by SMTP: when several processes try, only the latest sends it (decision 0101). Without
// SMTP_URL it stays in the back office, masked; the demo's own codes and links are then printed on the terminal
// of the person who started the shop.
import { Transform } from 'node:stream';
import type { createTransport, Transporter } from 'nodemailer';
import { inTransaction, type Owner } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { loadLate } from '../platform/load-late.ts';
import { askOutside } from '../platform/observe/ask-outside.ts';
import { FinalProblem } from '../platform/retry-jobs.ts';
import type { Vault } from '../platform/vault.ts';
import { type AttachedFile, type DrawnVouchers, drawAttachment } from './draw-attachment.ts';
import {
  beginAttempt,
  findSender,
  forgetSecret,
  isCurrentAttempt,
  isDemo,
  type MailAttempt,
  type MailRow,
  markSent,
  notePostProblem,
  notePostProblems,
  type SenderRow,
  type SentMail,
} from './notification.sql.ts';
import { openMail } from './store-mail.ts';

const mailer = loadLate<{ createTransport: typeof createTransport }>('nodemailer');
/** The problem of a mail that nothing could be done about. */
const noMailServer = 'noMailServer';

export type Deliver = (owner: Owner, mailId: number, drawn?: DrawnVouchers) => Promise<void>;

export type Delivery = {
  smtpUrl: string | undefined;
  from: string;
  vault: Vault;
  /** How long a mail server may take for one mail. */
  seconds: number;
  /** Shows a line to the person who started the demo; undefined: shows nothing. */
  show?: ((line: string) => void) | undefined;
};

export function makeDeliver({ smtpUrl, from, vault, seconds, show }: Delivery): Deliver {
  const send = smtpUrl ? sendBy(mailer().createTransport({ url: smtpUrl, ...timeouts }), seconds) : undefined;
  return async (owner, mailId, drawn) => {
    const mail = await beginAttempt(owner, mailId);
    if (!mail) return;
    // Its link or code has expired: nothing is left to send.
    if (mail.secret_until && !mail.sealed) return;
    const text = mail.sealed ? openMail(vault, owner, mail.recipient, mail.sealed) : mail;
    if (send) {
      const sender = addressSender(from, await findSender(owner));
      const sent = await sendOrNote(owner, mail, async () => {
        const files = await Promise.all(mail.attachments.map((item) => drawAttachment({ owner, vault, drawn }, item)));
        const messageId = nameMail(owner, mail, sender);
        const envelope = { mail, text, sender, messageId, files: files.filter((file) => file !== undefined) };
        return send(envelope, () => isCurrentAttempt(owner, mail));
      });
      if (sent) await markSent(owner, mailId);
      return;
    }
    await notePostProblem(owner, mail, noMailServer);
    if (show && mail.sealed && (await isDemo(owner))) {
      show(
        `Mail to ${mail.recipient}: ${text.subject}${/https?:\/\/\S+/.exec(text.body)?.[0].replace(/^/, '  ') ?? ''}`,
      );
      await forgetSecret(owner, mailId);
    }
  };
}

/**
 * Mails of one job, none with a secret. When one cannot be sent, it and those after it get jobs of their own, so that each is retried
 * separately and no other mail is sent again.
 */
export function makeDeliverAll({ smtpUrl }: Delivery, deliver: Deliver, jobs: Jobs) {
  return async (owner: Owner, mailIds: number[]): Promise<void> => {
    if (!smtpUrl) {
      await notePostProblems(owner, mailIds, noMailServer);
      return;
    }
    const drawn: DrawnVouchers = new Map();
    for (const [at, mailId] of mailIds.entries())
      try {
        await deliver(owner, mailId, drawn);
      } catch {
        return inTransaction(owner, async (owner) => {
          for (const id of mailIds.slice(at)) await jobs.send(owner, 'mail.deliver', { mailId: id });
        });
      }
  };
}

async function sendOrNote(owner: Owner, mail: MailAttempt, send: () => Promise<boolean>): Promise<boolean> {
  try {
    return await send();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    await notePostProblem(owner, mail, text);
    throw isFinal(error) ? new FinalProblem(text) : error;
  }
}

/** The server refuses this address or this mail for good (5xx). A refused sign-in or greeting (EAUTH, EPROTOCOL) is not about the mail. */
function isFinal(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && typeof responseCode === 'number' && responseCode >= 500;
}

type Sender = { from: string | { name: string; address: string }; replyTo?: string };

/**
 * The same at each attempt, and no other mail's anywhere: mailboxes drop a second mail of one Message-ID. Another installation has mails of
 * this number, and so has this one after its database went back to an earlier moment.
 */
function nameMail(owner: Owner, { mail_id: mailId, created_at: createdAt }: MailRow, { from }: Sender): string {
  const [, domain = 'localhost'] = /@([^@<>\s]+)>?\s*$/.exec(typeof from === 'string' ? from : from.address) ?? [];
  return `<${owner.id}.${mailId}.${createdAt.getTime()}@${domain}>`;
}

/**
 * In the sender's name that the owner chose, otherwise in its shown name, so that no mail of one shop seems to come from another or from
 * the installation; by the owner's address or, without one, by that of the installation.
 */
function addressSender(house: string, row: SenderRow | undefined): Sender {
  const { mail_name: ownName, mail_address: address, mail_reply_to: replyTo } = row ?? {};
  const houseAddress = /<([^<>]+)>\s*$/.exec(house)?.[1] ?? house;
  const name = ownName || row?.name;
  const from = name ? { name, address: address || houseAddress } : house;
  return replyTo ? { from, replyTo } : { from };
}

/** Shorter than the life of a job, so that a silent mail server fails the attempt and not the process. */
const timeouts = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };

class Overtaken extends Error {}

/**
 * Lets a message end only while its attempt is the current one. Asked when the whole message except its last line was sent: without
 * that line a mail server accepts nothing.
 */
function endIfCurrent(isCurrent: () => Promise<boolean>): Transform {
  return new Transform({
    transform: (chunk, _, done) => done(null, chunk),
    flush(done) {
      isCurrent().then((current) => done(current ? null : new Overtaken('another attempt sends this mail')), done);
    },
  });
}

/** Headers by which mail programs show a button that ends such mails (RFC 2369, RFC 8058). */
function endHeaders({ endAddress }: SentMail) {
  if (!endAddress) return {};
  return { list: { unsubscribe: endAddress }, headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } };
}

type Envelope = { mail: MailRow; text: SentMail; sender: Sender; messageId: string; files: AttachedFile[] };

/** False when another attempt started meanwhile. */
const sendBy = (transport: Transporter, seconds: number) => {
  const checks = new Map<string, () => Promise<boolean>>();
  transport.use('stream', ({ data, message }, done) => {
    const isCurrent = checks.get(String(data.messageId));
    if (isCurrent) message.transform(() => endIfCurrent(isCurrent));
    done();
  });
  return async (
    { mail, text, sender, messageId, files }: Envelope,
    isCurrent: () => Promise<boolean>,
  ): Promise<boolean> => {
    let overtaken = false;
    // The timeouts of the connection begin anew with each byte of an answer; this one does not.
    const signal = AbortSignal.timeout(seconds * 1000);
    checks.set(messageId, async () => {
      const current = await isCurrent();
      overtaken = !current;
      return current && !signal.aborted;
    });
    try {
      const send = () =>
        transport.sendMail({
          ...sender,
          to: mail.recipient,
          subject: text.subject,
          html: text.html,
          text: text.body,
          ...endHeaders(text),
          messageId,
          signal,
          attachments: files.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
        });
      await askOutside('mail', 'send', send);
      return true;
    } catch (error) {
      if (overtaken) return false;
      if (signal.aborted) throw new Error(`the mail server did not take the mail within ${seconds} s`);
      throw error;
    } finally {
      checks.delete(messageId);
    }
  };
};
