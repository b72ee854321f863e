// Minutes on a zone's clock, "yyyy-MM-ddTHH:mm", as staff type them for the start and end of a display period.
import { instantOf, isDay } from './dates.ts';

/** An instant as the zone's clock shows it. */
export function clockIn(zone: string, at: Date | null): string | null {
  return at ? at.toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16).replace(' ', 'T') : null;
}

/** The instant at which the zone's clock shows it; null for an empty text, undefined for an invalid one. */
export function instantFrom(typed: string | null, zone: string): Date | null | undefined {
  if (typed === null) return null;
  const [day = '', time = ''] = typed.split('T');
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  return new Date(instantOf(day, time, zone));
}
