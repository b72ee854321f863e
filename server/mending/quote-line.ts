// A paid line at another day, session or number (decision 0292): what it costs at today's price for its buyer, and what is left. Staff
// may pass the cut-off and the bounds of groups and stays; days that are not sold and days that are over stay closed.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { addDays, openDay, todayIn } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { changeOfPrice } from '../../domain/price.ts';
import { findLines, type NightRow } from '../inventory/inventory.sql.ts';
import { priceNights } from '../inventory/read-lines.ts';
import { everyOrder } from '../order/limit-visibility.ts';
import { findOrder, type LineOfOrder, listLines, type OrderRow } from '../order/read.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { findPricing, listHeld, listSessions } from './mending.sql.ts';

/** When a line takes place, with the check-out of a stay. */
export type PlayTime = { playOn: string; session: string; untilOn: string | null };
export type LinePlace = PlayTime & { quantity: number };
type Night = NightRow & { departure_id: number; left: number };
export type Quote = {
  nights: Night[];
  unitMinor: number;
  unitBeforeMinor: number;
  differenceMinor: number;
  beyond: boolean;
};

const mostNights = 90;
const movable: OrderStatusCode[] = [OrderStatus.pending, OrderStatus.confirmed];

/** Staff who may waive a difference: those who also decide about money. */
export function mayWaive(context: Context): boolean {
  const { roles } = staffOf(context);
  return roles.includes('admin') || roles.includes('finance');
}

export const placeOf = (line: LineOfOrder): LinePlace => ({
  playOn: line.play_on,
  session: line.session,
  untilOn: line.until_on,
  quantity: line.quantity - line.cancelled_quantity,
});

/** Whether staff may move it: it is paid, not redeemed, without a cancel request, and has a day. */
export const isMovable = (line: LineOfOrder): boolean =>
  movable.includes(line.status) && line.redeemed_at === null && line.play_on !== openDay;

export async function findLineOf(owner: Owner, orderNo: string, subOrderNo: string, order: OrderRow | undefined) {
  const line = order && (await listLines(owner, [orderNo])).find((line) => line.sub_order_no === subOrderNo);
  if (!order || !line) throw new NotHere();
  return { order, line };
}

/** Refuses invalidInput by field, dateNotSold, noStock (with what is left) where the package may not oversell. */
export async function quotePlace(owner: Owner, context: Context, line: LineOfOrder, to: LinePlace): Promise<Quote> {
  const { now, site } = context;
  checkPlace(line, to);
  const at = now.getTime();
  const pricing = await findPricing(owner, line.order_no, { today: todayIn(site.zone, at), now: at });
  const { playOn, session, quantity } = to;
  const target = { skuId: String(line.sku_id), playOn, session, quantity, untilOn: to.untilOn ?? undefined };
  const [row] = await findLines(owner, pricing, [target]);
  const nights = (row ? priceNights(row, line.terms.room?.guests ?? null) : []).filter(
    (night): night is Night => night.departure_id !== null && night.left !== null,
  );
  if (!row || nights.length !== row.nights.length || playOn < todayIn(line.terms.zone, now.getTime()))
    throw new Refusal('dateNotSold');
  const left = await countLeft(owner, line, nights);
  if (quantity > left && !row.oversell) throw new Refusal('noStock', { data: { left } });
  const unitMinor = nights.reduce((sum, night) => sum + night.price_minor, 0);
  return {
    nights,
    unitMinor,
    unitBeforeMinor: unitBeforeOf(line),
    differenceMinor: differ(line, to, unitMinor),
    beyond: quantity > left,
  };
}

/** What a unit of the line costs before the change. */
export const unitBeforeOf = (line: LineOfOrder): number => line.current_unit_minor ?? line.unit_minor;

