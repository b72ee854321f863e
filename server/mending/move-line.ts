// Staff move a paid line to another day or session, or add units (§4, decision 0292). Places, money, voucher, log and mails change in one
// transaction under the order's lock: both places and money, or neither.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { leftOf } from '../../domain/cancellation.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import { moveDeadline } from '../completion/completion.sql.ts';
import { type LineMove, moveLinePlaces } from '../inventory/move-line.sql.ts';
import { moneyOf } from '../order/cancel/quote-line.ts';
import { giveVoucherCodes, insertEvent } from '../order/order.sql.ts';
import { giveMoneyBack } from '../order/part/give-money-back.ts';
import { followDay } from '../order/part/rest.sql.ts';
import { type LineOfOrder, lockOrder } from '../order/read.sql.ts';
import { hasOpenSupplement, insertSupplement, noteSupplement } from '../order/supplement/supplement.sql.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import { type Context, staffOf } from '../platform/context.ts';
import type { OwnerTrx } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import {
  dropVoucher,
  forgetReminders,
  isBookedElsewhere,
  noteReturned,
  reopenDetails,
  setUnit,
} from './mending.sql.ts';
import {
  findLineOf,
  isMovable,
  isSameDay,
  type LinePlace,
  mayWaive,
  placeOf,
  type Quote,
  quotePlace,
  unitAfter,
} from './quote-line.ts';

type Input = ParsedInputOf<'consoleLineMove'>;
/** `loweredMinor`: taken off what was still to be paid (decision 0380). */
type Settled = { supplementNo: string | null; refundMinor: number; loweredMinor: number };
/** What is waived was never paid, so the line costs what it cost. */
const nothingSettled: Settled = { supplementNo: null, refundMinor: 0, loweredMinor: 0 };
/** A line, its place afterwards, and what that costs. */
export type LineChange = { line: LineOfOrder; to: LinePlace; quote: Quote };

