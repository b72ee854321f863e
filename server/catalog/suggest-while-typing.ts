// Suggestions while typing (§7 keyQuery): categories and cities whose names begin with the text, with the number of products in each,
// and products. Categories are matched in the caller's language, cities in any.
import { LRUCache } from 'lru-cache';
import type { OutputOf } from '../../contract/index.ts';
import { type Language, textIn } from '../../domain/languages.ts';
import { isProductType, productTypeOrder } from '../../domain/product-types.ts';
import { readTerms } from '../../domain/search/read-terms.ts';
import { indexWords, queryWords } from '../../domain/search-words.ts';
import { translate } from '../../locales/translate.ts';
import type { Context } from '../platform/context.ts';
import type { Db, Owner } from '../platform/db.ts';
import { everything, listAudiences, type Viewer } from '../site/hidden.sql.ts';
import { pricingOf } from './pricing.sql.ts';
import { pathOf } from './show-card.ts';
import { findShelf, type ShelfRow, suggestRows } from './suggest.sql.ts';
import { writeQuery } from './write-query.ts';

type Suggested = OutputOf<'keyQuery'>;
type City = ShelfRow['cities'][number] & { words: string[]; countryWords: string[] };
type Shelf = { categories: ShelfRow['categories']; cities: City[] };

const most = { categories: 3, cities: 3 };
/** Counts may be some seconds old; cached per owner, separately for callers with hidden products. */
type Shelves = { hiddenFrom: Promise<Set<number>>; of: Map<string, Promise<Shelf>> };
const shelves = new LRUCache<Db, Shelves>({ max: 200, ttl: 10_000 });
const mostShelves = 100;

/** Called when hidden products change. */
export function forgetShelves(owner: Owner): void {
  shelves.delete(owner.pool);
}
const labels = new Map<string, string[]>();

export async function suggestWhileTyping(context: Context, { query }: { query: string }): Promise<Suggested> {
  const { owner, language } = context;
  const typedWords = queryWords(query);
  if (!typedWords.length) return { categories: [], cities: [], products: [] };
  const [shelf, written] = await Promise.all([shelfOf(context), writeQuery(owner, readTerms(query, language))]);
  const found =
    written === null || written === 'none' ? [] : await suggestRows(owner, pricingOf(context), language, written.query);
  return {
    categories: suggestCategories(shelf, typedWords, language),
    cities: suggestCities(shelf, typedWords, language),
    products: found.map((row) => ({
      id: String(row.product_id),
      name: row.name,
      path: pathOf(row),
      city: row.city_name,
    })),
  };
}

async function shelfOf(context: Context): Promise<Shelf> {
  const { owner } = context;
  const stored = shelves.get(owner.pool);
  const cached: Shelves = stored ?? { hiddenFrom: listAudiences(owner), of: new Map() };
  if (!stored) shelves.set(owner.pool, cached);
  try {
    const hiddenFrom = await cached.hiddenFrom;
    const { partnerId, level } = pricingOf(context);
    const apart = hiddenFrom.has(-level) || (partnerId !== null && hiddenFrom.has(partnerId));
    const audience = apart ? { partnerId, level } : everything;
    const key = `${audience.partnerId} ${audience.level}`;
    if (!cached.of.has(key) && cached.of.size >= mostShelves) cached.of.clear();
    const shelf = cached.of.get(key) ?? readShelf(owner, audience);
    cached.of.set(key, shelf);
    return await shelf;
  } catch (error) {
    shelves.delete(owner.pool);
    throw error;
  }
}

async function readShelf(owner: Owner, audience: Viewer): Promise<Shelf> {
  const { categories, cities } = await findShelf(owner, audience);
  return {
    categories,
    cities: cities.map((city) => ({ ...city, words: wordsOf(city.names), countryWords: wordsOf(city.country_names) })),
  };
}

const wordsOf = (names: Record<string, string>) => [...new Set(Object.values(names).flatMap(indexWords))];

/** Whether every typed word is the beginning of some word. */
const fits = (typedWords: string[], words: string[]) =>
  typedWords.every((one) => words.some((word) => word.startsWith(one)));

function labelWords(language: Language, key: string): string[] {
  const id = `${language} ${key}`;
  let words = labels.get(id);
  if (!words) {
    words = indexWords(translate(language, key));
    labels.set(id, words);
  }
  return words;
}

/** Types in the shop's order, then subtypes; a subtype that is the only one of its type is left out. */
function suggestCategories({ categories }: Shelf, typedWords: string[], language: Language): Suggested['categories'] {
  const types = productTypeOrder.flatMap((type) => {
    const rows = categories.filter((category) => category.type === type);
    const count = rows.reduce((sum, row) => sum + row.count, 0);
    return count && fits(typedWords, labelWords(language, `catalog.type.${type}`))
      ? [{ type: type as number, count }]
      : [];
  });
  const subtypes = categories.filter(
    ({ type, subtype, count }) =>
      isProductType(type) &&
      fits(typedWords, labelWords(language, `catalog.subtype.${subtype}`)) &&
      !types.some((one) => one.type === type && one.count === count),
  );
  return [
    ...types.map((one) => ({ ...one, subtype: null, name: translate(language, `catalog.type.${one.type}`) })),
    ...subtypes.map((subtype) => ({ ...subtype, name: translate(language, `catalog.subtype.${subtype.subtype}`) })),
  ].slice(0, most.categories);
}

/** Cities of the name first, then those of a country of the name; the fullest first. */
function suggestCities({ cities }: Shelf, typedWords: string[], language: Language): Suggested['cities'] {
  const named = cities.filter((city) => fits(typedWords, city.words));
  const inCountry = cities.filter((city) => !named.includes(city) && fits(typedWords, city.countryWords));
  return [...named, ...inCountry].slice(0, most.cities).map((city) => ({
    key: city.key,
    name: textIn(city.names, language),
    country: textIn(city.country_names, language),
    count: city.count,
  }));
}
