// When the details of a booking that may follow must be there (§4 booking completion, rules §11 Completion): the owner's cut-off, at the
// latest the end of the day after travel.
import { addDays, type Day, instantOf, openDay } from './dates.ts';

/** Days before at which recipients are reminded, each once. */
export const reminderDays = [7, 3, 1] as const;

/** Of the customers' notes to the company that serves them. */
export const notesLength = 1000;

type DatedLine = { playOn: Day; session: string; untilOn: Day | null; validUntil: Day | null };

/** The instant in milliseconds. `hours` are counted back from the first start; null: no cut-off. Open tickets have no start. */
export function dueOf(lines: readonly DatedLine[], hours: number | null, zone: string): number {
  const lastDays = lines.map((line) => line.untilOn ?? line.validUntil ?? line.playOn).sort();
  const latest = instantOf(addDays(lastDays.at(-1) ?? openDay, 2), '00:00', zone);
  if (hours === null) return latest;
  const starts = lines
    .filter((line) => line.playOn !== openDay)
    .map((line) => instantOf(line.playOn, line.session || '00:00', zone) - hours * 3_600_000);
  return Math.min(latest, ...starts);
}
