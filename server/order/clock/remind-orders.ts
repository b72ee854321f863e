// Reminders (§3 order): shortly before the deadline to pay, and on the day before the service. The right to remind is taken in the
// transaction that queues the mail, so each is sent once, even with several processes.
import { inTransaction } from '../../platform/db.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
import { claimDeadline, claimTomorrow, listForTomorrow, listNearDeadline } from './clock.sql.ts';
import type { ClockRound } from './complete-orders.ts';

const batch = 200;

/** Returns the number of queued reminders. */
export async function remindOrders({ house, forOwner, jobs, now }: ClockRound): Promise<number> {
  const ofDeadlines = async () =>
    workThrough(await listNearDeadline(house, now, batch), ({ owner_id: ownerId, order_no: orderNo }) =>
      inTransaction(forOwner(ownerId), async (owner) => {
        if ((await claimDeadline(owner, orderNo, now)) !== 1) return 0;
        await jobs.send(owner, 'order.changed', { orderNo, occasion: 'payReminder' });
        return 1;
      }),
    );
  const ofTomorrow = async () =>
    workThrough(await listForTomorrow(house, now, batch), ({ owner_id: ownerId, order_no: orderNo }) =>
      inTransaction(forOwner(ownerId), async (owner) => {
        const day = await claimTomorrow(owner, orderNo, now);
        if (!day) return 0;
        await jobs.send(owner, 'order.changed', { orderNo, occasion: `dayBefore:${day}` });
        return 1;
      }),
    );
  return workThrough([ofDeadlines, ofTomorrow], (remind) => remind());
}
