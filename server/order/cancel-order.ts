// Cancelling (§4, rules §7): an unpaid order is withdrawn, a line that waits for confirmation is cancelled with everything back, a
// confirmed one needs a request, which the current policy judges first. After a partial cancellation the rest stays unchanged.
import type { OutputOf } from '../../contract/index.ts';
import { freeDeadline, type Giving, splitShare } from '../../domain/cancellation.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { type Money, money } from '../../domain/money.ts';
import { splitGiven } from '../../domain/open-payments.ts';
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { giveByWay } from '../../domain/payment/give-of-charge.ts';
import { readOptionalKey } from '../platform/answer-once.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { inTransaction, type OwnerTrx } from '../platform/db.ts';
import type { Ended } from '../platform/jobs.ts';
import { agreedTerms } from './cancel/agreed-terms.ts';
import { isFirstOf } from './cancel/claim-cancel.ts';
import { endLine } from './cancel/end-line.ts';
import { addUp, announceCancelled, announceConfirmed, endIfOver } from './cancel/end-order.ts';
import { givenOf, quoteLine, refuseUnseen } from './cancel/quote-line.ts';
import { bySupplier, insertRequest, listRequests, type RequestRow } from './cancel.sql.ts';
import { type ActedBy, changeStatus } from './change-status.ts';
import { withdrawOrder } from './close-order.ts';
import { refuseElsewhere } from './handle-elsewhere.ts';
import { limitVisibility } from './limit-visibility.ts';
import { listPaidBy } from './part/paid-by.sql.ts';
import { findOrder, type LineOfOrder, listLines, lockOrder, type OrderRow } from './read.sql.ts';
import type { Settling } from './settle-order.ts';
import { findAdded } from './supplement/added.sql.ts';

export type Application = {
  subOrderNo?: string | undefined;
  refundNum?: number | undefined;
  remark: string;
  /** What staff chose to give back; buyers get what the policy gives. */
  give?: Giving;
  /** What the buyer read that goes back; null: that the order is not paid. */
  seenRefund?: Money | null | undefined;
};

/** 1 distributor, 2 owner, 3 supplier (§3 order applier). */
export type Applier = { code: 1 | 2 | 3; by: ActedBy };

/** The line of the caller's order, and the requested quantity; refuses invalidInput for more than is left. */
async function findLine(
  context: Context,
  subOrderNo: string,
  quantity: number | undefined,
  visible = limitVisibility(context),
) {
  const { order, lines } = await findLines(context, subOrderNo, visible);
  const line = lines.find((line) => line.sub_order_no === subOrderNo);
  if (!line) throw new NotHere();
  return { order, line, quantity: checkQuantity(line, quantity) };
}

/** The caller's order with its lines; `id` is its number or that of a line. */
async function findLines({ owner }: Context, id: string, visible: Parameters<typeof findOrder>[2]) {
  const orderNo = id.replace(/-\d+$/, '');
  const order = await findOrder(owner, orderNo, visible);
  if (!order) throw new NotHere();
  return { order, lines: await listLines(owner, [orderNo]) };
}

function checkQuantity(line: LineOfOrder, wanted: number | undefined): number {
  const left = line.quantity - line.cancelled_quantity;
  const quantity = wanted ?? left;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > left)
    throw new Refusal('invalidInput', { fields: { refundNum: { problem: 'quantity', max: left } } });
  return quantity;
}

/** In every other state a cancellation is already decided, the service is over, or cancelling was never possible. */
const quotedIn: readonly OrderStatusCode[] = [OrderStatus.unpaid, OrderStatus.pending, OrderStatus.confirmed];

/** The refund that cancelling would give now; refuses actionNotAllowed where nothing can be cancelled any more. */
export async function calculateRefund(
  context: Context,
  input: { subOrderNo: string; refundNum: number },
  visible = limitVisibility(context),
): Promise<OutputOf<'calculateRefund'>> {
  const { order, line, quantity } = await findLine(context, input.subOrderNo, input.refundNum, visible);
  if (!quotedIn.includes(line.status)) throw new Refusal('actionNotAllowed');
  const quote = quoteLine(line, quantity, context.now);
  const currency = order.currency;
  const free = line.status !== OrderStatus.confirmed;
  const givenMinor = line.status === OrderStatus.unpaid ? 0 : givenOf(line, quote);
  const openMinor = order.rest?.minor ?? 0;
  const refund = money(splitGiven(givenMinor, openMinor).refundMinor, currency);
  const { addedMinor, shareMinor, feeMinor } = await findAdded(context.owner, order.order_no);
  const ways = giveByWay(refund, await listPaidBy(context.owner, order.order_no, currency));
  return {
    subOrderNo: line.sub_order_no,
    quantity,
    share: money(quote.shareMinor, currency),
    feePercent: free ? 0 : quote.feePercent,
    fee: money(free ? 0 : quote.feeMinor, currency),
    refund,
    ways: ways.map(({ way: { channel, ending }, ...amounts }) => ({ channel, ending, ...amounts })),
    given: money(givenMinor, currency),
    open: money(openMinor, currency),
    added: {
      left: money(addedMinor, currency),
      share: money(shareMinor, currency),
      fee: money(feeMinor, currency),
    },
    daysLeft: quote.daysLeft,
    needsApproval: !free,
    cancellable: line.redeemed_at === null && (free || quote.feePercent < 100 || quote.shareMinor === 0),
  };
}

