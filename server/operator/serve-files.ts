// Addresses that answer with files or take raw bytes (contract/file-routes.ts): vouchers, attachments of the preview
// inbox, notices of payment channels. The same permission words as calls.
import { type CallRow, fileRoutes } from '../../contract/calls.ts';
import { NotHere, Refusal, type RefusalName } from '../../domain/errors.ts';
import { languageOf } from '../../domain/languages.ts';
import { answerExport } from '../export/export-orders.ts';
import { answerBill, answerPartnerBill } from '../export/serve-bill.ts';
import { documentAnswers } from '../export/serve-documents.ts';
import { keepLogo, readLogo } from '../member/keep-logo.ts';
import { findMail } from '../notification/notification.sql.ts';
import { receiveNotice } from '../payment/receive-notice.ts';
import { keepTransferFile, readFile, readOwnFile } from '../payment/transfer/keep-transfer-file.ts';
import { admit, checkOrigin, envelopeOf, type MakeContext, type Translate } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import type { App, FastifyReply, FastifyRequest } from '../platform/http.ts';
import { keepPicture, pictureBytes } from './keep-picture.ts';
import { sizePicture } from './size-picture.ts';

type Answer = (context: Context, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

export function bindFiles(app: App, makeContext: MakeContext, translate: Translate): void {
  const bind = (scope: App, row: CallRow, answer: Answer) =>
    scope.route({
      method: row.method,
      url: row.path,
      handler: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        let context: Context | undefined;
        try {
          context = await makeContext(request, reply);
          admit(row, context);
          if (row.who !== 'any') checkOrigin(row, request, context);
          return await answer(context, request, reply);
        } catch (error) {
          const envelope = envelopeOf(error, context?.language ?? languageOf(request.headers.l), translate, context);
          return reply.code(envelope.status).send(envelope.body);
        }
      },
    });
  bind(app, fileRoutes.orderExport, answerExport);
  bind(app, fileRoutes.billExport, answerBill);
  bind(app, fileRoutes.consoleBillExport, answerPartnerBill);
  for (const name of Object.keys(documentAnswers) as (keyof typeof documentAnswers)[])
    bind(app, fileRoutes[name], documentAnswers[name]);
  bind(app, fileRoutes.mailAttachment, answerAttachment);
  bind(app, fileRoutes.ownerPicture, answerPicture);
  bind(app, fileRoutes.partnerLogo, answerLogo);
  bind(app, fileRoutes.transferFile, answerTransferFile);
  bind(app, fileRoutes.transferFileByPost, answerTransferFile);
  bind(app, fileRoutes.consoleTransferFile, answerTransferFile);
  // Raw bytes: a signature is checked on what was sent, not on what a parser made of it.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 65_536 }, (_, body, done) => done(null, body));
    bind(scope as unknown as App, fileRoutes.paymentNotice, answerNotice);
  });
  bindUpload(app, translate, 'pictureRefused', (scope) => bind(scope, fileRoutes.consolePicture, answerUpload));
  bindUpload(app, translate, 'logoRefused', (scope) => bind(scope, fileRoutes.partnerLogoUpload, answerLogoUpload));
  bindUpload(app, translate, 'voucherRefused', (scope) => bind(scope, fileRoutes.transferUpload, answerTransferUpload));
}

/** Raw pictures of at most 1 MB. What is too large is not even read; it is refused in the words for what was read and is no picture. */
function bindUpload(app: App, translate: Translate, refusal: RefusalName, bindTo: (scope: App) => void): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: pictureBytes + 1 }, (_, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error, request, reply) => {
      if ((error as { statusCode?: number }).statusCode !== 413) throw error;
      const language = languageOf(request.headers.l || request.cookies.lang);
      const envelope = envelopeOf(new Refusal(refusal), language, translate);
      return reply.code(envelope.status).send(envelope.body);
    });
    bindTo(scope as unknown as App);
  });
}

async function answerUpload(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const data = await keepPicture(context, Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
  return reply.send({ code: 200, msg: '', data });
}

async function answerLogoUpload(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return reply.send({ code: 200, msg: '', data: await keepLogo(context, bytes) });
}

async function answerLogo(context: Context, _: FastifyRequest, reply: FastifyReply) {
  const { type, bytes } = await readLogo(context);
  return reply.header('x-content-type-options', 'nosniff').type(type).send(bytes);
}

async function answerTransferUpload(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return reply.send({ code: 200, msg: '', data: await keepTransferFile(context, request.query, bytes) });
}

/** The buyer's own by `fileId`; any of the owner's for its finance. */
async function answerTransferFile(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id?: string };
  const { fileId } = (request.method === 'POST' ? (request.body ?? {}) : request.query) as { fileId?: unknown };
  const file = id ? await readFile(context, id) : await readOwnFile(context, typeof fileId === 'string' ? fileId : '');
  return sendFile(reply.header('x-content-type-options', 'nosniff'), file.name, file.type, file.bytes);
}

/** Named by its content, so it may be kept for ever. */
async function answerPicture(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  const { w } = request.query as { w?: string };
  const asked = w && /^\d{1,4}$/.test(w) ? Number(w) : undefined;
  const picture = await sizePicture(context, id, asked, String(request.headers.accept ?? ''));
  if (!picture) throw new NotHere();
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept')
    .type(picture.type)
    .send(picture.bytes);
}

async function answerAttachment(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id, at } = request.params as { id: string; at: string };
  const mail = /^\d{1,18}$/.test(id) ? await findMail(context.db, context.site.ownerId, id) : undefined;
  const file = mail?.attachments[Number(at)];
  if (!file) throw new NotHere();
  return sendFile(reply, file.name, file.type, Buffer.from(file.base64, 'base64'));
}

function sendFile(reply: FastifyReply, name: string, type: string, bytes: Buffer) {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .send(bytes);
}

async function answerNotice(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { channel } = request.params as { channel: string };
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const told = await receiveNotice(context, channel, raw, headers);
  return told === undefined ? reply.code(400).send('refused') : reply.type(told.type).send(told.body);
}
