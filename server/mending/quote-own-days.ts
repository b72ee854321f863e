// Days to which buyers move a paid booking themselves (decision 0709): as long as cancelling it is free, within everything that an order
// for the new day would be judged by, and where nothing more is to pay.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { termsAt } from '../../domain/cancellation.ts';
import { addDays, daysBetween, isBookable, todayIn } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import { findLines, type LineRow } from '../inventory/inventory.sql.ts';
import { judgeLines, type ReadLine } from '../inventory/read-lines.ts';
import { agreedTerms, isMovedFreely } from '../order/cancel/agreed-terms.ts';
import { listDrivers } from '../order/driver.sql.ts';
import { refuseElsewhere } from '../order/handle-elsewhere.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, type LineOfOrder, listLines, type OrderRow } from '../order/read.sql.ts';
import { refusePickupTime } from '../order/settle-booking.ts';
import { listSupplements } from '../order/supplement/supplement.sql.ts';
import type { Context } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { findPricing, isBookedElsewhere, listHeld, listTimes } from './mending.sql.ts';
import type { LineChange } from './move-line.ts';
import { differ, isSameDay, type PlayTime, placeOf, unitBeforeOf } from './quote-line.ts';

/** Days of one answer, fewer of what is sold at many times a day, and how far ahead they may be asked for. */
const window = 42;
const mostTimes = 300;
const furthest = 730;

/**
 * The lines that are moved with this one: those of its package at its time that are not cancelled. Refuses NotHere for a line of another
 * order, voucherUsed, and actionNotAllowed where a person has to do it: cancelling costs something by now, somebody confirmed or drives
 * it, money is open, or another system has it.
 */
export async function findOwnLines(
  owner: Owner,
  context: Context,
  order: OrderRow | undefined,
  subOrderNo: string,
): Promise<LineOfOrder[]> {
  if (!order) throw new NotHere();
  refuseElsewhere(context, order);
  const all = await listLines(owner, [order.order_no]);
  const requestedLine = all.find((line) => line.sub_order_no === subOrderNo);
  if (!requestedLine) throw new NotHere();
  const lines = all.filter(
    (line) =>
      line.package_id === requestedLine.package_id &&
      isSameDay(placeOf(line), placeOf(requestedLine)) &&
      placeOf(line).quantity > 0,
  );
  if (lines.some((line) => line.redeemed_at)) throw new Refusal('voucherUsed');
  const numbers = lines.map((line) => line.sub_order_no);
  const isOpen =
    order.rest !== null || (await listSupplements(owner, order.order_no)).some(({ state }) => state === 'open');
  const isFixed = isOpen || !lines.length || !lines.every((line) => isMovedFreely(line, context.now));
  if (isFixed || (await listDrivers(owner, numbers)).length) throw new Refusal('actionNotAllowed');
  for (const line of lines) if (await isBookedElsewhere(owner, line)) throw new Refusal('actionNotAllowed');
  return lines;
}

