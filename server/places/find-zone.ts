// The time zone of a position. The package knows the world roughly: near a border it may name the neighbour's zone, so a country with one
// zone has that one, one with several that of the nearest point that has one of them; staff may choose another (decision 0260).

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

/** Degrees around a place that the package puts into a neighbour's zone, and the directions in which one of its country is looked for. */
const rings = [0.05, 0.1, 0.2, 0.4, 0.8, 1.6];
const directions = Array.from({ length: 8 }, (_, eighth) => (eighth * Math.PI) / 4);

/** Latitude within 90 and longitude within 180 degrees. */
export async function findZone(lat: number, lng: number, country: string): Promise<string> {
  const { default: lookUp } = await import('@photostructure/tz-lookup');
  const found = lookUp(lat, lng);
  const zones = listZones(country);
  const fits = (found: string) => zones.some((zone) => isSameZone(zone, found));
  if (fits(found) || zones.length < 2) return zones[0] && !fits(found) ? zones[0] : found;
  const around = rings.flatMap((ring) =>
    directions.map((angle) => [lat + ring * Math.sin(angle), lng + ring * Math.cos(angle)] as const),
  );
  const near = around.filter(([lat, lng]) => Math.abs(lat) <= 90 && Math.abs(lng) <= 180);
  return near.map(([lat, lng]) => lookUp(lat, lng)).find(fits) ?? found;
}
