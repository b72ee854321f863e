// Compares the clock of this process with that of the database. Deadlines are written by one and read by the other: while they differ,
// buyers read that the time to pay is over, and gateways refuse signatures, without an error that says why.
import type { Logger } from '../log.ts';
import { clockAheadSeconds } from '../observe/measure.ts';

/** Twice as long as an answer of the database may be under way. */
const mostSeconds = 5;

/** Is called with the seconds since 1970 that the database has; the log has a line when the clocks begin to differ, and one at the end. */
export function compareClocks(log: Logger, now: () => number): (databaseSeconds: number) => void {
  let differ = false;
  return (databaseSeconds) => {
    const aheadSeconds = now() / 1000 - databaseSeconds;
    clockAheadSeconds.set(aheadSeconds);
    if (differ === Math.abs(aheadSeconds) > mostSeconds) return;
    differ = !differ;
    const facts = { aheadSeconds: Math.round(aheadSeconds) };
    if (differ) log.error(facts, 'the clock of this process is not that of the database');
    else log.warn(facts, 'the clocks agree again');
  };
}
