// Repeated work of a process: one round after another with a pause, never two at once.
import type { Logger } from './log.ts';

/** Returns a function that stops it and waits for the running round. */
export function repeat(pauseMilliseconds: number, log: Logger, round: () => Promise<unknown>): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<unknown> = Promise.resolve();
  const next = () => {
    timer = setTimeout(() => {
      running = round().catch((error: unknown) => log.error({ err: error }, 'a round of upkeep failed'));
      running.finally(() => {
        if (!stopped) next();
      });
    }, pauseMilliseconds);
  };
  next();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await running;
  };
}
