// Contexts of requests: site, caller, language and currency. There are two kinds: of one visitor, and without a visitor, for
// pages that are shared by many (rules §12.9).
import { takesKeys } from '../../contract/calls.ts';
import { NotHere, NotSignedIn } from '../../domain/errors.ts';
import { offeredCurrency } from '../../domain/exchange-rate.ts';
import { languageOf } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import type { HouseCells } from '../platform/cells/cells.ts';
import type { Config } from '../platform/config.ts';
import type { Clock, Context, FoundSite, KeyCaller } from '../platform/context.ts';
import type { Database, Owner } from '../platform/db.ts';
import { addressOf } from '../platform/edge/read-address.ts';
import { type FastifyReply, type FastifyRequest, hostOf, originOf, sourceOf } from '../platform/http.ts';
import type { RequestJobs } from '../platform/jobs.ts';
import type { Logger } from '../platform/log.ts';
import { makeSharedContext, type SharedContext, type SharedVisit } from '../platform/pages/share-page.ts';
import type { Vault } from '../platform/vault.ts';
import type { FindSite } from '../site/find-site.ts';
import { findSession } from './find-session.sql.ts';
import { type FoundKey, findKeyCaller, keyOfHeader } from './keys/find-key.ts';
import { openTestAccounts } from './keys/keys.sql.ts';
import { noteEndedKey } from './keys/note-calls.ts';

export type ContextParts = {
  findSite: FindSite;
  database: Database;
  /** The same owner on a standby; undefined where there is none, or none that answers. */
  standbyOf(ownerId: number): Owner | undefined;
  /** For the installation's admins: an owner of any cell (decision 0490). */
  ofAll(ownerId: number): Owner;
  cells: HouseCells | undefined;
  jobs: RequestJobs;
  log: Logger;
  vault: Vault;
  config: Config;
  clock: Clock;
  /** Whether what is looked at counts as a person's interest. */
  countsOf(request: FastifyRequest): boolean;
};

const cookieNames = { shop: 'kb', staff: 'kbs', mark: 'kbw' } as const;

/** __Host- cookies on every https connection (security rule 40). */
export function cookieName(request: FastifyRequest, of: keyof typeof cookieNames): string {
  const name = cookieNames[of];
  return request.protocol === 'https' ? `__Host-${name}` : name;
}

/** Every cookie name that a browser may hold personal data under, and headers that identify a person. */
const personalCookies = Object.values(cookieNames).flatMap((name) => [name, `__Host-${name}`]);
const personalHeaders = ['token', 'authorization', 'idempotency-key'] as const;

/** Whether a request carries personal data, valid or not: its answers are for this visitor alone. */
export function isPersonal({ cookies, headers }: FastifyRequest): boolean {
  return personalHeaders.some((name) => headers[name] !== undefined) || personalCookies.some((name) => name in cookies);
}

/** The back office and the shop have separate sessions; only the session of the address's area is looked up. */
function isConsole(address: string): boolean {
  return /^\/(api\/)?console(\/|$|\?|\.)/.test(address);
}

