// The input of a search from its address (§2 search). An address may be old or typed by hand: wrong values are ignored.
import type { InputOf } from '../../../contract/index.ts';
import { type Day, isDay } from '../../../domain/dates.ts';
import { isLanguage } from '../../../domain/languages.ts';
import { isProductType, productTypeOrder, rowOf } from '../../../domain/product-types.ts';
import { dayTimes, playLengths } from '../../../domain/search/choices.ts';

export const searchOrders = ['default', 'rating', 'priceHigh', 'priceLow'] as const;
export const leastStars = [4, 3] as const;
export const circles = [1, 2, 5, 10, 50, 200, 2000] as const;

/** Parameters of the address that the dialog of more filters sets. */
export const narrowKeys = [
  ...['from', 'to', 'priceFrom', 'priceTo', 'length', 'time', 'instant', 'freeCancel', 'spoken', 'rating'],
  ...['lat', 'lng', 'kilometres'],
];

export type SearchInput = InputOf<'searchProducts'> & { query: string; sort: string; page: number };

/** Not for search engines: a list by a query or of days, prices and the like, and its map. */
export const isUnread = (input: SearchInput): boolean =>
  Boolean(input.query || input.map) || narrowKeys.some((key) => key in input);

const wholeNumber = (value: string | null, most = 1_000_000) =>
  value && /^\d{1,9}$/.test(value) && Number(value) <= most ? Number(value) : undefined;
const dayIn = (value: string | null): Day | undefined => (isDay(value) ? value : undefined);
const degrees = (value: string | null, most: number) =>
  value && /^-?\d{1,3}(\.\d{1,6})?$/.test(value) && Math.abs(Number(value)) <= most ? Number(value) : undefined;

export function readInput(params: URLSearchParams): SearchInput {
  const of = (name: string) => params.get(name);
  const place = { lat: degrees(of('lat'), 90), lng: degrees(of('lng'), 180) };
  const isPlaced = place.lat !== undefined && place.lng !== undefined;
  const narrowing = {
    ...readKind(Number(of('type')), Number(of('subtype'))),
    country: of('country')?.slice(0, 60) || undefined,
    city: of('city')?.slice(0, 40) || undefined,
    ...readDays(dayIn(of('from')), dayIn(of('to'))),
    priceFrom: wholeNumber(of('priceFrom'), 999_999_999),
    priceTo: wholeNumber(of('priceTo'), 999_999_999),
    length: playLengths.find((length) => length === of('length')),
    time: dayTimes.find((time) => time === of('time')),
    instant: of('instant') === '1' || undefined,
    freeCancel: of('freeCancel') === '1' || undefined,
    spoken: isLanguage(of('spoken')) ? of('spoken') : undefined,
    rating: leastStars.find((stars) => String(stars) === of('rating')),
    ...(isPlaced && { ...place, kilometres: circles.find((circle) => String(circle) === of('kilometres')) }),
  };
  const sort = [...searchOrders, ...(isPlaced ? (['distance'] as const) : [])].find((order) => order === of('sort'));
  const input = { ...narrowing, map: of('view') === 'map' || undefined };
  const entries = Object.entries(input).filter(([, value]) => value !== undefined);
  return {
    query: (of('query') ?? '').slice(0, 80),
    ...(Object.fromEntries(entries) as Partial<SearchInput>),
    sort: sort ?? 'default',
    page: Math.min(500, Math.max(1, wholeNumber(of('page')) ?? 1)),
  };
}

/** A kind that no product has is ignored. */
function readKind(type: number, subtype: number) {
  const known = subtype && productTypeOrder.some((one) => rowOf(one).subtypes.includes(subtype));
  return { type: isProductType(type) ? type : undefined, subtype: known ? subtype : undefined };
}

/** A last day before the first is ignored. */
function readDays(from: Day | undefined, to: Day | undefined) {
  return { from, to: from && to && to < from ? undefined : to };
}
