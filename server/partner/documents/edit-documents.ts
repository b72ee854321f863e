// Papers of partners (rules §3, security rule 56): sent in by the partner's main account or by staff, read by both, limited in kind, size
// and number. The owner keeps what its staff added; a partner takes back only its own.

import type { OutputOf, ParsedInputOf } from '../../../contract/index.ts';
import { documentUpload } from '../../../contract/partner-documents.ts';
import { addDays, todayIn } from '../../../domain/dates.ts';
import { NotHere, Refusal } from '../../../domain/errors.ts';
import { partnerDocumentRules } from '../../../domain/partner-documents.ts';
import { findPartner } from '../../member/member.sql.ts';
import { nameAttachment, readAttachment } from '../../picture/read-attachment.ts';
import { bytesOf, sendFile } from '../../platform/bind-files.ts';
import { buyerOf, type Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { parseInput } from '../../platform/edge/name-problems.ts';
import type { FastifyReply, FastifyRequest } from '../../platform/http.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { makeToken } from '../../platform/make-ids.ts';
import {
  deleteDocument,
  findPartnerDocument,
  insertDocument,
  listDocuments,
  lockForDocuments,
  type PartnerDocumentRow,
} from './documents.sql.ts';

type List = OutputOf<'partnerDocuments'>;

async function showList({ owner, site, now }: Context, partnerId: string | number): Promise<List> {
  const today = todayIn(site.zone, now.getTime());
  const soon = addDays(today, partnerDocumentRules.remindDays);
  const endOf = ({ ends_on: on }: PartnerDocumentRow) =>
    on === null ? null : on < today ? 'over' : on <= soon ? 'soon' : 'later';
  const list = await listDocuments(owner, partnerId);
  return {
    list: list.map((row) => ({
      id: row.document_id,
      kind: row.kind,
      endsOn: row.ends_on,
      ends: endOf(row),
      name: row.name,
      size: row.size,
      byPartner: row.by_partner,
      byName: row.by_name,
      at: row.created_at.toISOString(),
    })),
  };
}

export const showOwnDocuments = (context: Context): Promise<List> => showList(context, buyerOf(context).partnerId);

export async function showDocuments(
  context: Context,
  { id }: ParsedInputOf<'consolePartnerDocuments'>,
): Promise<OutputOf<'consolePartnerDocuments'>> {
  if (!(await findPartner(context.owner, id))) throw new NotHere();
  return showList(context, id);
}

/** Refuses invalidInput by field, documentRefused, documentsFull; NotHere for an unknown partner. */
async function storeDocument(context: Context, partnerId: string | number, request: FastifyRequest): Promise<List> {
  const { kind, endsOn, name } = parseInput(documentUpload, request.query);
  const made = await readAttachment(bytesOf(request), partnerDocumentRules);
  if (!made) throw new Refusal('documentRefused');
  const { staff } = context;
  const row = {
    ...{
      document_id: makeToken().slice(0, 32),
      kind,
      ends_on: endsOn || null,
      name: nameAttachment(name, 'document', made.ending),
    },
    ...{ by_partner: !staff, by_name: staff ? staff.name : buyerOf(context).name, type: made.type, bytes: made.bytes },
  };
  await inTransaction(context.owner, async (owner) => {
    if (!(await lockForDocuments(owner, partnerId))) throw new NotHere();
    if ((await insertDocument(owner, partnerId, row)) !== 1)
      throw new Refusal('documentsFull', { data: { max: partnerDocumentRules.mostFiles } });
    const after = { name: row.name, kind, endsOn };
    if (staff) await logAction(owner, context, { act: 'document-added', subject: `partner ${partnerId}`, after });
  });
  return showList(context, partnerId);
}

export async function dropOwnDocument(
  context: Context,
  { documentId }: ParsedInputOf<'partnerDocumentDelete'>,
): Promise<Record<string, never>> {
  const { partnerId } = buyerOf(context);
  await inTransaction(context.owner, async (owner) => {
    if (!(await deleteDocument(owner, partnerId, documentId, true))) throw new NotHere();
  });
  return {};
}

export async function dropDocument(
  context: Context,
  { id, documentId }: ParsedInputOf<'consoleDocumentDelete'>,
): Promise<Record<string, never>> {
  await inTransaction(context.owner, async (owner) => {
    const before = await deleteDocument(owner, id, documentId, false);
    if (!before) throw new NotHere();
    await logAction(owner, context, { act: 'document-deleted', subject: `partner ${id}`, before });
  });
  return {};
}

const paramsOf = (request: FastifyRequest) => request.params as { id: string; documentId: string };

async function answerDocument(context: Context, partnerId: string | number, id: string, reply: FastifyReply) {
  const file = await findPartnerDocument(context.owner, partnerId, id);
  if (!file) throw new NotHere();
  return sendFile(reply.header('x-content-type-options', 'nosniff'), file.name, file.type, file.bytes);
}

const numbered = (id: string): string => {
  if (!/^\d{1,18}$/.test(id)) throw new NotHere();
  return id;
};

const takes = { takes: 'bytes', mostBytes: partnerDocumentRules.mostBytes + 1, tooLarge: 'documentRefused' } as const;

export const documentFiles = {
  partnerDocument: (context: Context, request: FastifyRequest, reply: FastifyReply) =>
    answerDocument(context, buyerOf(context).partnerId, paramsOf(request).documentId, reply),
  consoleDocument: (context: Context, request: FastifyRequest, reply: FastifyReply) =>
    answerDocument(context, numbered(paramsOf(request).id), paramsOf(request).documentId, reply),
  partnerDocumentUpload: {
    ...takes,
    answer: async (context: Context, request: FastifyRequest, reply: FastifyReply) =>
      reply.send({ code: 200, msg: '', data: await storeDocument(context, buyerOf(context).partnerId, request) }),
  },
  consoleDocumentUpload: {
    ...takes,
    answer: async (context: Context, request: FastifyRequest, reply: FastifyReply) =>
      reply.send({ code: 200, msg: '', data: await storeDocument(context, numbered(paramsOf(request).id), request) }),
  },
};
