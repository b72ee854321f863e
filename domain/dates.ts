// Play dates are calendar days yyyy-MM-dd in the product's zone, never instants (security rule 64).

export type Day = string;

/** True for a real calendar day written yyyy-MM-dd (§5). */
export function isDay(value: unknown): value is Day {
  // No calendar of the database has a year 0.
  if (typeof value !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === value;
}

/** Of all days that can be written; the last one also stands for open tickets. */
const [firstDay, lastDay] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')];

/** So many days later, or earlier; the first and the last day of all have none before and after them. */
export function addDays(day: Day, count: number): Day {
  const at = Date.parse(`${day}T00:00:00Z`) + count * 86_400_000;
  return new Date(Math.min(lastDay, Math.max(firstDay, at))).toISOString().slice(0, 10);
}

/** 0 Sunday … 6 Saturday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

const dayStyles = {
  long: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  short: { month: 'short', day: 'numeric' },
  dated: { year: 'numeric', month: 'short', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
  monthName: { month: 'long' },
  iso: { year: 'numeric', month: '2-digit', day: '2-digit' },
  weekday: { weekday: 'short' },
  instant: {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
    // As sessions and opening hours are written everywhere.
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  },
  zone: { timeZoneName: 'longGeneric' },
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

/** The last answer of each zone: days begin and end with a minute, and many ask within one. */
const lastDays = new Map<string, { minute: number; day: Day }>();

/** Today in a zone, for cut-offs and calendars. `now` is an instant in milliseconds. */
export function todayIn(zone: string, now: number): Day {
  const minute = Math.floor(now / 60_000);
  const last = lastDays.get(zone);
  if (last?.minute === minute) return last.day;
  const day = formatOf('en-CA', 'iso', zone).format(now);
  lastDays.set(zone, { minute, day });
  return day;
}

/** A day in the reader's format; no zone moves it. */
export function formatDay(
  day: Day,
  locale: string,
  style: 'long' | 'short' | 'dated' | 'month' | 'monthName' = 'long',
): string {
  return formatOf(locale, style, 'UTC').format(Date.parse(`${day}T00:00:00Z`));
}

/** A day as short as a list needs it: with its year only where that is not the year of `now`, in milliseconds. */
export function formatShortDay(day: Day, locale: string, now: number): string {
  return formatDay(day, locale, day.startsWith(todayIn('UTC', now).slice(0, 4)) ? 'short' : 'dated');
}

/** The short name of a weekday, 0 Sunday … 6 Saturday. */
export function formatWeekday(weekday: number, locale: string): string {
  // Portugal's short names are whole words ("domingo"), which no column of a calendar holds; Brazil's are "dom.".
  return formatOf(locale.replace('-PT', '-BR'), 'weekday', 'UTC').format(Date.UTC(2023, 0, 1 + weekday));
}

/**
 * An instant in the reader's format, always with the name of its zone: readers of one order are in several zones. Which zone:
 * buyers' documents use the product's, the back office the owner's, account pages the reader's (rules §11).
 */
export function formatInstant(at: string | number | Date, locale: string, zone: string): string {
  // CLDR writes Vietnamese times before their date, and Chinese zones before their time, in brackets in Taiwan; people write the day, the
  // time, the zone.
  const text = formatOf(locale, 'instant', zone).format(new Date(at)).replace(/[[\]]/g, '');
  return text.replace(/^(\d\d:\d\d \S+) (.+)|(\S+) (\d\d:\d\d)$/, '$2$4 $1$3');
}

/** Zones that moved their clocks half a century ago have another name at that time. */
const inOurTime = Date.UTC(2026, 0, 1);

/** A time zone as people call it: "Malaysia Time" for Asia/Kuala_Lumpur. */
export function nameZone(zone: string, locale: string): string {
  const parts = formatOf(locale, 'zone', zone).formatToParts(inOurTime);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

/** The play date of open tickets, which have no date; their stock is on this day. */
export const openDay: Day = '9999-12-31';

/** The next day on sale as shown: open tickets are on sale without one. */
export function showNextDay(next: Day | null): { nextOn: Day | null; onSale: boolean } {
  return { nextOn: next === openDay ? null : next, onSale: next !== null };
}

/** Days from one to another, negative backwards. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** The nights of a stay: each day from check-in to the day before check-out. */
export function nightsOf(checkIn: Day, checkOut: Day): Day[] {
  return Array.from({ length: Math.max(0, daysBetween(checkIn, checkOut)) }, (_, at) => addDays(checkIn, at));
}

const clocks = new Map<string, Intl.DateTimeFormat>();

const offsets = new Map<string, number>();
const mostOffsets = 5000;

/** Minutes that a zone's clock is ahead of UTC at an instant; the same deadlines are asked for again and again. */
function offsetMinutes(zone: string, at: number): number {
  const key = `${zone} ${Math.floor(at / 60_000)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  if (offsets.size >= mostOffsets) offsets.clear();
  const minutes = readOffset(zone, at);
  offsets.set(key, minutes);
  return minutes;
}

function readOffset(zone: string, at: number): number {
  let clock = clocks.get(zone);
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('en-CA', { ...parts, hourCycle: 'h23', timeZone: zone });
    clocks.set(zone, clock);
  }
  const shown = Object.fromEntries(clock.formatToParts(at).map((part) => [part.type, Number(part.value)]));
  const local = Date.UTC(shown.year ?? 0, (shown.month ?? 1) - 1, shown.day, shown.hour, shown.minute);
  return Math.round(local / 60_000) - Math.floor(at / 60_000);
}

/**
 * The instant (milliseconds) at which a zone's clock shows a day and "HH:mm" ('' is midnight). A time skipped by a clock change is the
 * moment of the change; a repeated time is the first of the two.
 */
export function instantOf(day: Day, time: string, zone: string): number {
  const wall = Date.parse(`${day}T${time || '00:00'}:00Z`);
  const early = wall - offsetMinutes(zone, wall - 86_400_000) * 60_000;
  const late = wall - offsetMinutes(zone, wall + 86_400_000) * 60_000;
  const shows = (at: number) => at + offsetMinutes(zone, at) * 60_000 === wall;
  const [first, last] = [Math.min(early, late), Math.max(early, late)];
  if (shows(first)) return first;
  return shows(last) ? last : findChange(zone, first, last);
}

/** The minute between two instants at which the zone's clock changes; the clock differs at the two. */
function findChange(zone: string, before: number, after: number): number {
  const was = offsetMinutes(zone, before);
  let [low, high] = [before, after];
  while (high - low > 60_000) {
    const middle = low + Math.floor((high - low) / 120_000) * 60_000;
    if (offsetMinutes(zone, middle) === was) low = middle;
    else high = middle;
  }
  return high;
}

/** The instant at which the next day begins in a zone. `now` is an instant in milliseconds. */
export const nextMidnight = (zone: string, now: number): number => instantOf(addDays(todayIn(zone, now), 1), '', zone);

/** An instant (milliseconds) by the clock of a zone: "2026-12-01T09:00:00+08:00". */
export function writeLocal(at: number, zone: string): string {
  const ahead = offsetMinutes(zone, at);
  const size = Math.abs(ahead);
  const two = (value: number) => String(value).padStart(2, '0');
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
  return new Date(at + ahead * 60_000).toISOString().slice(0, 19) + offset;
}

/**
 * Whether a day (and session) can still be booked at `now` (milliseconds): a session until it starts, a whole day until it is over,
 * both earlier by the product's cut-off, which counts from the start of the day or session in the product's zone.
 */
export function isBookable(day: Day, session: string, zone: string, cutOffHours: number, now: number): boolean {
  if (day === openDay) return true;
  if (cutOffHours === 0 && !session) return day >= todayIn(zone, now);
  return now < instantOf(day, session, zone) - cutOffHours * 3_600_000;
}

/** The first session of a day that can still be booked at `now`, otherwise the first one; '' for a package without sessions. */
export function nextSession(
  sessions: string[],
  on: Day | null,
  sold: { zone: string; cutOffHours: number; now: number },
): string {
  const isOpen = (session: string) => on !== null && isBookable(on, session, sold.zone, sold.cutOffHours, sold.now);
  return sessions.find(isOpen) ?? sessions[0] ?? '';
}

/** `byDay`: days are counted, from the first to the last; else nights. */
export type When = {
  playOn: Day;
  session: string;
  untilOn: Day | null;
  validUntil: Day | null;
  byDay: boolean | undefined;
};

/** The days that are charged up to a check-out, or to the last day where days are counted. */
export const chargedDays = (first: Day, until: Day, byDay: boolean): Day[] =>
  nightsOf(first, byDay ? addDays(until, 1) : until);

/** When something takes place, as text: a day and time, the nights of a stay, or how long an open ticket is valid. */
export function describeWhen(
  when: When,
  showDay: (day: Day) => string,
  say: (key: string, values: Record<string, string | number>) => string,
): string {
  if (when.validUntil) return say('catalog.when.validUntil', { date: showDay(when.validUntil) });
  if (when.playOn === openDay) return say('catalog.when.open', {});
  if (when.untilOn) {
    const nights = daysBetween(when.playOn, when.untilOn);
    const span = { from: showDay(when.playOn), to: showDay(when.untilOn) };
    if (when.byDay) return say('catalog.when.days', { ...span, days: nights + 1 });
    return say('catalog.when.stay', { ...span, nights });
  }
  return [showDay(when.playOn), when.session].filter(Boolean).join(' ');
}
