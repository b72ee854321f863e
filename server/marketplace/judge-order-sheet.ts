// The check of an uploaded list of orders (decision 0430): each order is read against the catalogue, with the partner's prices and what is
// left, and nothing is written. Each problem names its row and column.
import { isCurrency } from '../../domain/currencies.ts';
import { isDay, openDay } from '../../domain/dates.ts';
import { NotHere, Refusal, type RefusalName } from '../../domain/errors.ts';
import { isQuantity, limits, maxQuantity } from '../../domain/limits.ts';
import { addMoney, type Money, readAmount } from '../../domain/money.ts';
import { orderImportRules, type PlatformSource } from '../../domain/order-sources.ts';
import { isEmail } from '../../domain/passwords.ts';
import type { RequestedLine } from '../inventory/inventory.sql.ts';
import { readLines } from '../inventory/read-lines.ts';
import { readPhone } from '../octo/read-details.ts';
import type { Context } from '../platform/context.ts';
import { judgeFormula } from '../porting/judge/formula-marks.ts';
import type { ImportedOrder, RowProblem } from './order-imports.sql.ts';
import { listSkus, type SkuToSell } from './platform-orders.sql.ts';
import type { PlatformColumn, SheetRow } from './read-order-sheet.ts';

type Skus = Map<string, SkuToSell>;

/** In the order in which their numbers first occur in the file; rows with the same number are lines of one order. */
export async function judgeOrderSheet(
  context: Context,
  source: PlatformSource,
  rows: SheetRow[],
): Promise<ImportedOrder[]> {
  const numbers = rows.map(({ values }) => values.sku).filter((text) => /^\d{1,18}$/.test(text));
  const skus: Skus = new Map((await listSkus(context.owner, numbers)).map((sku) => [String(sku.sku_id), sku]));
  const orders: ImportedOrder[] = [];
  // A row without a number is a separate order.
  const grouped = Map.groupBy(rows, ({ row, values }) => values.reference || `row ${row}`);
  for (const group of grouped.values())
    orders.push(await judgeOrder(context, { source, index: orders.length, group, skus }));
  return orders;
}

type Group = { source: PlatformSource; index: number; group: SheetRow[]; skus: Skus };

async function judgeOrder(context: Context, { source, index, group, skus }: Group): Promise<ImportedOrder> {
  const problems = group.flatMap((sheet, at) => judgeRow(sheet, at, skus));
  const [first] = group as [SheetRow];
  const { reference, name, email, phone, date } = first.values;
  const sku = skus.get(first.values.sku);
  const platformPrice = readPlatformPrice(group, skus, problems);
  const quantity = group.reduce((sum, { values }) => sum + (quantityOf(values.quantity) || 0), 0);
  const order: ImportedOrder = {
    ...{ index, row: first.row, rows: group.map(({ row }) => row), reference, quantity, names: sku?.names ?? {} },
    ...{ platformPrice, problems, wish: null },
    ...{ playOn: isDay(date) ? date : null, payable: null, listed: null },
  };
  if (group.length > orderImportRules.mostLines)
    problems.push({ row: first.row, column: 'reference', word: 'ui.field.tooMany', max: orderImportRules.mostLines });
  if (problems.length) return order;
  const wish = {
    ...{
      source,
      reference,
      platformPrice,
      remark: group
        .map(({ values }) => values.remark)
        .filter(Boolean)
        .join('\n'),
    },
    contact: { name, email, ...readPhone(phone) },
    lines: group.map(({ values }) => lineOf(values)),
  };
  try {
    const read = await readLines(context, wish.lines);
    return { ...order, wish, payable: read.total, listed: read.retailTotal };
  } catch (error) {
    const problem = describeOrderProblem(error);
    const at = await findRefused(context, wish.lines, problem);
    problems.push({ row: group[at]?.row ?? first.row, ...problem });
    return order;
  }
}

/** The place of the line that is refused alone as the order is; the first where only the lines together are. */
export async function findRefused(
  context: Context,
  lines: RequestedLine[],
  { word }: Pick<RowProblem, 'word'>,
): Promise<number> {
  for (const [at, line] of lines.entries()) {
    try {
      await readLines(context, [line]);
    } catch (error) {
      if (describeOrderProblem(error).word === word) return at;
    }
  }
  return 0;
}

/** Number() takes 1e1 for ten and 0x10 for sixteen, which no one means. */
const quantityOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : Number.NaN);

