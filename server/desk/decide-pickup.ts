// The second verification of a pick-up (§5, docs/decisions/0286): while it waits the order is not confirmed and has no voucher. A person
// approves it, approves it with an additional payment, or refuses it and gives everything back.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { endLine } from '../order/cancel/end-line.ts';
import { addUp, announceCancelled, endIfOver } from '../order/cancel/end-order.ts';
import { quoteLine } from '../order/cancel/quote-line.ts';
import { decideRequest, insertRequest, listRequests } from '../order/cancel.sql.ts';
import { type ActedBy, changeStatus } from '../order/change-status.ts';
import { withdrawLocked } from '../order/close-order.ts';
import { confirmLocked, rejectLines, rejectLocked } from '../order/decide-pending.ts';
import { type LineOfOrder, listLines, lockOrder, type OrderRow } from '../order/read.sql.ts';
import { insertRemark } from '../order/remark.sql.ts';
import { endSupplements, writeSupplement } from '../order/supplement/add-supplement.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import type { Ended } from '../platform/jobs.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { closeCheck } from './change.sql.ts';

type Decision = ParsedInputOf<'consolePickup'>;

/**
 * Refuses invalidInput when a text is needed and missing, actionNotAllowed when no check is open or the order cannot be decided as asked,
 * paymentUnderWay when an unpaid order is being paid.
 */
export async function decidePickup(context: Context, input: Decision): Promise<OutputOf<'consolePickup'>> {
  const { id, fine, supplementMinor } = input;
  const text = input.text.trim();
  const fields: FieldProblems = { text: { problem: 'required' } };
  if ((!fine || supplementMinor) && !text) throw new Refusal('invalidInput', { fields });
  return inTransaction(context.owner, async (owner) => {
    const order = await lockOrder(owner, id);
    if (!order) throw new NotHere();
    const state = fine ? 'fine' : 'refused';
    if ((await closeCheck(owner, id, state)) !== 1) throw new Refusal('actionNotAllowed');
    if (text) await messageBuyer(owner, context, id, text);
    if (fine) await approve(owner, context, order, { supplementMinor, text });
    else await refuse(owner, context, order, text);
    const act = {
      act: 'pickup-checked',
      subject: `order ${id}`,
      before: { secondCheck: 'waiting', status: order.status },
    };
    const status = (await lockOrder(owner, id))?.status ?? order.status;
    const after = { secondCheck: state, text, status, ...(supplementMinor ? { supplementMinor } : {}) };
    await logAction(owner, context, { ...act, after });
    return { status };
  });
}

async function messageBuyer(owner: OwnerTrx, context: Context, orderNo: string, text: string): Promise<void> {
  await insertRemark(owner, orderNo, { side: 2, author: staffOf(context).name, text });
  await context.jobs.send(owner, 'order.changed', { orderNo, occasion: `remark:${context.now.getTime()}` });
}

/** An instant order that is paid was held back by the check alone: it is confirmed now. Others wait for what else they need. */
async function approve(
  owner: OwnerTrx,
  context: Context,
  order: OrderRow,
  { supplementMinor, text }: { supplementMinor: number | undefined; text: string },
): Promise<void> {
  const { order_no: orderNo } = order;
  if (supplementMinor)
    await writeSupplement(owner, context, {
      ...{ id: orderNo, kind: 'priceDifference', amountMinor: supplementMinor },
      reason: text,
    });
  const waiting = (await listLines(owner, [orderNo])).filter((line) => line.status === OrderStatus.pending);
  const instant = waiting.length > 0 && waiting.every((line) => line.terms.instant && !line.oversold);
  const by = { actor: 'owner', name: staffOf(context).name } as const;
  if (instant) await confirmLocked(owner, context.jobs, orderNo, by, { booked: true });
  else await context.jobs.send(owner, 'order.changed', { orderNo, occasion: `pickupFine:${context.now.getTime()}` });
}

