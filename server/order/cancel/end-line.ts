// How a line ends, wholly or in part (§4, rules §7): its places and its money go back, the rest of it keeps its state.

import { Refusal } from '../../../domain/errors.ts';
import { isEnded, OrderStatus, type OrderStatusCode, rollUpStatus } from '../../../domain/order-status.ts';
import { giveBackLine, giveBackPart } from '../../inventory/move-places.sql.ts';
import type { OwnerTrx } from '../../platform/db.ts';
import type { Ended, Jobs } from '../../platform/jobs.ts';
import { giveUpOversold, lowerFees, noteCancelled } from '../cancel.sql.ts';
import { type ActedBy, changeStatus } from '../change-status.ts';
import { setRollUp } from '../order.sql.ts';
import { giveMoneyBack } from '../part/give-money-back.ts';
import { dropRest } from '../part/rest.sql.ts';
import { type LineOfOrder, listStatuses } from '../read.sql.ts';
import type { Settling } from '../settle-order.ts';
import { lowerOfLine, withdrawOfLine } from '../supplement/supplement.sql.ts';

const endedBy = {
  cancelPending: OrderStatus.cancelled,
  approveCancel: OrderStatus.cancelledAfterApproval,
  lapse: OrderStatus.cancelledAfterApproval,
  reject: OrderStatus.closed,
} as const;

/** `withFee`: the shop ends it, so that the way to pay's fee goes back, too. */
export type Ending = { quantity: number; shareMinor: number; refundMinor: number; withFee?: boolean };

/**
 * Ends a line, wholly or in part: places and money are returned, the rest keeps its state. A whole line moves by `action`; part of a
 * line with an open request returns to confirmed. Returns what ended and what goes back: its caller writes the mail, one for all lines.
 */
export async function endLine(
  owner: OwnerTrx,
  { jobs, now }: Pick<Settling, 'jobs' | 'now'>,
  line: LineOfOrder,
  { quantity, shareMinor, refundMinor, withFee = false }: Ending,
  action: keyof typeof endedBy,
  by: ActedBy,
): Promise<Ended> {
  const left = line.quantity - line.cancelled_quantity;
  const whole = quantity === left;
  if ((await noteCancelled(owner, line.sub_order_no, quantity, shareMinor)) !== 1)
    throw new Refusal('actionNotAllowed');
  if (line.oversold) await giveUpOversold(owner, line.sub_order_no, quantity);
  else if (whole) await giveBackLine(owner, line.sub_order_no);
  else await giveBackPart(owner, line.sub_order_no, quantity);
  if (whole) await withdrawOfLine(owner, line.sub_order_no);
  else await lowerOfLine(owner, line.sub_order_no, quantity, left);
  let status: OrderStatusCode | null = null;
  if (whole) status = await changeStatus(owner, line.order_no, action, endedBy[action], by, line.sub_order_no);
  else if (action === 'approveCancel')
    await changeStatus(owner, line.order_no, 'approvePart', OrderStatus.confirmed, by, line.sub_order_no);
  else await setRollUp(owner, line.order_no, rollUpStatus(await listStatuses(owner, line.order_no)));
  const { order_no: orderNo, sub_order_no: subOrderNo } = line;
  const cause = `cancel-${subOrderNo.split('-').at(-1)}-${line.cancelled_quantity + quantity}`;
  const act = String(now.getTime());
  const refund = { orderNo, cause, reason: by.why || action, subOrderNo, withFee, orderMinor: refundMinor, act };
  const backMinor = refundMinor > 0 ? await giveBack(owner, jobs, line, refund) : 0;
  // The whole order has ended: the rest need not be paid any more.
  const unpaidMinor = status && isEnded(status) ? await dropRest(owner, line.order_no) : 0;
  // Where the rest lapses, only what was paid was written down as kept.
  if (action !== 'lapse' && unpaidMinor > 0) await lowerFees(owner, orderNo, unpaidMinor);
  return { lines: [{ subOrderNo, quantity }], back: backMinor > 0 ? [{ ...refund, orderMinor: backMinor }] : [] };
}

type Back = Parameters<typeof giveMoneyBack>[2];

/**
 * Lines that stand have their vouchers now, if nothing is left to be paid: a mail of its own brings them. Where some line waited before,
 * the confirmation of the whole order does, once nothing waits any more.
 */
async function giveBack(owner: OwnerTrx, jobs: Jobs, line: LineOfOrder, refund: Back): Promise<number> {
  const { orderMinor, freed } = await giveMoneyBack(owner, jobs, refund);
  const waited =
    line.status === OrderStatus.pending || (await listStatuses(owner, line.order_no)).includes(OrderStatus.pending);
  if (freed && !waited)
    await jobs.send(owner, 'order.changed', { orderNo: refund.orderNo, occasion: 'confirmed:freed' });
  return orderMinor;
}