const lineOf = ({ sku, date, until, session, quantity }: SheetRow['values']) => ({
  ...{ skuId: sku, playOn: date || openDay, session, quantity: quantityOf(quantity) },
  ...(until ? { untilOn: until } : {}),
});

/** Without their values nothing else can be said about a row. */
const listFormulas = (row: number, values: SheetRow['values']): RowProblem[] =>
  Object.entries(values).flatMap(([column, value]) => {
    const formula = judgeFormula(value);
    return formula ? [{ row, column, word: `porting.why.${formula}` }] : [];
  });

/** The problems of a single row; the first row of an order has the buyer and the price. */
function judgeRow({ row, values }: SheetRow, at: number, skus: Skus): RowProblem[] {
  const formulas = listFormulas(row, values);
  if (formulas.length) return formulas;
  const { reference, sku, date, until, session, quantity, name, email, remark } = values;
  const checks: [PlatformColumn, string | false, max?: number][] = [
    ['reference', !reference && 'ui.field.required'],
    ['reference', reference.length > limits.agentReferenceLength && 'ui.field.tooLong', limits.agentReferenceLength],
    ['sku', !sku ? 'ui.field.required' : !skus.has(sku) && 'porting.why.unknown'],
    ['date', date !== '' && !isDay(date) && 'ui.field.date'],
    ['until', until !== '' && !isDay(until) && 'ui.field.date'],
    ['session', session !== '' && !/^([01]\d|2[0-3]):[0-5]\d$/.test(session) && 'ui.field.time'],
    ['quantity', !isQuantity(quantityOf(quantity)) && 'ui.field.quantity', maxQuantity],
    ['name', at === 0 && !name && 'ui.field.required'],
    ['name', name.length > 200 && 'ui.field.tooLong', 200],
    ['email', email !== '' && !isEmail(email) && 'ui.field.emailFormat'],
    ['remark', remark.length > 400 && 'ui.field.tooLong', 400],
  ];
  return checks.flatMap(([column, word, max]) => (word ? [{ row, column, word, ...(max ? { max } : {}) }] : []));
}

/** The prices of all rows that have one, in the currency that they name, else in ours. */
function readPlatformPrice(group: SheetRow[], skus: Skus, problems: RowProblem[]): Money | null {
  const amounts: Money[] = [];
  for (const { row, values } of group) {
    if (!values.price || judgeFormula(values.price) || judgeFormula(values.currency)) continue;
    const currency = values.currency.toUpperCase() || skus.get(values.sku)?.currency;
    const amount = isCurrency(currency) ? readAmount(values.price, currency) : undefined;
    const column = values.currency && !isCurrency(currency) ? 'currency' : 'price';
    if (amount && (amounts[0]?.currency ?? amount.currency) === amount.currency) amounts.push(amount);
    else if (currency)
      problems.push({ row, column, word: column === 'price' ? 'porting.why.price' : 'porting.why.unknown' });
  }
  const [first, ...rest] = amounts;
  return first ? addMoney(first, ...rest) : null;
}

const columnsOf: Partial<Record<RefusalName, PlatformColumn>> = {
  ...{ noStock: 'quantity', skuLimited: 'quantity', groupTooSmall: 'quantity', groupTooLarge: 'quantity' },
  ...{ dateNotSold: 'date', tooLate: 'date', stayTooShort: 'until', stayTooLong: 'until' },
  ...{ productGone: 'sku', mixedProducts: 'sku', platformOrderTaken: 'reference' },
};

/** Where and why an order is refused; anything that is no refusal is thrown on. */
export function describeOrderProblem(error: unknown): Omit<RowProblem, 'row'> {
  if (error instanceof NotHere) return { column: 'sku', word: 'porting.why.unknown' };
  if (!(error instanceof Refusal)) throw error;
  const [[path, problem] = []] = Object.entries(error.fields ?? {});
  if (path && problem) {
    const column = path.includes('untilOn') ? 'until' : path.includes('quantity') ? 'quantity' : 'sku';
    return { column, word: `ui.field.${problem.problem}`, max: problem.max ?? 0, min: problem.min ?? 0 };
  }
  const { left, min, max } = (error.data ?? {}) as { left?: number; min?: number; max?: number };
  const column = columnsOf[error.refusal] ?? '';
  return { column, word: `refusal.${error.refusal}`, left: left ?? 0, min: min ?? 0, max: max ?? 0 };
}
