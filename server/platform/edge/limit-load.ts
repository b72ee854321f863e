// How much a process works on at once (decision 0547). Beyond what it can answer in time, requests are refused before anything of them is
// read, so that the others are answered in time; first those of visitors, last those of orders and payments.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { apiRoot, channelRoots, isCallPath, octoRoot } from '../../../contract/call-row.ts';
import { type Language, languageCookie, languageOf } from '../../../domain/languages.ts';
import { keyMarks } from '../../../domain/systems.ts';
import { isUnder } from '../../../domain/write-address.ts';
import { DatabaseAway } from '../database/detect-outage.ts';
import type { Logger } from '../log.ts';
import type { Measures } from '../observe/measure.ts';
import { writePlainPage } from '../pages/write-plain-page.ts';
import type { App, FastifyRequest } from './fastify-types.ts';
import { makeSystemsDoor } from './queue-systems.ts';
import { envelopeOf, type Translate } from './write-envelope.ts';

/**
 * So many of the shop's requests in progress cause further ones of this priority to be refused. Most requests take a few milliseconds of
 * one processor, so the last ones are answered after a second or two; a process that is not overloaded never has twenty.
 */
export const mostInProgress = { visitor: 120, person: 180, order: 360 } as const;
type Worth = keyof typeof mostInProgress;

const retryAfterSeconds = 2;
/** What its caller has left unanswered may go on so long. */
const longestMilliseconds = 15_000;
/** A longer rest of a body is not read for a refusal. */
const mostUnread = 65_536;

/** Answered whatever there is to do. */
const probes = new Set(['/health', '/ready', '/metrics']);
const systemRoots = [octoRoot, ...Object.values(channelRoots)];
const [orders, payments, entries] = [`${apiRoot}/order`, `${apiRoot}/pay`, `${apiRoot}/ucenter/sso`];
const keyShape = new RegExp(`^Bearer +(${Object.values(keyMarks).join('|')})`, 'i');
const languageInCookie = new RegExp(`(?:^|; *)${languageCookie.name}=(\\w+)`);
const personShape = /(^|; *)(__Host-)?kbs?=/;

type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

function isOfSystem({ url = '', headers }: RequestHead): boolean {
  return systemRoots.some((root) => isUnder(url, root)) || keyShape.test(headers.authorization ?? '');
}

/** Platforms that sign their requests otherwise are told apart by their address. */
const callerOf = ({ headers, url = '' }: RequestHead): string =>
  headers.authorization ?? url.slice(0, url.indexOf('/', 1));

function worthOf({ method, url = '', headers }: RequestHead): Worth {
  if (isUnder(url, payments) || (method === 'POST' && isUnder(url, orders))) return 'order';
  const isPerson = headers.token !== undefined || personShape.test(headers.cookie ?? '') || isUnder(url, entries);
  // A page that was answered is nothing without its scripts.
  return isPerson || url.startsWith('/assets/') ? 'person' : 'visitor';
}

type Doors = { translate: Translate; log: Logger; measures: Measures };

export function limitLoad(app: App, { translate, log, measures }: Doors): void {
  let inProgress = 0;
  const systems = makeSystemsDoor(() => inProgress > 0);
  const ends = new WeakMap<FastifyRequest, () => void>();
  const endInShop = () => {
    inProgress -= 1;
    if (inProgress === 0) systems.wake();
  };
  // From when its body is there, however long that took, until its answer is made, however long its caller takes to read it.
  app.addHook('preHandler', (request, _reply, done) => {
    // What is not found passes here twice.
    if (probes.has(request.url) || ends.has(request)) return done();
    if (!isOfSystem(request)) {
      inProgress += 1;
      ends.set(request, endInShop);
      return done();
    }
    const { isRead = request.method === 'GET' } = request.routeOptions.config as { isRead?: boolean };
    systems.enter(isRead ? 'reads' : 'writes', callerOf(request)).then((leave) => {
      // Its caller has gone while it waited: the framework stops here.
      if (request.raw.socket.destroyed) leave();
      else ends.set(request, leave);
      done();
    }, done);
  });
  app.addHook('onRequestAbort', (request, done) => {
    if (ends.has(request)) setTimeout(() => end(request), longestMilliseconds).unref();
    done();
  });
  const end = (request: FastifyRequest) => {
    ends.get(request)?.();
    ends.delete(request);
  };
  app.addHook('onSend', (request, _reply, _payload, done) => {
    end(request);
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    end(request);
    done();
  });
  const refuse = makeRefuse(translate);
  const refusals = measures.seconds.labels('refused', '503');
  const logRefusals = makeRefusalLog(log);
  onEachRequest(app, (request, response) => {
    if (inProgress < mostInProgress.visitor || probes.has(request.url ?? '') || isOfSystem(request)) return false;
    if (inProgress < mostInProgress[worthOf(request)]) return false;
    refuse(request, response);
    refusals.observe(0);
    logRefusals();
    return true;
  });
}

/** Before the framework, which would do a third of the work of a short answer first. `answer` says whether it has answered. */
export function onEachRequest(app: App, answer: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const [usual] = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  if (!usual) throw new Error('the framework does not listen yet');
  app.server.removeListener('request', usual);
  app.server.on('request', (request, response) => {
    if (!answer(request, response)) usual(request, response);
  });
}

/** The text of a refusal depends on its language and kind alone: it is made once, since a flood asks for thousands a second. */
function makeRefuse(translate: Translate): (request: IncomingMessage, response: ServerResponse) => void {
  const pages = new Map<Language, Refused>();
  const envelopes = new Map<Language, Refused>();
  return (request, response) => {
    const { headers } = request;
    const isPage = wantsPage(request);
    const cookie = languageInCookie.exec(headers.cookie ?? '')?.[1];
    const language = languageOf(
      isPage ? (/[?&]l=(\w+)/.exec(request.url ?? '')?.[1] ?? cookie) : (headers.l ?? cookie),
    );
    const made = isPage ? pages : envelopes;
    const refused = made.get(language) ?? writeRefused(language, isPage, translate);
    made.set(language, refused);
    const isLong = Number(headers['content-length'] ?? 0) > mostUnread || headers['transfer-encoding'] !== undefined;
    response.writeHead(503, isLong ? { ...refused.headers, connection: 'close' } : refused.headers);
    response.end(refused.text);
  };
}

type Refused = { text: string; headers: Record<string, string> };

function writeRefused(language: Language, isPage: boolean, translate: Translate): Refused {
  const { body } = envelopeOf(new DatabaseAway('too much to do'), language, translate);
  const text = isPage ? writePlainPage(language, { status: 503, message: body.msg }, translate) : JSON.stringify(body);
  const headers = {
    'content-type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    'retry-after': String(retryAfterSeconds),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(isPage ? { 'content-security-policy': "default-src 'none'; form-action 'none'" } : {}),
  };
  return { text, headers };
}

/** People read a page, also of a failure; other clients read the envelope. */
export function wantsPage({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): boolean {
  return !isCallPath(url) && !/\.data(\?|$)/.test(url) && /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
}

const logEveryMilliseconds = 5000;

/** One line for many refusals. */
function makeRefusalLog(log: Logger): () => void {
  let [count, loggedAt] = [0, 0];
  return () => {
    count += 1;
    const now = performance.now();
    if (now - loggedAt < logEveryMilliseconds) return;
    log.warn({ refused: count }, 'refused requests: more than can be answered in time');
    [count, loggedAt] = [0, now];
  };
}
