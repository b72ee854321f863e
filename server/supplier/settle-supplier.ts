// What the owner owes its suppliers over a span (decision 0310): those who see money choose whose, a supplier's login sees its own.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Currency } from '../../domain/currencies.ts';
import { addDays, todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { type Money, money, sumMoney } from '../../domain/money.ts';
import { supplierOfLogin } from '../order/delivery/delivery.sql.ts';
import type { Visible } from '../order/read.sql.ts';
import { type Context, staffOf } from '../platform/context.ts';
import { listSupplierPayments, type SupplierPaymentRow, sumSupplierPayments } from './payments.sql.ts';
import { listSettlement, type OwedRow, sumSettlement, supplierNumbered } from './settlement.sql.ts';
import { listSupplierNames } from './supplier.sql.ts';

const size = 50;
const mostPayments = 200;

export async function showSettlement(
  context: Context,
  input: ParsedInputOf<'consoleSettlement'>,
): Promise<OutputOf<'consoleSettlement'>> {
  const { owner, reports, site, now } = context;
  const { page } = input;
  const reader = whoReads(context, input.supplier);
  const [from, to] = readSpan(input, todayIn(site.zone, now.getTime()));
  const span = { from, to, zone: site.zone };
  // Payments come from the primary: whoever has just recorded one sees it.
  const [list, sums, suppliers, payments, paid] = await Promise.all([
    listSettlement(reports, reader.supplier, span, { size, from: (page - 1) * size }),
    sumSettlement(reports, reader.supplier, span),
    reader.chooses ? listSupplierNames(owner) : [],
    listSupplierPayments(owner, reader.supplier, span, mostPayments + 1),
    sumSupplierPayments(owner, reader.supplier, span),
  ]);
  const count = (pick: (item: (typeof sums)[number]) => number) => sums.reduce((sum, item) => sum + pick(item), 0);
  const total = count((item) => item.lines);
  return {
    ...{ total, page, pages: Math.ceil(total / size), from, to },
    suppliers: suppliers.map((supplier) => ({ id: String(supplier.supplier_id), name: supplier.name })),
    owed: addUp(sums.flatMap((sum) => (sum.owed_minor === null ? [] : [{ ...sum, minor: sum.owed_minor }]))),
    unknown: count((item) => item.unknown),
    balances: showBalances(sums, paid),
    payments: payments.slice(0, mostPayments).map((row) => showPayment(row, reader.chooses)),
    morePayments: payments.length > mostPayments,
    records: reader.records,
    currency: site.currency,
    list: list.map((row) => showLineOwed(row, context)),
  };
}

/** Not here for roles that have no business with money. */
function whoReads(context: Context, wantedId: string | undefined): Reader {
  const { roles, accountId } = staffOf(context);
  const records = roles.some((role) => role === 'admin' || role === 'finance');
  if (records || roles.includes('operations'))
    return { supplier: wantedId === undefined ? null : supplierNumbered(wantedId), chooses: true, records };
  if (roles.includes('supplier'))
    return { supplier: supplierOfLogin(context.owner, accountId), chooses: false, records };
  throw new NotHere();
}

/** `records`: enters payments. */
type Reader = { supplier: Visible | null; chooses: boolean; records: boolean };

type Minor = { currency: Currency; minor: number };

function addUp(amounts: Minor[]): Money[] {
  const sums = new Map<Currency, number>();
  for (const { currency, minor } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor);
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([currency, minor]) => sumMoney(minor, currency));
}

type Sums = Awaited<ReturnType<typeof sumSettlement>>;
type Paid = Awaited<ReturnType<typeof sumSupplierPayments>>;

/** Suppliers of which a line is owed come first, in the order of their names; then those that were paid alone. */
function showBalances(sums: Sums, paid: Paid): OutputOf<'consoleSettlement'>['balances'] {
  const isSame = (a: Sums[number] | Paid[number]) => (b: Sums[number] | Paid[number]) =>
    a.supplier_id === b.supplier_id && a.currency === b.currency;
  const alone = paid.filter((item) => !sums.some(isSame(item)));
  const all = [...sums.map((item) => ({ ...item, owed_minor: item.owed_minor ?? 0 })), ...alone];
  return all.map((item) => {
    const owedMinor = 'owed_minor' in item ? item.owed_minor : 0;
    const paidMinor = paid.find(isSame(item))?.paid_minor ?? 0;
    return {
      supplierId: String(item.supplier_id),
      supplierName: item.supplier_name,
      owed: sumMoney(owedMinor, item.currency),
      paid: sumMoney(paidMinor, item.currency),
      open: sumMoney(owedMinor - paidMinor, item.currency),
    };
  });
}

/** A supplier does not read which of the owner's people entered it. */
function showPayment(row: SupplierPaymentRow, named: boolean): OutputOf<'consoleSettlement'>['payments'][number] {
  const { payment_id: id, amount_minor: minor, currency, counts, reference, withdrawn } = row;
  return {
    ...{ counts, reference, withdrawn },
    id: String(id),
    supplierName: row.supplier_name,
    amount: money(minor, currency),
    from: row.from_on,
    to: row.to_on,
    paidOn: row.paid_on,
    recordedBy: named ? (row.recorded_by ?? '') : '',
  };
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
