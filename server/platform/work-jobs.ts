// Starts the background work of all rooms: jobs queued by commits, repeated rounds, and hourly work. A process that only answers requests
// (ROLE=web) starts just the rounds that save what it counted.
import { inRoundsLane } from './database/share-connections.ts';
import type { Database, Owner } from './db.ts';
import type { JobName, StoredJob } from './jobs.ts';
import { jobNames } from './jobs.ts';
import { workWatched } from './observe/watch-jobs.ts';
import { repeat, workThrough } from './repeat-rounds.ts';
import type { Room, RoomParts } from './room.ts';

const hourMilliseconds = 3_600_000;
/** Before the first hourly work of a process: not amid its start, and also where no process lives for an hour. */
const firstMilliseconds = 600_000;
/**
 * Rounds begin one after another: at one moment, each would open a connection of its own, which plans its statements anew, and requests
 * would go to all of these connections in turn.
 */
const apartMilliseconds = 40;

type WorkJob = (owner: Owner, job: StoredJob<JobName>) => Promise<void>;
type WorkJobs = (owner: Owner, list: StoredJob<JobName>[]) => Promise<unknown[]>;

/**
 * Returns a function that stops the rounds; the queue is stopped separately. While the clock is wrong, hourly work waits, and so do the
 * rounds that go by it.
 */
export async function workJobs(
  house: RoomParts,
  rooms: Room[],
  isClockWrong: () => boolean,
): Promise<() => Promise<void>> {
  const { database, jobs, log, config } = house;
  const works = rooms.flatMap((room) => room.jobs?.(house) ?? []);
  const leavesWork = config.role === 'web';
  for (const name of jobNames) {
    const [work, ...more] = works.flatMap(({ queue, batches }) => [
      ...(queue?.[name] ? [oneByOne(name, queue[name] as WorkJob)] : []),
      ...(batches?.[name] ? [together(name, batches[name] as WorkJobs)] : []),
    ]);
    if (!work || more.length)
      throw new Error(`jobs named ${name} are worked on by ${work ? 'several rooms' : 'no room'}`);
    if (leavesWork) continue;
    await jobs.work(name, (list) => workByOwner(database, work, list));
  }
  let begun = 0;
  const stops = works.map(({ rounds = [], end }) => {
    const ends = rounds
      .filter(({ ofRequests }) => ofRequests || !leavesWork)
      .map(({ everyMilliseconds, run, atStart = false, byClock = false }) => {
        begun += 1;
        const rhythm = { pauseMilliseconds: everyMilliseconds, afterMilliseconds: begun * apartMilliseconds, atStart };
        const runInTime = async (soon: () => void) =>
          byClock && isClockWrong() ? undefined : inRoundsLane(() => run(soon));
        return repeat(rhythm, log, runInTime);
      });
    return async () => {
      await Promise.all(ends.map((stop) => stop()));
      await end?.();
    };
  });
  const hourly = { pauseMilliseconds: hourMilliseconds, afterMilliseconds: firstMilliseconds, atStart: true };
  const stopHourly = repeat(hourly, log, async () => {
    if (leavesWork || isClockWrong()) return;
    await workThrough(works, async (work) => {
      await inRoundsLane(async () => work.hourly?.());
    });
  });
  return async () => {
    await Promise.all([stopHourly(), ...stops.map((stop) => stop())]);
  };
}

function oneByOne(name: JobName, work: WorkJob): WorkJobs {
  return async (owner, list) => {
    const errors: unknown[] = [];
    for (const job of list) {
      const [error] = await workWatched({ name, owner, list: [job] }, async () => [
        await work(owner, job).then(
          () => undefined,
          (error: unknown) => error,
        ),
      ]);
      errors.push(error);
    }
    return errors;
  };
}

function together(name: JobName, work: WorkJobs): WorkJobs {
  return (owner, list) => workWatched({ name, owner, list }, () => work(owner, list));
}

/** Jobs of one owner are done together. */
async function workByOwner(database: Database, work: WorkJobs, list: StoredJob<JobName>[]): Promise<unknown[]> {
  const errors: unknown[] = [];
  const owners = Map.groupBy(list.keys(), (at) => {
    const { ownerId, isTest } = list[at] as StoredJob<JobName>;
    return isTest ? database.forTests(ownerId) : database.forOwner(ownerId);
  });
  for (const [owner, places] of owners) {
    const jobs = places.map((at) => list[at] as StoredJob<JobName>);
    const failed = await work(owner, jobs).catch((error: unknown) => places.map(() => error));
    for (const [place, at] of places.entries()) errors[at] = failed[place];
  }
  return errors;
}
