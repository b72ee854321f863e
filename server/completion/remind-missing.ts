// Reminders of details that are missing (§4 booking completion): 7, 3 and 1 days before the deadline or the service, whichever comes first,
// each once, and again when the day is another. The right to remind is taken in the transaction that queues the mail.
import { inTransaction, type Owners } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import { claimReminder, listToRemind } from './incomplete.sql.ts';
import { isMissing, readOrders } from './read-completion.ts';

const batch = 200;

/** Returns the number of queued reminders. */
export async function remindMissing({
  house,
  forOwner,
  jobs,
  now,
}: Owners & { jobs: Jobs; now: Date }): Promise<number> {
  return workThrough(await listToRemind(house, now, batch), ({ owner_id: ownerId, order_no: orderNo }) =>
    inTransaction(forOwner(ownerId), async (owner) => {
      const days = await claimReminder(owner, orderNo, now);
      const [order] = await readOrders(owner, [orderNo], now);
      if (days === undefined || !order || order.state !== 'open' || !isMissing(order)) return 0;
      await jobs.send(owner, 'order.changed', { orderNo, occasion: `completionReminder:${days}@${now.getTime()}` });
      return 1;
    }),
  );
}