/** Units that are added cost today's price; on another day the others are priced again, with the code's discount that they had. */
export function differ(line: LineOfOrder, to: LinePlace, unitMinor: number): number {
  const was = placeOf(line);
  const added = unitMinor * (to.quantity - was.quantity);
  if (isSameDay(was, to)) return added;
  const promo = line.ladder.find(({ step }) => step === 'promo');
  const agreed = {
    unitMinor: line.unit_minor,
    quantity: line.quantity - line.added_quantity,
    discountMinor: -(promo?.amountMinor ?? 0),
  };
  return changeOfPrice(agreed, was.quantity, unitBeforeOf(line), unitMinor) + added;
}

/**
 * What a unit of the line costs after the change. A line has one price for all its units: with units added at another price it is their
 * mean, rounded so that the buyer pays less for a later change, by less than one minor unit for each.
 */
export function unitAfter(was: LinePlace, to: LinePlace, { unitMinor, unitBeforeMinor }: Quote): number {
  if (!isSameDay(was, to)) return unitMinor;
  return Math.ceil((unitBeforeMinor * was.quantity + unitMinor * (to.quantity - was.quantity)) / to.quantity);
}

export const isSameDay = (time: PlayTime, other: PlayTime): boolean =>
  time.playOn === other.playOn && time.session === other.session && time.untilOn === other.untilOn;

function checkPlace(line: LineOfOrder, to: LinePlace): void {
  const problem = (field: string, name: 'required' | 'notRequested' | 'checkOut' | 'beforeFirst' | 'quantity') =>
    new Refusal('invalidInput', { fields: { [field]: { problem: name, max: 999 } } });
  if (line.until_on === null && to.untilOn) throw problem('untilOn', 'notRequested');
  if (line.until_on !== null && !to.untilOn) throw problem('untilOn', 'required');
  const first = line.terms.byDay ? to.playOn : addDays(to.playOn, 1);
  if (to.untilOn && (to.untilOn < first || to.untilOn > addDays(to.playOn, mostNights)))
    throw problem('untilOn', line.terms.byDay ? 'beforeFirst' : 'checkOut');
  // Fewer is a cancellation, with its policy and its refund.
  if (to.quantity < line.quantity - line.cancelled_quantity || to.quantity + line.cancelled_quantity > 999)
    throw problem('quantity', 'quantity');
}

/** The fewest places over the nights; those that the line has already count as left for it. */
async function countLeft(owner: Owner, line: LineOfOrder, nights: Night[]): Promise<number> {
  const held = line.oversold ? [] : await listHeld(owner, [line.sub_order_no]);
  const heldByDay = new Map(held.map((item) => [item.departure_id, item.quantity]));
  const leftOf = ({ departure_id: id, left, sku_left: skuLeft }: Night) =>
    Math.max(0, Math.min(left, skuLeft ?? left)) + (heldByDay.get(id) ?? 0);
  return Math.min(...nights.map(leftOf));
}

export async function showLineQuote(
  context: Context,
  input: ParsedInputOf<'consoleLineQuote'>,
): Promise<OutputOf<'consoleLineQuote'>> {
  const { owner } = context;
  const { id, subOrderNo, playOn, session, quantity } = input;
  const { order, line } = await findLineOf(owner, id, subOrderNo, await findOrder(owner, id, everyOrder()));
  if (!isMovable(line)) throw new Refusal('actionNotAllowed');
  const to = { playOn, session, quantity, untilOn: input.untilOn || null };
  const sessions = await listSessions(owner, { packageId: line.package_id, skuId: line.sku_id, on: playOn });
  const isSold = sessions.some((item) => item.session === session);
  const quote = isSold ? await quotePlace(owner, context, line, to) : undefined;
  const { currency } = order;
  return {
    seen: placeOf(line),
    sessions,
    asked: quote
      ? {
          unit: money(quote.unitMinor, currency),
          unitBefore: money(quote.unitBeforeMinor, currency),
          difference: money(quote.differenceMinor, currency),
          beyond: quote.beyond,
        }
      : null,
    mayWaive: mayWaive(context),
    open: money(order.rest?.minor ?? 0, currency),
  };
}
