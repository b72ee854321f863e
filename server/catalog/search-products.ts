// Search (§2): words in any of the 13 languages, filters with counts, three sorts, pages. Results for visitors are cached for
// seconds per process; the calendar and the order read the rows themselves.
import { LRUCache } from 'lru-cache';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { isProductType, productTypeOrder, rowOf } from '../../domain/product-types.ts';
import { findCities } from '../places/cities.sql.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Owner } from '../platform/db.ts';
import { findRates } from '../site/convert-shown.ts';
import { listCards } from './catalog.sql.ts';
import { readCards } from './offer/cache-contents.ts';
import type { LiveCard } from './offer/offer.sql.ts';
import { pricingOf, withOwnPrices } from './pricing.sql.ts';
import { type Filter, type Order, type SearchRow, searchRows } from './search.sql.ts';
import { showCard } from './show-card.ts';
import { suggestSpelling } from './suggest-spelling.ts';
import { writeBeginnings, writeQuery } from './write-query.ts';

type Found = OutputOf<'searchProducts'>;
type Asked = ParsedInputOf<'searchProducts'>;
/** Results by their query, separately for each owner. */
const results = new LRUCache<Db, LRUCache<string, Promise<Found>>>({ max: 200 });

function resultsOf(owner: Owner): LRUCache<string, Promise<Found>> {
  const known = results.get(owner.pool) ?? new LRUCache<string, Promise<Found>>({ max: 500, ttl: 3000 });
  results.set(owner.pool, known);
  return known;
}

export function searchProducts(context: Context, input: Asked): Promise<Found> {
  const { partnerId, level } = pricingOf(context);
  const kept = resultsOf(context.owner);
  const key = JSON.stringify([context.language, context.currency, partnerId, level, input]);
  let found = kept.get(key);
  if (!found) {
    found = findProducts(context, input);
    kept.set(key, found);
    found.catch(() => kept.delete(key));
  }
  return found;
}

/** What is hidden changed: what was found before is not shown any more. */
export function forgetFound(owner: Owner): void {
  results.delete(owner.pool);
}

/** Products by their ids, for rows that a browser remembers. */
async function findGiven(context: Context, ids: string[]): Promise<Found> {
  const [list, rates] = await Promise.all([listCards(context, { ids }), findRates(context)]);
  const cards = await withOwnPrices(context, list);
  return {
    total: list.length,
    page: 1,
    pages: 1,
    list: cards.map((one) => showCard(one, context, rates)),
    types: [],
    subtypes: [],
    cities: [],
    instead: [],
    suggestion: null,
  };
}

async function findProducts(context: Context, input: Asked): Promise<Found> {
  if (input.ids) return findGiven(context, input.ids);
  const { owner } = context;
  const filter = { type: input.type ?? null, subtype: input.subtype ?? null, city: input.city ?? null };
  const [row, rates] = await Promise.all([findMatches(context, input, filter), findRates(context)]);
  const empty = row.total === 0;
  if (empty && input.city) {
    // An address from before the city was merged or renamed.
    const current = (await findCities(owner, [input.city])).get(input.city)?.city;
    if (current && current !== input.city) return findProducts(context, { ...input, city: current });
  }
  const instead = empty ? await findInstead(context, filter) : [];
  const showCards = async (list: LiveCard[]) =>
    (await readCards(context, list)).map((one) => showCard(one, context, rates));
  return {
    total: row.total,
    page: input.page,
    pages: Math.ceil(row.total / input.size),
    list: await showCards(row.list),
    types: productTypeOrder.flatMap((type) => facet(row.types, type)),
    subtypes: productTypeOrder.flatMap((type) => rowOf(type).subtypes).flatMap((code) => facet(row.subtypes, code)),
    cities: row.cities.map(({ key, name, count }) => ({ key, label: name, count })),
    instead: await showCards(instead),
    suggestion: empty && input.query.trim() ? await suggestSpelling(context, input.query) : null,
  };
}

type Chosen = Omit<Filter, 'query'>;
const noMatches: SearchRow = { total: 0, types: [], subtypes: [], cities: [], list: [] };

/** Most questions are answered by their first statement; only where it finds nothing, the words are looked up one by one. */
async function findMatches(context: Context, input: Asked, chosen: Chosen): Promise<SearchRow> {
  const { owner, language } = context;
  const reader = { language, pricing: pricingOf(context) };
  const order: Order = input.row ?? input.sort;
  const page = { size: input.size, from: (input.page - 1) * input.size };
  const search = (query: string | null) => searchRows(owner, reader, { ...chosen, query }, order, page);
  const begun = writeBeginnings(input.query);
  const row = await search(begun);
  if (row.total > 0 || begun === null) return row;
  const query = await writeQuery(owner, input.query);
  if (query === begun) return row;
  return query === 'none' ? noMatches : search(query);
}

/** The most popular products close to the filters, for a search that found nothing. */
async function findInstead(context: Context, { type, city }: Chosen): Promise<LiveCard[]> {
  const reader = { language: context.language, pricing: pricingOf(context) };
  const among = async (near: Chosen) =>
    (await searchRows(context.owner, reader, { ...near, query: null }, 'popular', { size: 4, from: 0 })).list;
  const list = await among({ type, subtype: null, city });
  return list.length ? list : among({ type: null, subtype: null, city: null });
}

/** The screen translates type and subtype codes (`catalog.type.1`); the answer holds the code. */
function facet(list: { key: number; count: number }[], code: number) {
  const hit = list.find((one) => one.key === code);
  return hit
    ? [
        {
          key: String(code),
          label: isProductType(code) ? `catalog.type.${code}` : `catalog.subtype.${code}`,
          count: hit.count,
        },
      ]
    : [];
}
