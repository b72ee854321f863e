// Gives OCTO's calls their addresses below /octo (decision 0390): the key with its scope, the capabilities, the language, strict reading,
// and every problem in OCTO's own form. Nothing else of the house knows OCTO.
import { Readable } from 'node:stream';
import { octoRoot } from '../../contract/calls.ts';
import { NotHere, NotSignedIn } from '../../domain/errors.ts';
import { type Language, languageTags, preferredLanguage } from '../../domain/languages.ts';
import { noteKeyCall } from '../account/keys/note-calls.ts';
import { admit, checkTexts } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import { inLane } from '../platform/db.ts';
import type { App, FastifyReply, FastifyRequest } from '../platform/http.ts';
import type { RoomParts } from '../platform/room.ts';
import { readCapabilities, type Wanted } from './capabilities.ts';
import { badRequest, octoAnswerOf } from './octo-problem.ts';
import { inputs } from './read-input.ts';
import type { OctoRoute } from './route.ts';

export function bindOcto(app: App, { makeContext }: RoomParts, routes: OctoRoute[]): void {
  app.register(async (scope) => {
    const octoApp = scope as unknown as App;
    octoApp.setErrorHandler((error: object, request, reply) => {
      const status = (error as { statusCode?: number }).statusCode ?? 500;
      // A body that cannot be read is refused before any call runs.
      send(reply, octoAnswerOf(status < 500 ? badRequest('body') : error, languageOf(request)));
    });
    for (const route of routes)
      octoApp.route({
        method: route.method,
        url: octoRoot + route.path,
        config: { isRead: !route.writes },
        handler: (request, reply) => answer(route, request, reply, makeContext),
      });
    // Clients of the standard read 400 in its own form for whatever a caller does; they do not know 404, 405 or pages.
    octoApp.all(`${octoRoot}/*`, (request, reply) => answerUnknown(request, reply, makeContext));
  });
}

async function answer(
  route: OctoRoute,
  request: FastifyRequest,
  reply: FastifyReply,
  makeContext: RoomParts['makeContext'],
) {
  reply.header('cache-control', 'no-store');
  let context: Context | undefined;
  try {
    const made = await makeContext(request, reply);
    context = { ...made, language: languageOf(request, made.site.languages) };
    if (!context.key) throw new NotSignedIn();
    admit({ method: route.method === 'GET' ? 'GET' : 'POST', who: 'main', keyed: 'octo' }, context);
    const wanted = readWanted(request, modeOf(context));
    // A test key sees no real booking, so it may not subscribe to events of them.
    if (context.owner.isTest && /^\/(notifications|webhooks)/.test(route.path)) throw badRequest('testHooks');
    setHeaders(reply, wanted, context);
    const input = readBody(route, request);
    const asking = { context, has: wanted.has, root: context.origin + octoRoot };
    const result = await inLane(route.name, route.writes, async () => route.answer(asking, input as never));
    noteKeyCall(context, route.name, 200);
    if (result instanceof Readable) reply.type('application/json; charset=utf-8');
    return await reply.send(result);
  } catch (error) {
    const problem = octoAnswerOf(error, context?.language ?? languageOf(request), context);
    if (context) noteKeyCall(context, route.name, problem.code);
    return send(reply, problem);
  }
}

/** An address or a method that no call has. The key is read first, so that a wrong one is answered as everywhere. */
async function answerUnknown(request: FastifyRequest, reply: FastifyReply, makeContext: RoomParts['makeContext']) {
  try {
    const { key } = await makeContext(request, reply);
    throw key ? new NotHere() : new NotSignedIn();
  } catch (error) {
    return send(reply, octoAnswerOf(error, languageOf(request)));
  }
}

function send(reply: FastifyReply, { status, body, retryAfterSeconds }: ReturnType<typeof octoAnswerOf>): FastifyReply {
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  return reply.code(status).send(body);
}

/** English unless the reader asks for one of the site's others. */
function languageOf(request: FastifyRequest, offered: readonly Language[] = ['en']): Language {
  const fallback = offered.includes('en') ? 'en' : (offered[0] ?? 'en');
  return preferredLanguage(request.headers['accept-language'], offered) ?? fallback;
}

/** The key decides (decision 0385); OCTO's header may say it again. */
const modeOf = ({ owner }: Context) => (owner.isTest ? 'test' : 'live');

/** Refuses BAD_REQUEST without the header, as others do; on GET the address may contain it. */
function readWanted(request: FastifyRequest, mode: string): Wanted {
  const header = request.headers['octo-capabilities'];
  const { _capabilities: inAddress } = request.query as Record<string, unknown>;
  const key =
    typeof header === 'string'
      ? header
      : request.method === 'GET' && typeof inAddress === 'string'
        ? inAddress
        : undefined;
  const wanted = readCapabilities(key);
  if (!wanted) throw badRequest('capabilities');
  const env = request.headers['octo-env'];
  if (env !== undefined && env !== mode) throw badRequest('testEnv', { mode });
  return wanted;
}

function setHeaders(reply: FastifyReply, { has, spelled }: Wanted, context: Context): void {
  const { language, site } = context;
  reply.header('octo-capabilities', spelled).header('octo-env', modeOf(context));
  if (!has.has('content')) return;
  reply
    .header('content-language', languageTags[language])
    .header('available-languages', site.languages.map((language) => languageTags[language]).join(', '));
}

function readBody({ method, input }: OctoRoute, request: FastifyRequest): unknown {
  const call = method === 'GET' ? request.query : (request.body ?? {});
  if (typeof call !== 'object' || call === null || Array.isArray(call)) throw badRequest('body');
  const whole = { ...call, ...(request.params as Record<string, unknown>) };
  checkTexts(whole, true);
  const parsed = inputs[input].safeParse(whole);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw badRequest('field', { field: issue?.path.join('.') || 'body' });
}
