// Answers page requests: language and currency cookies, the cache of anonymous pages, nonce and headers. Knows nothing of
// screens: `render` is given by main.ts.
import { gzipSync } from 'node:zlib';
import { isCallPath } from '../../../contract/calls.ts';
import type { Currency } from '../../../domain/currencies.ts';
import { currencyCookie, defaultCurrency } from '../../../domain/currencies.ts';
import { currencyOfBrowser } from '../../../domain/currency/region-currency.ts';
import { nextMidnight } from '../../../domain/dates.ts';
import { currencyOfCode, offeredCurrency } from '../../../domain/exchange-rate.ts';
import type { Language } from '../../../domain/languages.ts';
import { defaultLanguage, firstLanguage, languageCookie, languageOf, languages } from '../../../domain/languages.ts';
import { paths } from '../../../domain/paths.ts';
import { pathWithout } from '../../../domain/safe-path.ts';
import type { Context, FoundSite } from '../context.ts';
import { RequestRefused } from '../edge/answer-errors.ts';
import { wantsPage } from '../edge/limit-load.ts';
import { envelopeOf, type Translate } from '../edge/write-envelope.ts';
import { type App, type FastifyReply, type FastifyRequest, hostOf, originOf } from '../http.ts';
import { noteWork } from '../observe/know-work.ts';
import { answerEarly, type EarlyAnswers, type EarlyDoors } from './answer-early.ts';
import { type CachedPage, fillPage, fillPagePacked } from './page-cache.ts';
import type { PageToRender } from './render-pages.ts';
import { keyOf, type Rendered, type SharedContext, SharedPage, type SharedVisit } from './share-page.ts';
import { writePlainPage } from './write-plain-page.ts';
import { drawNonce, makePolicy, policyHeader } from './write-policy.ts';

export type PageDoors = EarlyDoors & {
  findSite(host: string): Promise<FoundSite | undefined>;
  /** Whether a request carries personal data: its pages are made for this visitor alone. */
  isPersonal(request: FastifyRequest): boolean;
  /** Handles `ref_token` and similar: an address to redirect to before any page is made. */
  beforePage(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined>;
  makeContext(request: FastifyRequest, reply: FastifyReply): Promise<Context>;
  makeSharedContext(visit: SharedVisit): SharedContext;
  render(page: PageToRender): Promise<Rendered>;
  translate: Translate;
  /** Development: no nonce, no policy, because the bundler's client injects scripts of its own. */
  relaxed: boolean;
  /** Origin of map tiles when it is another site. */
  tilesOrigin: string | undefined;
};

type Ask = {
  request: FastifyRequest;
  reply: FastifyReply;
  site: FoundSite | undefined;
  language: Language;
  currency: Currency;
  proposed: Currency | null;
};

type Doors = PageDoors & { policy: (nonce: string) => string; early: EarlyAnswers };

export function servePages(app: App, allDoors: PageDoors): void {
  const policy = makePolicy(allDoors.tilesOrigin);
  const doors: Doors = { ...allDoors, policy, early: answerEarly(app, allDoors, policy) };
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => {
      try {
        return await answerPage(request, reply, doors);
      } catch (error) {
        // A reader who left has no address any more: no one is answered, and nothing is wrong.
        if (!wantsPage(request) || error instanceof RequestRefused) throw error;
        return answerPlainly(request, reply, error, doors);
      }
    },
  });
}

/** The screens could not be rendered: a plain page in the reader's language with a way back. */
function answerPlainly(request: FastifyRequest, reply: FastifyReply, error: unknown, doors: Doors) {
  const query = request.query as Record<string, string | undefined>;
  const language = languageOf(query.l ?? query.lang ?? request.cookies[languageCookie.name]);
  const { status, body, retryAfterSeconds } = envelopeOf(error, language, doors.translate);
  if (status === 500) request.log.error({ request: request.id, err: error }, 'a page failed');
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds);
  reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'; form-action 'none'");
  return reply
    .code(status < 400 ? 422 : status)
    .type('text/html; charset=utf-8')
    .send(writePlainPage(language, { status, message: status === 503 ? body.msg : '' }, doors.translate));
}

/** Query parameters that hold keys: links of mails, of documents and of other companies' pages. */
const keyNames = /[?&](token|quotetoken|ref_token|key|s|code|state)=/;

async function answerPage(request: FastifyRequest, reply: FastifyReply, doors: Doors) {
  const opensByKey = keyNames.test(request.url);
  // The address is a secret: other sites and search engines must not get it (security rule 53).
  if (opensByKey) reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
  const query = request.query as Record<string, string | undefined>;
  if (isCallPath(request.url)) return reply.callNotFound();
  const site = await doors.findSite(hostOf(request));
  if (site) noteWork({ owner: site.ownerId });
  const next = site && (await doors.beforePage(request, reply));
  if (next) {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    return reply.redirect(next, 302);
  }
  const language = settleLanguage(request, reply, query, site);
  const currency = settleCurrency(request, reply, query, site);
  if (query.c !== undefined) return reply.redirect(pathWithout(request.url, ['c']), 302);
  const isPersonal = opensByKey || doors.isPersonal(request);
  const proposed = site && !isPersonal ? proposeCurrency(request, site, currency) : null;
  const ask: Ask = { request, reply, site, language, currency, proposed };
  if (!site || request.method !== 'GET' || doors.relaxed || isPersonal) return sendPersonal(ask, doors);
  const visit: SharedVisit = { site, origin: originOf(request), address: request.url, language, currency, proposed };
  const found = await doors.cache.share(keyOf(visit), () => renderShared(visit, doors));
  if ('once' in found) return found.once ? sendOnce(request, reply, found.once, doors) : sendPersonal(ask, doors);
  const { 'user-agent': agent, 'sec-purpose': purpose = request.headers.purpose } = request.headers;
  doors.onCached({ address: request.url, agent, purpose }, site);
  return sendCached(ask, visit, found.cached, doors);
}

