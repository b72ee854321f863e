// Where a person lives (§2 uc/account): any city of the owner or of the world, without making the latter one that the owner sells in.
import type { Owner } from '../platform/db.ts';
import { readCities } from './choose-city.ts';
import { findZone } from './find-zone.ts';
import { worldCode } from './search-world.ts';

/** Undefined where the text means no city, or more than one. */
export async function readRegion(owner: Owner, text: string): Promise<{ code: string; zone: string } | undefined> {
  const reading = (await readCities(owner, [text])).get(text);
  if (!reading || 'problem' in reading) return undefined;
  if ('city' in reading) return { code: reading.city.city, zone: reading.city.zone };
  const { lat, lng, country } = reading.world;
  return { code: worldCode(reading.world), zone: await findZone(lat, lng, country) };
}
