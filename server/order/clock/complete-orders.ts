// Completes a confirmed line once its service is over in its time zone (§4, 1003 → 1005): after its last day, the end of a stay
// or the validity of an open ticket. Safe to run twice and on several processes.
import { OrderStatus } from '../../../domain/order-status.ts';
import { inTransaction, type Owner, type Owners } from '../../platform/db.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
import { changeStatus } from '../change-status.ts';
import { lockOrder } from '../read.sql.ts';
import { listLinesOver, listOver } from './clock.sql.ts';

export type ClockRound = Owners & { jobs: Jobs; now: Date };

const batch = 200;

/** Returns the number of completed lines. */
export async function completeOrders({ house, forOwner, now }: ClockRound): Promise<number> {
  let completed = 0;
  for (;;) {
    const due = await listOver(house, now, batch);
    const moved = await workThrough(due, ({ owner_id: ownerId, order_no: orderNo }) =>
      inTransaction(forOwner(ownerId), (owner) => completeOrder(owner, orderNo, now)),
    );
    completed += moved;
    // No line moved: another process was faster, or the clock may not change what is left.
    if (due.length < batch || !moved) return completed;
  }
}

async function completeOrder(owner: Owner, orderNo: string, now: Date): Promise<number> {
  await lockOrder(owner, orderNo);
  const lines = await listLinesOver(owner, orderNo, now);
  for (const line of lines)
    await changeStatus(owner, orderNo, 'complete', OrderStatus.completed, { actor: 'clock', name: '' }, line);
  return lines.length;
}
