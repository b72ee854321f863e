// A person decides an order that waits for confirmation (1002, rules §7): confirms it, or rejects it with a reason,
// and then places and money are returned.
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { giveBackSold, moveOversold } from '../inventory/move-places.sql.ts';
import { giveBackCoupon } from '../marketing/marketing.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { changeStatus } from './change-status.ts';
import { giveVoucherCodes } from './order.sql.ts';
import { findOrder, listLines, lockOrder, type Visible } from './read.sql.ts';
import { endSupplements } from './supplement/add-supplement.ts';

/** The deciding actor, and the orders it may decide. */
export type Deciding = { as: 'owner' | 'supplier'; over: Visible };

/** Refuses with NotHere an order that the caller may not decide. */
async function openOrder(owner: OwnerTrx, orderNo: string, { over }: Deciding) {
  const order = (await findOrder(owner, orderNo, over)) && (await lockOrder(owner, orderNo));
  if (!order) throw new NotHere();
  return order;
}

export async function confirmOrder(
  context: Context,
  orderNo: string,
  deciding: Deciding,
): Promise<{ status: OrderStatusCode }> {
  const { owner, jobs } = context;
  const by = { actor: deciding.as, name: staffOf(context).name } as const;
  return inTransaction(owner, async (owner) => {
    const was = await openOrder(owner, orderNo, deciding);
    const status = await changeStatus(owner, orderNo, 'confirm', OrderStatus.confirmed, by);
    await giveVoucherCodes(owner, orderNo);
    await jobs.send(owner, 'order.changed', { orderNo, occasion: 'confirmed' });
    const subject = `order ${orderNo}`;
    await logAction(owner, context, {
      act: 'order-confirmed',
      subject,
      before: { status: was.status },
      after: { status },
    });
    return { status };
  });
}

/** Refuses invalidInput without a reason: the buyer reads it. */
export async function rejectOrder(
  context: Context,
  orderNo: string,
  reason: string,
  deciding: Deciding,
): Promise<{ status: OrderStatusCode }> {
  const { owner, jobs } = context;
  const why = reason.trim();
  const fields: FieldProblems = { why: { problem: 'required' } };
  if (!why) throw new Refusal('invalidInput', { fields });
  const by = { actor: deciding.as, name: staffOf(context).name, why } as const;
  return inTransaction(owner, async (owner) => {
    const was = await openOrder(owner, orderNo, deciding);
    const status = await changeStatus(owner, orderNo, 'reject', OrderStatus.closed, by);
    const lines = await listLines(owner, [orderNo]);
    await giveBackSold(owner, orderNo);
    if (lines.some((line) => line.oversold)) await moveOversold(owner, orderNo, -1);
    await giveBackCoupon(owner, orderNo);
    await endSupplements(owner, jobs, orderNo, { giveBack: true, reason: why });
    await jobs.send(owner, 'refund.ask', { orderNo, cause: 'reject', reason: why });
    await jobs.send(owner, 'order.changed', { orderNo, occasion: 'rejected' });
    const subject = `order ${orderNo}`;
    await logAction(owner, context, {
      act: 'order-rejected',
      subject,
      before: { status: was.status },
      after: { status, why },
    });
    return { status };
  });
}
