// Minutes on the clock of a zone, "yyyy-MM-ddTHH:mm", as staff type them: from when and until when something is shown.
import { instantOf, isDay } from './dates.ts';

/** An instant as the clock in a zone shows it. */
export function clockIn(zone: string, at: Date | null): string | null {
  return at ? at.toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16).replace(' ', 'T') : null;
}

/** The instant at which the clock of a zone shows it; null for none, undefined when no clock shows it. */
export function instantFrom(typed: string | null, zone: string): Date | null | undefined {
  if (typed === null) return null;
  const [day = '', time = ''] = typed.split('T');
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  return new Date(instantOf(day, time, zone));
}
