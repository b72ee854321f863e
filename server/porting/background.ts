// Work that continues after its answer was sent: counted, so that a stopping process waits for it and can end it early.
import type { Logger } from '../platform/log.ts';

const working = new Set<Promise<void>>();
let closing = false;

export function startWork(log: Logger, work: () => Promise<void>): void {
  const done: Promise<void> = work()
    .catch((error: unknown) => log.error({ err: error }, 'work on an import failed'))
    .finally(() => working.delete(done));
  working.add(done);
}

/** Checked between two pieces of work; a run interrupted here is resumed later (go-on.ts). */
export const isClosing = (): boolean => closing;

export async function endWork(): Promise<void> {
  closing = true;
  await Promise.all(working);
  closing = false;
}
