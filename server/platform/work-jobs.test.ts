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
async function live(minutes: number, isClockWrong = () => false): Promise<number> {
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
  const stop = await workJobs(house as unknown as RoomParts, [room], isClockWrong);
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

it('rounds that go by the clock and hourly work wait while it is wrong; all others go on', async () => {
  let [isWrong, rounds, swept, saved, hourly] = [true, 0, 0, 0, 0];
  const room = {
    jobs: () => ({
      queue: Object.fromEntries(jobNames.map((name) => [name, async () => undefined])),
      rounds: [
        { everyMilliseconds: minute, run: async () => (rounds += 1), atStart: true, byClock: true },
        { everyMilliseconds: minute, run: async () => (swept += 1) },
        { everyMilliseconds: minute, run: async () => (saved += 1), ofRequests: true },
      ],
      hourly: async () => (hourly += 1),
    }),
  } as unknown as Room;
  const house = { config: { role: 'both' }, jobs: { work: async () => undefined }, log: makeLog('silent') };
  const stop = await workJobs(house as unknown as RoomParts, [room], () => isWrong);
  await vi.advanceTimersByTimeAsync(69.5 * minute);
  expect([rounds, hourly]).toEqual([0, 0]);
  expect([swept, saved]).toEqual([69, 69]);
  isWrong = false;
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(rounds).toBe(2);
  await stop();
});
