// The round that reminds of details that are missing.
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { remindMissing } from './remind-missing.ts';

const roundMilliseconds = 60_000;

export function completionJobs({ database, jobs, clock: timeOf }: RoomParts): RoomJobs {
  const run = async () => {
    await remindMissing({ house: database.house, forOwner: database.forOwner, jobs, now: timeOf() });
  };
  return { rounds: [{ everyMilliseconds: roundMilliseconds, run, byClock: true }] };
}
