// What was asked for, read against the catalogue (§5): known SKUs of one product, days that are sold, whole quantities
// within the group's bounds, places left. Shared by the booking form, the check before it, and the order itself.
import type { Currency } from '../../domain/currencies.ts';
import { todayIn } from '../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { type Money, money } from '../../domain/money.ts';
import { checkGroup, isQuantity, maxQuantity } from '../../domain/quantity.ts';
import type { Context } from '../platform/context.ts';
import { type AskedLine, findLines, type LineRow } from './inventory.sql.ts';

export type ReadLine = AskedLine & {
  row: LineRow & { departure_id: number; left: number };
  unit: Money;
  amount: Money;
};

export type ReadLines = {
  lines: ReadLine[];
  first: LineRow;
  total: Money;
  /** Asked beyond what is left, where the package allows it: a person must confirm (§5 oversell). */
  needsConfirmation: boolean;
};

/**
 * Refuses quantities by field, NotHere for unknown SKUs, productGone off the shelf, dateNotSold, groupTooSmall/Large and
 * noStock (with what is left). Only the order's own statement takes places; this only tells early.
 */
export async function readLines(context: Context, asked: AskedLine[]): Promise<ReadLines> {
  checkQuantities(asked);
  const found = await findLines(context.db, context.site.ownerId, asked);
  if (found.length !== asked.length) throw new NotHere();
  const lines = asked.map((line, at) => readLine(line, found[at] as LineRow, context));
  const first = lines[0]?.row;
  if (!first || lines.some((line) => line.row.product_id !== first.product_id)) throw new Refusal('mixedProducts');
  checkGroups(lines);
  return { lines, first, total: totalOf(lines), needsConfirmation: checkStock(lines) };
}

function checkQuantities(asked: AskedLine[]): void {
  const fields: FieldProblems = {};
  asked.forEach((line, at) => {
    if (!isQuantity(line.quantity)) fields[`lines.${at}.quantity`] = { problem: 'quantity', max: maxQuantity };
  });
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
}

function readLine(line: AskedLine, row: LineRow, { now }: Context): ReadLine {
  if (!row.on_shelf) throw new Refusal('productGone');
  if (row.departure_id === null || row.left === null || line.playOn < todayIn(row.zone, now.getTime())) {
    throw new Refusal('dateNotSold');
  }
  const unit = money(row.price_minor, row.currency as Currency);
  return {
    ...line,
    row: { ...row, departure_id: row.departure_id, left: row.left },
    unit,
    amount: money(row.price_minor * line.quantity, unit.currency),
  };
}

/** The group is all lines of one package on one day and session together. */
function checkGroups(lines: ReadLine[]): void {
  for (const [, group] of groupByDeparture(lines)) {
    const bounds = group[0]?.row;
    const size = group.reduce((sum, line) => sum + line.quantity, 0);
    if (bounds) checkGroup(size, { minQuantity: bounds.min_quantity, maxQuantity: bounds.max_quantity });
  }
}

function checkStock(lines: ReadLine[]): boolean {
  let beyond = false;
  for (const [, group] of groupByDeparture(lines)) {
    const size = group.reduce((sum, line) => sum + line.quantity, 0);
    const row = group[0]?.row;
    if (!row || size <= row.left) continue;
    if (!row.oversell) throw new Refusal('noStock', { data: { left: Math.max(0, row.left) } });
    beyond = true;
  }
  return beyond;
}

function groupByDeparture(lines: ReadLine[]): Map<number, ReadLine[]> {
  const groups = new Map<number, ReadLine[]>();
  for (const line of lines) groups.set(line.row.departure_id, [...(groups.get(line.row.departure_id) ?? []), line]);
  return groups;
}

function totalOf(lines: ReadLine[]): Money {
  const currency = lines[0]?.unit.currency;
  if (!currency) throw new Refusal('dateNotSold');
  return money(
    lines.reduce((sum, line) => sum + line.amount.amountMinor, 0),
    currency,
  );
}
