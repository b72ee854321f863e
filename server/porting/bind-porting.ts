// Addresses of this room that answer with files or take one (contract/calls.ts fileRoutes), under the same permission words as calls.
import { type CallRow, fileRoutes } from '../../contract/calls.ts';
import { languageOf } from '../../domain/languages.ts';
import { translate } from '../../locales/translate.ts';
import { admit, checkOrigin, envelopeOf, type MakeContext } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import type { App, FastifyReply, FastifyRequest } from '../platform/http.ts';
import { repeat } from '../platform/repeat-rounds.ts';
import { endWork } from './background.ts';
import { answerCatalogue } from './export-catalogue.ts';
import { goOnWithImports, type House } from './go-on.ts';
import { answerProblems } from './list-problems.ts';
import { answerQuote } from './quote/export-quote.ts';
import { receiveFile } from './receive-file.ts';

type Answer = (context: Context, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

const lookMilliseconds = 10_000;

export function bindPorting(app: App, makeContext: MakeContext, house: House): void {
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
          checkOrigin(row, request, context);
          return await answer(context, request, reply);
        } catch (error) {
          reply.removeHeader('content-disposition');
          const envelope = envelopeOf(error, context?.language ?? languageOf(request.headers.l), translate, context);
          return reply.code(envelope.status).type('application/json; charset=utf-8').send(envelope.body);
        }
      },
    });
  bind(app, fileRoutes.catalogueExport, answerCatalogue);
  bind(app, fileRoutes.importProblems, answerProblems);
  bind(app, fileRoutes.exportQuote, answerQuote);
  // Not parsed: the handler reads the stream, once it knows who sends it.
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, payload, done) => done(null, payload));
    bind(scope as unknown as App, fileRoutes.catalogueUpload, receiveFile);
  });
  const stopLooking = repeat(lookMilliseconds, house.log, () => goOnWithImports(house));
  app.addHook('onClose', async () => {
    await stopLooking();
    await endWork();
  });
}
