// What categories and cities have is kept under the owner's search revision (decisions 0733 and 0737): each use reads the revision with the
// names of the cities, and counts anew where something changed.
import { LRUCache } from 'lru-cache';
import type { Owner } from '../../platform/db.ts';
import { audienceNamesOf, type Viewer } from '../../site/hidden.sql.ts';
import { memoryKey } from '../offer/cache-contents.ts';
import { type CategoryCounts, countCategories, type NamedCities, nameCities } from './categories.sql.ts';

const memory = new LRUCache<string, CategoryCounts>({ max: 2000 });

/** The types with their counts, and the twelve most popular cities with the product that stands for each. */
export async function readCategories(owner: Owner, audience: Viewer) {
  const key = memoryKey(owner, audienceNamesOf(audience).join());
  const known = memory.get(key);
  const named = known && (await nameOf(owner, known));
  if (known && named?.revision === known.revision) return show(known, named);
  const counts = await countCategories(owner, audience);
  if (counts.revision === null) memory.delete(key);
  else memory.set(key, counts);
  return show(counts, await nameOf(owner, counts));
}

const nameOf = (owner: Owner, { cities }: CategoryCounts) =>
  nameCities(
    owner,
    cities.map(({ product }) => product),
  );

const show = ({ types, cities }: CategoryCounts, named: NamedCities) => ({
  types,
  cities: cities.flatMap(({ key, count, product }) => {
    const city = named.cities.find((city) => city.product === product);
    return city ? [{ key, count, names: city.names, scene: city.scene, product: city.key }] : [];
  }),
});
