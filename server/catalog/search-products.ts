// Search (§2): words in any of the 13 languages, filters with counts, three sorts, pages. Results for visitors are cached for
// seconds per process; the calendar and the order read the rows themselves.
import { LRUCache } from 'lru-cache';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { textIn } from '../../domain/languages.ts';
import { isProductType, productTypeOrder, rowOf } from '../../domain/product-types.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Owner } from '../platform/db.ts';
import { findRates } from '../site/convert-shown.ts';
import { listCards } from './catalog.sql.ts';
import { pricingOf, withOwnPrices } from './pricing.sql.ts';
import { type Filter, type Order, searchRows } from './search.sql.ts';
import { showCard } from './show-card.ts';
import { suggestSpelling } from './suggest-spelling.ts';
import { writeQuery } from './write-query.ts';

type Found = OutputOf<'searchProducts'>;
/** Results by their query, separately for each owner. */
const results = new LRUCache<Db, LRUCache<string, Promise<Found>>>({ max: 200 });

function resultsOf(owner: Owner): LRUCache<string, Promise<Found>> {
  const known = results.get(owner.pool) ?? new LRUCache<string, Promise<Found>>({ max: 500, ttl: 3000 });
  results.set(owner.pool, known);
  return known;
}

export function searchProducts(context: Context, input: ParsedInputOf<'searchProducts'>): Promise<Found> {
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

/** Products by their ids, for rows that a browser remembers. */
async function findGiven(context: Context, ids: string[]): Promise<Found> {
  const { owner, language } = context;
  const [list, rates] = await Promise.all([listCards(owner, language, { ids }), findRates(context)]);
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

async function findProducts(context: Context, input: ParsedInputOf<'searchProducts'>): Promise<Found> {
  if (input.ids) return findGiven(context, input.ids);
  const { owner, language } = context;
  const [query, rates] = await Promise.all([writeQuery(owner, input.query), findRates(context)]);
  const filter: Filter = {
    query: query === 'none' ? null : query,
    type: input.type ?? null,
    subtype: input.subtype ?? null,
    city: input.city ?? null,
  };
  const order: Order = input.row ?? input.sort;
  const page = { size: input.size, from: (input.page - 1) * input.size };
  const row = query === 'none' ? undefined : await searchRows(owner, language, filter, order, page);
  const empty = !row || row.total === 0;
  const instead = empty
    ? await searchRows(
        owner,
        language,
        { query: null, type: filter.type, subtype: null, city: filter.city },
        'popular',
        { size: 4, from: 0 },
      )
    : undefined;
  const fallback =
    instead && instead.total === 0
      ? await searchRows(owner, language, { query: null, type: null, subtype: null, city: null }, 'popular', {
          size: 4,
          from: 0,
        })
      : instead;
  return {
    total: row?.total ?? 0,
    page: input.page,
    pages: Math.ceil((row?.total ?? 0) / input.size),
    list: (await withOwnPrices(context, row?.list ?? [])).map((one) => showCard(one, context, rates)),
    types: productTypeOrder.flatMap((type) => facet(row?.types, type)),
    subtypes: productTypeOrder
      .flatMap((type) => rowOf(type).subtypes)
      .flatMap((subtype) => facet(row?.subtypes, subtype)),
    cities: (row?.cities ?? []).map((city) => ({
      key: city.key,
      label: textIn(city.names, language),
      count: city.count,
    })),
    instead: (await withOwnPrices(context, fallback?.list ?? [])).map((one) => showCard(one, context, rates)),
    suggestion: empty && input.query.trim() ? await suggestSpelling(owner, input.query) : null,
  };
}

/** The screen translates type and subtype codes (`catalog.type.1`); the answer holds the code. */
function facet(list: { key: number; count: number }[] | undefined, code: number) {
  const hit = list?.find((one) => one.key === code);
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
