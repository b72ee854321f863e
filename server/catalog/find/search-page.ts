// A page of a search. What words find is kept once they were asked twice, under the owner's search revision (decision 0737):
// each use reads the revision with the cards that it shows, and finds anew where something changed. So a reader who filters, sorts or turns
// pages costs the database a few rows.
import { LRUCache } from 'lru-cache';
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
import { choosePage, type Hits, packHits } from './choose-page.ts';
import { listHits, mostKept, readLive } from './hits.sql.ts';

/** Of all searches together; each takes sixty to ninety bytes. */
const mostHits = 300_000;
const known = new LRUCache<string, Hits>({ maxSize: mostHits, sizeCalculation: ({ ids }) => ids.length + 20 });
/** Asked once: most words are never asked again. `leave`: too many to be kept, or reading them failed. */
const asked = new LRUCache<string, 'once' | 'leave'>({ max: 5000, ttl: 600_000 });
/** Searches that are being read now, for all who ask meanwhile. */
const reading = new Map<string, Promise<Hits | null>>();
/** Callers with prices of their own: their order by price is the database's. */
const ownPriced = new LRUCache<string, true>({ max: 5000, ttl: 60_000 });

/** The revision of each owner that was read last, and when it was another one before. */
const seen = new LRUCache<string, { revision: string; changedAt: number }>({ max: 1000 });
/** While products are imported, or changed one after another, what is kept would be of no use a moment later. */
const calmMilliseconds = 1000;

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
  const kept = await findKept(owner, reader, filter, order, page);
  searchPages.inc({ hits: kept ? 'kept' : 'database' });
  return kept ?? searchRows(owner, reader, filter, order, page);
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
  const { asked: wanted } = fillSearch(owner, reader, filter, 'default');
  const caller = memoryKey(owner, wanted.names.join());
  const isOwn = shape.startsWith('own');
  const isByOwnPrice = isOwn && shape.includes('priced');
  // What depends on the day of travel or the place of the visitor is asked anew, and so is what a transaction sees alone.
  const isAlone = shape.includes('narrow') || owner.statements !== owner.pool;
  if (isAlone || (isByOwnPrice && ownPriced.has(caller))) return undefined;
  const hits = await hitsSeenBy(owner, wanted, shape);
  if (!hits) return undefined;
  const { ids, ...chosen } = choosePage(hits, { ...filter, order, ...page }, wanted.at);
  const cities = chosen.cities.map(({ key }) => key);
  const live = await readLive(owner, wanted, isOwn ? 'own' : 'retail', { language: reader.language, ids, cities });
  if (live.own) ownPriced.set(caller, true);
  noteRevision(owner, live.revision);
  if (live.revision !== hits.revision || (isByOwnPrice && live.own)) return undefined;
  const named = chosen.cities.map((city) => ({ ...city, name: live.names[city.key] ?? '' }));
  return { ...chosen, cities: named, list: live.list };
}

/** One for all callers from whom nothing is hidden. */
async function hitsSeenBy(owner: Owner, wanted: SearchValues, shape: Shape): Promise<Hits | null> {
  const whole = await hitsFor(owner, { ...wanted, names: [null, null] }, shape);
  const names = wanted.names.map((name) => (name !== null && whole?.audiences.includes(name) ? name : null));
  return names.some((name) => name !== null) ? hitsFor(owner, { ...wanted, names }, shape) : whole;
}

async function hitsFor(owner: Owner, wanted: SearchValues, shape: Shape): Promise<Hits | null> {
  const { names, query, best, title, name } = wanted;
  const key = memoryKey(owner, JSON.stringify([names, query, best, title, name]));
  const found = known.get(key);
  const last = seen.get(memoryKey(owner));
  if (found && found.revision === last?.revision) return found;
  known.delete(key);
  const before = asked.get(key);
  if (!before) asked.set(key, 'once');
  if (before !== 'once' || (last && performance.now() - last.changedAt < calmMilliseconds)) return null;
  let read = reading.get(key);
  if (!read) {
    // Where it fails, each asks the database for its own search, in its own time.
    read = readHits(owner, key, wanted, shape)
      .catch(() => {
        asked.set(key, 'leave');
        return null;
      })
      .finally(() => reading.delete(key));
    reading.set(key, read);
  }
  return read;
}

function noteRevision(owner: Owner, revision: string | null): void {
  const key = memoryKey(owner);
  const last = seen.get(key);
  if (revision === null) seen.delete(key);
  else if (last?.revision !== revision)
    seen.set(key, { revision, changedAt: last ? performance.now() : Number.NEGATIVE_INFINITY });
}

async function readHits(owner: Owner, key: string, wanted: SearchValues, shape: Shape): Promise<Hits | null> {
  const row = await listHits(owner, wanted, shape.endsWith('all') ? 'all' : 'words');
  noteRevision(owner, row.revision);
  if (row.revision === null) return null;
  const hits = row.hits.ids.length > mostKept ? null : packHits(row, row.revision);
  if (hits) known.set(key, hits);
  else asked.set(key, 'leave');
  return hits;
}
