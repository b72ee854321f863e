// Completes a confirmed line once its service is over in its time zone (§4, 1003 → 1005): after its last day, the end of a stay
// or the validity of an open ticket. Safe to run twice and on several processes.
import { OrderStatus } from '../../../domain/order-status.ts';
import { type Db, inTransaction, type Sql } from '../../platform/db.ts';
import type { Jobs } from '../../platform/jobs.ts';
import { changeStatus } from '../change-status.ts';
import { lockOrder } from '../read.sql.ts';
import { listLinesOver, listOver } from './clock.sql.ts';

export type Clock = { house: Db; dbOf(ownerId: number): Db; jobs: Jobs; now: Date };

const batch = 200;

/** Returns the number of completed lines. */
export async function completeOrders({ house, dbOf, now }: Clock): Promise<number> {
  let completed = 0;
  for (;;) {
    const due = await listOver(house, now, batch);
    let moved = 0;
    for (const { owner_id: ownerId, order_no: orderNo } of due)
      moved += await inTransaction(dbOf(ownerId), (trx) => completeOrder(trx, ownerId, orderNo, now));
    completed += moved;
    // No line moved: another process was faster, or the clock may not change what is left.
    if (due.length < batch || !moved) return completed;
  }
}

async function completeOrder(trx: Sql, ownerId: number, orderNo: string, now: Date): Promise<number> {
  await lockOrder(trx, ownerId, orderNo);
  const lines = await listLinesOver(trx, ownerId, orderNo, now);
  for (const line of lines)
    await changeStatus(trx, ownerId, orderNo, 'complete', OrderStatus.completed, { actor: 'clock', name: '' }, line);
  return lines.length;
}
