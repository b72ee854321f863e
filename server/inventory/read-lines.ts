// Checks requested lines against the catalogue (§5): known SKUs of one product, days that are sold, whole quantities within the
// group's bounds, nights of a stay, places left, extras. Shared by the booking form, the check before it, and the order itself.
import { policyOf, type RefundPolicy, type UseTime } from '../../domain/cancellation.ts';
import { addDays, isBookable, openDay, todayIn } from '../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { checkGroup, isQuantity, maxQuantity } from '../../domain/limits.ts';
import { type Money, money } from '../../domain/money.ts';
import type { SeenOfPackage } from '../../domain/product-fields.ts';
import { isProductType, rowOf } from '../../domain/product-types.ts';
import { extraOf, type Guests, usualGuests, wrongGuests } from '../../domain/rooms.ts';
import { pickSeenOfPackage } from '../catalog/field-columns.sql.ts';
import { pricingOf } from '../catalog/pricing.sql.ts';
import type { Context } from '../platform/context.ts';
import { readRequestedLines } from './cache-facts.ts';
import { type LineRow, listUntimed, type NightRow, type RequestedLine } from './inventory.sql.ts';

type SoldNight = NightRow & { departure_id: number; left: number };

export type ReadLine = Omit<RequestedLine, 'guests'> & {
  row: Omit<LineRow, 'nights'> & { nights: SoldNight[] };
  /** One unit for the whole stay: the sum of its nights; the caller's own price. */
  unit: Money;
  amount: Money;
  /** Without a limited offer. */
  ownAmount: Money;
  retailUnit: Money;
  retailAmount: Money;
  /** Fewest places left over its nights, of the departure and of the SKU alone. */
  left: number;
  /** Open tickets: the last day of validity when bought now. */
  validUntil: string | null;
  /** In each room; null if the package does not request guests. */
  guests: Guests | null;
};

export type ReadLines = {
  lines: ReadLine[];
  first: ReadLine['row'];
  total: Money;
  retailTotal: Money;
  /** More than is left, if the package allows it: a person must confirm (§5 oversell). */
  needsConfirmation: boolean;
};

/**
 * Refuses quantities, check-out days and guests by field, NotHere for unknown SKUs, productGone off the shelf
 * (`stillSold`: something else of the product is not), dateNotSold, tooLate,
 * stayTooShort/Long, groupTooSmall/Large and noStock (with what is left). A refused day or night is named, with the position of its
 * line. Only the order's own statement takes places. What the quotation `holder` holds counts as left.
 */
export async function readLines(context: Context, requested: RequestedLine[], holder?: string): Promise<ReadLines> {
  return judgeLines(
    context,
    requested,
    await readRequestedLines(context.owner, pricingOf(context), requested, { holder }),
  );
}

/** The same of lines that were found; a missing time of a day that is sold by times is refused by field. */
export async function judgeLines(context: Context, requested: RequestedLine[], found: LineRow[]): Promise<ReadLines> {
  try {
    return judgeFound(context, requested, found);
  } catch (error) {
    if (!(error instanceof Refusal && error.refusal === 'dateNotSold')) throw error;
    const untimed = await listUntimed(context.owner, requested);
    if (!untimed.length) throw error;
    const fields = untimed.map((at) => [`lines.${at}.session`, { problem: 'choose' as const }]);
    throw new Refusal('invalidInput', { fields: Object.fromEntries(fields) });
  }
}

function judgeFound(context: Context, requested: RequestedLine[], found: LineRow[]): ReadLines {
  checkQuantities(requested);
  if (found.length !== requested.length) throw new NotHere();
  const lines = requested.map((line, at) => readLine(line, found[at] as LineRow, at, context));
  const first = lines[0]?.row;
  if (!first || lines.some((line) => line.row.product_id !== first.product_id)) throw new Refusal('mixedProducts');
  checkGroups(lines);
  const sum = (pick: (line: ReadLine) => Money) =>
    money(
      lines.reduce((minor, line) => minor + pick(line).amountMinor, 0),
      first.currency,
    );
  return {
    lines,
    first,
    total: sum((line) => line.amount),
    retailTotal: sum((line) => line.retailAmount),
    needsConfirmation: checkStock(lines),
  };
}

