// The time zone of a position. The package knows the world roughly: near a border it may name the neighbour's zone, so a country with one
// zone has that one, and staff may choose another of the country's (decision 0260).

import { currentZone } from '../../domain/time-zones.ts';

type Locale = Intl.Locale & { getTimeZones?(): string[] | undefined };

const spellings = new Map<string, string>();

/** A zone's name as the run time spells it, or undefined for none. */
function canonical(zone: string): string | undefined {
  const known = spellings.get(zone);
  if (known) return known;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions();
    // There are some 600 names; who sends others fills no memory.
    if (spellings.size < 1000) spellings.set(zone, timeZone);
    return timeZone;
  } catch {
    return undefined;
  }
}

export const isZone = (zone: string): boolean => canonical(zone) !== undefined;
/** Whether two names are those of one zone: Asia/Calcutta is Asia/Kolkata. */
export const isSameZone = (a: string, b: string): boolean => a === b || canonical(a) === canonical(b);

/** Zones of a country (ISO 3166). */
export function listZones(country: string): string[] {
  return (new Intl.Locale(`und-${country}`) as Locale).getTimeZones?.()?.map(currentZone) ?? [];
}

/** Latitude within 90 and longitude within 180 degrees. */
export async function findZone(lat: number, lng: number, country: string): Promise<string> {
  const { default: lookUp } = await import('@photostructure/tz-lookup');
  const found = lookUp(lat, lng);
  const zones = listZones(country);
  const [only] = zones;
  const fits = zones.some((zone) => isSameZone(zone, found));
  return zones.length === 1 && only && !fits ? only : found;
}
