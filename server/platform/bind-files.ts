// Binds every file of the contract (contract/file-routes.ts) to its address, under the same permission words as calls, and the addresses
// that browsers and search engines know.
import { type CallRow, fileRoutes } from '../../contract/calls.ts';
import { Refusal, type RefusalName } from '../../domain/errors.ts';
import { languageOf } from '../../domain/languages.ts';
import { admit, checkOrigin, type MakeContext, type NoteKeyCall, noteActing } from './bind.ts';
import type { Context } from './context.ts';
import { envelopeOf, sendEnvelope, type Translate } from './edge/write-envelope.ts';
import type { App, FastifyReply } from './http.ts';
import { noteWork } from './observe/know-work.ts';
import type { AnswerFile, FileAnswers, PublicAnswers, TakesBody } from './room.ts';

type Doors = { makeContext: MakeContext; translate: Translate; noteKeyCall: NoteKeyCall };

type FileName = keyof FileAnswers;

export function bindFiles(app: App, files: FileAnswers, doors: Doors): void {
  for (const name of Object.keys(fileRoutes) as FileName[]) {
    const file = files[name];
    if (typeof file === 'function') bindFile(app, name, file, doors);
    else bindBody(app, name, file, doors);
  }
}

export function bindPublicFiles(app: App, answers: PublicAnswers): void {
  for (const [path, answer] of Object.entries(answers)) app.get(path, answer);
}

function bindFile(app: App, name: FileName, answer: AnswerFile, { makeContext, translate, noteKeyCall }: Doors): void {
  const row: CallRow = fileRoutes[name];
  app.route({
    method: row.method,
    url: row.path,
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      let context: Context | undefined;
      try {
        noteWork({ call: name });
        context = await makeContext(request, reply);
        noteWork({ owner: context.owner.id });
        admit(row, context);
        if (row.who !== 'any') checkOrigin(row, request, context);
        const sent = await answer(context, request, reply);
        await noteActing(context, row, name, request.query as Record<string, unknown>);
        noteKeyCall(context, name, reply.statusCode);
        return sent;
      } catch (error) {
        reply.removeHeader('content-disposition');
        const envelope = envelopeOf(error, context?.language ?? languageOf(request.headers.l), translate, context);
        if (context) noteKeyCall(context, name, envelope.body.code);
        return sendEnvelope(reply.type('application/json; charset=utf-8'), envelope);
      }
    },
  });
}

/** The body is not parsed: signatures are checked on the raw bytes, and streams are read only after the permission check. */
function bindBody(app: App, name: FileName, { answer, takes, mostBytes, tooLarge }: TakesBody, doors: Doors): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    if (takes === 'stream') scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    else
      scope.addContentTypeParser(
        '*',
        { parseAs: 'buffer', ...(mostBytes ? { bodyLimit: mostBytes } : {}) },
        (_, body, done) => done(null, body),
      );
    if (tooLarge) refuseTooLarge(scope as unknown as App, tooLarge, doors.translate);
    bindFile(scope as unknown as App, name, answer, doors);
  });
}

/** A body that is too large is not read; it gets the refusal for an unreadable picture. */
function refuseTooLarge(scope: App, refusal: RefusalName, translate: Translate): void {
  scope.setErrorHandler((error, request, reply) => {
    if ((error as { statusCode?: number }).statusCode !== 413) throw error;
    const language = languageOf(request.headers.l || request.cookies.lang);
    const envelope = envelopeOf(new Refusal(refusal), language, translate);
    return reply.code(envelope.status).send(envelope.body);
  });
}

/** The bytes of a body that was read whole; empty when nothing was sent. */
export function bytesOf({ body }: { body: unknown }): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** Sends a file under its name, as a download. */
export function sendFile(reply: FastifyReply, name: string, type: string, bytes: Buffer): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`)
    .send(bytes);
}
