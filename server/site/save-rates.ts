// The owner's exchange rates in the back office (§9, rules §10): looked at beside the feed, saved as a whole under the owner's
// revision, logged. Rates by hand are never touched by the feed.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type Currency, currencies } from '../../domain/currencies.ts';
import { todayIn } from '../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal, TooFrequent } from '../../domain/errors.ts';
import { ageOf, crossRate, type FeedRates, feedZone, largestMargin, readRate } from '../../domain/exchange-rate.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { forgetRates } from './convert-shown.ts';
import { fetchRates, followedRate, renewOwner, sortByRates } from './fetch-rates.ts';
import {
  changeRateRules,
  countFetch,
  deleteRates,
  findFeed,
  findNewestDay,
  findRateRules,
  listRates,
  listSellingCurrencies,
  lockRateRules,
  type RateRow,
  type RateRules,
  stopDailyRates,
  writeRates,
} from './rates.sql.ts';
import { FeedProblem } from './read-ecb.ts';

const fetchesPerHour = 20;

type Shown = OutputOf<'consoleRates'>;

export async function showRates({ owner, site, now }: Context): Promise<Shown> {
  const [rules, rows, feed, feedDay, selling] = await Promise.all([
    findRateRules(owner),
    listRates(owner),
    findFeed(owner),
    findNewestDay(owner),
    listSellingCurrencies(owner),
  ]);
  if (!rules) throw new NotHere();
  const today = todayIn(feedZone, now.getTime());
  const known = new Map(rows.map((row) => [row.currency, row]));
  const sold = new Set(selling.map((item) => item.currency));
  const listed = currencies.filter(
    (currency) =>
      currency !== site.currency && (site.currencies.includes(currency) || known.has(currency) || sold.has(currency)),
  );
  return {
    revision: rules.revision,
    currency: site.currency,
    feed: rules.rate_feed !== '',
    margin: rules.rate_margin,
    feedDay,
    feedAge: feedDay ? ageOf(feedDay, today) : null,
    feedHasOwn: site.currency === 'EUR' || feed.has(site.currency),
    list: listed.map((currency) => ({
      currency,
      ...showRow(known.get(currency), today),
      reference: showReference(feed, currency, site.currency, today),
      offered: site.currencies.includes(currency),
      selling: sold.has(currency),
    })),
  };
}

function showRow(row: RateRow | undefined, today: string) {
  const source = row?.source ?? 'hand';
  return {
    rate: row?.rate ?? null,
    source,
    on: row?.on ?? null,
    age: source === 'feed' ? ageOf(row?.on, today) : ('ok' as const),
  };
}

function showReference(feed: FeedRates, currency: Currency, ownCurrency: Currency, today: string) {
  const found = crossRate(feed, currency, ownCurrency);
  return found ? { ...found, age: ageOf(found.on, today) } : null;
}

type Input = ParsedInputOf<'consoleRatesSave'>;

/** Refuses invalidInput by field and changedMeanwhile. */
export async function saveRates(context: Context, input: Input): Promise<{ revision: number }> {
  const { owner } = context;
  const revision = await inTransaction(owner, async (owner) => {
    const before = await lockRateRules(owner);
    if (!before || before.revision !== input.revision) throw new Refusal('changedMeanwhile');
    const rowsBefore = await listRates(owner);
    const change = await judge(owner, context, input, rowsBefore);
    if ((await changeRateRules(owner, input)) !== 1) throw new Refusal('changedMeanwhile');
    await deleteRates(owner, change.gone);
    await writeRates(owner, change.rows);
    if (input.feed) await renewOwner(owner);
    else await stopDailyRates(owner);
    await sortByRates(owner);
    await logChange(owner, context, 'rates', { rules: before, rows: rowsBefore });
    return before.revision + 1;
  });
  forgetRates(owner);
  return { revision };
}

