// Search (§2): words in any of the 13 languages, filters with counts, three sorts, pages. Results for visitors are cached for
// seconds per process; the calendar and the order read the rows themselves.
import { LRUCache } from 'lru-cache';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Language } from '../../domain/languages.ts';
import { isProductType, productTypeOrder, rowOf } from '../../domain/product-types.ts';
import { readDates } from '../../domain/search/read-dates.ts';
import { readTerms, type Term } from '../../domain/search/read-terms.ts';
import { translate } from '../../locales/translate.ts';
import { findCities } from '../places/cities.sql.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Owner } from '../platform/db.ts';
import { findRates } from '../site/convert-shown.ts';
import { listCards } from './catalog.sql.ts';
import { findNearest } from './find/find-nearest.ts';
import { groupPlaces } from './find/group-places.ts';
import { readNarrowing } from './find/read-narrowing.ts';
import { searchPage } from './find/search-page.ts';
import { readCards } from './offer/cache-contents.ts';
import type { LiveCard } from './offer/offer.sql.ts';
import { pricingOf, withOwnPrices } from './pricing.sql.ts';
import type { Filter, Order, SearchRow } from './search.sql.ts';
import { type Card, showCard } from './show-card.ts';
import { suggestSpelling } from './suggest-spelling.ts';
import { rankByBeginnings, writeBeginnings, writeQuery } from './write-query.ts';

type Found = OutputOf<'searchProducts'>;
type Input = ParsedInputOf<'searchProducts'>;
/** `until`: the next instant at which time alone changes a price in it. */
type CachedResult = { found: Promise<Found>; until: number };
/** Results by their query, separately for each owner. */
const results = new LRUCache<Db, LRUCache<string, CachedResult>>({ max: 200 });

function resultsOf(owner: Owner): LRUCache<string, CachedResult> {
  const known = results.get(owner.pool) ?? new LRUCache<string, CachedResult>({ max: 500, ttl: 3000 });
  results.set(owner.pool, known);
  return known;
}

export async function searchProducts(context: Context, input: Input): Promise<Found> {
  const { partnerId, level, today } = pricingOf(context);
  const cache = resultsOf(context.owner);
  const key = JSON.stringify([context.language, context.currency, partnerId, level, today, input]);
  let one = cache.get(key);
  if (!one || one.until <= context.now.getTime()) {
    one = startSearch(context, input);
    cache.set(key, one);
    one.found.catch(() => cache.delete(key));
  }
  const found = await one.found;
  context.holdsUntil?.(one.until);
  return found;
}

function startSearch(context: Context, input: Input): CachedResult {
  const turns = { until: Number.POSITIVE_INFINITY };
  const holdsUntil = (at: number) => {
    turns.until = Math.min(turns.until, at);
  };
  // Behind it is the caller's context: one for many refuses to be copied.
  const found = findProducts(Object.create(context, { holdsUntil: { value: holdsUntil } }) as Context, input);
  return Object.assign(turns, { found });
}

/** Called when hidden products change: cached results must not be shown any more. */
export function forgetFound(owner: Owner): void {
  results.delete(owner.pool);
}

/** Products by their ids, for rows that a browser remembers. */
async function findOfIds(context: Context, ids: string[]): Promise<Found> {
  const [list, rates] = await Promise.all([listCards(context, { ids }), findRates(context)]);
  const cards = await withOwnPrices(context, list);
  return {
    total: list.length,
    page: 1,
    pages: 1,
    list: cards.map((card) => showCard(card, context, rates)),
    dates: null,
    types: [],
    subtypes: [],
    cities: [],
    instead: [],
    suggestion: null,
  };
}

