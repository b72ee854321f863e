// Countries and cities by name in the reader's language (§7 region and nationality calls). Country names and their spelling in
// 13 languages come from the run time's own CLDR data.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { areaCodes, countryCodes } from '../../domain/area-codes.ts';
import { type Language, languages, languageTags, textIn } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { foldWord } from '../../domain/search-words.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import type { Context } from '../platform/context.ts';
import { isSameCity, nameCountry, readCities } from './choose-city.ts';
import { type CityRow, listCities } from './cities.sql.ts';
import { findZone } from './find-zone.ts';
import { foldCity } from './flatten-words.ts';
import { findNamesakes, searchWorld, type WorldCity, worldCode } from './search-world.ts';

type Region = OutputOf<'searchRegion'>['list'][number];
type Reader = Pick<Context, 'language'>;

const mostOfWorld = 20;

/** The owner's cities first, then those of the world that it has not made its own. */
export async function listRegions(
  context: Context,
  { query, country, code }: ParsedInputOf<'searchRegion'>,
): Promise<OutputOf<'searchRegion'>> {
  const { owner, language, source } = context;
  // Each question reads the file of the world's cities.
  const most = limits.regionSearchesPerSourceHour;
  await limitAttempts(context, [{ bucket: `regions ${source}`, most, windowSeconds: 3600 }]);
  if (code !== undefined) {
    const reading = (await readCities(owner, [code])).get(code);
    if (!reading || 'problem' in reading) return { list: [] };
    return {
      list: ['city' in reading ? showCity(reading.city, { language }) : await showWorld(reading.world, { language })],
    };
  }
  const cities = await listCities(owner);
  const wanted = foldWord(query.trim());
  const isAround = inCountry(query, country, language);
  const found = await searchWorld(nameOf(query), mostOfWorld, isAround);
  const namesakes = await findNamesakes(nameOf(query), isAround);
  // An owner's city has the names that the owner gave it, and those by which the world's list finds it.
  const isFound = (city: CityRow) => found.some((item) => isSameCity(city, item));
  const ofCountry = cities.filter(
    (city) =>
      (!country || city.country === country) && (!wanted || wordsOf(city, language).includes(wanted) || isFound(city)),
  );
  const world = found.filter((item) => !cities.some((city) => isSameCity(city, item)));
  const isNamed = (city: CityRow) => wanted && Object.values(city.names).some((name) => foldWord(name) === wanted);
  const isExact = (city: CityRow) => isNamed(city) || namesakes.some((item) => isSameCity(city, item));
  const list: Region[] = ofCountry.map((city) => ({ ...showCity(city, { language }), ...markExact(isExact(city)) }));
  for (const city of world) {
    const isNamesake = namesakes.some(({ id }) => id === city.id);
    list.push({ ...(await showWorld(city, { language })), ...markExact(isNamesake) });
  }
  return { list };
}

const markExact = (isExact: unknown) => (isExact ? { exact: true as const } : {});

function wordsOf(city: CityRow, language: Language): string {
  const countries = [nameCountry(city.country, languageTags[language]), nameCountry(city.country, 'en')];
  return foldWord([...Object.values(city.names), ...countries].join(' '));
}

/** "Springfield, Illinois": what follows the comma narrows the cities of that name down. */
const nameOf = (query: string): string => query.split(',')[0] ?? '';

function inCountry(query: string, country: string | undefined, language: Language) {
  const around = foldCity(query.split(',').slice(1).join(' ')).split(' ').filter(Boolean);
  return (city: WorldCity): boolean => {
    if (country && city.country !== country) return false;
    if (!around.length) return true;
    const names = [city.region, city.country, nameCountry(city.country, languageTags[language])];
    const words = foldCity([...names, nameCountry(city.country, 'en')].join(' '));
    return around.every((word) => words.includes(word));
  };
}

function showCity(city: CityRow, { language }: Reader): Region {
  return {
    code: city.city,
    name: textIn(city.names, language),
    country: city.country,
    countryName: nameCountry(city.country, languageTags[language]),
    zone: city.zone,
    lat: city.lat,
    lng: city.lng,
    ...(city.region ? { region: city.region } : {}),
  };
}

async function showWorld(city: WorldCity, { language }: Reader): Promise<Region> {
  return {
    code: worldCode(city),
    name: city.name,
    country: city.country,
    countryName: nameCountry(city.country, languageTags[language]),
    zone: await findZone(city.lat, city.lng, city.country),
    lat: city.lat,
    lng: city.lng,
    ...(city.region ? { region: city.region } : {}),
  };
}

/** Every name of a country: in all languages, in short where people call it so ("UK"). Thousands, so they are folded once. */
let namesOfNations: Map<string, Set<string>> | undefined;

function readNamesOfNations(): Map<string, Set<string>> {
  const tags = languages.map((language) => languageTags[language]);
  const inShort = tags.map((tag) => new Intl.DisplayNames([tag], { type: 'region', style: 'short' }));
  return new Map(
    countryCodes.map((code) => {
      const names = [...tags.map((tag) => nameCountry(code, tag)), ...inShort.map((words) => words.of(code) ?? code)];
      return [code, new Set(names.map(foldWord))];
    }),
  );
}

/**
 * By a part of its name in the reader's language or in English, or by its whole name in any language: a passport is filled in by people who
 * got the link in another language.
 */
export async function listNationalities({ language }: Context, { query }: { query: string }) {
  namesOfNations ??= readNamesOfNations();
  const names = namesOfNations;
  const nameOfCode = (code: string) => nameCountry(code, languageTags[language]);
  const wanted = foldWord(query.trim());
  const list = countryCodes.map((code) => ({
    code,
    name: nameOfCode(code),
    areaCode: areaCodes.find((areaCode) => areaCode.country === code)?.code ?? '',
    ...(names.get(code)?.has(wanted) ? { exact: true as const } : {}),
  }));
  const found = list.filter(
    (item) =>
      !wanted ||
      item.exact ||
      foldWord(item.name).includes(wanted) ||
      foldWord(nameCountry(item.code, 'en')).includes(wanted),
  );
  return { list: [...found.filter((item) => item.exact), ...found.filter((item) => !item.exact)] };
}
