// Fetches the day's reference rates and updates the tables of owners who follow them. Selling does not depend on it: when the
// feed is silent, the previous rates are used until they are too old (domain/exchange-rate.ts).
import { currencies, exponentOf, isCurrency } from '../../domain/currencies.ts';
import { todayIn } from '../../domain/dates.ts';
import { crossRate, dueDay, type FeedRates, feedZone, withMargin } from '../../domain/exchange-rate.ts';
import { type Database, inTransaction, type OwnerTrx, type Sql } from '../platform/db.ts';
import type { Logger } from '../platform/log.ts';
import { AnswerTooLong, fetchOutside } from '../platform/observe/fetch-outside.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import { forgetRates } from './convert-shown.ts';
import {
  claimFetch,
  findFeed,
  findNewestDay,
  insertFeed,
  listBehind,
  listFollowers,
  listRates,
  lockRateRules,
  type RateRules,
  renewRates,
  resortProducts,
} from './rates.sql.ts';
import { FeedProblem, readEcb } from './read-ecb.ts';

const waitMilliseconds = 5000;
const mostBytes = 1_048_576;

/** The document as text. Throws FeedProblem when there is none within the time, it is too large, or it lies elsewhere. */
export async function download(address: string, wait = waitMilliseconds): Promise<string> {
  try {
    const signal = AbortSignal.timeout(wait);
    const headers = { accept: 'application/xml, text/xml' };
    const answer = await fetchOutside(address, { redirect: 'manual', signal, headers }, mostBytes);
    if (answer.status !== 200 || !answer.body) throw new FeedProblem(`answered with ${answer.status}`);
    return await answer.text();
  } catch (error) {
    if (error instanceof FeedProblem) throw error;
    if (error instanceof AnswerTooLong) throw new FeedProblem('too large');
    const cause = (error as Error).cause as { code?: string } | undefined;
    throw new FeedProblem(`no answer: ${cause?.code ?? (error as Error).name}`);
  }
}

export type Fetched = { day: string; added: number; skipped: string[] };

/** Gets, reads and stores the document; a day that is stored already stays as it is. */
export async function fetchRates(db: Sql, address: string, now: Date): Promise<Fetched> {
  const { day, perEuro, skipped } = readEcb(await download(address), todayIn(feedZone, now.getTime()));
  return { day, added: await insertFeed(db, day, perEuro), skipped };
}

/** What the feed gives for one unit of a currency in the owner's, with the margin; undefined when it lacks one of the two. */
export function followedRate(feed: FeedRates, rules: Pick<RateRules, 'currency' | 'rate_margin'>, currency: string) {
  const middle = crossRate(feed, currency, rules.currency);
  const rate = middle && withMargin(middle.rate, rules.rate_margin);
  return rate ? { currency, rate, on: middle.on } : undefined;
}

/** Renews the rows that follow the feed, by the owner's margin of now. How many changed. */
export async function renewOwner(owner: OwnerTrx): Promise<number> {
  const rules = await lockRateRules(owner);
  if (!rules?.rate_feed) return 0;
  const feed = await findFeed(owner);
  const list = (await listRates(owner))
    .filter((row) => row.source === 'feed' && isCurrency(row.currency))
    .map((row) => followedRate(feed, rules, row.currency))
    .filter((row) => row !== undefined);
  const count = await renewRates(owner, list);
  if (count > 0) await sortByRates(owner);
  return count;
}

/** The order of price in lists, at the owner's rates of now. */
export async function sortByRates(owner: OwnerTrx): Promise<void> {
  await resortProducts(owner, Object.fromEntries(currencies.map((currency) => [currency, exponentOf(currency)])));
}

export type Following = { database: Database; log: Logger; address: string; now: Date };

/**
 * One round of the timer: if an owner follows the feed and its due day is missing, one process an hour fetches it; then every
 * owner with older rates is updated. Without internet that is one line in the log an hour.
 */
export async function followFeed({ database, log, address, now }: Following): Promise<void> {
  const { house } = database;
  const [first] = await listFollowers(house);
  if (!first) return;
  const newest = await findNewestDay(house);
  if ((newest ?? '') < dueDay(now.getTime()) && (await claimFetch(database.forOwner(first.owner_id), now)) === 1) {
    try {
      log.info(await fetchRates(house, address, now), 'exchange rates of the day');
    } catch (error) {
      if (!(error instanceof FeedProblem)) throw error;
      log.warn({ reason: error.message, newest }, 'no exchange rates of the day; asked again in an hour');
    }
  }
  await workThrough(await listBehind(house), async ({ owner_id: ownerId }) => {
    const owner = database.forOwner(ownerId);
    await inTransaction(owner, (owner) => renewOwner(owner));
    forgetRates(owner);
  });
}
