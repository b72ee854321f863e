// The texts of a product for pages and cards, cached per process under the product's version (decision 0231): each use reads the current
// version from the database, with prices and places, which are never cached. Both memories are bounded.
import { LRUCache } from 'lru-cache';
import { type Language, textIn } from '../../../domain/languages.ts';
import type { Context } from '../../platform/context.ts';
import type { Db, Owner } from '../../platform/db.ts';
import type { CardInLanguages, CardRow } from '../catalog.sql.ts';
import { pricingOf } from '../pricing.sql.ts';
import { findOffer, type LiveCard, listVersions, type OfferRow, type OfferText } from './offer.sql.ts';

/**
 * Texts are cached as JSON outside of the heap: as objects they take four times as much, and the collector visits each of them.
 * Reading them takes some twenty microseconds.
 */
type CachedTexts = { version: string; json: Buffer };
type CachedCard = { version: string; card: CardInLanguages };

/** Of the cached texts: a page has 3 to 8 KB, so those of some 5,000 products in one language fit. */
const mostBytes = 24 * 2 ** 20;
const contents = new LRUCache<string, CachedTexts>({ maxSize: mostBytes });
/** One for all languages: readers of several would push each other's cards out. */
const cards = new LRUCache<string, CachedCard>({ max: 8000 });

/** Owners of two databases may have one number. */
const numbers = new WeakMap<Db, number>();
let count = 0;
/** The key of an owner's value in a cache of this process. */
export function memoryKey({ pool }: Owner, ...what: (string | number)[]): string {
  const number = numbers.get(pool) ?? count++;
  numbers.set(pool, number);
  return `${number} ${what.join(' ')}`;
}

/**
 * The current state of a product, and its page's texts. `shape` converts the content to these texts; it is read only if this process does
 * not have the current version.
 */
export async function readOffer<Shaped extends object>(
  context: Context,
  id: string,
  shape: (content: OfferText, language: Language) => Shaped,
): Promise<{ offer: OfferRow; shaped: Shaped } | undefined> {
  const { owner, language, now } = context;
  const key = memoryKey(owner, id, language);
  const cached = contents.get(key);
  const find = (content: boolean) => findOffer(owner, id, { language, pricing: pricingOf(context), now, content });
  let offer = await find(!cached);
  if (cached && offer?.version === cached.version)
    return { offer, shaped: JSON.parse(cached.json.toString()) as Shaped };
  if (cached) offer = await find(true);
  if (!offer) return undefined;
  // OfferText and figures of one statement, so both of one version.
  const shaped = shape(JSON.parse(offer.content ?? '') as OfferText, language);
  const json = storeJson(shaped);
  contents.set(key, { version: offer.version, json }, { size: json.length });
  return { offer, shaped };
}

/** In a buffer of its own: slices of the shared one would hold it as long as they are cached. */
function storeJson(value: object): Buffer {
  const text = JSON.stringify(value);
  const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  json.write(text);
  return json;
}

/** Cards of products in the order of `live`, with the figures that it brings; those taken off the shelf meanwhile are left out. */
export async function readCards({ owner, language }: Context, live: LiveCard[]): Promise<CardRow[]> {
  const found = new Map<number, CardInLanguages>();
  const missing: number[] = [];
  for (const { product_id: id, version } of live) {
    const cached = cards.get(memoryKey(owner, id));
    if (cached?.version === version) found.set(id, cached.card);
    else missing.push(id);
  }
  if (missing.length)
    for (const { version, ...card } of await listVersions(owner, missing)) {
      cards.set(memoryKey(owner, card.product_id), { version, card });
      found.set(card.product_id, card);
    }
  // The caller's own prices are in `live` alone.
  return live.flatMap(({ version: _, ...figures }) => {
    const card = found.get(figures.product_id);
    return card ? { ...inLanguage(card, language), ...figures } : [];
  });
}

/** The same names as `cardColumns` chooses. */
function inLanguage(
  { names, city_names: city, country_names: country, ...facts }: CardInLanguages,
  language: Language,
): CardRow {
  const name = names[language] ?? names.en ?? names.zh_CN ?? facts.key;
  return { ...facts, name, city_name: textIn(city, language), country_name: textIn(country, language) };
}