/** The rules of a line; of an order, as §7 calls it by that number, those of its first line that is not cancelled. */
export async function showRules(context: Context, { id }: { id: string }): Promise<OutputOf<'cancelRules'>> {
  const { lines } = await findLines(context, id, limitVisibility(context));
  const named = lines.find(({ sub_order_no }) => sub_order_no === id);
  const ofOrder = lines.find((line) => line.cancelled_quantity < line.quantity) ?? lines[0];
  const line = named ?? (id.includes('-') ? undefined : ofOrder);
  if (!line) throw new NotHere();
  const { rules, use } = agreedTerms(line);
  const { lastDay: playOn, startsAt, zone } = use;
  const shown = rules.map(({ daysBefore, hoursBefore = null, feePercent }) => ({
    daysBefore,
    hoursBefore,
    feePercent,
  }));
  return { rules: shown, playOn, startsAt, zone, ...freeDeadline(rules, use) };
}

export async function showRequests(
  context: Context,
  { query }: { query: string },
): Promise<OutputOf<'cancelRequests'>> {
  const { owner } = context;
  if (!(await findOrder(owner, query, limitVisibility(context)))) throw new NotHere();
  return { list: (await listRequests(owner, query)).map((row) => forBuyer(showRequest(row, context))) };
}

/** What a supplier and the owner write to each other is between them; of the owner's people, buyers read no names. */
function forBuyer(request: ReturnType<typeof showRequest>): ReturnType<typeof showRequest> {
  if (request.applier === 1) return request;
  const words = request.applier === bySupplier ? { remark: '', rejectText: '' } : {};
  return { ...request, askedBy: '', ...words };
}

