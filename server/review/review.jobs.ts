// The rounds of reviews: travellers are asked a day after the use, and pictures that were never sent with a review go.
import { inTransaction, type Owners } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { claimAsk, listDueAsks } from './ask.sql.ts';
import { dropLeftPictures } from './review.sql.ts';

const roundMilliseconds = 300_000;
const batch = 200;
const dayMilliseconds = 86_400_000;

/** Returns the number of queued mails; the right to ask is taken in the transaction that queues the mail. */
export async function askForReviews({
  house,
  forOwner,
  jobs,
  now,
}: Owners & { jobs: Jobs; now: Date }): Promise<number> {
  return workThrough(await listDueAsks(house, now, batch), (due) =>
    inTransaction(forOwner(due.owner_id), async (owner) => {
      if ((await claimAsk(owner, due, now)) !== 1) return 0;
      await jobs.send(owner, 'review.mail', { orderNo: due.order_no, productId: due.product_id, request: '' });
      return 1;
    }),
  );
}

export function reviewJobs({ database, jobs, clock: timeOf }: RoomParts): RoomJobs {
  const { house, forOwner } = database;
  const run = async () => {
    await askForReviews({ house, forOwner, jobs, now: timeOf() });
  };
  return {
    rounds: [{ everyMilliseconds: roundMilliseconds, run, byClock: true }],
    hourly: () => dropLeftPictures(house, new Date(timeOf().getTime() - dayMilliseconds)),
  };
}
