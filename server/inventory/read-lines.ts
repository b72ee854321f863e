// What was asked for, read against the catalogue (§5): known SKUs of one product, days that are sold, whole quantities within the
// group's bounds, nights of a stay, places left, extras. Shared by the booking form, the check before it, and the order itself.
import { addDays, isBookable, openDay, todayIn } from '../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { checkGroup, isQuantity, maxQuantity } from '../../domain/limits.ts';
import { type Money, money } from '../../domain/money.ts';
import { isProductType, rowOf } from '../../domain/product-types.ts';
import { pricingOf } from '../catalog/pricing.sql.ts';
import type { Context } from '../platform/context.ts';
import { type AskedLine, findLines, type LineRow, type NightRow } from './inventory.sql.ts';

type SoldNight = NightRow & { departure_id: number; left: number };

export type ReadLine = AskedLine & {
  row: Omit<LineRow, 'nights'> & { nights: SoldNight[] };
  /** One unit for the whole stay: the sum of its nights; the caller's own price. */
  unit: Money;
  amount: Money;
  retailUnit: Money;
  retailAmount: Money;
  /** Fewest places left over its nights, of the departure and of the SKU alone. */
  left: number;
  /** Open tickets: the last day of validity when bought now. */
  validUntil: string | null;
};

export type ReadLines = {
  lines: ReadLine[];
  first: ReadLine['row'];
  total: Money;
  retailTotal: Money;
  /** Asked beyond what is left, where the package allows it: a person must confirm (§5 oversell). */
  needsConfirmation: boolean;
};

/**
 * Refuses quantities and check-out days by field, NotHere for unknown SKUs, productGone off the shelf, dateNotSold, tooLate,
 * stayTooShort/Long, groupTooSmall/Large and noStock (with what is left). Only the order's own statement takes places. What the
 * quotation `holder` holds counts as left.
 */
export async function readLines(context: Context, asked: AskedLine[], holder?: string): Promise<ReadLines> {
  checkQuantities(asked);
  const found = await findLines(context.owner, pricingOf(context), asked, holder);
  if (found.length !== asked.length) throw new NotHere();
  const lines = asked.map((line, at) => readLine(line, found[at] as LineRow, at, context));
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

function checkQuantities(asked: AskedLine[]): void {
  const fields: FieldProblems = {};
  asked.forEach((line, at) => {
    if (!isQuantity(line.quantity)) fields[`lines.${at}.quantity`] = { problem: 'quantity', max: maxQuantity };
  });
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

function readLine(line: AskedLine, row: LineRow, at: number, { now }: Context): ReadLine {
  if (!row.on_shelf) throw new Refusal('productGone');
  checkStay(line, row, at);
  if ((row.open_days !== null) !== (line.playOn === openDay)) throw new Refusal('dateNotSold');
  const nights = row.nights.flatMap((night) =>
    night.departure_id === null || night.left === null ? [] : [night as SoldNight],
  );
  if (nights.length !== row.nights.length || line.playOn < todayIn(row.zone, now.getTime()))
    throw new Refusal('dateNotSold');
  if (!isBookable(line.playOn, line.session, row.zone, row.cut_off_hours, now.getTime())) throw new Refusal('tooLate');
  const currency = row.currency;
  const unitMinor = nights.reduce((sum, night) => sum + night.price_minor, 0);
  const retailMinor = nights.reduce((sum, night) => sum + night.retail_minor, 0);
  return {
    ...line,
    row: { ...row, nights },
    unit: money(unitMinor, currency),
    amount: money(unitMinor * line.quantity, currency),
    retailUnit: money(retailMinor, currency),
    retailAmount: money(retailMinor * line.quantity, currency),
    left: Math.min(...nights.map(leftOf)),
    validUntil: row.open_days === null ? null : addDays(todayIn(row.zone, now.getTime()), row.open_days),
  };
}

/** Stays have a check-out after the check-in (§5) and keep the package's bounds; nothing else has one. */
function checkStay(line: AskedLine, row: LineRow, at: number): void {
  const stay = isProductType(row.type) && rowOf(row.type).stockBy === 'room';
  const problem = (name: 'required' | 'notAsked' | 'checkOut') =>
    new Refusal('invalidInput', { fields: { [`lines.${at}.untilOn`]: { problem: name } } });
  if (!stay) {
    if (line.untilOn) throw problem('notAsked');
    return;
  }
  if (!line.untilOn) throw problem('required');
  if (line.untilOn <= line.playOn) throw problem('checkOut');
  const nights = row.nights.length;
  if (nights < row.min_nights) throw new Refusal('stayTooShort', { data: { min: row.min_nights } });
  if (nights > row.max_nights) throw new Refusal('stayTooLong', { data: { max: row.max_nights } });
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
  const demand = new Map<string, { size: number; left: number; oversell: boolean }>();
  const ask = (what: string, size: number, left: number, oversell: boolean) =>
    demand.set(what, { size: size + (demand.get(what)?.size ?? 0), left, oversell });
  for (const { row, quantity } of lines)
    for (const { departure_id, left, sku_left } of row.nights) {
      ask(`${departure_id}`, quantity, left, row.oversell);
      if (sku_left !== null) ask(`${departure_id} ${row.sku_id}`, quantity, sku_left, row.oversell);
    }
  const beyond = [...demand.values()].filter(({ size, left }) => size > left);
  const short = beyond.filter((one) => !one.oversell).map((one) => Math.max(0, one.left));
  if (short.length) throw new Refusal('noStock', { data: { left: Math.min(...short) } });
  return beyond.length > 0;
}
