// Undecided pick-ups outside the range (§5, rules §11 Second verification): from 24 hours before the service operations get a mail every
// hour. The mail is claimed in the transaction that queues it.
import { inTransaction } from '../../platform/db.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
import { claimUndecided, listUndecided } from './clock.sql.ts';
import type { ClockRound } from './complete-orders.ts';

const batch = 200;

/** Returns the number of queued mails. */
export async function remindUndecided({ house, forOwner, jobs, now }: ClockRound): Promise<number> {
  return workThrough(await listUndecided(house, now, batch), ({ owner_id: ownerId, order_no: orderNo }) =>
    inTransaction(forOwner(ownerId), async (owner) => {
      if ((await claimUndecided(owner, orderNo, now)) !== 1) return 0;
      await jobs.send(owner, 'order.changed', { orderNo, occasion: `pickupWaits:${now.getTime()}` });
      return 1;
    }),
  );
}
