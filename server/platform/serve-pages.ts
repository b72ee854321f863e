// Answers page requests: language and currency cookies, the cache of anonymous pages, nonce and headers. Knows nothing of
// screens: `render` is given by main.ts.
import { randomFillSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Currency } from '../../domain/currencies.ts';
import { currencyCookie, defaultCurrency } from '../../domain/currencies.ts';
import { currencyOfCode, offeredCurrency } from '../../domain/exchange-rate.ts';
import type { Language } from '../../domain/languages.ts';
import { isLanguage, languageCookie, languageOf } from '../../domain/languages.ts';
import type { Site } from './context.ts';
import { type App, type FastifyReply, type FastifyRequest, hostOf } from './http.ts';
import { fillPage, fillPagePacked, type KeptPage, noncePlace, type PageCache } from './page-cache.ts';

export type PageRequest = {
  request: FastifyRequest;
  reply: FastifyReply;
  site: Site | undefined;
  language: Language;
  currency: Currency;
  nonce: string;
};

export type PageDoors = {
  findSite(host: string): Promise<Site | undefined>;
  /** True when the request carries any session: such pages are never kept. */
  hasSession(request: FastifyRequest): boolean;
  /** Handles `ref_token` and the like: an address to go to before any page is made. */
  beforePage(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined>;
  /** `wholePage`: the text of a page that was rendered at once, beside an answer without a body. */
  render(page: PageRequest): Promise<Response & { wholePage?: string }>;
  cache: PageCache;
  /** A page was answered from the cache, so that no call was made for it. */
  onKept(request: FastifyRequest, site: Site): void;
  /** Development: no nonce, no policy, because the bundler's client injects scripts of its own. */
  relaxed: boolean;
  /** Where map tiles come from when that is not the house itself. */
  tilesOrigin: string | undefined;
};

export function servePages(app: App, doors: PageDoors): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) => answerPage(request, reply, doors),
  });
}

async function answerPage(request: FastifyRequest, reply: FastifyReply, doors: PageDoors) {
  const query = request.query as Record<string, string | undefined>;
  if (request.url.startsWith('/api/')) return reply.code(404).send({ code: 404, msg: 'unknown call', data: null });
  const site = await doors.findSite(hostOf(request));
  const next = site && (await doors.beforePage(request, reply));
  if (next) {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    return reply.redirect(next, 302);
  }
  const language = settleLanguage(request, reply, query);
  const currency = settleCurrency(request, reply, query, site);
  if (query.c !== undefined) return reply.redirect(withoutCurrency(request.url), 302);
  const personal = doors.hasSession(request);
  const key = `${request.protocol} ${request.host} ${request.url} ${language} ${currency}`;
  const ask: PageRequest = { request, reply, site, language, currency, nonce: doors.relaxed ? '' : noncePlace };
  if (personal || !site || request.method !== 'GET' || doors.relaxed)
    return sendMade(ask, await makePage(ask, doors), doors);
  const found = await doors.cache.share(key, async (): Promise<{ keep: string } | { once: Made }> => {
    const made = await makePage(ask, doors);
    return made.keep ? { keep: made.page } : { once: made };
  });
  if ('once' in found) return sendMade(ask, found.once, doors);
  if (found.shared) doors.onKept(request, site);
  return sendPage(request, reply, 200, found.kept, doors);
}

type Made = { status: number; headers: Headers; page: string; bytes: Buffer | undefined; keep: boolean };

async function makePage(ask: PageRequest, doors: PageDoors): Promise<Made> {
  const made = await doors.render(ask);
  const { status, headers } = made;
  if (!headers.get('content-type')?.startsWith('text/html'))
    return { status, headers, page: '', bytes: Buffer.from(await made.arrayBuffer()), keep: false };
  const page = made.wholePage ?? (await made.text());
  // Pages that open by a key in their address say so themselves: they are never kept.
  const keep = status === 200 && headers.get('cache-control') !== 'no-store';
  return { status, headers, page, bytes: undefined, keep };
}