export function contextMaker(parts: ContextParts) {
  const { findSite, database, jobs, log, vault, config, clock, countsOf } = parts;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<Context> => {
    const site = await findSite(hostOf(request));
    if (!site) throw new NotHere();
    const owner = database.forOwner(site.ownerId);
    const now = clock();
    const header = request.headers.token;
    const token = typeof header === 'string' ? header : undefined;
    const cookies = request.cookies;
    const console = isConsole(request.url);
    const cookie = cookies[cookieName(request, console ? 'staff' : 'shop')];
    const sent = takesKeys(request.url) ? keyOfHeader(request.headers.authorization) : undefined;
    const keyed = sent === undefined ? undefined : await findKeyCaller(owner, sent, addressOf(request), console);
    if (sent !== undefined && !keyed) return refuseKey(parts, site.ownerId, { request, sent, now });
    if (keyed) await markTestAnswer(reply, keyed, database.forTests(site.ownerId), site);
    const session = keyed ? keyed.visitor : await findSession(owner, token ?? cookie, console, now);
    const [visitor, staff] = console ? [undefined, session] : [session, undefined];
    const wanted = request.headers.c ?? cookies.c;
    const key = request.headers['idempotency-key'];
    const hidden = { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' } as const;
    return {
      site,
      ...handlesOf(parts, site.ownerId, keyed?.key.isTest ?? false),
      jobs,
      log,
      vault,
      places: config.places,
      now,
      clock,
      language: languageOf(request.headers.l || cookies.lang),
      currency: offeredCurrency(wanted, site.usableCurrencies, site.currency),
      visitor: visitor ?? null,
      staff: staff ?? null,
      key: keyed?.key,
      counted: !keyed && countsOf(request),
      source: sourceOf(request),
      agent: request.headers['user-agent'] ?? '',
      country: countryOf(request, config),
      ecbUrl: config.ecbUrl,
      gateways: config.gateways,
      hooksPrivately: config.hooks.privately,
      sendsMails: config.smtpUrl !== undefined,
      origin: originOf(request),
      byApp: Boolean(token || keyed),
      idempotencyKey: typeof key === 'string' ? key : undefined,
      browserMark: cookies[cookieName(request, 'mark')] ?? '',
      markBrowser(mark) {
        reply.setCookie(cookieName(request, 'mark'), mark, { ...hidden, maxAge: limits.nonceLifeSeconds });
      },
      setSession(value, { staff: forStaff, maxAgeSeconds }) {
        const name = cookieName(request, forStaff ? 'staff' : 'shop');
        if (value === null) reply.clearCookie(name, hidden);
        else reply.setCookie(name, value, { ...hidden, maxAge: maxAgeSeconds });
      },
    };
  };
}

/** One that is unknown or over; the call of one that is over is noted. */
async function refuseKey(
  parts: ContextParts,
  ownerId: number,
  { request, sent, now }: { request: FastifyRequest; sent: string; now: Date },
): Promise<never> {
  const { owner, owners } = handlesOf(parts, ownerId, false);
  const call = request.routeOptions.url ?? '';
  await noteEndedKey({ owner, owners, source: sourceOf(request), now, sent, call });
  throw new NotSignedIn('key');
}

/** An owner's connections by what they are for. A test key has those of the test mode alone. */
function handlesOf({ database, standbyOf, ofAll, cells }: ContextParts, ownerId: number, isTest: boolean) {
  const tests = database.forTests(ownerId);
  const owner = isTest ? tests : database.forOwner(ownerId);
  return {
    owner,
    reports: isTest ? tests : (standbyOf(ownerId) ?? owner),
    tests,
    owners: { house: database.house, forOwner: ofAll, cells },
  };
}

/** A test key finds money to book with and a mark on each answer (decision 0385). */
async function markTestAnswer(
  reply: FastifyReply,
  { key, visitor }: FoundKey,
  tests: Owner,
  site: FoundSite,
): Promise<void> {
  writeLimitHeaders(reply, key);
  if (!key.isTest) return;
  if (visitor.partnerId !== null) await openTestAccounts(tests, visitor.partnerId, site.currencies);
  reply.header('kembara-mode', 'test');
}

/** What a system may still ask in this minute (draft-ietf-httpapi-ratelimit-headers). */
function writeLimitHeaders(reply: FastifyReply, { limit: { most, left, seconds } }: KeyCaller): void {
  reply.header('ratelimit-limit', most).header('ratelimit-remaining', left).header('ratelimit-reset', seconds);
}

/** Contexts without a visitor: made from the page cache's key and the process's settings. */
export function sharedContextMaker({ database, jobs, log, vault, config, clock }: ContextParts) {
  return (visit: SharedVisit): SharedContext =>
    makeSharedContext(visit, {
      owner: database.forOwner(visit.site.ownerId),
      reports: database.forOwner(visit.site.ownerId),
      tests: database.forTests(visit.site.ownerId),
      owners: database,
      jobs,
      log,
      vault,
      places: config.places,
      ecbUrl: config.ecbUrl,
      gateways: config.gateways,
      hooksPrivately: config.hooks.privately,
      sendsMails: config.smtpUrl !== undefined,
      now: clock(),
      clock,
    });
}

/** Two letters from a trusted proxy; '' when there is none. */
function countryOf(request: FastifyRequest, { countryHeader, trustedProxies }: Config): string {
  const country = countryHeader && trustedProxies.length ? request.headers[countryHeader] : undefined;
  return typeof country === 'string' && /^[A-Z]{2}$/i.test(country) ? country.toUpperCase() : '';
}
