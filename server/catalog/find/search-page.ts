// A page of a search. What words find is kept once they were asked twice, under the owner's search revision (decision 0737):
// each use reads the revision with the cards that it shows, and finds anew where something changed. So a reader who filters, sorts or turns
// pages costs the database a few rows.
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { limitWaiting } from '../../platform/database/limit-waiting.ts';
import type { Owner } from '../../platform/db.ts';
import { searchPages } from '../../platform/observe/measure.ts';
import { memoryKey } from '../offer/cache-contents.ts';
import type { Pricing } from '../pricing.sql.ts';
import {
  type Filter,
  fillSearch,
  type Order,
  type SearchRow,
  type SearchValues,
  type Shape,
  searchRows,
} from '../search.sql.ts';
import { choosePage } from './choose-page.ts';
import { isFullPart, readLive, readOwnPrices, readShelfPart, readWords, type ShelfPart } from './hits.sql.ts';
import { buildShelf, type OwnPrices, placePrices, placeWords, type Shelf, shelfBytes, type WordHits } from './shelf.ts';

/** Bytes of all shelves that a process keeps, of all that words find on them, and of callers' prices. One takes at most half. */
const most = { shelves: 96_000_000, words: 32_000_000, prices: 16_000_000 };
const shelves = new LRUCache<string, Shelf>({
  maxSize: most.shelves,
  maxEntrySize: most.shelves / 2,
  sizeCalculation: ({ ids }) => 1000 + ids.length * shelfBytes.product,
});
const found = new LRUCache<string, WordHits>({
  maxSize: most.words,
  maxEntrySize: most.words / 2,
  sizeCalculation: ({ places }) => 1000 + places.length * shelfBytes.hit,
});
/** Of callers with prices of their own, on a day of booking. */
const ownPrices = new LRUCache<string, OwnPrices>({
  maxSize: most.prices,
  maxEntrySize: most.prices / 2,
  sizeCalculation: ({ prices }) => 1000 + prices.length * shelfBytes.price,
});
/** Asked once: most words are never asked again. `leave`: reading them failed. */
const askedWords = new LRUCache<string, 'once' | 'leave'>({ max: 5000, ttl: 600_000 });
/** Shelves that are not read for some time: the last reading took a tenth of it, or failed. */
const resting = new LRUCache<string, true>({ max: 1000 });
/** What is being read now, for all who ask meanwhile. */
const reading = new Map<string, Promise<Shelf | WordHits | OwnPrices | null>>();
/** A caller waits so long for what is being read; then the database answers it. */
const patientMilliseconds = 250;
/** Callers who sorted by price and have prices of their own: the first such order is the database's. */
const ownPriced = new LRUCache<string, true>({ max: 5000 });

/** One statement reads the prices of so many products; of larger shelves an order by own prices is the database's. */
const mostOwnPriced = 100_000;

/** The revision of each owner that was read last, and when it was another one before. */
const seen = new LRUCache<string, { revision: string; changedAt: number }>({ max: 1000 });
/** While products are imported, or changed one after another, what is kept would be of no use a moment later. */
const calmMilliseconds = 1000;
const restMilliseconds = 600_000;

type Reader = { language: string; pricing: Pricing };
type Page = { size: number; skip: number };

/** One page of matches with the counts of each filter, and the prices that the caller pays. */
export async function searchPage(
  owner: Owner,
  reader: Reader,
  filter: Filter,
  order: Order,
  page: Page,
): Promise<SearchRow> {
  const cached = await findKept(owner, reader, filter, order, page);
  searchPages.inc({ hits: cached ? 'kept' : 'database' });
  return cached ?? searchRows(owner, reader, filter, order, page);
}

/** Undefined where the whole search has to be asked. */
async function findKept(
  owner: Owner,
  reader: Reader,
  filter: Filter,
  order: Order,
  page: Page,
): Promise<SearchRow | undefined> {
  const { shape } = fillSearch(owner, reader, filter, order);
  // With ranks, whatever the order: what is kept serves all of them.
  const { values: wanted } = fillSearch(owner, reader, filter, 'default');
  const caller = memoryKey(owner, wanted.names.join());
  const isOwn = shape.startsWith('own');
  const isByOwnPrice = isOwn && shape.includes('priced');
  // What depends on the day of travel or the place of the visitor is asked anew, and so is what a transaction sees alone.
  const isAlone = shape.includes('narrow') || owner.statements !== owner.pool;
  if (isAlone || order === 'distance') return undefined;
  const seenBy = await hitsSeenBy(owner, wanted, shape);
  if (!seenBy) return undefined;
  const { shelf } = seenBy;
  const hasOwn = isByOwnPrice && ownPriced.has(caller);
  const paid = hasOwn ? await ownPricesFor(owner, wanted, shelf) : null;
  if (hasOwn && !paid) return undefined;
  const { ids, ...chosen } = await choosePage({ ...seenBy, paid }, { ...filter, order, ...page }, wanted.at);
  const cities = chosen.cities.map(({ key }) => key);
  const live = await readLive(owner, wanted, isOwn ? 'own' : 'retail', { language: reader.language, ids, cities });
  if (live.own) ownPriced.set(caller, true);
  noteRevision(owner, live.revision);
  const isOfOther = paid ? live.rules !== paid.rules : isByOwnPrice && live.own;
  if (paid && isOfOther) ownPrices.delete(pricesKey(owner, wanted));
  if (live.revision !== shelf.revision || isOfOther) return undefined;
  const named = chosen.cities.map((city) => ({ ...city, name: live.names[city.key] ?? '' }));
  return { ...chosen, cities: named, list: live.list };
}

type SavedHits = { shelf: Shelf; words: WordHits | null };

