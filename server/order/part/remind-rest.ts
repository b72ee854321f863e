// Reminds buyers of the rest of an order that was paid in part (decision 0380): 7, 3 and 1 days before it is due. The right to remind is
// taken in the transaction that queues the mail.
import { restReminders } from '../../../domain/open-payments.ts';
import { inTransaction } from '../../platform/db.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
import type { ClockRound } from '../clock/complete-orders.ts';
import { claimRestReminder, listRestsToRemind } from './rest.sql.ts';

const batch = 200;
/** The nearest first: a buyer who was reminded of the last day is not reminded of the third. */
const nearestFirst = [...restReminders].sort((a, b) => a - b);

/** Returns the number of queued reminders. */
export async function remindRests({ house, forOwner, jobs, now }: ClockRound): Promise<number> {
  return workThrough(nearestFirst, async (days) =>
    workThrough(await listRestsToRemind(house, now, days, batch), (due) =>
      inTransaction(forOwner(due.owner_id), async (owner) => {
        if ((await claimRestReminder(owner, due.supplement_no, now, days)) !== 1) return 0;
        // Staff may give another last day, before which the buyer is reminded again.
        const occasion = `restReminder:${due.supplement_no}@${days}.${now.getTime()}`;
        await jobs.send(owner, 'order.changed', { orderNo: due.order_no, occasion });
        return 1;
      }),
    ),
  );
}