async function findProducts(context: Context, input: Input): Promise<Found> {
  if (input.ids) return findOfIds(context, input.ids);
  const { owner, language } = context;
  const dates = input.from || input.to ? null : readDates(input.query, language, pricingOf(context).today);
  const rates = await findRates(context);
  const narrowing = readNarrowing(context, { ...input, ...(dates && { from: dates.from, to: dates.to }) }, rates);
  const filter = { type: input.type ?? null, subtype: input.subtype ?? null, city: input.city ?? null, narrowing };
  const terms = readTerms(dates ? dates.rest : input.query, language);
  const { row, asking } = await findMatches(context, input, terms, filter);
  const empty = row.total === 0;
  if (empty && input.city) {
    // An address from before the city was merged or renamed.
    const current = (await findCities(owner, [input.city])).get(input.city)?.city;
    if (current && current !== input.city) return findProducts(context, { ...input, city: current });
  }
  const instead = empty ? await findInstead(context, terms, filter) : [];
  const showCards = async (list: LiveCard[]) =>
    (await readCards(context, list)).map((card) => showCard(card, context, rates));
  const away = new Map(row.list.map((one) => [String(one.product_id), one.away]));
  return {
    total: row.total,
    page: input.page,
    pages: Math.ceil(row.total / input.size),
    list: (await showCards(row.list)).map((card) => withMetres(card, away.get(card.id))),
    dates,
    ...(input.map && { places: empty ? [] : await groupPlaces(context, { ...filter, asking }) }),
    types: productTypeOrder.flatMap((type) => facetOf(row.types, type, language)),
    subtypes: productTypeOrder
      .flatMap((type) => rowOf(type).subtypes)
      .flatMap((code) => facetOf(row.subtypes, code, language)),
    cities: row.cities.map(({ key, name, count }) => ({ key, label: name, count })),
    instead: await showCards(instead),
    suggestion: empty && terms.length ? await suggestSpelling(context, dates?.rest ?? input.query) : null,
  };
}

const withMetres = (card: Card, metres: number | null | undefined): Card =>
  metres == null ? card : { ...card, metres };

type Chosen = Omit<Filter, 'asking'>;
/** `asking`: what found it. */
type Matches = { row: SearchRow; asking: Filter['asking'] };
const noMatches: SearchRow = { total: 0, ranked: false, types: [], subtypes: [], cities: [], list: [] };

/** Most questions are answered by their first statement; only where it finds nothing, the words are looked up one by one. */
async function findMatches(context: Context, input: Input, terms: Term[], chosen: Chosen): Promise<Matches> {
  const { owner, language } = context;
  const reader = { language, pricing: pricingOf(context) };
  const isPlaceless = input.sort === 'distance' && input.lat === undefined;
  const order: Order = input.row ?? (isPlaceless ? 'default' : input.sort);
  const page = { size: input.size, skip: (input.page - 1) * input.size };
  const search = (asking: Filter['asking']) => searchPage(owner, reader, { ...chosen, asking }, order, page);
  const begun = writeBeginnings(terms);
  const row = await search(begun);
  const first = { row, asking: begun };
  if (begun === null || row.ranked || (row.total > 0 && order !== 'default')) return first;
  if (row.total > 0) return { row: await search(rankByBeginnings(begun)), asking: begun };
  const asking = await writeQuery(owner, terms);
  if (asking === 'none') return { row: noMatches, asking: begun };
  return asking?.query === begun.query ? first : { row: await search(asking), asking };
}

/** Nearest to a search that found nothing: without filters products with most of its words, else popular ones close to its filters. */
async function findInstead(context: Context, terms: Term[], { type, subtype, city }: Chosen): Promise<LiveCard[]> {
  const reader = { language: context.language, pricing: pricingOf(context) };
  const among = async (near: Filter, order: Order) =>
    (await searchPage(context.owner, reader, near, order, { size: 4, skip: 0 })).list;
  const isFiltered = type !== null || subtype !== null || city !== null;
  const asking = isFiltered ? null : await findNearest(context, terms);
  const none = { type: null, subtype: null, city: null, narrowing: null };
  if (asking) return among({ ...none, asking }, 'default');
  const list = await among({ type, subtype: null, city, narrowing: null, asking: null }, 'popular');
  return list.length ? list : among({ ...none, asking: null }, 'popular');
}

/** A type or subtype with its name in the caller's language. */
export function facetOf(list: { key: number; count: number }[], code: number, language: Language) {
  const hit = list.find((one) => one.key === code);
  const label = translate(language, isProductType(code) ? `catalog.type.${code}` : `catalog.subtype.${code}`);
  return hit ? [{ key: String(code), label, count: hit.count }] : [];
}