/** Everything goes back: an unpaid order is withdrawn, a paid one rejected, one that was confirmed before is cancelled without a fee. */
async function refuse(owner: OwnerTrx, context: Context, order: OrderRow, why: string): Promise<void> {
  const { jobs } = context;
  const { order_no: orderNo, status } = order;
  const by = { actor: 'owner', name: staffOf(context).name, why } as const;
  if (status === OrderStatus.unpaid) {
    await withdrawLocked(owner, order, orderNo, by);
    await jobs.send(owner, 'order.changed', { orderNo, occasion: `cancelled:${context.now.getTime()}` });
  } else if (status === OrderStatus.pending || status === OrderStatus.confirmed)
    await refusePaid(owner, context, order, by);
  else throw new Refusal('actionNotAllowed');
}

/**
 * Of several suppliers one may have confirmed before the pick-up came in: its lines are cancelled, those that wait rejected. Refuses
 * voucherUsed once a line was redeemed, actionNotAllowed while a cancellation of one waits to be decided.
 */
async function refusePaid(
  owner: OwnerTrx,
  context: Context,
  order: OrderRow,
  by: ActedBy & { why: string },
): Promise<void> {
  const { order_no: orderNo } = order;
  const lines = await listLines(owner, [orderNo]);
  const at = (status: OrderStatusCode) => lines.filter((line) => line.status === status);
  const standing = at(OrderStatus.confirmed);
  if (at(OrderStatus.cancelling).length) throw new Refusal('actionNotAllowed');
  if (standing.some((line) => line.redeemed_at !== null)) throw new Refusal('voucherUsed');
  // What was delivered is not given back, and what belongs to the whole order is that line's then.
  const delivered = at(OrderStatus.completed).length > 0;
  if (!standing.length && !delivered) {
    await rejectLocked(owner, context.jobs, orderNo, by);
    return;
  }
  const parts: Ended[] = [];
  for (const line of standing) parts.push(await cancelLine(owner, context, line, by.why));
  const waiting = at(OrderStatus.pending);
  parts.push(await rejectLines(owner, context, { order, waiting }, by));
  const give = { give: 'everything', reason: by.why, withFee: true } as const;
  const back = delivered ? [] : await endSupplements(owner, context.jobs, orderNo, give);
  back.push(...(await endIfOver(owner, context.jobs, orderNo, by.why)));
  const ended = standing.map((line) => line.sub_order_no);
  await announceCancelled(owner, context, orderNo, addUp(parts, back), { rejected: waiting.length > 0, ended });
}

/** Through a request of the owner that is approved at once, so that the history and the list of cancellations have it. */
async function cancelLine(owner: OwnerTrx, context: Context, line: LineOfOrder, why: string): Promise<Ended> {
  const { order_no: orderNo, sub_order_no: subOrderNo } = line;
  const { name } = staffOf(context);
  const by = { actor: 'owner', name, why } as const;
  const quantity = line.quantity - line.cancelled_quantity;
  const { shareMinor } = quoteLine(line, quantity, context.now);
  await insertRequest(owner, {
    ...{ orderNo, subOrderNo, quantity, applier: 2, askedBy: name, remark: why },
    ...{ refundMinor: shareMinor, feeMinor: 0, result: 0, rejectReason: null, wasConfirmed: true },
  });
  await changeStatus(owner, orderNo, 'applyToCancel', OrderStatus.cancelling, by, subOrderNo);
  const request = (await listRequests(owner, orderNo)).findLast((request) => request.sub_order_no === subOrderNo);
  if (!request) throw new Error(`no request of ${subOrderNo}`);
  const decision = { result: 1 as const, refundMinor: shareMinor, feeMinor: 0, reason: null, text: why, name };
  await decideRequest(owner, request.request_id, decision);
  const ending = { quantity, shareMinor, refundMinor: shareMinor, withFee: true };
  return endLine(owner, context, line, ending, 'approveCancel', by);
}
