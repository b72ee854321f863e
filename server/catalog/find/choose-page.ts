// A page of what words find, with the counts of all filters: the same as the statement of a whole search (search.sql.ts) answers, from hits
// that this process knows. Hits are columns of numbers, because there may be some hundred thousand of them.
import { nextTurn, type OfferTime, offerAt, offeredPrice } from '../../../domain/offers.ts';
import type { Filter, Order, SearchRow } from '../search.sql.ts';
import type { HitColumns, HitsRow } from './hits.sql.ts';

type Group = { type: number; subtype: number; city: string; count: number };
/** Places of all hits in an order, valid from an instant until an offer begins or ends. */
type Sorted = { places: Uint32Array; from: number; until: number };

export type Hits = {
  revision: string;
  ids: Float64Array;
  /** Hits of one kind and city are counted together. */
  groups: Group[];
  groupOf: Uint16Array;
  isRanked: boolean;
  numbers: { [Name in 'prices' | 'popularity' | 'sold' | 'created' | 'ratings' | 'ranks']: Float64Array };
  offers: Map<number, OfferTime[]>;
  audiences: number[];
  sorted: Map<Order, Sorted>;
};

export type Choice = Pick<Filter, 'type' | 'subtype' | 'city'> & { order: Order; size: number; skip: number };
export type ChosenPage = Omit<SearchRow, 'list' | 'cities'> & {
  ids: number[];
  cities: { key: string; count: number }[];
};

/** Null where there are more kinds and cities than are counted together. */
export function packHits({ hits, offers, audiences }: HitsRow, revision: string): Hits | null {
  const { ids, types, subtypes, cities } = hits;
  const groups: Group[] = [];
  const groupOf = new Uint16Array(ids.length);
  const numbers = new Map<string, number>();
  for (const at of ids.keys()) {
    const [type = 0, subtype = 0, city = ''] = [types[at], subtypes[at], cities[at]];
    const key = `${type} ${subtype} ${city}`;
    let number = numbers.get(key);
    if (number === undefined) {
      number = groups.push({ type, subtype, city, count: 0 }) - 1;
      numbers.set(key, number);
    }
    groupOf[at] = number;
    (groups[number] as Group).count += 1;
  }
  if (groups.length > 65_535) return null;
  const column = (name: keyof HitColumns) => Float64Array.from(hits[name] as number[]);
  return {
    revision,
    ids: column('ids'),
    groups,
    groupOf,
    isRanked: hits.ranks.some((rank) => rank > 0),
    numbers: {
      prices: column('prices'),
      popularity: column('popularity'),
      sold: column('sold'),
      created: column('created'),
      ratings: column('ratings'),
      ranks: column('ranks'),
    },
    offers: new Map(offers.map((one) => [one.id, one.offers])),
    audiences,
    sorted: new Map(),
  };
}

/** A filter's own counts ignore its own choice. `at`: the instant of limited offers, in milliseconds. */
export function choosePage(hits: Hits, { type, subtype, city, order, size, skip }: Choice, at: number): ChosenPage {
  const isType = (group: Group) => type === null || group.type === type;
  const ofType = (group: Group) => isType(group) && (subtype === null || group.subtype === subtype);
  const ofCity = (group: Group) => city === null || group.city === city;
  const isShown = hits.groups.map((group) => ofType(group) && ofCity(group));
  const ids: number[] = [];
  let left = skip;
  for (const place of sortHits(hits, order, at)) {
    if (!isShown[hits.groupOf[place] as number]) continue;
    if (ids.length === size) break;
    if (left > 0) left -= 1;
    else ids.push(hits.ids[place] as number);
  }
  const counts = <Key extends string | number>(keyOf: (group: Group) => Key, counted: (group: Group) => boolean) => {
    const found = new Map<Key, number>();
    for (const group of hits.groups)
      if (counted(group)) found.set(keyOf(group), (found.get(keyOf(group)) ?? 0) + group.count);
    return [...found].map(([key, count]) => ({ key, count }));
  };
  const byCount = (one: { key: string; count: number }, other: { key: string; count: number }) =>
    other.count - one.count || (one.key < other.key ? -1 : 1);
  return {
    total: hits.groups.reduce((sum, { count }, number) => sum + (isShown[number] ? count : 0), 0),
    ranked: order === 'default' && hits.isRanked,
    types: counts((group) => group.type, ofCity),
    subtypes: counts(
      (group) => group.subtype,
      (group) => ofCity(group) && isType(group),
    ),
    cities: counts((group) => group.city, ofType).sort(byCount),
    ids,
  };
}

/** Sorted once for each order, and for an order by price again when an offer begins or ends. */
function sortHits(hits: Hits, order: Order, at: number): Uint32Array {
  const known = hits.sorted.get(order);
  if (known && at >= known.from && at < known.until) return known.places;
  const isPriced = order === 'priceHigh' || order === 'priceLow';
  const first = firstKeys(hits, order, at);
  const second = ['default', 'hot', 'popular', 'rating'].includes(order) ? hits.numbers.popularity : null;
  const turn = order === 'recent' ? -1 : 1;
  const { ids } = hits;
  const key = (keys: Float64Array | null, place: number) => keys?.[place] ?? 0;
  const places = Uint32Array.from(ids.keys()).sort(
    (one, other) =>
      key(first, other) - key(first, one) ||
      key(second, other) - key(second, one) ||
      turn * (key(ids, one) - key(ids, other)),
  );
  let until = Number.POSITIVE_INFINITY;
  if (isPriced) for (const offers of hits.offers.values()) until = Math.min(until, nextTurn(offers, at));
  hits.sorted.set(order, { places, from: isPriced ? at : Number.NEGATIVE_INFINITY, until });
  return places;
}

/** What an order sorts by, the greatest first: as `ranks` of search.sql.ts. */
function firstKeys({ numbers, ids, offers }: Hits, order: Order, at: number): Float64Array | null {
  if (order === 'default') return numbers.ranks;
  if (order === 'hot') return numbers.sold;
  if (order === 'rating') return numbers.ratings;
  if (order === 'recent') return numbers.created;
  if (order !== 'priceHigh' && order !== 'priceLow') return null;
  const prices = numbers.prices.map((price, place) => {
    const offer = offerAt(offers.get(ids[place] as number) ?? null, at);
    return offer ? Math.min(price, offeredPrice(price, offer)) : price;
  });
  return order === 'priceHigh' ? prices : prices.map((price) => -price);
}
