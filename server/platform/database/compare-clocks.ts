// Compares the clock of this process with that of the database. Deadlines are written by one and read by the other: while they differ,
// buyers read that the time to pay is over, and gateways refuse signatures, without an error that says why.
import type { Logger } from '../log.ts';
import { clockAheadSeconds } from '../observe/measure.ts';

/** Twice as long as an answer of the database may be under way. */
const mostSeconds = 5;

/**
 * By so much the clock of a machine is wrong, and not only late. What is due by it is not done: ended holds, mails and erased data cannot
 * be taken back.
 */
const farSeconds = 60;

export type Clocks = {
  /**
   * Is called with the seconds since 1970 that the database has; the log has a line when the clocks begin to differ, and one at the end.
   */
  see(databaseSeconds: number): void;
  /** At the last comparison. */
  areFarApart(): boolean;
};

export function compareClocks(log: Logger, now: () => number): Clocks {
  let differ = false;
  let far = false;
  return {
    see(databaseSeconds) {
      const aheadSeconds = now() / 1000 - databaseSeconds;
      clockAheadSeconds.set(aheadSeconds);
      const facts = { aheadSeconds: Math.round(aheadSeconds) };
      if (far !== Math.abs(aheadSeconds) > farSeconds) {
        far = !far;
        if (far) log.error(facts, 'what is due by the clock of this process waits: it is wrong');
        else log.warn(facts, 'what is due by the clock of this process is done again');
      }
      if (differ === Math.abs(aheadSeconds) > mostSeconds) return;
      differ = !differ;
      if (differ) log.error(facts, 'the clock of this process is not that of the database');
      else log.warn(facts, 'the clocks agree again');
    },
    areFarApart: () => far,
  };
}
