// A process with little to do gives memory back to the machine (decision 0761). V8 would, too, but never finds this process idle enough:
// its rounds of upkeep go on.
import { performance } from 'node:perf_hooks';

const lookMilliseconds = 5000;
/** Above this share of the time the process is at work, and people would wait for the collection. */
const quietBelow = 0.1;
/** Less is not worth a fifth of a second. */
const worthwhileBytes = 24 * 1024 * 1024;

/** Does nothing where Node was started without --expose-gc (scripts/server-process.json has it). */
export function releaseMemory(): void {
  const { gc } = globalThis;
  if (!gc) return;
  let before = performance.eventLoopUtilization();
  let smallest = 0;
  const look = () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization >= quietBelow || readResident() < smallest + worthwhileBytes) return;
    // An ordinary collection keeps the pages that it has freed; the last resort returns them.
    gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    smallest = readResident();
    before = performance.eventLoopUtilization();
  };
  setInterval(look, lookMilliseconds).unref();
}

/** 0 where the process may open no more files, which this needs for a moment. */
function readResident(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}
