// Mails in the back office: their recipients, texts and attachments. Secret links and codes are masked.
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { sendFile } from '../platform/bind-files.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { drawAttachment, isThere } from './draw-attachment.ts';
import { findMail, listMails } from './notification.sql.ts';

const pageSize = 30;

export async function listSentMails(
  { owner }: Context,
  { page }: ParsedInputOf<'consoleMails'>,
): Promise<OutputOf<'consoleMails'>> {
  const { total, list } = await listMails(owner, { size: pageSize, from: (page - 1) * pageSize });
  return {
    total,
    list: list.map((row) => ({
      id: String(row.mail_id),
      to: row.recipient,
      subject: row.subject,
      at: row.created_at.toISOString(),
      sent: row.sent_at !== null,
    })),
  };
}

export async function showMail(
  { owner }: Context,
  { id }: ParsedInputOf<'consoleMail'>,
): Promise<OutputOf<'consoleMail'>> {
  const row = await findMail(owner, id);
  if (!row) throw new NotHere();
  const there = await Promise.all(row.attachments.map((attachment) => isThere(owner, attachment)));
  const attachments = row.attachments.map((attachment, at) => ({
    name: attachment.name,
    href: fileAddress('mailAttachment', { id, at }),
    size: 'base64' in attachment ? Buffer.byteLength(attachment.base64, 'base64') : null,
  }));
  return {
    id,
    to: row.recipient,
    subject: row.subject,
    at: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    problem: row.sent_at ? null : row.problem,
    masked: row.secret_until !== null,
    again: row.again !== null,
    html: row.html,
    text: row.body,
    attachments: attachments.filter((_, at) => there[at]),
  };
}

export async function answerAttachment(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id, at } = request.params as { id: string; at: string };
  const mail = /^\d{1,18}$/.test(id) ? await findMail(context.owner, id) : undefined;
  const attachment = mail?.attachments[Number(at)];
  const file = attachment && (await drawAttachment(context, attachment));
  if (!file) throw new NotHere();
  return sendFile(reply, file.name, file.type, file.bytes);
}