export function showRequest(row: RequestRow, { language }: Pick<Context, 'language'>) {
  const currency = row.currency;
  return {
    id: String(row.request_id),
    orderNo: row.order_no,
    subOrderNo: row.sub_order_no,
    productName: textIn(row.names, language),
    quantity: row.quantity,
    applier: row.applier,
    askedBy: row.asked_by_name,
    remark: row.remark,
    refund: money(row.refund_minor, currency),
    fee: money(row.fee_minor, currency),
    open: money(row.open_minor, currency),
    added: money(row.added_minor, currency),
    result: row.result,
    rejectReason: row.reject_reason,
    rejectText: row.reject_text,
    at: row.created_at.toISOString(),
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

/** Cancels for the buyer. Refuses actionNotAllowed where nothing can be cancelled, invalidInput by field, and as refuseUnseen does. */
export async function cancelOrder(
  context: Context,
  { orderNo, ...wish }: Application & { orderNo: string },
): Promise<OutputOf<'cancelOrder'>> {
  const { owner } = context;
  const order = await findOrder(owner, orderNo, limitVisibility(context));
  if (!order) throw new NotHere();
  refuseElsewhere(context, order);
  const { accountId, name } = buyerOf(context);
  const by = { actor: 'buyer', name } as const;
  const keyed = readOptionalKey(context, 'cancelOrder', accountId, { orderNo, ...wish });
  const isFirst = (owner: OwnerTrx) => isFirstOf(owner, keyed);
  if (order.status === OrderStatus.unpaid) {
    refusePart(await listLines(owner, [orderNo]), wish);
    return { ...(await withdrawOrder(context, orderNo, by, isFirst)), requests: [] };
  }
  const { status, requests } = await applyCancel(context, orderNo, wish, { code: 1, by }, async (owner) => {
    if (!(await isFirst(owner))) return false;
    refuseUnseen(await listLines(owner, [orderNo]), wish, money(0, order.currency), context.now);
    return true;
  });
  return { status, requests: requests.map(forBuyer) };
}

/**
 * Before it is paid an order is withdrawn as a whole. Refuses NotHere for a line of another order, unpaidWhole for a part of its only line
 * or one line of several.
 */
export function refusePart(lines: LineOfOrder[], { subOrderNo, refundNum }: Application): void {
  if (subOrderNo && !lines.some((line) => line.sub_order_no === subOrderNo)) throw new NotHere();
  const [only, ...more] = lines;
  if (more.length && refundNum !== undefined && !subOrderNo) throw lineNeeded();
  if (more.length && subOrderNo) throw new Refusal('unpaidWhole');
  const whole = only?.quantity ?? 0;
  if (refundNum !== undefined && refundNum !== whole) throw new Refusal('unpaidWhole');
}

/** A quantity of an order with several lines says nothing without the line that it is of. */
const lineNeeded = () => new Refusal('invalidInput', { fields: { subOrderNo: { problem: 'choose' } } });

/**
 * Cancels the chosen lines that `mayBegin` allows, or requests it, all in one transaction. What ends is mailed, or added to `gathered` of
 * a caller that goes on and mails all of it.
 */
export async function applyCancel(
  context: Settling & Pick<Context, 'owner' | 'language'>,
  orderNo: string,
  wish: Application,
  applier: Applier,
  mayBegin: (owner: OwnerTrx) => Promise<boolean>,
  gathered?: Ended[],
): Promise<OutputOf<'cancelOrder'>> {
  const { owner } = context;
  const status = await inTransaction(owner, async (owner) => {
    const order = await lockOrder(owner, orderNo);
    if (!order) throw new NotHere();
    if (!(await mayBegin(owner))) return order.status;
    const all = await listLines(owner, [orderNo]);
    const lines = all.filter((line) => !wish.subOrderNo || line.sub_order_no === wish.subOrderNo);
    if (!lines.length) throw new NotHere();
    if (lines.length > 1 && wish.refundNum !== undefined) throw lineNeeded();
    const parts: (Ended | null)[] = [];
    for (const line of lines) parts.push(...(await cancelLine(owner, context, order, line, wish, applier)));
    if (!parts.length) throw new Refusal('actionNotAllowed');
    const back = await endIfOver(owner, context.jobs, orderNo, wish.remark);
    if (gathered) gathered.push(addUp(parts, back));
    else await announceCancelled(owner, context, orderNo, addUp(parts, back));
    await announceConfirmed(owner, context.jobs, orderNo, all);
    return (await lockOrder(owner, orderNo))?.status ?? order.status;
  });
  const requests = (await listRequests(owner, orderNo)).map((row) => showRequest(row, context));
  return { status, requests };
}

/** Empty when the line did not change; what ended, or null where it was only asked for. */
async function cancelLine(
  owner: OwnerTrx,
  context: Settling,
  order: OrderRow,
  line: LineOfOrder,
  wish: Application,
  applier: Applier,
): Promise<[] | [Ended | null]> {
  const open: OrderStatusCode[] = [OrderStatus.pending, OrderStatus.confirmed];
  if (!open.includes(line.status)) return [];
  const quantity = checkQuantity(line, wish.refundNum);
  const quote = quoteLine(line, quantity, context.now);
  const by = { ...applier.by, why: wish.remark };
  const byShop = applier.code !== 1;
  const isPending = line.status === OrderStatus.pending;
  const split = splitShare(
    quote.shareMinor,
    givenOf(line, quote),
    byShop ? (wish.give ?? { way: 'full' }) : { way: 'policy' },
  );
  const request = {
    orderNo: order.order_no,
    subOrderNo: line.sub_order_no,
    quantity,
    applier: applier.code,
    askedBy: applier.by.name,
    remark: wish.remark,
    wasConfirmed: !isPending,
    ...split,
  };
  if (isPending) {
    // What staff keep of it stays on record.
    if (split.feeMinor > 0) await insertRequest(owner, { ...request, result: 1, rejectReason: null });
    const { shareMinor } = quote;
    const ending = { quantity, shareMinor, refundMinor: split.refundMinor };
    return [await endLine(owner, context, line, ending, 'cancelPending', by)];
  }
  const used = line.redeemed_at !== null;
  const refused = used || (!byShop && quote.feePercent === 100 && quote.shareMinor > 0);
  const rejectReason = used ? 2 : refused ? 4 : null;
  await insertRequest(owner, { ...request, result: refused ? 2 : 0, rejectReason });
  if (refused) return [null];
  // What a supplier asks of the owner is in its request; the history is the buyer's, too.
  const noted = applier.code === bySupplier ? applier.by : by;
  await changeStatus(owner, order.order_no, 'applyToCancel', OrderStatus.cancelling, noted, line.sub_order_no);
  await context.jobs.send(owner, 'order.changed', {
    orderNo: order.order_no,
    occasion: `cancelAsked:${context.now.getTime()}`,
  });
  return [null];
}
