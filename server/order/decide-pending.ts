// A person decides what of an order waits for confirmation (1002, rules §7): confirms it, or rejects it with a reason, and then places
// and money are returned. A supplier decides the lines that it delivers; where others have lines in the order, theirs stay as they are.
import { shareOf } from '../../domain/cancellation.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { isEnded, OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { giveBackSold, moveOversold } from '../inventory/move-places.sql.ts';
import { giveBackCoupon } from '../marketing/marketing.sql.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import type { Ended, Jobs, RefundAsk } from '../platform/jobs.ts';
import { logAction, type Writing } from '../platform/log-actions.sql.ts';
import { endLine } from './cancel/end-line.ts';
import { addUp, announceCancelled, announceConfirmed } from './cancel/end-order.ts';
import { moneyOf, quoteLine } from './cancel/quote-line.ts';
import { listRequests } from './cancel.sql.ts';
import { type ActedBy, changeStatus } from './change-status.ts';
import { listLineNumbers } from './delivery/delivery.sql.ts';
import { saveReference } from './delivery/order-file.sql.ts';
import { giveVoucherCodes } from './order.sql.ts';
import { giveMoneyBack } from './part/give-money-back.ts';
import { findOrder, type LineOfOrder, listLines, lockOrder, type OrderRow, type Visible } from './read.sql.ts';
import type { Settling } from './settle-order.ts';
import { endSupplements } from './supplement/add-supplement.ts';

/** A request, or work that goes on without one. */
type DecidingIn = Writing & Settling;

/** The deciding actor, and what it may decide. */
export type Deciding = {
  as: 'owner' | 'supplier';
  name: string;
  /** Over `purchase p`. */
  over: Visible;
  /** Over `sub_order s`; null: every line of those orders. */
  lines: Visible | null;
  /** First in the transaction: what lets the caller decide once. */
  begin?: (owner: OwnerTrx) => Promise<void>;
};

type Opened = {
  order: OrderRow;
  /** Those that wait and that the caller decides. */
  waiting: LineOfOrder[];
  /** Lines of others that have not ended. */
  others: LineOfOrder[];
};

/** Refuses with NotHere an order that the caller may not decide, actionNotAllowed where nothing of it waits. */
async function openOrder(owner: OwnerTrx, orderNo: string, { over, lines, begin }: Deciding): Promise<Opened> {
  await begin?.(owner);
  const order = (await findOrder(owner, orderNo, over)) && (await lockOrder(owner, orderNo));
  if (!order) throw new NotHere();
  const all = await listLines(owner, [orderNo]);
  const mine = lines && (await listLineNumbers(owner, [orderNo], lines));
  const isMine = (line: LineOfOrder) => !mine || mine.has(line.sub_order_no);
  const waiting = all.filter((line) => line.status === OrderStatus.pending && isMine(line));
  if (!waiting.length) throw new Refusal('actionNotAllowed');
  return { order, waiting, others: all.filter((line) => !isEnded(line.status) && !waiting.includes(line)) };
}

/** Refuses actionNotAllowed where nothing of the order waits for this caller, pickupUndecided while its pick-up waits for a person (§5). */
export async function confirmOrder(
  context: DecidingIn,
  orderNo: string,
  deciding: Deciding,
  reference = '',
): Promise<{ status: OrderStatusCode }> {
  const { owner } = context;
  const by = { actor: deciding.as, name: deciding.name } as const;
  return inTransaction(owner, async (owner) => {
    const { order, waiting, others } = await openOrder(owner, orderNo, deciding);
    if (order.second_check === 'waiting') throw new Refusal('pickupUndecided');
    const numbers = waiting.map((line) => line.sub_order_no);
    if (reference) await saveReference(owner, numbers, reference);
    // The buyer hears of it once, when nothing of the order waits any more.
    const othersWait = others.some((line) => line.status === OrderStatus.pending);
    const status = othersWait
      ? await confirmLines(owner, orderNo, numbers, by)
      : await confirmLocked(owner, context.jobs, orderNo, by);
    await note(owner, context, 'order-confirmed', orderNo, order, {
      status,
      ...(reference ? { reference } : {}),
      ...(othersWait ? { lines: numbers } : {}),
    });
    return { status };
  });
}

/** Confirms what waits, with vouchers and mails; the caller has locked the order. `booked`: no supplier was asked about it. */
export async function confirmLocked(
  owner: OwnerTrx,
  jobs: Jobs,
  orderNo: string,
  by: ActedBy,
  { booked }: { booked?: true } = {},
): Promise<OrderStatusCode> {
  const status = await changeStatus(owner, orderNo, 'confirm', OrderStatus.confirmed, by);
  await giveVoucherCodes(owner, orderNo);
  await jobs.send(owner, 'order.changed', { orderNo, occasion: 'confirmed', ...(booked && { booked }) });
  return status;
}

