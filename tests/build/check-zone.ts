// What must be true of days, times, deadlines and cut-offs in a zone around a day on which its clock does something odd (security rule 64,
// rules §5). Each problem is a sentence.
import { type RefundRule, termsAt } from '../../domain/cancellation.ts';
import { addDays, type Day, daysBetween, instantOf, isBookable, todayIn, writeLocal } from '../../domain/dates.ts';
import { clockIn, instantFrom } from '../../domain/owner-clock.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Days that are odd somewhere or everywhere: skipped, begun at half an hour, leap days, ends of years and of the calendar. */
export const oddDays: readonly Day[] = [
  ...['1993-08-21', '1994-12-31', '1995-01-01', '1999-12-31', '2000-02-29', '2007-12-09', '2010-03-14', '2011-12-30'],
  ...['2014-10-26', '2015-08-15', '2016-05-01', '2018-05-05', '2023-03-26', '2023-04-28', '2024-02-29', '2024-12-31'],
  ...['2025-12-31', '2026-02-28', '2026-12-31', '2028-02-29', '2037-12-31', '2099-12-31', '2100-02-28'],
];

/** Days on which the clock of a zone changes, found by looking at each tenth day and halving. */
export function changesOf(zone: string, fromYear: number, untilYear: number): Day[] {
  const found: Day[] = [];
  const step = 10 * 24 * hour;
  for (let at = Date.UTC(fromYear, 0, 1); at < Date.UTC(untilYear + 1, 0, 1); at += step) {
    let [low, high] = [at, at + step];
    if (offsetOf(zone, low) === offsetOf(zone, high)) continue;
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / (2 * minute)) * minute;
      if (offsetOf(zone, middle) === offsetOf(zone, low)) low = middle;
      else high = middle;
    }
    found.push(todayIn(zone, low), todayIn(zone, high));
  }
  return [...new Set(found)];
}

const offsetOf = (zone: string, at: number) => writeLocal(at, zone).slice(19);

/** All that is checked about a day and its neighbours; what is wrong, in words. */
export function checkDay(zone: string, day: Day): string[] {
  const problems = [addDays(day, -1), day, addDays(day, 1)].flatMap((one) => [
    ...checkBounds(zone, one),
    ...checkTimes(zone, one),
    ...checkDeadlines(zone, one),
  ]);
  return problems.map((problem) => `${zone} ${problem}`);
}

/** A zone that crossed the date line has no such day. */
const isSkipped = (zone: string, day: Day) => todayIn(zone, instantOf(day, '', zone)) !== day;

function checkBounds(zone: string, day: Day): string[] {
  const [start, next] = [instantOf(day, '', zone), instantOf(addDays(day, 1), '', zone)];
  const problems: string[] = [];
  if (isSkipped(zone, day)) {
    if (next !== start) problems.push(`${day} is skipped and lasts ${(next - start) / hour} hours`);
    return problems;
  }
  if (todayIn(zone, start - minute) >= day) problems.push(`${day} began before its start`);
  if (todayIn(zone, next - minute) !== day) problems.push(`${day} ends before its last minute`);
  const hours = (next - start) / hour;
  if (hours < 21 || hours > 27) problems.push(`${day} has ${hours} hours`);
  if (daysBetween(day, addDays(day, 400)) !== 400) problems.push(`${day} and 400 days are not 400 days`);
  return problems;
}

/** Each half hour is shown by the clock, or skipped and then the moment of the change; later times are never earlier instants. */
function checkTimes(zone: string, day: Day): string[] {
  const problems: string[] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (let half = 0; half < 48; half += 1) {
    const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
    const at = instantOf(day, time, zone);
    if (at < before) problems.push(`${day} ${time} is before the half hour before it`);
    before = at;
    const shown = writeLocal(at, zone).slice(0, 16);
    const typed = `${day}T${time}`;
    const isChange = offsetOf(zone, at) !== offsetOf(zone, at - minute);
    if (shown !== typed && !(isChange && shown > typed)) problems.push(`${typed} becomes ${shown}`);
    if (shown === typed && writeLocal(at - hour, zone).slice(0, 16) === typed)
      problems.push(`${typed} is the second one`);
    // Slow, so three times a day are enough.
    if (half % 20 === 4 && clockIn(zone, instantFrom(typed, zone) ?? null) !== shown)
      problems.push(`${typed} is typed and shown otherwise`);
    if (isBookable(day, time, zone, 0, at) || !isBookable(day, time, zone, 0, at - minute))
      problems.push(`the session of ${typed} is not sold until it starts`);
  }
  return problems;
}

const policies: readonly RefundRule[] = [
  { daysBefore: 0, feePercent: 50 },
  { daysBefore: 1, feePercent: 50 },
  { daysBefore: 3, feePercent: 50 },
  { daysBefore: null, hoursBefore: 24, feePercent: 50 },
  { daysBefore: null, hoursBefore: 5, feePercent: 50 },
];

/** A day is sold until its cut-off and not after; cancelling is free until its deadline, which is before the day is over. */
function checkDeadlines(zone: string, day: Day): string[] {
  const problems: string[] = [];
  if (isSkipped(zone, day)) return problems;
  const [start, over] = [instantOf(day, '', zone), instantOf(addDays(day, 1), '', zone)];
  if (!isBookable(day, '', zone, 0, over - minute)) problems.push(`${day} is not sold in its last minute`);
  if (isBookable(day, '', zone, 0, over)) problems.push(`${day} is sold when it is over`);
  for (const cutOff of [1, 24, 72]) {
    const ends = start - cutOff * hour;
    if (isBookable(day, '', zone, cutOff, ends) || !isBookable(day, '', zone, cutOff, ends - minute))
      problems.push(`${day} is not sold until ${cutOff} hours before`);
  }
  for (const rule of policies) {
    const use = { lastDay: day, startsAt: '', zone };
    const ends = rule.hoursBefore
      ? start - rule.hoursBefore * hour
      : instantOf(addDays(day, 1 - (rule.daysBefore ?? 0)), '', zone);
    const free = termsAt([rule], use, ends - minute);
    const late = termsAt([rule], use, ends);
    const name = `cancelling ${day} ${rule.hoursBefore ? `${rule.hoursBefore} hours` : `${rule.daysBefore} days`} before`;
    if (ends > over) problems.push(`${name} is free after the day`);
    if (free.feePercent !== 0) problems.push(`${name} costs ${free.feePercent} % in time`);
    if (late.feePercent === 0) problems.push(`${name} is free too late`);
    if (!rule.hoursBefore && free.freeUntil !== addDays(day, -(rule.daysBefore ?? 0)))
      problems.push(`${name} is free until ${free.freeUntil}`);
  }
  return problems;
}