/** What is to be written and what is taken off; refuses by field what cannot be. */
async function judge(owner: OwnerTrx, { site, now }: Context, input: Input, rowsBefore: RateRow[]) {
  const fields: FieldProblems = {};
  const rules = { currency: site.currency, rate_margin: input.margin };
  if (input.margin < 0 || input.margin > largestMargin)
    fields.margin = { problem: 'range', min: 0, max: largestMargin / 100 };
  const feed = input.feed ? await findFeed(owner) : new Map();
  if (input.feed && site.currency !== 'EUR' && !feed.has(site.currency)) fields.feed = { problem: 'notInFeed' };
  const selling = new Set((await listSellingCurrencies(owner)).map((currency) => currency.currency));
  const today = todayIn(site.zone, now.getTime());
  const rows = new Map<string, RateRow>();
  const gone: string[] = [];
  for (const { currency, source, rate: typed } of fields.margin || fields.feed ? [] : input.rates) {
    const name = `rates.${currency}`;
    if (currency === site.currency || rows.has(currency)) fields[name] = { problem: 'notRequested' };
    else if (source === 'feed' && input.feed) {
      const followed = followedRate(feed, rules, currency);
      if (followed) rows.set(currency, { ...followed, source });
      else fields[name] = { problem: 'notInFeed' };
    } else if (source === 'feed') {
      // Without the feed its last rate stays, by hand.
      const stored = rowsBefore.find((row) => row.currency === currency);
      if (stored) rows.set(currency, { ...stored, source: 'hand' });
    } else if (typed.trim()) {
      const rate = readRate(typed);
      if (rate) rows.set(currency, { currency, rate, source, on: today });
      else fields[name] = { problem: 'rate' };
    } else if (selling.has(currency)) fields[name] = { problem: 'required' };
    else gone.push(currency);
  }
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return { rows: [...rows.values()], gone };
}

type Before = { rules: RateRules; rows: RateRow[] };

/** Logs what became different; nothing when nothing did. */
async function logChange(owner: OwnerTrx, context: Context, subject: string, { rules, rows }: Before): Promise<number> {
  const after = await findRateRules(owner);
  const rateText = (row: RateRow) => `${row.rate} ${row.source}`;
  const old = new Map(rows.map((row) => [row.currency, rateText(row)]));
  const fresh = new Map((await listRates(owner)).map((row) => [row.currency, rateText(row)]));
  const moved = [...new Set([...old.keys(), ...fresh.keys()])].filter((key) => old.get(key) !== fresh.get(key));
  const of = (stored: RateRules | undefined, table: Map<string, string>) => ({
    feed: stored?.rate_feed ?? '',
    margin: stored?.rate_margin ?? 0,
    rates: Object.fromEntries(moved.map((value) => [value, table.get(value) ?? null])),
  });
  const [was, is] = [of(rules, old), of(after, fresh)];
  if (JSON.stringify(was) !== JSON.stringify(is))
    await logAction(owner, context, { act: 'rates-saved', subject, before: was, after: is });
  return moved.length;
}

/** Asks the feed now and updates the owner's table. Refuses feedSilent; the log has the reason. */
export async function fetchNow(context: Context): Promise<OutputOf<'consoleRatesFetch'>> {
  const { owner, now, log, ecbUrl } = context;
  if ((await countFetch(owner)) > fetchesPerHour) throw new TooFrequent(600);
  const got = await fetchRates(owner, ecbUrl, now).catch((error: unknown) => {
    if (!(error instanceof FeedProblem)) throw error;
    log.warn({ reason: error.message }, 'no exchange rates; staff asked');
    throw new Refusal('feedSilent');
  });
  const changed = await inTransaction(owner, async (owner) => {
    const rules = await lockRateRules(owner);
    const rows = await listRates(owner);
    await renewOwner(owner);
    return rules ? logChange(owner, context, `rates ${got.day}`, { rules, rows }) : 0;
  });
  forgetRates(owner);
  return { day: got.day, added: got.added, changed };
}
