// What the owner owes its suppliers over a span (decision 0310): those who see money choose whose, a supplier's login sees its own.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { addDays, todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { money, sumMoney } from '../../domain/money.ts';
import { supplierOfLogin } from '../order/delivery/delivery.sql.ts';
import type { Visible } from '../order/read.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { listSettlement, type OwedRow, sumSettlement, supplierNumbered } from './settlement.sql.ts';
import { listSupplierNames } from './supplier.sql.ts';

const size = 50;

export async function showSettlement(
  context: Context,
  input: ParsedInputOf<'consoleSettlement'>,
): Promise<OutputOf<'consoleSettlement'>> {
  const { owner, reports, site, now } = context;
  const { page } = input;
  const reader = whoReads(context, input.supplier);
  const [from, to] = readSpan(input, todayIn(site.zone, now.getTime()));
  const span = { from, to, zone: site.zone };
  const [list, sums, suppliers] = await Promise.all([
    listSettlement(reports, reader.supplier, span, { size, from: (page - 1) * size }),
    sumSettlement(reports, reader.supplier, span),
    reader.chooses ? listSupplierNames(owner) : [],
  ]);
  const count = (pick: (item: (typeof sums)[number]) => number) => sums.reduce((sum, item) => sum + pick(item), 0);
  const total = count((item) => item.lines);
  return {
    ...{ total, page, pages: Math.ceil(total / size), from, to },
    suppliers: suppliers.map((supplier) => ({ id: String(supplier.supplier_id), name: supplier.name })),
    owed: sums.flatMap((sum) => (sum.owed_minor === null ? [] : [sumMoney(sum.owed_minor, sum.currency)])),
    unknown: count((item) => item.unknown),
    list: list.map((row) => showLineOwed(row, context)),
  };
}

/** Not here for roles that have no business with money. */
function whoReads(context: Context, wantedId: string | undefined): { supplier: Visible | null; chooses: boolean } {
  const { roles, accountId } = staffOf(context);
  if (roles.some((role) => role === 'admin' || role === 'finance' || role === 'operations'))
    return { supplier: wantedId === undefined ? null : supplierNumbered(wantedId), chooses: true };
  if (roles.includes('supplier')) return { supplier: supplierOfLogin(context.owner, accountId), chooses: false };
  throw new NotHere();
}

const longestDays = 1096;

const firstOf = (day: string) => `${day.slice(0, 7)}-01`;
const lastOf = (day: string) => addDays(firstOf(addDays(firstOf(day), 31)), -1);

/** In its right order and three years at most; the last whole month, or the month of the only day that is given. */
function readSpan({ from, to }: ParsedInputOf<'consoleSettlement'>, today: string): [from: string, to: string] {
  const inMonth = from ?? to ?? addDays(firstOf(today), -1);
  const [start = inMonth, end = inMonth] = [from ?? firstOf(inMonth), to ?? lastOf(inMonth)].sort();
  const earliest = addDays(end, 1 - longestDays);
  return [start < earliest ? earliest : start, end];
}

function showLineOwed(row: OwedRow, { language }: Context): OutputOf<'consoleSettlement'>['list'][number] {
  const { unit_cost_minor: unit, owed_minor: owed, cancelled_cost_minor: ofCancelled, quantity, currency } = row;
  return {
    subOrderNo: row.sub_order_no,
    orderNo: row.order_no,
    supplierName: row.supplier_name,
    productName: textIn(row.names, language),
    packageName: textIn(row.package_names, language),
    skuName: textIn(row.sku_names, language),
    ticketType: row.ticket_type,
    carType: row.car_type,
    on: row.on,
    quantity,
    unitCost: unit === null ? null : money(unit, currency),
    owed: owed === null ? null : money(owed, currency),
    ofCancelled: ofCancelled ? money(ofCancelled, currency) : null,
  };
}