/** One for all callers from whom nothing is hidden. */
async function hitsSeenBy(owner: Owner, wanted: SearchValues, shape: Shape): Promise<SavedHits | null> {
  const whole = await hitsFor(owner, { ...wanted, names: [null, null] }, shape);
  const names = wanted.names.map((name) => (name !== null && whole?.shelf.audiences.includes(name) ? name : null));
  return names.some((name) => name !== null) ? hitsFor(owner, { ...wanted, names }, shape) : whole;
}

/** Null where the words are asked for the first time, or where what they find is not known yet. */
async function hitsFor(owner: Owner, wanted: SearchValues, shape: Shape): Promise<SavedHits | null> {
  const { names, query, best, title, name } = wanted;
  const key = memoryKey(owner, JSON.stringify([names, query, best, title, name]));
  const isAll = shape.endsWith('all');
  const shelfKey = memoryKey(owner, JSON.stringify(names));
  const shelf = known(shelves, owner, shelfKey);
  if (shelf && isAll) return { shelf, words: null };
  const words = known(found, owner, key);
  if (shelf && words) return { shelf, words };
  const before = askedWords.get(key);
  if (!before) askedWords.set(key, 'once');
  if (before !== 'once') return null;
  const current = shelf ?? (await shareReading(owner, shelfKey, () => readShelf(owner, shelfKey, wanted)));
  if (!current || isAll) return current && { shelf: current, words: null };
  const placed = await shareReading(owner, key, () => findWords(owner, key, wanted, current));
  return placed && { shelf: current, words: placed };
}

const pricesKey = (owner: Owner, { names, today }: SearchValues) =>
  memoryKey(owner, JSON.stringify(['prices', names, today]));

/** Null where they are not known yet. */
async function ownPricesFor(owner: Owner, wanted: SearchValues, shelf: Shelf): Promise<OwnPrices | null> {
  const key = pricesKey(owner, wanted);
  const cached = ownPrices.get(key);
  if (cached?.revision === shelf.revision) return cached;
  if (shelf.ids.length > mostOwnPriced) return null;
  const prices = await shareReading(owner, key, () => readPrices(owner, key, wanted, shelf));
  // What another caller began to read may be of an earlier shelf.
  return prices?.revision === shelf.revision ? prices : null;
}

async function readPrices(owner: Owner, key: string, wanted: SearchValues, shelf: Shelf): Promise<OwnPrices | null> {
  const began = performance.now();
  const row = await readOwnPrices(owner, wanted);
  noteRevision(owner, row.revision);
  resting.set(key, true, { ttl: Math.ceil(10 * (performance.now() - began)) });
  const prices = placePrices(row, shelf);
  if (prices) ownPrices.set(key, prices);
  return prices;
}

/** Only of the owner's newest revision that this process saw. */
function known<Kind extends Shelf | WordHits>(
  cache: LRUCache<string, Kind>,
  owner: Owner,
  key: string,
): Kind | undefined {
  const cached = cache.get(key);
  if (!cached || cached.revision === seen.get(memoryKey(owner))?.revision) return cached;
  cache.delete(key);
  return undefined;
}

/** Null where it takes long: it goes on, and is there for later callers. */
async function shareReading<Kind extends Shelf | WordHits | OwnPrices>(
  owner: Owner,
  key: string,
  read: () => Promise<Kind | null>,
): Promise<Kind | null> {
  const last = seen.get(memoryKey(owner));
  let running = reading.get(key) as Promise<Kind | null> | undefined;
  if (!running) {
    if (resting.has(key) || (last && performance.now() - last.changedAt < calmMilliseconds)) return null;
    running = limitWaiting(read)
      // Where it fails, each asks the database for its own search, in its own time.
      .catch(() => {
        askedWords.set(key, 'leave');
        resting.set(key, true, { ttl: restMilliseconds });
        return null;
      })
      .finally(() => reading.delete(key));
    reading.set(key, running);
  }
  return Promise.race([running, wait(patientMilliseconds, null, { ref: false })]);
}

function noteRevision(owner: Owner, revision: string | null): void {
  const key = memoryKey(owner);
  const last = seen.get(key);
  if (revision === null) seen.delete(key);
  else if (last?.revision !== revision)
    seen.set(key, { revision, changedAt: last ? performance.now() : Number.NEGATIVE_INFINITY });
}

/** Not too large, and not so often that reading it is most of the work of the database. */
async function readShelf(owner: Owner, key: string, wanted: SearchValues): Promise<Shelf | null> {
  const began = performance.now();
  const shelf = await readParts(owner, wanted);
  if (shelf) shelves.set(key, shelf);
  const isKept = shelves.has(key);
  const rest = shelf && !isKept ? restMilliseconds : 10 * (performance.now() - began);
  resting.set(key, true, { ttl: Math.ceil(rest) });
  return isKept ? shelf : null;
}

/** Null before the owner's first product, and where a change came between two parts. */
async function readParts(owner: Owner, wanted: SearchValues): Promise<Shelf | null> {
  const { add, close } = buildShelf();
  let before: ShelfPart | undefined;
  while (!before || isFullPart(before)) {
    const after = before?.columns.ids.at(-1) ?? 0;
    const part = await limitWaiting(() => readShelfPart(owner, wanted, after));
    noteRevision(owner, part.revision);
    if (part.revision === null || (before && part.revision !== before.revision)) return null;
    add(part);
    before = part;
  }
  return before.revision === null ? null : close(before.revision);
}

async function findWords(owner: Owner, key: string, wanted: SearchValues, shelf: Shelf): Promise<WordHits | null> {
  const row = await readWords(owner, wanted);
  noteRevision(owner, row.revision);
  const words = placeWords(row, shelf);
  if (words) found.set(key, words);
  return words;
}
