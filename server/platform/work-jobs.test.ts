// Hourly work is done although no process lives for an hour: each is restarted by a release, ended for its memory, or switched on for
// half an hour a day.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { jobNames } from './jobs.ts';
import { makeLog } from './log.ts';
import type { Room, RoomParts } from './room.ts';
import { workJobs } from './work-jobs.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;
async function live(minutes: number): Promise<number> {
  let done = 0;
  const queue = Object.fromEntries(jobNames.map((name) => [name, async () => undefined]));
  const room = {
    jobs: () => ({
      queue,
      hourly: async () => {
        done += 1;
      },
    }),
  } as unknown as Room;
  const house = { config: { role: 'both' }, jobs: { work: async () => undefined }, log: makeLog('silent') };
  const stop = await workJobs(house as unknown as RoomParts, [room]);
  await vi.advanceTimersByTimeAsync(minutes * minute);
  await stop();
  return done;
}

it('comes ten minutes after the start of a process, and each hour from then on', async () => {
  expect(await live(9)).toBe(0);
  expect(await live(12)).toBe(1);
  expect(await live(59)).toBe(1);
  expect(await live(75)).toBe(2);
});