/** These lines alone, with their vouchers; others of the order still wait. */
async function confirmLines(owner: OwnerTrx, orderNo: string, numbers: string[], by: ActedBy) {
  let status: OrderStatusCode = OrderStatus.pending;
  for (const number of numbers)
    status = await changeStatus(owner, orderNo, 'confirm', OrderStatus.confirmed, by, number);
  await giveVoucherCodes(owner, orderNo);
  return status;
}

/** Refuses invalidInput without a reason, which the buyer reads; actionNotAllowed where nothing of the order waits for this caller. */
export async function rejectOrder(
  context: DecidingIn,
  orderNo: string,
  reason: string,
  deciding: Deciding,
): Promise<{ status: OrderStatusCode }> {
  const { owner } = context;
  const why = reason.trim();
  const fields: FieldProblems = { why: { problem: 'required' } };
  if (!why) throw new Refusal('invalidInput', { fields });
  const by = { actor: deciding.as, name: deciding.name, why } as const;
  return inTransaction(owner, async (owner) => {
    const opened = await openOrder(owner, orderNo, deciding);
    let status: OrderStatusCode;
    if (opened.others.length) {
      const over = await rejectLines(owner, context, opened, by);
      await announceCancelled(owner, context, orderNo, over, { rejected: true });
      status = (await lockOrder(owner, orderNo))?.status ?? opened.order.status;
    } else status = await rejectLocked(owner, context.jobs, orderNo, by);
    const lines = opened.others.length ? { lines: opened.waiting.map((line) => line.sub_order_no) } : {};
    await note(owner, context, 'order-rejected', orderNo, opened.order, { status, why, ...lines });
    return { status };
  });
}

/** Ends what waits: places, promo code and all its money go back; the caller has locked the order. */
export async function rejectLocked(
  owner: OwnerTrx,
  jobs: Jobs,
  orderNo: string,
  by: ActedBy & { why: string },
): Promise<OrderStatusCode> {
  const before = await listLines(owner, [orderNo]);
  const lines = before.filter((line) => line.status === OrderStatus.pending);
  const status = await changeStatus(owner, orderNo, 'reject', OrderStatus.closed, by);
  await giveBackSold(owner, orderNo);
  if (before.some((line) => line.oversold)) await moveOversold(owner, orderNo, -1);
  await giveBackCoupon(owner, orderNo);
  const refund: RefundAsk = { orderNo, cause: 'reject', reason: by.why, withFee: true };
  const back: RefundAsk[] = [];
  const keepsFees = (await listRequests(owner, orderNo)).some(({ result, fee_minor: fee }) => result === 1 && fee > 0);
  if (keepsFees) {
    // What was cancelled before keeps its fee: only what waited goes back.
    const left = lines.map((line) => shareOf(moneyOf(line), line.quantity - line.cancelled_quantity));
    const leftMinor = left.reduce((sum, minor) => sum + minor, 0);
    const { orderMinor } = await giveMoneyBack(owner, jobs, { ...refund, orderMinor: leftMinor });
    if (orderMinor > 0) back.push({ ...refund, orderMinor });
  } else {
    await jobs.send(owner, 'refund.ask', refund);
    back.push(refund);
  }
  const give = keepsFees ? 'everything' : 'payments';
  back.push(...(await endSupplements(owner, jobs, orderNo, { give, reason: by.why, withFee: true })));
  await jobs.send(owner, 'order.changed', { orderNo, occasion: 'rejected', over: { lines: [], back } });
  return status;
}

/** Each line alone, with its whole price back; the others of the order keep their state. The caller mails what ended. */
export async function rejectLines(
  owner: OwnerTrx,
  context: DecidingIn,
  { order, waiting }: Pick<Opened, 'order' | 'waiting'>,
  by: ActedBy,
): Promise<Ended> {
  const parts: Ended[] = [];
  for (const line of waiting) {
    const quantity = line.quantity - line.cancelled_quantity;
    const { shareMinor } = quoteLine(line, quantity, context.now);
    const ending = { quantity, shareMinor, refundMinor: shareMinor, withFee: true };
    parts.push(await endLine(owner, context, line, ending, 'reject', by));
  }
  const { order_no: orderNo } = order;
  await announceConfirmed(owner, context.jobs, orderNo, waiting);
  return addUp(parts);
}

/** In the log where a member of staff decided; the order's history has it in any case. */
async function note(
  owner: OwnerTrx,
  context: DecidingIn,
  act: string,
  orderNo: string,
  { status }: OrderRow,
  after: object,
) {
  if (!context.staff) return;
  await logAction(owner, context, {
    act,
    subject: `order ${orderNo}`,
    before: { status },
    after: { ...after },
  });
}
