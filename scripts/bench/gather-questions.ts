// Questions as visitors ask them, made from the catalogue itself: words of product names, the filters that each word's own counts offer,
// pages that exist, three orders, and then languages and currencies.
import { currencies } from '../../domain/currencies.ts';
import { languages } from '../../domain/languages.ts';
import { paths } from '../../domain/paths.ts';
import type { Request } from './ask-house.ts';
import { makeSeries, type Series } from './make-series.ts';
import { callHouse, type Side } from './open-side.ts';

type Facet = { key: string; count: number };
type Found = { total: number; list: { name: string }[]; types: Facet[]; cities: Facet[] };
export type Question = { query: string; city?: string; type?: number; sort: string; page: number };
export type AskedQuestion = { question: Question; language: string; currency: string };

const usual = [
  ...['bali', 'tokyo', 'bangkok tour', 'spa', 'universal', '东京', 'ทัวร์', 'singapor', 'ticket', 'ha long'],
  ...['cable car', 'hotel', 'seoul', 'wifi', 'kuala lumpur', 'dinner'],
];
const sorts = ['default', 'priceHigh', 'priceLow'];
const pageSize = 20;
const most = { names: 200, words: 140, pages: 5, filters: 8, filteredPages: 3 };
/** Every pair of language and currency. */
const variants = languages.flatMap((language) => currencies.map((currency) => ({ language, currency })));

export async function gatherQuestions(side: Side): Promise<Series<AskedQuestion>> {
  const words = await gatherWords(side);
  const basis: Question[] = [];
  for (const query of words) {
    const found = await callHouse<Found>(side, '/api/product', { query, size: 1 });
    basis.push(...listQuestions(query, found));
  }
  return makeSeries(basis, variants, (question, variant) => ({ question, ...variant }));
}

/** A word alone and with each filter that its counts offer, on every page up to some and in each order. */
export function listQuestions(query: string, { total, types, cities }: Omit<Found, 'list'>): Question[] {
  const pagesOf = (count: number, limit: number) => Math.min(limit, Math.ceil(count / pageSize));
  const filters = [
    { count: total, limit: most.pages },
    ...cities.slice(0, most.filters).map(({ key, count }) => ({ city: key, count, limit: most.filteredPages })),
    ...types.slice(0, most.filters).map(({ key, count }) => ({ type: Number(key), count, limit: most.filteredPages })),
  ];
  return filters.flatMap(({ count, limit, ...filter }) =>
    Array.from({ length: pagesOf(count, limit) }, (_, at) => at + 1).flatMap((page) =>
      sorts.map((sort) => ({ query, ...filter, sort, page })),
    ),
  );
}

/** The usual ones, and the first word, and the first two, of names all over the catalogue. */
async function gatherWords(side: Side): Promise<string[]> {
  const words = new Set(usual);
  for (let page = 1; page <= most.names / 40; page += 1) {
    const { list } = await callHouse<Found>(side, '/api/product', { query: '', size: 40, page });
    for (const { name } of list) {
      const [first = '', second = ''] = name.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
      words.add(first);
      if (second) words.add(`${first} ${second}`);
    }
  }
  words.delete('');
  return [...words].slice(0, most.words);
}

export function asSearch({ question, language, currency }: AskedQuestion): Request {
  return {
    method: 'POST',
    path: '/api/product',
    headers: { l: language, c: currency },
    body: JSON.stringify(question),
  };
}

/** The same as a page for a signed-in buyer. */
export function asListPage({ question, language, currency }: AskedQuestion, token: string): Request {
  const { query, city, type, sort, page } = question;
  const wanted = {
    query,
    ...(city && { city }),
    ...(type && { type: String(type) }),
    sort,
    page: String(page),
    l: language,
  };
  return {
    path: paths.search(new URLSearchParams(wanted)),
    headers: { cookie: `kb=${token}; c=${currency}`, 'accept-encoding': 'gzip' },
  };
}

/** Each product once, then each in another language. */
export function seriesOfProducts(ids: string[]): Series<{ id: string; language: string }> {
  return makeSeries(ids, languages, (id, language) => ({ id, language }));
}
