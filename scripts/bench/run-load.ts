// Clients that repeat one request for some seconds, and the figures of that.

/** `perSecond` counts what succeeded; times are milliseconds of what succeeded. */
export type Load = { done: number; failed: number; reasons: string[]; perSecond: number; p50: number; p99: number };

/** Does the thing once; throws a sentence where the result is not what it must be. `close` comes when the time is over. */
export type Work = (() => Promise<void>) & { close?(): void };

export type Pace = { clients: number; seconds: number } | { clients: number; times: number };

/** `begin` gives each client its work. What was begun within the time is finished and counted, and so is the time it takes. */
export async function runLoad(pace: Pace, begin: (client: number) => Work): Promise<Load> {
  const began = performance.now();
  const times: number[] = [];
  const reasons = new Map<string, number>();
  let turn = 0;
  const over = () => ('seconds' in pace ? performance.now() - began >= pace.seconds * 1000 : turn >= pace.times);
  const client = async (index: number) => {
    const work = begin(index);
    while (!over()) {
      turn += 1;
      const from = performance.now();
      try {
        await work();
        times.push(performance.now() - from);
      } catch (error) {
        const { message } = error as Error;
        reasons.set(message, (reasons.get(message) ?? 0) + 1);
      }
    }
    work.close?.();
  };
  await Promise.all(Array.from({ length: pace.clients }, (_, index) => client(index)));
  const elapsed = (performance.now() - began) / 1000;
  const failed = [...reasons.values()].reduce((sum, count) => sum + count, 0);
  return {
    done: times.length,
    failed,
    reasons: [...reasons].map(([reason, count]) => `${count} × ${reason}`),
    perSecond: times.length / elapsed,
    ...readTimes(times),
  };
}

/** The median, and what all but one of a hundred stay below. */
export function readTimes(times: number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(times).sort();
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
