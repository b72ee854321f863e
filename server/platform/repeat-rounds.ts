// Repeated work of a process: one round after another with a pause, never two at once.
import type { Logger } from './log.ts';

type Rhythm = {
  pauseMilliseconds: number;
  /** Before the first one, beside the pause. */
  afterMilliseconds?: number;
};

/** Returns a function that stops it and waits for the running round. */
export function repeat(
  { pauseMilliseconds, afterMilliseconds = 0 }: Rhythm,
  log: Logger,
  round: () => Promise<unknown>,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const next = (milliseconds: number) => {
    timer = setTimeout(() => {
      running = round().catch((error: unknown) => log.error({ err: error }, 'a round of upkeep failed'));
      running.finally(() => {
        if (!stopped) next(pauseMilliseconds);
      });
    }, milliseconds);
  };
  next(afterMilliseconds + pauseMilliseconds);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
