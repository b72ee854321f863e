// What a table of freight must be (decision 0305), the same for the back office's screen and the server: a name, regions that no other
// region repeats, and postcodes only where one country is named.
import { countryCodes } from '../area-codes.ts';
import type { FieldProblems } from '../errors.ts';
import type { FreightZone } from './freight.ts';

/** Problems by path: `name`, `zones`, `zones.0.countries`, `zones.0.postcodes`, `zones.0.daysUntil`. */
export function judgeFreight({ name, zones }: { name: string; zones: readonly FreightZone[] }): FieldProblems {
  const fields: FieldProblems = {};
  if (!name.trim()) fields.name = { problem: 'required' };
  if (!zones.length) fields.zones = { problem: 'required' };
  const known = new Set(countryCodes);
  const seen = new Set<string>();
  zones.forEach(({ countries, postcodes, daysFrom, daysUntil }, at) => {
    const path = `zones.${at}`;
    if (countries.some((country) => !known.has(country))) fields[`${path}.countries`] = { problem: 'choose' };
    if (postcodes.length && countries.length !== 1) fields[`${path}.countries`] = { problem: 'choose' };
    const places = (countries.length ? countries : ['']).flatMap((country) =>
      (postcodes.length ? postcodes : ['']).map((code) => `${country} ${code}`),
    );
    const repeated = places.filter((place) => seen.has(place));
    for (const place of places) seen.add(place);
    if (repeated.length) fields[`${path}.${postcodes.length ? 'postcodes' : 'countries'}`] ??= { problem: 'twice' };
    if (daysUntil < daysFrom) fields[`${path}.daysUntil`] = { problem: 'beforeFirst' };
  });
  return fields;
}
