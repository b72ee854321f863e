// What an owner sells to a kind of caller, as columns of numbers (decision 0737): all that filters, counts and sorts. What words find is a
// list of places in it. There may be some hundred thousand products, so no step of sorting them holds up other work for long.
import { setImmediate } from 'node:timers/promises';
import { nextTurn, type OfferTime, offerAt, offeredPrice } from '../../../domain/offers.ts';
import type { Order } from '../search.sql.ts';
import type { OwnPricesRow, ShelfPart, WordsRow } from './hits.sql.ts';

/** An order by distance is the database's. */
export type ShelfOrder = Exclude<Order, 'distance'>;
export type Group = { type: number; subtype: number; city: string; count: number };
/** All places in an order, and each place's position in it, valid from an instant until an offer begins or ends. */
type Sorted = { places: Uint32Array; positions: Uint32Array; from: number; until: number };

export type Shelf = {
  revision: string;
  /** Ascending. A place is an index of these columns. */
  ids: Float64Array;
  /** Products of one kind and city are counted together. */
  groups: Group[];
  groupOf: Uint16Array;
  prices: Float64Array;
  popularity: Int32Array;
  sold: Int32Array;
  /** In microseconds. */
  created: Float64Array;
  ratings: Int32Array;
  /** Of the places that have some. */
  offers: Map<number, OfferTime[]>;
  /** From whom the owner hides some product. */
  audiences: number[];
  sorted: Map<ShelfOrder, Promise<Sorted>>;
};

export type WordHits = {
  revision: string;
  /** In the shelf of the same revision, ascending. */
  places: Uint32Array;
  /** Null where all are the same. */
  ranks: Uint8Array | null;
  groups: Group[];
  sorted: Map<ShelfOrder, { of: Sorted; places: Uint32Array }>;
};

/** What a caller with prices of their own pays for what is on a shelf of the same revision, and its orders by price. */
export type OwnPrices = {
  revision: string;
  /** Of the rules by which they are. */
  rules: string;
  prices: Float64Array;
  sorted: Map<ShelfOrder, Promise<Sorted>>;
};

/** Bytes of a product on a shelf that was sorted in every way, of its price for one caller, and of a hit of words. */
export const shelfBytes = { product: 86, price: 24, hit: 17 };
const mostGroups = 65_535;
const sliceSize = 4096;

/** `add` takes parts in the order of their ids; `close` is null where there are more kinds and cities than are counted together. */
export function buildShelf() {
  const parts: Pick<Shelf, 'ids' | 'groupOf' | 'prices' | 'popularity' | 'sold' | 'created' | 'ratings'>[] = [];
  const groups: Group[] = [];
  const numbers = new Map<string, number>();
  const offers: ShelfPart['offers'] = [];
  const audiences: number[] = [];
  const groupFor = (type: number, subtype: number, city: string): number => {
    const key = `${type} ${subtype} ${city}`;
    const number = numbers.get(key) ?? groups.push({ type, subtype, city, count: 0 }) - 1;
    numbers.set(key, number);
    (groups[number] as Group).count += 1;
    return number;
  };
  const add = ({ columns, ...more }: ShelfPart): void => {
    const { ids, types, subtypes, cities } = columns;
    parts.push({
      ids: Float64Array.from(ids),
      groupOf: Uint16Array.from(ids, (_, at) => groupFor(types[at] ?? 0, subtypes[at] ?? 0, cities[at] ?? '')),
      prices: Float64Array.from(columns.prices),
      popularity: Int32Array.from(columns.popularity),
      sold: Int32Array.from(columns.sold),
      created: Float64Array.from(columns.created),
      ratings: Int32Array.from(columns.ratings),
    });
    offers.push(...more.offers);
    audiences.push(...more.audiences);
  };
  const close = (revision: string): Shelf | null => {
    if (groups.length > mostGroups) return null;
    const ids = join(parts.map((part) => part.ids));
    const isOffered = new Set(offers.map((offer) => offer.id));
    const placeOf = new Map<number, number>();
    for (const [place, id] of ids.entries()) if (isOffered.has(id)) placeOf.set(id, place);
    return {
      ...{ revision, ids, groups, audiences, sorted: new Map() },
      groupOf: join(parts.map((part) => part.groupOf)),
      prices: join(parts.map((part) => part.prices)),
      popularity: join(parts.map((part) => part.popularity)),
      sold: join(parts.map((part) => part.sold)),
      created: join(parts.map((part) => part.created)),
      ratings: join(parts.map((part) => part.ratings)),
      offers: new Map(offers.map((offer) => [placeOf.get(offer.id) ?? 0, offer.offers])),
    };
  };
  return { add, close };
}

type Column = Float64Array | Int32Array | Uint16Array;

