// A person decides on an order that waits for confirmation (1002, decisions §7): confirmed, or rejected with a reason,
// then the places and the money go back.
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { giveBackSold, moveOversold } from '../inventory/inventory.sql.ts';
import { giveBackCoupon } from '../marketing/marketing.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { changeStatus } from './change-status.ts';
import { giveVoucherCodes, listLines, lockOrder } from './order.sql.ts';
import { endSupplements } from './supplement/add-supplement.ts';

export async function confirmOrder(context: Context, orderNo: string): Promise<{ status: OrderStatusCode }> {
  const { db, site, jobs } = context;
  const by = { actor: 'owner', name: staffOf(context).name } as const;
  return inTransaction(db, async (trx) => {
    if (!(await lockOrder(trx, site.ownerId, orderNo))) throw new NotHere();
    const status = await changeStatus(trx, site.ownerId, orderNo, 'confirm', OrderStatus.confirmed, by);
    await giveVoucherCodes(trx, site.ownerId, orderNo);
    await jobs.send(trx, 'order.changed', { ownerId: site.ownerId, orderNo, occasion: 'confirmed' });
    return { status };
  });
}

/** Refuses invalidInput without a reason: the buyer reads it. */
export async function rejectOrder(
  context: Context,
  orderNo: string,
  why: string,
): Promise<{ status: OrderStatusCode }> {
  const { db, site, jobs } = context;
  const { ownerId } = site;
  const fields: FieldProblems = { why: { problem: 'required' } };
  if (!why.trim()) throw new Refusal('invalidInput', { fields });
  const by = { actor: 'owner', name: staffOf(context).name, why: why.trim() } as const;
  return inTransaction(db, async (trx) => {
    if (!(await lockOrder(trx, ownerId, orderNo))) throw new NotHere();
    const status = await changeStatus(trx, ownerId, orderNo, 'reject', OrderStatus.closed, by);
    const lines = await listLines(trx, ownerId, [orderNo]);
    await giveBackSold(trx, ownerId, orderNo);
    if (lines.some((line) => line.oversold)) await moveOversold(trx, ownerId, orderNo, -1);
    await giveBackCoupon(trx, ownerId, orderNo);
    await endSupplements(trx, jobs, ownerId, orderNo, { giveBack: true, reason: why.trim() });
    await jobs.send(trx, 'refund.ask', { ownerId, orderNo, cause: 'reject', reason: why.trim() });
    await jobs.send(trx, 'order.changed', { ownerId, orderNo, occasion: 'rejected' });
    return { status };
  });
}
