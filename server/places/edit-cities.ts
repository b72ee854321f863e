// The owner's cities in the back office (rules §10): listed with their products, added from the world's list or by hand, named in 13
// languages, and merged. What one owner does changes nothing for another (decision 0261).
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { countryCodes } from '../../domain/area-codes.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { languageTags, type Text, textIn } from '../../domain/languages.ts';
import { foldWord } from '../../domain/search-words.ts';
import { currentZone } from '../../domain/time-zones.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { type ChosenCity, chooseCity, nameCountry, writeCity } from './choose-city.ts';
import { type CityRow, changeCity, countProducts, findCities, listCities, lockCities, moveCity } from './cities.sql.ts';
import { findZone, isSameZone, isZone, listZones } from './find-zone.ts';
import { foldCity } from './flatten-words.ts';
import { describeCity } from './log-city.ts';

const pageSize = 20;

export async function showCities(
  { owner, language }: Context,
  { query, kind, page }: ParsedInputOf<'consoleCities'>,
): Promise<OutputOf<'consoleCities'>> {
  const [cities, products] = await Promise.all([listCities(owner), countProducts(owner)]);
  const wanted = foldWord(query.trim());
  const tag = languageTags[language];
  const found = cities.filter((city) => {
    if ((kind === 'own' && city.origin === null) || (kind === 'used' && !products.has(city.city))) return false;
    const words = [
      ...Object.values(city.names),
      city.city,
      nameCountry(city.country, tag),
      nameCountry(city.country, 'en'),
    ];
    return !wanted || foldWord(words.join(' ')).includes(wanted);
  });
  const { compare } = new Intl.Collator(tag);
  const named = found
    .map((city) => ({ city, name: textIn(city.names, language) }))
    .sort((a, b) => compare(a.name, b.name) || (a.city.city < b.city.city ? -1 : 1));
  const from = (page - 1) * pageSize;
  const list = named.slice(from, from + pageSize).map(({ city, name }) => ({
    key: city.city,
    name,
    names: city.names,
    region: city.region,
    country: city.country,
    countryName: nameCountry(city.country, tag),
    zone: currentZone(city.zone),
    zones: [currentZone(city.zone), ...listZones(city.country).filter((zone) => !isSameZone(zone, city.zone))],
    lat: city.lat,
    lng: city.lng,
    products: products.get(city.city) ?? 0,
    isOwn: city.origin !== null,
    revision: city.revision,
  }));
  return { total: named.length, page, pages: Math.ceil(named.length / pageSize), list };
}

/** Refuses invalidInput by field. */
export async function addCity(
  context: Context,
  input: ParsedInputOf<'consoleCityAdd'>,
): Promise<OutputOf<'consoleCityAdd'>> {
  const { code } = input;
  const used = await inTransaction(context.owner, async (owner) => {
    const used = code === undefined ? await addByHand(owner, input) : await addFromWorld(owner, code);
    if (used.added) await logAction(owner, context, { act: 'city-added', ...describeCity(used.city) });
    return used;
  });
  const { city, added } = used;
  return { key: city.city, name: textIn(city.names, context.language), zone: city.zone, added };
}

async function addFromWorld(owner: OwnerTrx, code: string): Promise<ChosenCity> {
  const used = await chooseCity(owner, code);
  if ('problem' in used) throw new Refusal('invalidInput', { fields: { code: { problem: used.problem } } });
  return used;
}

async function addByHand(owner: OwnerTrx, input: ParsedInputOf<'consoleCityAdd'>): Promise<ChosenCity> {
  const { country, lat, lng } = input;
  const names = trimNames(input.names);
  const fields: FieldProblems = {};
  if (!names.en) fields['names.en'] = { problem: 'required' };
  if (!country) fields.country = { problem: 'required' };
  else if (!countryCodes.includes(country)) fields.country = { problem: 'choose' };
  for (const [name, value, most] of [['lat', lat, 90] as const, ['lng', lng, 180] as const])
    if (value === null) fields[name] = { problem: 'required' };
    else if (Math.abs(value) > most) fields[name] = { problem: 'range', min: -most, max: most };
  if (input.zone && !isZone(input.zone)) fields.zone = { problem: 'zone' };
  if (Object.keys(fields).length || lat === null || lng === null) throw new Refusal('invalidInput', { fields });
  const zone = input.zone || (await findZone(lat, lng, country));
  // Sent twice, it is the same city: one name within some ten kilometres.
  const origin = `h ${country} ${lat.toFixed(1)} ${lng.toFixed(1)} ${foldCity(names.en ?? '')}`;
  return writeCity(owner, { origin, names, country, zone, lat, lng, region: '' });
}

