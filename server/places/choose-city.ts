// What a call means by a city: the key of one, the code of one of the world, or its name with its country. A city of the world becomes
// one of the owner's when something is written with it, once, however many choose it at the same time.
import { languages, languageTags, type Text } from '../../domain/languages.ts';
import type { Owner, OwnerTrx } from '../platform/db.ts';
import {
  addCountry,
  type CityRow,
  editCities,
  findByOrigin,
  findCities,
  insertCity,
  listCities,
  type NewCity,
} from './cities.sql.ts';
import { findZone } from './find-zone.ts';
import { foldCity } from './flatten-words.ts';
import { findInWorld, findNamesakes, type WorldCity, worldCode } from './search-world.ts';

export type CityReading = { city: CityRow } | { world: WorldCity } | { problem: 'choose' | 'ambiguous' };

/** Two of one name in one country are the same city where they are no further apart than this. */
const nearDegrees = 0.5;

/** What each text means: "tbilisi", "w611717", "Tbilisi, Georgia" or, of several in a country, "Springfield, IL, US". */
export async function readCities(owner: Owner, texts: string[]): Promise<Map<string, CityReading>> {
  const wanted = [...new Set(texts)];
  const known = await findCities(
    owner,
    wanted.filter((value) => /^[\w-]{1,40}$/.test(value)),
  );
  const read = new Map<string, CityReading>();
  let cities: CityRow[] | undefined;
  for (const text of wanted) {
    const city = known.get(text);
    if (city) read.set(text, { city });
    else if (!/^w\d+$/.test(text) && !text.includes(',')) read.set(text, { problem: 'choose' });
    else {
      cities ??= await listCities(owner);
      read.set(text, text.includes(',') ? await readName(text, cities) : await readWorld(text, cities));
    }
  }
  return read;
}

async function readWorld(code: string, cities: CityRow[]): Promise<CityReading> {
  const world = await findInWorld(code);
  if (!world) return { problem: 'choose' };
  const city = cities.find((city) => isSameCity(city, world));
  return city ? { city } : { world };
}

/** The parts of a name: the city, the region where one is needed, the country by code or by name in any language. */
async function readName(text: string, cities: CityRow[]): Promise<CityReading> {
  const parts = text.split(',').map((part) => part.trim());
  const [name = '', last = ''] = [parts[0], parts.at(-1)];
  const region = foldCity(parts.length > 2 ? (parts[1] ?? '') : '');
  const isIn = (country: string) => namesOfCountry(country).some((value) => foldCity(value) === foldCity(last));
  const inRegion = (item: { region: string }) => !region || foldCity(item.region) === region;
  const matching = cities.filter((city) => hasName(city, name) && inRegion(city) && isIn(city.country));
  const world = await findNamesakes(name, (namesake) => inRegion(namesake) && isIn(namesake.country));
  const others = world.filter((item) => !matching.some((city) => isSameCity(city, item)));
  if (matching.length + others.length > 1) return { problem: 'ambiguous' };
  const [[city], [other]] = [matching, others];
  if (city) return { city };
  if (!other) return { problem: 'choose' };
  // Asked for by another name than its owner's.
  const known = cities.find((each) => isSameCity(each, other));
  return known ? { city: known } : { world: other };
}

const hasName = ({ names }: CityRow, name: string) =>
  foldCity(name) !== '' && Object.values(names).some((value) => foldCity(value) === foldCity(name));

/** Whether a city of the owner is the one of the world's list. */
export function isSameCity(city: CityRow, world: WorldCity): boolean {
  if (city.origin === worldCode(world)) return true;
  return (
    city.country === world.country &&
    Math.abs(city.lat - world.lat) < nearDegrees &&
    Math.abs(city.lng - world.lng) < nearDegrees &&
    hasName(city, world.name)
  );
}

function namesOfCountry(country: string): string[] {
  return [country, ...languages.map((language) => nameCountry(country, languageTags[language]))];
}

const displayNames = new Map<string, Intl.DisplayNames>();

/** A country's name in a language, by CLDR. */
export function nameCountry(country: string, tag: string): string {
  let names = displayNames.get(tag);
  if (!names) {
    names = new Intl.DisplayNames([tag], { type: 'region' });
    displayNames.set(tag, names);
  }
  return names.of(country) ?? country;
}

export type ChosenCity = { city: CityRow; added: boolean };

/** The city that a text means, made the owner's where it is one of the world; or why it means none. */
export async function chooseCity(
  owner: OwnerTrx,
  text: string,
): Promise<ChosenCity | Extract<CityReading, { problem: unknown }>> {
  await editCities(owner);
  const reading = (await readCities(owner, [text])).get(text) ?? { problem: 'choose' };
  if ('problem' in reading) return reading;
  return 'city' in reading ? { city: reading.city, added: false } : adoptCity(owner, reading.world);
}

async function adoptCity(owner: OwnerTrx, world: WorldCity): Promise<ChosenCity> {
  const { name, country, region, lat, lng } = world;
  const zone = await findZone(lat, lng, country);
  return writeCity(owner, { origin: worldCode(world), names: { en: name }, country, region, lat, lng, zone });
}

/** A new city of the owner under a key made of its English name; the one that was made from the same origin before. */
export async function writeCity(owner: OwnerTrx, row: Omit<NewCity, 'city'>): Promise<ChosenCity> {
  const countryKey = keyOf(nameCountry(row.country, 'en'));
  const names = Object.fromEntries(
    languages.map((language) => [language, nameCountry(row.country, languageTags[language])]),
  ) as Text;
  await addCountry(owner, row.country, countryKey || row.country.toLowerCase(), names);
  const name = keyOf(row.names.en ?? '') || 'city';
  // Keys are one space for all owners, so that statements find a city by its key alone.
  const keys = [name, `${name.slice(0, 24)}-${countryKey.slice(0, 15)}`];
  for (let number = 1; number <= mostKeys; number += 1) {
    const city = keys[number - 1] ?? `${name.slice(0, 20)}-${owner.id}-${number}`;
    if (await insertCity(owner, { ...row, city })) return { city: { ...row, city, revision: 1 }, added: true };
    const known = await findByOrigin(owner, row.origin);
    if (known) return { city: known, added: false };
  }
  throw new Error(`no key is free for the city ${name}`);
}

const mostKeys = 200;

/** Letters, digits and hyphens, as an address carries them; '' where a name has none of them. */
const keyOf = (name: string): string =>
  foldCity(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
