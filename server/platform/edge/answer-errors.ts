// Errors of the framework and of Node, in the same envelope as all others (§8): malformed requests, unknown addresses, wrong
// methods, bodies too large or of another kind. No stack, no path, no library's texts.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isCallPath } from '../../../contract/calls.ts';
import { refusals } from '../../../domain/errors.ts';
import { defaultLanguage, type Language, languageOf } from '../../../domain/languages.ts';
import type { App, FastifyReply, FastifyRequest } from './fastify-types.ts';
import { type Envelope, envelopeOf, sendEnvelope, type Translate } from './write-envelope.ts';

/** Thrown where a request is refused before any call runs. */
export class RequestRefused extends Error {
  readonly statusCode: 400 | 413;

  constructor(statusCode: 400 | 413) {
    super('refused before any call');
    this.statusCode = statusCode;
  }
}

/** Errors with a text of their own (`problem.<name>`). No call has read a field yet, so no text speaks of marked fields. */
const reasons: Record<number, string> = {
  404: 'missing',
  405: 'method',
  408: 'slow',
  414: 'addressTooLong',
  415: 'mediaType',
  431: 'tooLarge',
};

function describe(status: number, language: Language, translate: Translate, code?: string) {
  const reason = reasons[status];
  if (reason) return { code: status, msg: translate(language, `ui.problem.${reason}`), data: null };
  const isUnread = code !== undefined && unreadable.has(code);
  const fault = status === 413 ? 'tooLarge' : isUnread ? 'notJson' : 'malformed';
  return { code: refusals.invalidInput, msg: translate(language, `ui.problem.${fault}`), data: {} };
}

/** Fastify's codes of bodies that are not JSON. */
const unreadable = new Set(['FST_ERR_CTP_INVALID_JSON_BODY', 'FST_ERR_CTP_EMPTY_JSON_BODY']);

type Failure = { statusCode?: number; code?: string };

/** Answers errors thrown outside of calls. */
export function answerError(error: Failure, request: FastifyRequest, reply: FastifyReply, translate: Translate) {
  try {
    return answerInWords(error, request, reply, translate);
  } catch (failure) {
    // The texts themselves cannot be read, as where no more files may be opened: the framework would send that error, with the file's path.
    request.log.error({ request: request.id, err: failure }, 'no text for an answer');
    return sendEnvelope(reply, wordless);
  }
}

/** ui.problem.away in English. */
const wordless: Envelope = {
  status: 503,
  body: { code: 503, msg: 'The shop does not answer for a moment. Please try again shortly.', data: null },
  retryAfterSeconds: 2,
};

function answerInWords(error: Failure, request: FastifyRequest, reply: FastifyReply, translate: Translate) {
  const status = statusOf(error);
  const language = languageOf(request.headers.l);
  reply.header('cache-control', 'no-store');
  if (status >= 500) {
    // What is expected of a call may also be thrown before one: an unknown host, a limit, a database that is away.
    const envelope = envelopeOf(error, language, translate);
    if (envelope.status === 500) request.log.error({ request: request.id, err: error }, 'a request failed');
    return sendEnvelope(reply, envelope);
  }
  // The unread rest of a body is not waited for.
  if (status === 413 || status === 408) reply.header('connection', 'close');
  return reply.code(status).send(describe(status, language, translate, error.code));
}

function statusOf({ statusCode, code }: Failure): number {
  if (code === 'FST_ERR_BAD_URL') return 400;
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return 414;
  return statusCode ?? 500;
}

/** Unknown addresses are 404, known ones with another method 405 with `Allow`. */
export function answerUnknown(app: App, translate: Translate): void {
  const known: { shape: RegExp; method: string }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const shape = shapeOf(url);
    for (const one of [method].flat()) known.push({ shape, method: one });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.replace(/[?#].*$/s, '');
    const isCall = isCallPath(path);
    const fitting = known.filter(({ shape }) => shape.test(path) && !(isCall && shape.source === everything));
    const methods = new Set(fitting.map(({ method }) => method));
    if (methods.size === 0 || methods.has(request.method))
      return answerError({ statusCode: 404 }, request, reply, translate);
    reply.header('allow', [...methods].sort().join(', '));
    return answerError({ statusCode: 405 }, request, reply, translate);
  });
}

/** Pages answer every address, so they do not count as a known call. */
const everything = shapeOf('/*').source;

function shapeOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}/?$`);
}

/** Errors that Node raises on a connection: answered in the envelope, then closed. */
export function answerBrokenRequest(error: Error & Failure, socket: Socket, translate: Translate): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const status = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const under = (socket as Socket & { _httpMessage?: ServerResponse })._httpMessage;
  // In the middle of an answer it is too late for an error.
  if (!socket.writable || (under?.headersSent && !under.writableEnded)) return void socket.destroy();
  socket.end(rawAnswer(status, JSON.stringify(describe(status, defaultLanguage, translate))));
}

function rawAnswer(status: number, body: string): string {
  const head = [
    `HTTP/1.1 ${status} Refused`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}
