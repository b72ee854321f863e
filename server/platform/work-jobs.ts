// Starts the background work of all rooms: jobs queued by commits, repeated rounds, and hourly work. A process that only answers requests
// (ROLE=web) starts just the rounds that save what it counted.
import type { Owner } from './db.ts';
import type { JobData, JobName } from './jobs.ts';
import { jobNames } from './jobs.ts';
import { repeat } from './repeat-rounds.ts';
import type { Room, RoomParts } from './room.ts';

const hourMilliseconds = 3_600_000;

type WorkJob = (owner: Owner, job: JobData[JobName]) => Promise<void>;

/** Returns a function that stops the rounds; the queue is stopped separately. */
export async function workJobs(house: RoomParts, rooms: Room[]): Promise<() => Promise<void>> {
  const { database, jobs, log, config } = house;
  const works = rooms.flatMap((room) => room.jobs?.(house) ?? []);
  const leavesWork = config.role === 'web';
  for (const name of jobNames) {
    const [work, ...more] = works.flatMap(({ queue }) => queue?.[name] ?? []);
    if (!work || more.length)
      throw new Error(`jobs named ${name} are worked on by ${work ? 'several rooms' : 'no room'}`);
    if (leavesWork) continue;
    await jobs.work(name, (job) =>
      (work as WorkJob)(job.isTest ? database.forTests(job.ownerId) : database.forOwner(job.ownerId), job),
    );
  }
  const stops = works.map(({ rounds = [], end }) => {
    const ends = rounds
      .filter(({ ofRequests }) => ofRequests || !leavesWork)
      .map(({ everyMilliseconds, run }) => repeat(everyMilliseconds, log, run));
    return async () => {
      await Promise.all(ends.map((stop) => stop()));
      await end?.();
    };
  });
  const stopHourly = repeat(hourMilliseconds, log, async () => {
    if (leavesWork) return;
    for (const { hourly } of works) await hourly?.();
  });
  return async () => {
    await Promise.all([stopHourly(), ...stops.map((stop) => stop())]);
  };
}
