// A page of a search, with the counts of all filters: the same as the statement of a whole search (search.sql.ts) answers, from the columns
// that this process knows.
import type { Filter, SearchRow } from '../search.sql.ts';
import { type Group, type OwnPrices, type Shelf, type ShelfOrder, sortPlaces, type WordHits } from './shelf.ts';

export type FoundHits = { shelf: Shelf; words: WordHits | null; paid: OwnPrices | null };
export type Choice = Pick<Filter, 'type' | 'subtype' | 'city'> & { order: ShelfOrder; size: number; skip: number };
export type ChosenPage = Omit<SearchRow, 'list' | 'cities'> & {
  ids: number[];
  cities: { key: string; count: number }[];
};

/**
 * A filter's own counts ignore its own choice. Without words all are hits. `paid`: for an order by the caller's own prices. `at`: the
 * instant of limited offers, in milliseconds.
 */
export async function choosePage({ shelf, words, paid }: FoundHits, choice: Choice, at: number): Promise<ChosenPage> {
  const { type, subtype, city, order } = choice;
  const isType = (group: Group) => type === null || group.type === type;
  const ofType = (group: Group) => isType(group) && (subtype === null || group.subtype === subtype);
  const ofCity = (group: Group) => city === null || group.city === city;
  const isShown = (group: Group) => ofType(group) && ofCity(group);
  const { groups } = words ?? shelf;
  const counts = <Key extends string | number>(keyOf: (group: Group) => Key, counted: (group: Group) => boolean) => {
    const found = new Map<Key, number>();
    for (const group of groups)
      if (counted(group)) found.set(keyOf(group), (found.get(keyOf(group)) ?? 0) + group.count);
    return [...found].map(([key, count]) => ({ key, count }));
  };
  const byCount = (one: { key: string; count: number }, other: { key: string; count: number }) =>
    other.count - one.count || (one.key < other.key ? -1 : 1);
  const total = groups.reduce((sum, group) => sum + (isShown(group) ? group.count : 0), 0);
  const places = await sortPlaces(shelf, words, order, { at, paid });
  return {
    total,
    ranked: order === 'default' && words?.ranks != null,
    types: counts((group) => group.type, ofCity),
    subtypes: counts(
      (group) => group.subtype,
      (group) => ofCity(group) && isType(group),
    ),
    cities: counts((group) => group.city, ofType).sort(byCount),
    ids: pick(shelf, places, isShown, { ...choice, total }),
  };
}

/** The products of one page; of the places only those are looked at that come before its end. */
function pick(
  { ids, groups, groupOf }: Shelf,
  places: Uint32Array,
  isShown: (group: Group) => boolean,
  { size, skip, total }: { size: number; skip: number; total: number },
): number[] {
  const shown: number[] = [];
  const wanted = Math.min(size, total - skip);
  let left = skip;
  for (let at = 0; at < places.length && shown.length < wanted; at += 1) {
    const place = places[at] as number;
    if (!isShown(groups[groupOf[place] as number] as Group)) continue;
    if (left > 0) left -= 1;
    else shown.push(ids[place] as number);
  }
  return shown;
}
