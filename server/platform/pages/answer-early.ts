// Answers requests for cached pages before the framework sees them (decision 0403): most of such an answer's time went into finding out
// once more what the same request was found to be a moment ago. Only requests that the usual way answered before, with all that it reads of
// them the same, letter by letter; and only while the page and the site that it answered with are still the cached ones.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { isCallPath } from '../../../contract/call-row.ts';
import type { FoundSite } from '../context.ts';
import { onEachRequest } from '../edge/limit-load.ts';
import { type App, answersEarly, type FastifyReply, type FastifyRequest, noteEarlyAnswer } from '../http.ts';
import { borrowPacked, type CachedPage, fillPage, givePackedBack, type PageCache } from './page-cache.ts';
import { drawNonce, policyHeader } from './write-policy.ts';

/** Who looks at a page from the cache, as far as views are counted. */
export type PageView = { address: string; agent: unknown; purpose: unknown };

export type EarlyDoors = {
  cache: PageCache;
  /** The site of a host name, if it is known at this moment. */
  knownSite(host: string): FoundSite | undefined;
  onCached(view: PageView, site: FoundSite): void;
};

type Known = {
  pageKey: string;
  host: string;
  site: FoundSite;
  address: string;
  isPacked: boolean;
  /** Names and values in turn. */
  headers: string[];
  policy: (nonce: string) => string;
};

/** What the usual way reads of a request for a page. A header that it begins to read belongs here. */
const read = new Set([
  ...['host', 'cookie', 'accept-encoding', 'accept-language', 'token', 'authorization', 'idempotency-key'],
  ...['content-length', 'transfer-encoding', 'expect', 'upgrade'],
]);
const mostKnown = 2000;

export type EarlyAnswers = {
  /** The usual path answers this request with a page from the cache; its reply has all headers but those that each answer sets. */
  learn(
    request: FastifyRequest,
    reply: FastifyReply,
    page: { key: string; site: FoundSite; host: string; isPacked: boolean },
  ): void;
};

export function answerEarly(app: App, doors: EarlyDoors, policy: (nonce: string) => string): EarlyAnswers {
  const known = new LRUCache<string, Known>({ max: mostKnown });
  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || isCallPath(request.url ?? '')) return false;
    const one = known.get(keyOfRequest(request));
    const page = one && doors.knownSite(one.host) === one.site ? doors.cache.find(one.pageKey) : undefined;
    if (!one || !page) return false;
    send(response, one, page);
    const { 'user-agent': agent, 'sec-purpose': purpose = request.headers.purpose } = request.headers;
    doors.onCached({ address: one.address, agent, purpose }, one.site);
    return true;
  };
  onEachRequest(app, (request, response) => {
    const began = performance.now();
    if (!answersEarly(app) || !answer(request, response)) return false;
    noteEarlyAnswer(app, performance.now() - began);
    return true;
  });
  return {
    learn({ raw }, reply, { key, site, host, isPacked }) {
      if (raw.method !== 'GET') return;
      const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
        name === policyHeader ? [] : [name, String(value)],
      );
      const address = reply.request.url;
      const requestKey = keyOfRequest(raw);
      // Cookies are added only when the answer is sent. A browser that gets one has to get it from each answer.
      reply.raw.once('finish', () => {
        if (reply.getHeader('set-cookie') === undefined)
          known.set(requestKey, { pageKey: key, host, site, address, isPacked, headers, policy });
      });
    },
  };
}

function send(response: ServerResponse, { headers, policy, isPacked }: Known, page: CachedPage): void {
  const nonce = drawNonce();
  const body = isPacked ? borrowPacked(page, nonce) : fillPage(page, nonce);
  response.writeHead(200, [...headers, policyHeader, policy(nonce), 'content-length', String(body.length)]);
  response.end(body, () => isPacked && response.writableFinished && givePackedBack(page, body));
}

/** Every header that is read, as often as it was sent; those of a proxy with its address. They decide nothing here. */
function keyOfRequest({ url, httpVersion, rawHeaders, socket }: IncomingMessage): string {
  let key = `${httpVersion} ${url}`;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] as string).toLowerCase();
    if (read.has(name)) key += `\n${name}: ${rawHeaders[at + 1]}`;
    else if (name.startsWith('x-forwarded-') && name !== 'x-forwarded-for')
      key += `\n${name}: ${rawHeaders[at + 1]} from ${socket.remoteAddress}`;
  }
  return key;
}
