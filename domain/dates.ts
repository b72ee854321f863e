// Play dates are calendar days yyyy-MM-dd in the product's zone, never instants (security rule 64).

export type Day = string;

/** True for a real calendar day written yyyy-MM-dd (§5). */
export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value;
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}

/** 0 Sunday … 6 Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

/** Today in a zone, for cut-offs and calendars. `now` is an instant in milliseconds. */
export function todayIn(zone: string, now: number): Day {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    now,
  );
}

/** A day in the reader's way of writing; the day is not moved by any zone. */
export function formatDay(day: Day, locale: string, style: 'long' | 'short' | 'month' = 'long'): string {
  const options: Intl.DateTimeFormatOptions =
    style === 'long'
      ? { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }
      : style === 'short'
        ? { month: 'short', day: 'numeric' }
        : { year: 'numeric', month: 'long' };
  return new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(`${day}T00:00:00Z`));
}

/** An instant in the reader's way of writing, in a named zone. */
export function formatInstant(at: string | number | Date, locale: string, zone: string): string {
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(new Date(at));
}
