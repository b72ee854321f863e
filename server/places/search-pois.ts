// The built-in list of places (§7 searchPois): by name in any language, by IATA code, by city or country; and the same list as a
// source of addresses for sites without a provider.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { PlaceFound } from '../../contract/places.ts';
import { type Language, languageTags, textIn } from '../../domain/languages.ts';
import type { Context } from '../platform/context.ts';
import { flattenWords } from './flatten-words.ts';
import type { LocatedPlace, PlaceSource } from './place-source.ts';
import {
  findPoi,
  findPois,
  findSimilarPois,
  listPlaceCities,
  type PlaceCity,
  type PoiQuestion,
  type PoiRow,
} from './places.sql.ts';

type Here = Pick<Context, 'owner' | 'site' | 'language'>;
type Input = ParsedInputOf<'searchPois'>;

const most = 20;

export async function searchPois(here: Here, input: Input): Promise<OutputOf<'searchPois'>> {
  const words = flattenWords(input.name).split(' ').filter(Boolean);
  const { cityId = null, countryId = null } = input;
  // Only punctuation matches nothing; an empty name asks for a whole city or country.
  if (!words.length && (input.name.trim() || !(cityId || countryId))) return { list: [] };
  const cities = await listPlaceCities(here.owner);
  const limit = words.length ? most : 100;
  const question = { words, city: cityId, country: countryId, limit };
  const found = await findPois(here.owner, { ...question, order: input.orderType });
  const named = words.length ? searchCities(cities, question) : [];
  const enough = found.length || named.length || words.join('').length < 4;
  const rows = enough ? found : await findSimilarPois(here.owner, { ...question, limit: 5 });
  const list = [
    ...named.map((city) => describeCity(city, here.language)),
    ...rows.map((row) => describePoi(row, cities, here.language)),
  ];
  if (input.orderType === 'name') {
    const { compare } = new Intl.Collator(languageTags[here.language]);
    list.sort((a, b) => compare(a.name, b.name));
  }
  return { list: list.slice(0, limit) };
}

/** Cities whose names contain all the words. */
function searchCities(cities: PlaceCity[], { words, city, country }: Omit<PoiQuestion, 'order'>): PlaceCity[] {
  return cities.filter((item) => {
    if (city && item.city !== city) return false;
    if (country && item.country !== country && item.country_key !== country) return false;
    const names = Object.values(item.names).map((name) => flattenWords(name));
    return words.every((word) => names.some((name) => name.includes(word)));
  });
}

/** "Bangkok, Thailand" in the reader's language; a city state is named once. */
function nameAround(city: PlaceCity | undefined, country: string, language: Language): string {
  const nation = new Intl.DisplayNames([languageTags[language]], { type: 'region' }).of(country) ?? country;
  const town = city ? textIn(city.names, language) : '';
  return town && town !== nation ? `${town}, ${nation}` : nation;
}

function describePoi(row: PoiRow, cities: PlaceCity[], language: Language): LocatedPlace {
  const name = textIn(row.names, language);
  const city = cities.find((city) => city.city === row.city || (row.city && city.merged.includes(row.city)));
  return {
    provider: 'gazetteer',
    id: `p${row.poi_id}`,
    name: row.code ? `${name} (${row.code})` : name,
    address: row.address || nameAround(city, row.country, language),
    lat: row.lat,
    lng: row.lng,
    countryCode: row.country,
    types: [row.kind],
    attribution: '',
  };
}

function describeCity(row: PlaceCity, language: Language): LocatedPlace {
  return {
    provider: 'gazetteer',
    id: `c-${row.city}`,
    name: textIn(row.names, language),
    address: nameAround(undefined, row.country, language),
    lat: row.lat,
    lng: row.lng,
    countryCode: row.country,
    types: ['city'],
    attribution: '',
  };
}

/** Every place of the list, for orientation on a map. */
export async function listLandmarks(here: Here) {
  const [cities, pois] = await Promise.all([
    listPlaceCities(here.owner),
    findPois(here.owner, { words: [], city: null, country: null, order: 'kind', limit: 2000 }),
  ]);
  return [
    ...cities.map(({ names, lat, lng }) => ({ kind: 'city', name: textIn(names, here.language), lat, lng })),
    ...pois.map(({ kind, names, lat, lng }) => ({ kind, name: textIn(names, here.language), lat, lng })),
  ];
}

export function makeGazetteer(here: Here): PlaceSource {
  return {
    async search({ text, near, language }): Promise<PlaceFound[]> {
      const { list } = await searchPois({ ...here, language }, { name: text.slice(0, 80), orderType: 'match' });
      if (!near) return list;
      const away = ({ lat, lng }: PlaceFound) => Math.hypot((lat ?? 0) - near.lat, (lng ?? 0) - near.lng);
      return list.sort((a, b) => away(a) - away(b));
    },
    async detail(id, language) {
      const cities = await listPlaceCities(here.owner);
      if (id.startsWith('c-')) {
        const key = id.slice(2);
        const city = cities.find((city) => city.city === key || city.merged.includes(key));
        return city && describeCity(city, language);
      }
      if (!/^p\d{1,15}$/.test(id)) return undefined;
      const row = await findPoi(here.owner, Number(id.slice(1)));
      return row && describePoi(row, cities, language);
    },
  };
}
