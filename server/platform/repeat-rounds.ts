// Repeated work of a process: one round after another with a pause, never two at once.
import type { Logger } from './log.ts';

type Rhythm = {
  pauseMilliseconds: number;
  /** Before the first one, beside the pause. */
  afterMilliseconds?: number;
  /** The first one does not wait for the pause. */
  atStart?: boolean;
};

/** What one round is given: `soon` has the next one begin without waiting for the whole pause. */
export type RunRound = (soon: () => void) => Promise<unknown>;

/** The shortest pause; and never less than the last round took, so that rounds use at most half of the time. */
const shortestMilliseconds = 100;

/** Returns a function that stops it and waits for the running round. */
export function repeat(
  { pauseMilliseconds, afterMilliseconds = 0, atStart = false }: Rhythm,
  log: Logger,
  round: RunRound,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  let [isRunning, isWanted, tookMilliseconds] = [false, false, 0];
  const shortPause = () => Math.min(pauseMilliseconds, Math.max(shortestMilliseconds, tookMilliseconds));
  const soon = () => {
    if (isWanted || stopped) return;
    isWanted = true;
    if (!isRunning) next(shortPause());
  };
  const next = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const began = performance.now();
      isRunning = true;
      isWanted = false;
      running = round(soon)
        .catch((error: unknown) => log.error({ err: error }, 'a round of upkeep failed'))
        .finally(() => {
          isRunning = false;
          tookMilliseconds = performance.now() - began;
          if (!stopped) next(isWanted ? shortPause() : pauseMilliseconds);
        });
    }, milliseconds);
  };
  next(afterMilliseconds + (atStart ? 0 : pauseMilliseconds));
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}

/**
 * Does the work for each of a list, one after another. Where one fails, the others are done all the same, and the first error is thrown at
 * the end: a row that cannot be written, or an owner that is being moved to another cluster, must not keep all others waiting. Returns the
 * sum of those answers that are numbers.
 */
export async function workThrough<Item>(list: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<number> {
  const failures: unknown[] = [];
  let sum = 0;
  for (const item of list)
    try {
      const answer = await work(item);
      if (typeof answer === 'number') sum += answer;
    } catch (error) {
      failures.push(error);
    }
  if (failures.length) throw failures[0];
  return sum;
}

/** The same for all of a list at once, for work that waits for others. */
export async function workAtOnce<Item>(list: Iterable<Item>, work: (item: Item) => Promise<unknown>): Promise<void> {
  const results = await Promise.allSettled([...list].map(async (item) => work(item)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