function trimNames(names: Text): Text {
  const typed = Object.entries(names).map(([language, name]) => [
    language,
    name.trim().replace(/[\p{Cc}\p{Cs}]/gu, ''),
  ]);
  return Object.fromEntries(typed.filter(([, name]) => name));
}

/** Refuses invalidInput by field, changedMeanwhile. */
export async function saveCity(
  context: Context,
  { key, revision, zone, ...input }: ParsedInputOf<'consoleCitySave'>,
): Promise<OutputOf<'consoleCitySave'>> {
  const { jobs } = context;
  const names = trimNames(input.names);
  return inTransaction(context.owner, async (owner) => {
    await lockCities(owner);
    const before = (await findCities(owner, [key])).get(key);
    if (!before) throw new NotHere();
    // It was merged, or a city of the installation was renamed: the key leads to another city now.
    if (before.city !== key || before.revision !== revision) throw new Refusal('changedMeanwhile');
    await judgeChange(owner, before, names, zone);
    const after = before.origin === null ? await copyCity(owner, before, names, zone) : { ...before, names, zone };
    if (after.city === key && (await changeCity(owner, key, revision, after)) !== 1)
      throw new Refusal('changedMeanwhile');
    await jobs.send(owner, 'city.renamed', { city: after.city });
    await logAction(owner, context, {
      act: 'city-named',
      subject: `city ${after.city}`,
      before: { key, names: before.names, zone: before.zone },
      after: { key: after.city, names, zone },
    });
    return { key: after.city, revision: after.city === key ? revision + 1 : 1 };
  });
}

async function judgeChange(owner: OwnerTrx, before: CityRow, names: Text, zone: string): Promise<void> {
  const fields: FieldProblems = {};
  if (!names.en) fields['names.en'] = { problem: 'required' };
  if (!isZone(zone)) fields.zone = { problem: 'zone' };
  // Days and cut-offs of its products would move.
  else if (!isSameZone(zone, before.zone) && (await countProducts(owner, before.city)).size)
    fields.zone = { problem: 'zoneFixed' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

/** A city of the installation stays as it is for the others: this owner gets its own, and everything of this owner moves there. */
async function copyCity(owner: OwnerTrx, before: CityRow, names: Text, zone: string): Promise<CityRow> {
  const { city, added } = await writeCity(owner, { ...before, names, zone, origin: `c ${before.city}` });
  if (!added) throw new Refusal('changedMeanwhile');
  await moveCity(owner, before.city, city);
  return city;
}

/** Refuses invalidInput (`into`). */
export async function mergeCities(
  context: Context,
  { key, into }: ParsedInputOf<'consoleCityMerge'>,
): Promise<OutputOf<'consoleCityMerge'>> {
  return inTransaction(context.owner, async (owner) => {
    await lockCities(owner);
    const found = await findCities(owner, [key, into]);
    const [from, target] = [found.get(key), found.get(into)];
    if (!from || from.city !== key) throw new NotHere();
    const refuse = (problem: 'choose' | 'elsewhere') => new Refusal('invalidInput', { fields: { into: { problem } } });
    if (!target || target.city === key) throw refuse('choose');
    const hasProducts = (await countProducts(owner, key)).size > 0;
    // Days and cut-offs of the products would move, and people would find them in another country.
    if (hasProducts && (from.country !== target.country || !isSameZone(from.zone, target.zone)))
      throw refuse('elsewhere');
    const products = await moveCity(owner, key, target);
    await context.jobs.send(owner, 'city.renamed', { city: target.city });
    await logAction(owner, context, {
      act: 'city-merged',
      subject: `city ${target.city}`,
      before: { key, names: from.names },
      after: { key: target.city, names: target.names, products },
    });
    return { products };
  });
}