function judge(context: Context, { reason, settle, to, seen }: Input): void {
  const fields: FieldProblems = {};
  if (!reason.trim()) fields.reason = { problem: 'required' };
  if (settle === 'waive' && !mayWaive(context)) fields.settle = { problem: 'choose' };
  if (isSameDay(to, seen) && to.quantity === seen.quantity) fields.playOn = { problem: 'choose' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

const isSame = (place: LinePlace, other: LinePlace): boolean =>
  isSameDay(place, other) && place.quantity === other.quantity;

export async function moveLineOfOrder(context: Context, input: Input): Promise<OutputOf<'consoleLineMove'>> {
  judge(context, input);
  const { id, subOrderNo, to } = input;
  return inTransactionOnce(context, 'consoleLineMove', input, async (owner) => {
    const { order, line } = await findLineOf(owner, id, subOrderNo, await lockOrder(owner, id));
    const was = placeOf(line);
    if (line.redeemed_at) throw new Refusal('voucherUsed');
    // What is booked in a supplier's system stays where it is booked (decision 0415).
    if (!isMovable(line) || (await isBookedElsewhere(owner, line))) throw new Refusal('actionNotAllowed');
    if (!isSame(was, input.seen)) throw new Refusal('changedMeanwhile');
    // Two changes of one line are not paid for side by side: a withdrawn payment takes the price back to the one before it.
    if (await hasOpenSupplement(owner, subOrderNo)) throw new Refusal('linePaymentOpen');
    const quote = await quotePlace(owner, context, line, to);
    const { currency } = order;
    const total = money(quote.differenceMinor, currency);
    if (quote.differenceMinor !== input.differenceMinor)
      throw new Refusal('priceChanged', { data: { total, seen: money(input.differenceMinor, currency) } });
    if (quote.beyond && !input.beyond) throw new Refusal('noStock');
    await takePlaces(owner, { line, to, quote });
    const reason = input.reason.trim();
    const settled =
      input.settle === 'waive' ? nothingSettled : await settleChange(owner, context, { line, to, quote }, reason);
    await renewLine(owner, line, to);
    await note(owner, context, { line, was, quote, input, settled });
    const moneyOrNull = (minor: number) => (minor ? money(minor, currency) : null);
    const { supplementNo, refundMinor, loweredMinor } = settled;
    return { supplementNo, refund: moneyOrNull(refundMinor), lowered: moneyOrNull(loweredMinor) };
  });
}

/** Refuses noStock, and changedMeanwhile for a line that is not as it was read. */
export async function takePlaces(owner: OwnerTrx, change: LineChange): Promise<void> {
  if (!(await moveLinePlaces(owner, planMove(change)))) throw new Refusal('changedMeanwhile');
}

function planMove({ line, to, quote: { nights, beyond } }: LineChange): LineMove {
  const { playOn, session, untilOn } = to;
  return {
    ...{ subOrderNo: line.sub_order_no, playOn, session, untilOn },
    departures: nights.map((night) => night.departure_id),
    quantity: to.quantity + line.cancelled_quantity,
    seen: { ...placeOf(line), quantity: line.quantity, cancelled: line.cancelled_quantity },
    oversold: beyond,
    terms: untilOn
      ? { ...line.terms, nights: nights.map((night) => ({ on: night.on, priceMinor: night.price_minor })) }
      : line.terms,
  };
}

/** The difference by the usual ways: an additional payment (§3), or a refund of the order's money, never more than is left of the line. */
export async function settleChange(
  owner: OwnerTrx,
  { jobs, now }: Pick<Context, 'jobs' | 'now'>,
  { line, to, quote }: LineChange,
  reason: string,
): Promise<Settled> {
  const { sub_order_no: subOrderNo, order_no: orderNo } = line;
  const { differenceMinor, unitBeforeMinor } = quote;
  await setUnit(owner, subOrderNo, unitAfter(placeOf(line), to, quote));
  if (differenceMinor > 0) {
    const ofLine = { subOrderNo, unitBeforeMinor };
    const row = { kind: 'priceDifference', amount_minor: differenceMinor, reason, ofLine } as const;
    const supplementNo = await insertSupplement(owner, orderNo, row);
    // The move beside it names the person.
    await noteSupplement(owner, orderNo, supplementNo, { action: 'supplementAsked', actor: 'owner', actorName: '' });
    await jobs.send(owner, 'order.changed', { orderNo, occasion: `supplement:${supplementNo}` });
    return { ...nothingSettled, supplementNo };
  }
  const givenMinor = Math.min(-differenceMinor, leftOf(moneyOf(line)));
  if (givenMinor <= 0) return nothingSettled;
  if ((await noteReturned(owner, subOrderNo, givenMinor)) !== 1) throw new Refusal('refundTooMuch');
  const cause = `change-${subOrderNo.split('-').at(-1)}-${now.getTime()}`;
  const refund = { orderNo, cause, reason, subOrderNo, withFee: false, orderMinor: givenMinor };
  const { orderMinor: refundMinor } = await giveMoneyBack(owner, jobs, refund);
  return { supplementNo: null, refundMinor, loweredMinor: givenMinor - refundMinor };
}

/** The old voucher is refused from now on; the new one goes out with the mail. */
export async function renewLine(owner: OwnerTrx, line: LineOfOrder, to: LinePlace): Promise<void> {
  const { order_no: orderNo, sub_order_no: subOrderNo } = line;
  if (line.voucher_code !== null) {
    await dropVoucher(owner, subOrderNo);
    await giveVoucherCodes(owner, orderNo);
  }
  if (to.quantity > placeOf(line).quantity && line.travellers.length) await reopenDetails(owner, orderNo);
  if (!isSameDay(placeOf(line), to)) await moveDeadline(owner, orderNo);
  if (to.playOn === line.play_on) return;
  await forgetReminders(owner, orderNo);
  await followDay(owner, orderNo, { subOrderNo, from: line.play_on });
}

/** To the buyer, and to the suppliers of the lines, which are given as they were before. */
export async function announceMove(
  owner: OwnerTrx,
  jobs: Context['jobs'],
  { orderNo, mark }: { orderNo: string; mark: string },
  lines: LineOfOrder[],
): Promise<void> {
  const was = lines.map((line) => ({ subOrderNo: line.sub_order_no, ...placeOf(line) }));
  await jobs.send(owner, 'order.changed', { orderNo, occasion: `moved:${mark}`, was });
}

type Done = { line: LineOfOrder; was: LinePlace; quote: Quote; input: Input; settled: Settled };

async function note(owner: OwnerTrx, context: Context, { line, was, quote, input, settled }: Done): Promise<void> {
  const { jobs, now } = context;
  const { order_no: orderNo, sub_order_no: subOrderNo, status } = line;
  const why = input.reason.trim();
  const actorName = staffOf(context).name;
  await insertEvent(owner, orderNo, { action: 'move', actor: 'owner', actorName, subOrderNo, why });
  await announceMove(owner, jobs, { orderNo, mark: `${now.getTime()}@${subOrderNo}` }, [line]);
  await logAction(owner, context, {
    act: 'line-moved',
    subject: `order ${orderNo}`,
    before: { subOrderNo, ...was, status },
    after: {
      ...input.to,
      differenceMinor: quote.differenceMinor,
      settle: input.settle,
      ...(settled.supplementNo ? { supplementNo: settled.supplementNo } : {}),
      ...(settled.refundMinor ? { refundMinor: settled.refundMinor } : {}),
      ...(settled.loweredMinor ? { loweredMinor: settled.loweredMinor } : {}),
      ...(quote.beyond ? { beyond: true } : {}),
      reason: why,
    },
  });
}
