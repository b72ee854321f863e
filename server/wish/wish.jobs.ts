// The round that sends notices of lower prices and new places, each once.
import { inTransaction, type Owners } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { claimNotice, forgetNotices, listDueNotices } from './notice.sql.ts';

const roundMilliseconds = 60_000;
const batch = 200;

/** Returns the number of queued mails. */
export async function queueNotices({
  house,
  forOwner,
  jobs,
  now,
}: Owners & { jobs: Jobs; now: Date }): Promise<number> {
  return workThrough(await listDueNotices(house, batch, now), ({ owner_id: ownerId, notice_id: noticeId }) =>
    inTransaction(forOwner(ownerId), async (owner) => {
      if ((await claimNotice(owner, noticeId, now)) !== 1) return 0;
      await jobs.send(owner, 'notice.mail', { noticeId, about: 'told', request: String(now.getTime()) });
      return 1;
    }),
  );
}

export function wishJobs({ database: { house, forOwner }, jobs, clock: timeOf }: RoomParts): RoomJobs {
  const run = async () => {
    await queueNotices({ house, forOwner, jobs, now: timeOf() });
  };
  return {
    rounds: [{ everyMilliseconds: roundMilliseconds, run, byClock: true }],
    hourly: () => forgetNotices(house, timeOf()),
  };
}
