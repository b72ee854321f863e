// Minutes on a zone's clock, "yyyy-MM-ddTHH:mm", as staff type them for the start and end of a display period.
import { instantOf, isDay, todayIn } from './dates.ts';

/** Months of each year, both included; over the turn of the year where the first is the later one. */
export function isInMonths(month: number, from: number | null, to: number | null): boolean {
  if (from === null || to === null) return true;
  return from <= to ? month >= from && month <= to : month >= from || month <= to;
}

/** The month that the zone's clock shows, and the instant at which the next one begins there. */
export function monthIn(zone: string, now: Date): { month: number; until: number } {
  const [year = 0, month = 1] = todayIn(zone, now.getTime()).split('-').map(Number);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { month, until: instantOf(next, '00:00', zone) };
}

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
