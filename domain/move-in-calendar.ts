// The day that a key selects in a calendar (ARIA grid pattern): days and weeks by arrows, ends of a week, months by page.
import { addDays, type Day, weekdayOf } from './dates.ts';

/** The same day of the month so many months away, or that month's last day. */
function addMonths(day: Day, count: number): Day {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + count);
  const first = at.toISOString().slice(0, 10);
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  const same = `${first.slice(0, 8)}${day.slice(8)}`;
  return same > last ? last : same;
}

/** `weekStart`: 0 Sunday, 1 Monday. Undefined for keys that move nothing; never before `earliest`. */
export function moveByKey(day: Day, key: string, weekStart: number, earliest: Day): Day | undefined {
  const place = (weekdayOf(day) - weekStart + 7) % 7;
  const moves: Record<string, () => Day> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    Home: () => addDays(day, -place),
    End: () => addDays(day, 6 - place),
    PageUp: () => addMonths(day, -1),
    PageDown: () => addMonths(day, 1),
  };
  const next = moves[key]?.();
  return next !== undefined && next < earliest ? earliest : next;
}
