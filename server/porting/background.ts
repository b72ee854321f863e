// Work that goes on after its answer was sent: counted, so that a house that closes waits for it, and told to end early.
import type { Logger } from '../platform/log.ts';

const working = new Set<Promise<void>>();
let closing = false;

export function startWork(log: Logger, work: () => Promise<void>): void {
  const done: Promise<void> = work()
    .catch((error: unknown) => log.error({ err: error }, 'work on an import failed'))
    .finally(() => working.delete(done));
  working.add(done);
}

/** Asked between two pieces of work; a run that breaks off here goes on by itself (go-on.ts). */
export const isClosing = (): boolean => closing;

export async function endWork(): Promise<void> {
  closing = true;
  await Promise.all(working);
  closing = false;
}
