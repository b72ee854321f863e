// An uploaded list of orders (decision 0430): Excel or CSV, the names of the columns in its first row, a row for each line of an order.
import { readFile } from 'node:fs/promises';
import { Refusal } from '../../domain/errors.ts';
import { orderImportRules } from '../../domain/order-sources.ts';
import { unpackApart } from '../porting/open-file.ts';

/** With the width of each in the template. Products and packages are for people: the SKU says which they are. */
export const platformColumns = {
  ...{ reference: 22, product: 30, package: 24, sku: 12, date: 12, until: 12, session: 10, quantity: 10 },
  ...{ name: 24, email: 28, phone: 18, price: 12, currency: 10, remark: 36 },
} as const;
export type PlatformColumn = keyof typeof platformColumns;
const needed: readonly PlatformColumn[] = ['reference', 'sku', 'date', 'quantity', 'name'];

/** `row` as the spreadsheet counts it. Every value is a tidied text. */
export type SheetRow = { row: number; values: Record<PlatformColumn, string> };

/** Refuses orderSheetUnreadable and orderSheetTooLong. */
export async function readOrderSheet(path: string, kind: 'xlsx' | 'csv'): Promise<SheetRow[]> {
  const table = kind === 'xlsx' ? await readWorkbook(path) : readCsv(decode(await readFile(path)));
  const [head = [], ...body] = table;
  const names = head.map((cell) => textOf(cell).toLowerCase());
  const at = (name: PlatformColumn) => names.indexOf(name);
  if (needed.some((name) => at(name) < 0)) throw new Refusal('orderSheetUnreadable');
  const columns = Object.keys(platformColumns) as PlatformColumn[];
  const rows = body.flatMap((cells, index) => {
    const values = Object.fromEntries(columns.map((name) => [name, textOf(cells[at(name)])])) as SheetRow['values'];
    return Object.values(values).some(Boolean) ? [{ row: index + 2, values }] : [];
  });
  if (!rows.length) throw new Refusal('orderSheetUnreadable');
  const { mostRows } = orderImportRules;
  if (rows.length > mostRows) throw new Refusal('orderSheetTooLong', { data: { most: mostRows } });
  return rows;
}

async function readWorkbook(path: string): Promise<unknown[][]> {
  const unpacked = await unpackApart(await readFile(path));
  if ('sheets' in unpacked) return unpacked.sheets[0]?.rows ?? [];
  throw unpacked.reason === 'tooMany'
    ? new Refusal('orderSheetTooLong', { data: { most: orderImportRules.mostRows } })
    : new Refusal('orderSheetUnreadable');
}

/** Spreadsheets write dates as moments and times as parts of a day. Nothing of a cell may be what no text of the database can hold. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) {
    const [day = '', time = ''] = cell.toISOString().slice(0, 16).split('T');
    return day < '1901' ? time : day;
  }
  if (typeof cell === 'number' && cell > 0 && cell < 1) {
    const minutes = Math.round(cell * 1440);
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  }
  return String(cell)
    .replace(/\p{Cs}|(?![\n\t])\p{Cc}/gu, '')
    .trim();
}

/** UTF-8, or as Windows writes it with a mark in front. */
function decode(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(isWide ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
}

/** Commas, semicolons or tabs, whichever the first row has most of. */
function readCsv(text: string): string[][] {
  const [first = ''] = text.split('\n', 1);
  const count = (mark: string) => first.split(mark).length;
  const mark = [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] as string;
    if (isQuoted && letter === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (letter === '"' && (isQuoted || !cell)) isQuoted = !isQuoted;
    else if (!isQuoted && letter === mark) end();
    else if (!isQuoted && letter === '\n') {
      end();
      rows.push([]);
    } else if (isQuoted || letter !== '\r') cell += letter;
  }
  end();
  return rows;
}