function renderShared(visit: SharedVisit, { makeSharedContext, render }: PageDoors) {
  const shared = makeSharedContext(visit);
  // Its texts about today and tomorrow expire at the owner's midnight.
  shared.holdsUntil?.(nextMidnight(visit.site.zone, shared.now.getTime()));
  return SharedPage.render(visit, shared, (only, context, nonce) =>
    render({ ...only, context, nonce, method: 'GET', headers: {} }),
  );
}

async function sendPersonal({ request, reply, site, language, currency, proposed }: Ask, doors: Doors) {
  const context = site && (await doors.makeContext(request, reply));
  if (context) Object.assign(context, { language, currency });
  const rendered = await doors.render({
    site,
    context,
    origin: originOf(request),
    address: request.url,
    language,
    currency,
    proposed,
    nonce: doors.relaxed ? '' : drawNonce(),
    method: request.method,
    headers: request.headers,
  });
  return sendOnce(request, reply, rendered, doors);
}

function sendCached({ request, reply }: Ask, visit: SharedVisit, cached: CachedPage, doors: Doors) {
  const nonce = drawNonce();
  writeHeaders(reply, nonce, doors);
  reply.header('content-type', 'text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language, cookie');
  const isPacked = acceptsGzip(request);
  if (isPacked) reply.header('content-encoding', 'gzip');
  doors.early.learn(request, reply, { key: keyOf(visit), site: visit.site, host: hostOf(request), isPacked });
  return reply.send(isPacked ? fillPagePacked(cached, nonce) : fillPage(cached, nonce));
}

function sendOnce(request: FastifyRequest, reply: FastifyReply, rendered: Rendered, doors: Doors) {
  const { status, headers, page, bytes, nonce } = rendered;
  for (const [name, value] of headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const one of headers.getSetCookie()) reply.header('set-cookie', one);
  reply.code(status);
  if (page === undefined) return reply.header('cache-control', 'no-store').send(bytes);
  writeHeaders(reply, nonce, doors);
  reply.header('content-type', 'text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language, cookie');
  if (!acceptsGzip(request)) return reply.send(Buffer.from(page));
  return reply.header('content-encoding', 'gzip').send(gzipSync(page, { level: 4 }));
}

function writeHeaders(reply: FastifyReply, nonce: string, { relaxed, policy }: Doors): void {
  // The browser requests the page each time; pages are cached only here, for seconds.
  reply.header('cache-control', 'no-store');
  if (!relaxed) reply.header(policyHeader, policy(nonce));
}

export function acceptsGzip(request: FastifyRequest): boolean {
  return /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
}

/**
 * §2: `l` switches the language, remembered for a year; unknown values fall back to zh_CN. A first visit gets the offered language that its
 * browser prefers, else the site's default, in a cookie, so that calls and files of the page answer in the same language.
 */
function settleLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  query: Record<string, string | undefined>,
  site: FoundSite | undefined,
): Language {
  const wanted = query.l ?? query.lang ?? request.cookies[languageCookie.name];
  const language =
    wanted === undefined
      ? firstLanguage(request.headers['accept-language'], site?.languages ?? languages)
      : languageOf(wanted);
  // What answers without a cookie anyway is not stored unasked.
  const isAsked = (query.l ?? query.lang) !== undefined || language !== defaultLanguage;
  if (isAsked && request.cookies[languageCookie.name] !== language) setPlainCookie(reply, languageCookie, language);
  return language;
}

/** §2: without the cookie, the owner's currency is used and saved for 7 days. */
function settleCurrency(
  request: FastifyRequest,
  reply: FastifyReply,
  query: Record<string, string | undefined>,
  site: FoundSite | undefined,
): Currency {
  const known = request.cookies[currencyCookie.name];
  const wanted = query.c ?? known;
  const currency = site
    ? offeredCurrency(wanted, site.usableCurrencies, site.currency)
    : (currencyOfCode(wanted) ?? defaultCurrency);
  if (known !== currency) setPlainCookie(reply, currencyCookie, currency);
  return currency;
}

/** A first visit (rules §11): a browser without the cookie is offered its region's currency, if that is another one. */
function proposeCurrency(request: FastifyRequest, site: FoundSite, currency: Currency): Currency | null {
  if (request.cookies[currencyCookie.name] !== undefined) return null;
  const proposed = currencyOfBrowser(request.headers['accept-language'], site.usableCurrencies);
  return proposed && proposed !== currency ? proposed : null;
}

function setPlainCookie(reply: FastifyReply, cookie: { name: string; maxAgeSeconds: number }, value: string): void {
  reply.setCookie(cookie.name, value, {
    path: paths.home(),
    maxAge: cookie.maxAgeSeconds,
    sameSite: 'lax',
    secure: reply.request.protocol === 'https',
  });
}