/** The policy that a line is sold under: its package's, else its product's. */
export const agreedPolicy = (
  row: Pick<LineRow, 'refund_rules' | 'own_refund_rules' | 'free_cancel_days'>,
): RefundPolicy =>
  policyOf({ refundRules: row.refund_rules, freeCancelDays: row.free_cancel_days }, row.own_refund_rules);

/** When a line is used, as the limits of its policy count. */
export const useTimeOf = ({ playOn, session, validUntil, row }: ReadLine): UseTime => ({
  lastDay: validUntil ?? playOn,
  startsAt: session || row.checkIn,
  zone: row.zone,
});

function checkQuantities(requested: RequestedLine[]): void {
  const fields: FieldProblems = {};
  requested.forEach((line, at) => {
    if (!isQuantity(line.quantity)) fields[`lines.${at}.quantity`] = { problem: 'quantity', max: maxQuantity };
  });
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

function readLine(line: RequestedLine, row: LineRow, at: number, { now }: Context): ReadLine {
  if (!row.on_shelf) throw new Refusal('productGone', { data: { stillSold: row.product_on_shelf } });
  checkStay(line, row, at);
  const guests = readGuests(line, row, at);
  const { playOn, session } = line;
  const refuse = (why: 'dateNotSold' | 'tooLate', on: string | undefined = playOn) =>
    new Refusal(why, { data: { on, session, line: at } });
  if ((row.open_days !== null) !== (playOn === openDay)) throw refuse('dateNotSold');
  const nights = priceNights(row, guests).flatMap((night) =>
    night.departure_id === null || night.left === null ? [] : [night as SoldNight],
  );
  const gone = row.nights.find((night) => night.departure_id === null || night.left === null);
  if (gone || playOn < todayIn(row.zone, now.getTime())) throw refuse('dateNotSold', gone?.on);
  if (!isBookable(playOn, session, row.zone, row.cut_off_hours, now.getTime())) throw refuse('tooLate');
  const currency = row.currency;
  const unitMinor = nights.reduce((sum, night) => sum + night.price_minor, 0);
  const ownMinor = nights.reduce((sum, night) => sum + night.own_minor, 0);
  const retailMinor = nights.reduce((sum, night) => sum + night.retail_minor, 0);
  return {
    ...line,
    guests,
    row: { ...row, nights },
    unit: money(unitMinor, currency),
    amount: money(unitMinor * line.quantity, currency),
    ownAmount: money(ownMinor * line.quantity, currency),
    retailUnit: money(retailMinor, currency),
    retailAmount: money(retailMinor * line.quantity, currency),
    left: Math.min(...nights.map(leftOf)),
    validUntil: row.open_days === null ? null : addDays(todayIn(row.zone, now.getTime()), row.open_days),
  };
}

const isStay = ({ type }: Pick<LineRow, 'type'>): boolean => isProductType(type) && rowOf(type).stockBy === 'room';

/** Stays have a check-out after the check-in (§5), what is rented a last day; both keep the package's bounds. Nothing else has one. */
function checkStay(line: RequestedLine, row: LineRow, at: number): void {
  const problem = (name: 'required' | 'notOfProduct' | 'checkOut' | 'beforeFirst') =>
    new Refusal('invalidInput', { fields: { [`lines.${at}.untilOn`]: { problem: name } } });
  if (!isStay(row) && !row.by_day) {
    if (line.untilOn) throw problem('notOfProduct');
    return;
  }
  if (!line.untilOn) throw problem('required');
  if (row.by_day && line.untilOn < line.playOn) throw problem('beforeFirst');
  if (!row.by_day && line.untilOn <= line.playOn) throw problem('checkOut');
  const nights = row.nights.length;
  const [short, long] = row.by_day
    ? (['rentTooShort', 'rentTooLong'] as const)
    : (['stayTooShort', 'stayTooLong'] as const);
  if (nights < row.min_nights) throw new Refusal(short, { data: { min: row.min_nights } });
  if (nights > row.max_nights) throw new Refusal(long, { data: { max: row.max_nights } });
}

/** A stay's room as an order stores it; undefined for other products. */
export const roomOf = (row: LineRow | ReadLine['row']): SeenOfPackage<'booking'> | undefined =>
  isStay(row) ? pickSeenOfPackage(row, 'booking') : undefined;

/** The guests of each room of a line. Refuses guests by field where the room has none, or takes fewer. */
function readGuests({ guests }: RequestedLine, row: LineRow, at: number): Guests | null {
  const usual = usualGuests(row);
  if (!guests) return usual;
  const path = `lines.${at}.guests`;
  if (!usual) throw new Refusal('invalidInput', { fields: { [path]: { problem: 'notOfProduct' } } });
  const wrong = wrongGuests(row, guests);
  if (!wrong) return guests;
  const [min, max] = wrong === 'adults' ? [1, row.maxAdults ?? 0] : [0, row.maxChildren ?? 0];
  throw new Refusal('invalidInput', { fields: { [`${path}.${wrong}`]: { problem: 'range', min, max } } });
}

/** The nights with what their guests cost beyond the included ones, the same for every buyer. */
export function priceNights(row: LineRow, guests: Guests | null): NightRow[] {
  const extra = extraOf(row, guests);
  if (!extra) return row.nights;
  return row.nights.map((night) => ({
    ...night,
    retail_minor: night.retail_minor + extra,
    own_minor: night.own_minor + extra,
    price_minor: night.price_minor + extra,
  }));
}

/** The group is all lines of one package on one day and session together. */
function checkGroups(lines: ReadLine[]): void {
  const groups = new Map<string, ReadLine[]>();
  for (const line of lines) {
    const key = `${line.row.package_id} ${line.playOn} ${line.session}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  for (const group of groups.values()) {
    const bounds = group[0]?.row;
    const size = group.reduce((sum, line) => sum + line.quantity, 0);
    if (bounds) checkGroup(size, { minQuantity: bounds.min_quantity, maxQuantity: bounds.max_quantity });
  }
}

const leftOf = ({ left, sku_left }: SoldNight): number => (sku_left === null ? left : Math.min(left, sku_left));

/**
 * Demand is added up per departure first, and per SKU of it where that has a limit of its own: two lines, or two stays, may share a night.
 * Neither is passed, unless the package may oversell.
 */
function checkStock(lines: ReadLine[]): boolean {
  const demand = new Map<string, Demand>();
  // The day and the line that asked for it first are the ones that a refusal names.
  const ask = (what: string, size: number, one: Omit<Demand, 'size'>) =>
    demand.set(what, { ...(demand.get(what) ?? one), size: size + (demand.get(what)?.size ?? 0) });
  lines.forEach(({ row, quantity, session }, line) => {
    for (const { departure_id, on, left, sku_left } of row.nights) {
      const about = { oversell: row.oversell, day: { on, session, line } };
      ask(`${departure_id}`, quantity, { left, ...about });
      if (sku_left !== null) ask(`${departure_id} ${row.sku_id}`, quantity, { left: sku_left, ...about });
    }
  });
  const beyond = [...demand.values()].filter(({ size, left }) => size > left);
  const [short] = beyond.filter((one) => !one.oversell).toSorted((a, b) => a.left - b.left);
  if (short) throw new Refusal('noStock', { data: { left: Math.max(0, short.left), ...short.day } });
  return beyond.length > 0;
}

type Demand = { size: number; left: number; oversell: boolean; day: { on: string; session: string; line: number } };
