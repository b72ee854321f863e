import { describe, expect, it } from 'vitest';
import { waitForQuiet } from './wait-for-quiet.ts';

/** Keeps the event loop busy until the returned function is called. */
function keepBusy(): () => void {
  let isOver = false;
  const turn = () => {
    const until = performance.now() + 20;
    while (performance.now() < until);
    if (!isOver) setImmediate(turn);
  };
  turn();
  return () => {
    isOver = true;
  };
}

/** A look counts for half a second. */
const quietMomentsEnd = () => new Promise((resolve) => setTimeout(resolve, 600));

describe('work that follows an order', () => {
  it('goes on at once in a process that has time', async () => {
    const began = performance.now();
    await waitForQuiet(5000);
    expect(performance.now() - began).toBeLessThan(2500);
  });

  it('looks once for all that follows in the next half second', async () => {
    await waitForQuiet(5000);
    const began = performance.now();
    for (let batch = 0; batch < 10; batch += 1) await waitForQuiet(5000);
    // Looking ten times would take a second.
    expect(performance.now() - began).toBeLessThan(400);
  });

  it('waits while requests keep the process busy, and goes on when they end', async () => {
    await quietMomentsEnd();
    const stop = keepBusy();
    let went = false;
    const waiting = waitForQuiet(20_000).then(() => {
      went = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(went).toBe(false);
    stop();
    await waiting;
    expect(went).toBe(true);
  });

  it('goes on after its time, however busy the process is', async () => {
    await quietMomentsEnd();
    const stop = keepBusy();
    const began = performance.now();
    await waitForQuiet(400);
    stop();
    expect(performance.now() - began).toBeGreaterThan(350);
  });
});
