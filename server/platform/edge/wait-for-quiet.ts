// Work that follows an order waits while requests keep the process busy: mails may come seconds later, buyers may not.
import { performance } from 'node:perf_hooks';

const lookMilliseconds = 100;
/** Above this share of the time the event loop is hardly ever idle. */
const busyFrom = 0.75;

/** So long a quiet moment counts: looking costs the work that follows orders more time than the work itself. */
const quietMilliseconds = 500;
let quietUntil = 0;

/** Resolves as soon as the process has time, and after `mostMilliseconds` at the latest. */
export async function waitForQuiet(mostMilliseconds: number): Promise<void> {
  const until = performance.now() + mostMilliseconds;
  while (performance.now() < until && performance.now() >= quietUntil) {
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
    const { utilization } = performance.eventLoopUtilization(before);
    if (utilization < busyFrom) quietUntil = performance.now() + quietMilliseconds;
  }
}
