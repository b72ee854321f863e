// Work that follows an order waits while requests keep the process busy: mails may come seconds later, buyers may not.
import { performance } from 'node:perf_hooks';

const lookMilliseconds = 100;
/** Above this share of the time the event loop is hardly ever idle. */
const busyFrom = 0.75;

/** Resolves as soon as the process has time, and at `until` at the latest. */
export async function waitForQuiet(until: number): Promise<void> {
  while (Date.now() < until) {
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, lookMilliseconds));
    if (performance.eventLoopUtilization(before).utilization < busyFrom) return;
  }
}