function join<Kind extends Column>(parts: Kind[]): Kind {
  const [first] = parts;
  if (!first) throw new Error('a shelf without a part');
  const all = new (first.constructor as new (length: number) => Kind)(
    parts.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (const part of parts) {
    all.set(part as never, at);
    at += part.length;
  }
  return all;
}

/** Null where the shelf is of another moment. */
export function placeWords({ ids, ranks, revision }: WordsRow, shelf: Shelf): WordHits | null {
  if (revision !== shelf.revision) return null;
  const places = new Uint32Array(ids.length);
  const counts = new Map<number, number>();
  let place = 0;
  for (const [at, id] of ids.entries()) {
    while (place < shelf.ids.length && (shelf.ids[place] as number) < id) place += 1;
    if (shelf.ids[place] !== id) return null;
    places[at] = place;
    const group = shelf.groupOf[place] as number;
    counts.set(group, (counts.get(group) ?? 0) + 1);
  }
  const groups = [...counts].map(([group, count]) => ({ ...(shelf.groups[group] as Group), count }));
  return {
    ...{ revision, places, groups, sorted: new Map() },
    ranks: ranks.some((rank) => rank > 0) ? Uint8Array.from(ranks) : null,
  };
}

/** Null where the shelf is of another moment. */
export function placePrices({ revision, rules, prices }: OwnPricesRow, shelf: Shelf): OwnPrices | null {
  if (revision !== shelf.revision || rules === null || prices.length !== shelf.ids.length) return null;
  return { revision, rules, prices: Float64Array.from(prices), sorted: new Map() };
}

/** The places of a search in an order; with `paid` one by price, as the caller pays it. */
export async function sortPlaces(
  shelf: Shelf,
  words: WordHits | null,
  order: ShelfOrder,
  { at, paid }: { at: number; paid: OwnPrices | null },
): Promise<Uint32Array> {
  const of = await sortShelf(shelf, order === 'default' ? 'popular' : order, at, paid);
  if (!words) return of.places;
  // Words are many, and callers, too: this order is not kept with them.
  if (paid) return sortLike(words.places, of);
  const known = words.sorted.get(order);
  if (known?.of === of) return known.places;
  const places =
    order === 'default' && words.ranks ? sortRanked(words.places, words.ranks, of) : sortLike(words.places, of);
  words.sorted.set(order, { of, places });
  return places;
}

const sortLike = (places: Uint32Array, of: Sorted): Uint32Array =>
  places
    .map((place) => of.positions[place] as number)
    .sort()
    .map((position) => of.places[position] as number);

/** The greatest rank first, and each rank in the shelf's order: as numbers, which are sorted without a call for each pair. */
function sortRanked(places: Uint32Array, ranks: Uint8Array, of: Sorted): Uint32Array {
  const size = of.places.length;
  const keys = Float64Array.from(
    places,
    (place, at) => (255 - (ranks[at] as number)) * size + (of.positions[place] as number),
  );
  return Uint32Array.from(keys.sort(), (key) => of.places[key % size] as number);
}

/** Sorted once for each order, and for an order by price again when an offer begins or ends. */
async function sortShelf(shelf: Shelf, order: ShelfOrder, at: number, paid: OwnPrices | null): Promise<Sorted> {
  const { sorted } = paid ?? shelf;
  const known = await sorted.get(order);
  if (known && at >= known.from && at < known.until) return known;
  const sorting = makeOrder(shelf, order, at, paid);
  sorted.set(order, sorting);
  return sorting;
}

async function makeOrder(shelf: Shelf, order: ShelfOrder, at: number, paid: OwnPrices | null): Promise<Sorted> {
  const first = firstKeys(shelf, order, at, paid?.prices ?? shelf.prices);
  const second = ['hot', 'popular', 'rating'].includes(order) ? shelf.popularity : null;
  const turn = order === 'recent' ? -1 : 1;
  const key = (keys: Column | null, place: number) => keys?.[place] ?? 0;
  const places = await sortInSlices(
    Uint32Array.from(shelf.ids.keys()),
    (one, other) =>
      key(first, other) - key(first, one) || key(second, other) - key(second, one) || turn * (one - other),
  );
  const positions = new Uint32Array(places.length);
  for (const [position, place] of places.entries()) positions[place] = position;
  const isPriced = order === 'priceHigh' || order === 'priceLow';
  let until = Number.POSITIVE_INFINITY;
  if (isPriced) for (const offers of shelf.offers.values()) until = Math.min(until, nextTurn(offers, at));
  return { places, positions, from: isPriced ? at : Number.NEGATIVE_INFINITY, until };
}

/** What an order sorts by, the greatest first: as `ranks` of search.sql.ts. */
function firstKeys(
  { prices: retail, sold, ratings, created, offers }: Shelf,
  order: ShelfOrder,
  at: number,
  paid: Float64Array,
): Column | null {
  if (order === 'hot') return sold;
  if (order === 'rating') return ratings;
  if (order === 'recent') return created;
  if (order !== 'priceHigh' && order !== 'priceLow') return null;
  const prices = paid.slice();
  for (const [place, times] of offers) {
    const offer = offerAt(times, at);
    if (offer) prices[place] = Math.min(prices[place] as number, offeredPrice(retail[place] as number, offer));
  }
  return order === 'priceHigh' ? prices : prices.map((price) => -price);
}

/** Other work goes on after each slice. */
async function sortInSlices(
  places: Uint32Array,
  compare: (one: number, other: number) => number,
): Promise<Uint32Array> {
  let runs: Uint32Array[] = [];
  for (let at = 0; at < places.length; at += sliceSize) {
    if (at > 0) await setImmediate();
    runs.push(places.slice(at, at + sliceSize).sort(compare));
  }
  while (runs.length > 1) {
    const merged: Uint32Array[] = [];
    for (let at = 0; at < runs.length; at += 2)
      merged.push(await merge(runs[at] as Uint32Array, runs[at + 1] ?? new Uint32Array(), compare));
    runs = merged;
  }
  return runs[0] ?? places;
}

async function merge(
  one: Uint32Array,
  other: Uint32Array,
  compare: (one: number, other: number) => number,
): Promise<Uint32Array> {
  const all = new Uint32Array(one.length + other.length);
  let [first, second] = [0, 0];
  for (let at = 0; at < all.length; at += 1) {
    if (at % sliceSize === sliceSize - 1) await setImmediate();
    const isFirst =
      second >= other.length || (first < one.length && compare(one[first] as number, other[second] as number) <= 0);
    all[at] = isFirst ? (one[first++] as number) : (other[second++] as number);
  }
  return all;
}
