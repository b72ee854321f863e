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

const dayStyles = {
  long: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  short: { month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  iso: { year: 'numeric', month: '2-digit', day: '2-digit' },
  weekday: { weekday: 'short' },
  instant: { year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format costs a hundred times more than using it, so each is made once. */
function formatOf(locale: string, style: keyof typeof dayStyles, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${style} ${timeZone}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...dayStyles[style], timeZone });
    formats.set(key, format);
  }
  return format;
}

/** Today in a zone, for cut-offs and calendars. `now` is an instant in milliseconds. */
export function todayIn(zone: string, now: number): Day {
  return formatOf('en-CA', 'iso', zone).format(now);
}

/** A day in the reader's way of writing; the day is not moved by any zone. */
export function formatDay(day: Day, locale: string, style: 'long' | 'short' | 'month' = 'long'): string {
  return formatOf(locale, style, 'UTC').format(Date.parse(`${day}T00:00:00Z`));
}

/** The short name of a weekday, 0 Sunday … 6 Saturday. */
export function formatWeekday(weekday: number, locale: string): string {
  return formatOf(locale, 'weekday', 'UTC').format(Date.UTC(2023, 0, 1 + weekday));
}

/** An instant in the reader's way of writing, in a named zone. */
export function formatInstant(at: string | number | Date, locale: string, zone: string): string {
  return formatOf(locale, 'instant', zone).format(new Date(at));
}
