// Where a list stands, for search engines (schema.org): the lists above it by country, city and category. Lists that they do not read,
// such as those of a query or a day, have none.
import { paths } from '../../../domain/paths.ts';
import { listCrumbs, StructuredData } from '../../parts/page/structured-data.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import { isUnread } from './read-input.ts';
import type { SearchData } from './search-data.ts';

export function ListPlace({ data }: { data: SearchData }) {
  const { origin } = useRoot();
  const { say } = useWords();
  const { type, subtype } = data.input;
  const { country, city } = namePlaces(data);
  if (isUnread(data.input)) return null;
  const place = city ? { city: city.key } : country && { country: country.key };
  const lists = [
    country && { name: country.label, path: paths.search({ country: country.key }) },
    city && { name: city.label, path: paths.search({ city: city.key }) },
    type && { name: say(`catalog.type.${type}`), path: paths.search({ type, ...place }) },
    subtype && { name: say(`catalog.subtype.${subtype}`), path: paths.search({ type, subtype, ...place }) },
  ].filter((list) => typeof list === 'object');
  if (!lists.length) return null;
  const things = [listCrumbs(origin, [{ name: say('site.bar.home'), path: paths.home() }, ...lists])];
  return <StructuredData things={things} />;
}

/** The country is known where the list is one of a country or city, or of a category there. */
const namePlaces = ({ input, found, above }: SearchData) => ({
  country: above?.country ?? undefined,
  city: found.cities.find(({ key }) => key === input.city),
});
