// Rounds of a process: the next one comes soon where the last one left work, at its usual time otherwise, and never beside another.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeLog } from './log.ts';
import { repeat } from './repeat-rounds.ts';

const log = makeLog('info', { write: () => undefined });
const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
let stop: () => Promise<void> = async () => undefined;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  const ended = stop();
  await vi.advanceTimersByTimeAsync(1000);
  await ended;
  vi.useRealTimers();
});

describe('a round', () => {
  it('comes soon where work is left, and at its usual time afterwards', async () => {
    let rounds = 0;
    stop = repeat({ pauseMilliseconds: 1500 }, log, async (soon) => {
      rounds += 1;
      if (rounds < 5) soon();
    });
    await vi.advanceTimersByTimeAsync(1500 + 4 * 100 + 1499);
    expect(rounds).toBe(5);
    await vi.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(6);
  });

  it('comes soon when something that it began ends later', async () => {
    let rounds = 0;
    stop = repeat({ pauseMilliseconds: 1000 }, log, async (soon) => {
      rounds += 1;
      if (rounds === 1) setTimeout(soon, 200);
    });
    await vi.advanceTimersByTimeAsync(1000 + 200 + 100);
    expect(rounds).toBe(2);
  });

  it('is never beside another, and a long one is followed by a pause as long', async () => {
    const at: [began: number, ended: number][] = [];
    stop = repeat({ pauseMilliseconds: 1000 }, log, async (soon) => {
      const began = performance.now();
      soon();
      await sleep(300);
      soon();
      at.push([began, performance.now()]);
    });
    await vi.advanceTimersByTimeAsync(1000 + 4 * 600);
    const pauses = at.slice(1).map(([began], place) => began - (at[place]?.[1] ?? 0));
    expect(at.length).toBe(4);
    expect(pauses).toEqual([300, 300, 300]);
  });

  it('that fails is followed by another, and none comes after the end', async () => {
    let rounds = 0;
    stop = repeat({ pauseMilliseconds: 100 }, log, async (soon) => {
      rounds += 1;
      soon();
      throw new Error('no database');
    });
    await vi.advanceTimersByTimeAsync(350);
    await stop();
    expect(rounds).toBe(3);
    await vi.advanceTimersByTimeAsync(300);
    expect(rounds).toBe(3);
  });
});