/** The lines at each of these times, judged as an order for them would be; a refusal stands in place of a time that it refuses. */
export async function quoteTimes(
  owner: Owner,
  context: Context,
  order: OrderRow,
  lines: LineOfOrder[],
  times: PlayTime[],
): Promise<(LineChange[] | Refusal)[]> {
  const { now, site } = context;
  const at = now.getTime();
  const pricing = await findPricing(owner, order.order_no, { today: todayIn(site.zone, at), now: at });
  const requests = times.flatMap((time) => lines.map((line) => askAt(line, time)));
  const found = await findLines(owner, pricing, requests);
  const held = await listHeld(
    owner,
    lines.map((line) => line.sub_order_no),
  );
  const quotes: (LineChange[] | Refusal)[] = [];
  for (const [index, time] of times.entries()) {
    const first = index * lines.length;
    const rows = found
      .filter((row) => row.at > first && row.at <= first + lines.length)
      .map((row) => addHeld(row, held));
    try {
      quotes.push(
        await judgeTime(owner, context, order, {
          lines,
          time,
          requests: requests.slice(first, first + lines.length),
          rows,
        }),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      quotes.push(error);
    }
  }
  return quotes;
}

const askAt = (line: LineOfOrder, { playOn, session, untilOn }: PlayTime) => ({
  ...{ skuId: String(line.sku_id), playOn, session, quantity: placeOf(line).quantity },
  ...{ untilOn: untilOn ?? undefined, guests: line.terms.room?.guests ?? undefined },
});

type Held = Awaited<ReturnType<typeof listHeld>>;

/** What the lines have already counts as left for them. */
function addHeld(row: LineRow, held: Held): LineRow {
  const sum = (list: Held) => list.reduce((total, { quantity }) => total + quantity, 0);
  const nights = row.nights.map((night) => {
    const ofNight = held.filter((one) => one.departure_id === night.departure_id);
    const ofSku = ofNight.filter((one) => one.sku_id === row.sku_id);
    return {
      ...night,
      left: night.left === null ? null : night.left + sum(ofNight),
      sku_left: night.sku_left === null ? null : night.sku_left + sum(ofSku),
    };
  });
  return { ...row, nights };
}

type Judged = { lines: LineOfOrder[]; time: PlayTime; requests: ReturnType<typeof askAt>[]; rows: LineRow[] };

async function judgeTime(owner: Owner, context: Context, order: OrderRow, judged: Judged): Promise<LineChange[]> {
  const { lines, time, requests, rows } = judged;
  if (rows.length !== lines.length) throw new Refusal('productGone');
  const read = await judgeLines({ ...context, owner }, requests, rows);
  // It would wait for a person, whom the buyer can ask as well.
  if (read.needsConfirmation || !read.first.instant) throw new Refusal('dateNotSold');
  const { product_id: productId, pickup_times: pickupTimes, zone } = read.first;
  const place = { lat: null, lng: null };
  await refusePickupTime(owner, context, {
    productId,
    pickupTimes,
    zone,
    values: order.fields,
    place,
    playOn: time.playOn,
  });
  return read.lines.map((found, at) => quoteFound(lines[at] as LineOfOrder, time, found));
}

function quoteFound(line: LineOfOrder, time: PlayTime, { row, unit }: ReadLine): LineChange {
  const to = { ...time, quantity: placeOf(line).quantity };
  const unitMinor = unit.amountMinor;
  const quote = { nights: row.nights, unitMinor, unitBeforeMinor: unitBeforeOf(line), beyond: false };
  return { line, to, quote: { ...quote, differenceMinor: differ(line, to, unitMinor) } };
}

/** What comes back, as a positive sum; undefined where one of the lines would cost more. */
export function returnedBy(moved: LineChange[]): number | undefined {
  if (moved.some(({ quote }) => quote.differenceMinor > 0)) return undefined;
  return moved.reduce((sum, { quote }) => sum - quote.differenceMinor, 0);
}

/** The times of six weeks to which the buyer may move the booking now. */
export async function listOwnDays(
  context: Context,
  { id, from }: ParsedInputOf<'bookingDays'>,
): Promise<OutputOf<'bookingDays'>> {
  const { owner, now } = context;
  const orderNo = id.replace(/-\d+$/, '');
  const order = await findOrder(owner, orderNo, limitVisibility(context));
  const lines = await findOwnLines(owner, context, order, id);
  const [line] = lines;
  if (!order || !line) throw new NotHere();
  const seen = timeOf(line);
  const { zone } = line.terms;
  const today = todayIn(zone, now.getTime());
  const firstDay = from ?? addDays(seen.playOn, -window / 3);
  const last = addDays(today, furthest);
  const begin = firstDay < today ? today : firstDay > last ? last : firstDay;
  const { found, end } = await findTimes(owner, line.package_id, begin);
  const times = found
    .filter(({ playOn, session }) => isBookable(playOn, session, zone, 0, now.getTime()))
    .map((time): PlayTime => ({ ...time, untilOn: untilAt(seen, time.playOn) }))
    .filter((time) => !isSameDay(time, seen));
  const quotes = await quoteTimes(owner, context, order, lines, times);
  return {
    ...{ seen, zone, from: begin, to: end, isFirst: begin <= today },
    subOrderNos: lines.map((line) => line.sub_order_no),
    days: times.flatMap((time, at) => {
      const quote = quotes[at];
      const returned = quote && !(quote instanceof Refusal) ? returnedBy(quote) : undefined;
      if (returned === undefined) return [];
      const { rules, use } = agreedTerms({ ...line, play_on: time.playOn, session: time.session });
      const { freeUntil, freeUntilAt } = termsAt(rules, use, now.getTime());
      return { ...time, returned: money(returned, order.currency), freeUntil, freeUntilAt };
    }),
  };
}

/** The times of a package from a day on; where they are too many for one answer, those of its first days, and the last of those. */
async function findTimes(owner: Owner, packageId: number, begin: string) {
  const end = addDays(begin, window - 1);
  const found = await listTimes(owner, packageId, { from: begin, to: end, most: mostTimes + 1 });
  const cut = found[mostTimes]?.playOn;
  if (cut === undefined || cut === begin) return { found, end: cut ?? end };
  return { found: found.filter(({ playOn }) => playOn < cut), end: addDays(cut, -1) };
}

export const timeOf = (line: LineOfOrder): PlayTime => {
  const { playOn, session, untilOn } = placeOf(line);
  return { playOn, session, untilOn };
};

/** A stay keeps its number of nights. */
const untilAt = ({ playOn, untilOn }: PlayTime, on: string): string | null =>
  untilOn && addDays(on, daysBetween(playOn, untilOn));