function sendMade({ request, reply }: PageRequest, { status, headers, page, bytes }: Made, doors: PageDoors) {
  for (const [name, value] of headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const one of headers.getSetCookie()) reply.header('set-cookie', one);
  if (!bytes) return sendOnce(request, reply, status, page, doors);
  reply.header('cache-control', 'no-store');
  return reply.code(status).send(bytes);
}

function sendPage(request: FastifyRequest, reply: FastifyReply, status: number, kept: KeptPage, doors: PageDoors) {
  const nonce = newNonce();
  writeHeaders(reply, nonce, doors);
  reply.code(status).header('content-type', 'text/html; charset=utf-8').header('vary', 'accept-encoding, cookie');
  if (!acceptsGzip(request)) return reply.send(fillPage(kept, nonce));
  return reply.header('content-encoding', 'gzip').send(fillPagePacked(kept, nonce));
}

function sendOnce(request: FastifyRequest, reply: FastifyReply, status: number, page: string, doors: PageDoors) {
  const nonce = newNonce();
  writeHeaders(reply, nonce, doors);
  reply.code(status).header('content-type', 'text/html; charset=utf-8').header('vary', 'accept-encoding, cookie');
  const body = Buffer.from(page.replaceAll(noncePlace, nonce));
  if (!acceptsGzip(request)) return reply.send(body);
  return reply.header('content-encoding', 'gzip').send(gzipSync(body, { level: 4 }));
}

function writeHeaders(reply: FastifyReply, nonce: string, doors: PageDoors): void {
  // The browser asks again each time; what is kept is kept here, for seconds.
  reply.header('cache-control', 'no-store');
  if (doors.relaxed) return;
  reply.header(
    'content-security-policy',
    `default-src 'self'; script-src 'self' 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:${doors.tilesOrigin ? ` ${doors.tilesOrigin}` : ''}; font-src 'self'; connect-src 'self'; frame-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  );
}

const random = Buffer.alloc(18 * 256);
let spent = random.length;

/** 24 characters, like the place it fills; the random bytes come by the hundred, for asking costs more than making. */
function newNonce(): string {
  if (spent === random.length) {
    randomFillSync(random);
    spent = 0;
  }
  spent += 18;
  return random.toString('base64', spent - 18, spent);
}

function acceptsGzip(request: FastifyRequest): boolean {
  return /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
}

/** §2: `l` switches and is remembered a year; unknown values fall back to zh_CN. */
function settleLanguage(
  request: FastifyRequest,
  reply: FastifyReply,
  query: Record<string, string | undefined>,
): Language {
  const asked = query.l ?? query.lang;
  const known = request.cookies[languageCookie.name];
  const language = languageOf(asked ?? known);
  if (asked !== undefined && known !== language) setPlainCookie(reply, languageCookie, language);
  return isLanguage(language) ? language : 'zh_CN';
}

/** §2: without the cookie, the owner's currency is taken and saved for 7 days. */
function settleCurrency(
  request: FastifyRequest,
  reply: FastifyReply,
  query: Record<string, string | undefined>,
  site: Site | undefined,
): Currency {
  const known = request.cookies[currencyCookie.name];
  const wanted = query.c ?? known;
  const currency = site
    ? offeredCurrency(wanted, site.currencies, site.currency)
    : (currencyOfCode(wanted) ?? defaultCurrency);
  if (known !== currency) setPlainCookie(reply, currencyCookie, currency);
  return currency;
}

function setPlainCookie(reply: FastifyReply, cookie: { name: string; maxAgeSeconds: number }, value: string): void {
  reply.setCookie(cookie.name, value, {
    path: '/',
    maxAge: cookie.maxAgeSeconds,
    sameSite: 'lax',
    secure: reply.request.protocol === 'https',
  });
}

function withoutCurrency(address: string): string {
  const target = new URL(address, 'http://own.invalid');
  target.searchParams.delete('c');
  return target.pathname + target.search;
}
