// When a package picks up (§5: a pick-up time must be available): hours of the day, how long ahead, and in which area. A row is written
// "06:00-22:00", with "/4" for four hours ahead and "@12" for one area; hours may go over midnight.
import { type Day, instantOf } from './dates.ts';

export type PickupHours = { from: string; until: string; leadHours: number; areaId: string | null };

const clock = '([01]\\d|2[0-3]):[0-5]\\d';
const pattern = new RegExp(`^(${clock})-(${clock})(?:/(\\d{1,3}))?(?:@(\\d{1,18}))?$`);

/** Undefined for what is no row. */
export function readPickupHours(text: string): PickupHours | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [, from = '', , until = '', , leadHours = '0', areaId = null] = match;
  return { from, until, leadHours: Number(leadHours), areaId };
}

export function writePickupHours({ from, until, leadHours, areaId }: PickupHours): string {
  return `${from}-${until}${leadHours ? `/${leadHours}` : ''}${areaId ? `@${areaId}` : ''}`;
}

export type PickupWish = {
  playOn: Day;
  zone: string;
  /** The instant now, in milliseconds. */
  now: number;
  /** The product's areas in which the address lies; empty: not known, or outside. */
  areaIds: readonly string[];
};

/** Rows of the address's areas and those of every area; where there are none of these, all: the range is judged apart. */
function rowsFor(rows: readonly PickupHours[], areaIds: readonly string[]): readonly PickupHours[] {
  const near = rows.filter(({ areaId }) => areaId === null || areaIds.includes(areaId));
  return near.length ? near : rows;
}

/** Whether a pick-up is possible at a time "HH:mm"; without rows always. */
export function isPickupFree(rows: readonly PickupHours[], time: string, wish: PickupWish): boolean {
  if (!rows.length) return true;
  const at = time.slice(0, 5);
  const aheadMilliseconds = instantOf(wish.playOn, at, wish.zone) - wish.now;
  return rowsFor(rows, wish.areaIds).some(({ from, until, leadHours }) => {
    const isWithin = from <= until ? from <= at && at <= until : at >= from || at <= until;
    return isWithin && aheadMilliseconds >= leadHours * 3_600_000;
  });
}

const stepMinutes = 15;
const dayMinutes = 1440;
const mostOffered = 3;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** The nearest free times of that day, in their order. */
export function nearestPickups(rows: readonly PickupHours[], time: string, wish: PickupWish): string[] {
  const wanted = minutesOf(time);
  const quarters = Array.from({ length: dayMinutes / stepMinutes }, (_, at) => timeOf(at * stepMinutes));
  const edges = rowsFor(rows, wish.areaIds).flatMap(({ from, until }) => [from, until]);
  return [...new Set([...quarters, ...edges])]
    .filter((each) => isPickupFree(rows, each, wish))
    .sort((a, b) => Math.abs(minutesOf(a) - wanted) - Math.abs(minutesOf(b) - wanted) || (a < b ? -1 : 1))
    .slice(0, mostOffered)
    .sort();
}

/** The field that says when guests are picked up: the time they leave at, else that of their landing. */
export function pickupField(values: Readonly<Record<string, string>>): '407' | 'flightArrivalTime' | undefined {
  return (['407', 'flightArrivalTime'] as const).find((name) => values[name]?.trim());
}
