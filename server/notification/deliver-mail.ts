// Sends a kept mail once by SMTP; without SMTP_URL it stays in the preview inbox of the back office.
import { createTransport, type Transporter } from 'nodemailer';
import type { Db } from '../platform/db.ts';
import { findMail, markSent } from './notification.sql.ts';

export type Deliver = (db: Db, ownerId: number, mailId: number) => Promise<void>;

export function makeDeliver(smtpUrl: string | undefined, from: string): Deliver {
  if (!smtpUrl) return async () => undefined;
  const transport: Transporter = createTransport(smtpUrl);
  return async (db, ownerId, mailId) => {
    const mail = await findMail(db, ownerId, mailId);
    if (!mail || mail.sent_at) return;
    await transport.sendMail({
      from,
      to: mail.recipient,
      subject: mail.subject,
      html: mail.html,
      text: mail.body,
      messageId: `<${ownerId}.${mailId}@kembara>`,
      attachments: mail.attachments.map((one) => ({
        filename: one.name,
        contentType: one.type,
        content: one.base64,
        encoding: 'base64',
      })),
    });
    await markSent(db, ownerId, mailId);
  };
}
