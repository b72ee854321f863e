// An uploaded list of orders (decision 0430): Excel or CSV, the names of the columns in its first row, a row for each line of an order.
import { isUtf8 } from 'node:buffer';
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

/** 500 rows with every column full are under 1 MB. A CSV is read in this thread: 20 MB would hold every request up for two seconds. */
const mostCsvBytes = 2_000_000;

const tooLong = () => new Refusal('orderSheetTooLong', { data: { most: orderImportRules.mostRows } });

/** Refuses orderSheetUnreadable, orderSheetEncoding and orderSheetTooLong. */
export async function readOrderSheet(path: string, kind: 'xlsx' | 'csv'): Promise<SheetRow[]> {
  const table = kind === 'xlsx' ? await readWorkbook(path) : readCsv(decode(await readCsvFile(path)));
  const [head = [], ...body] = table;
  const names = head.map((cell) => textOf(cell).toLowerCase());
  const at = (name: PlatformColumn) => names.indexOf(name);
  if (needed.some((name) => at(name) < 0)) throw new Refusal('orderSheetUnreadable');
  const columns = Object.keys(platformColumns) as PlatformColumn[];
  const rows = body.flatMap((cells, index) => {
    const values = Object.fromEntries(
      columns.map((name) => [name, (name === 'session' ? timeOf : textOf)(cells[at(name)])]),
    ) as SheetRow['values'];
    return Object.values(values).some(Boolean) ? [{ row: index + 2, values }] : [];
  });
  if (!rows.length) throw new Refusal('orderSheetUnreadable');
  if (rows.length > orderImportRules.mostRows) throw tooLong();
  return rows;
}

async function readWorkbook(path: string): Promise<unknown[][]> {
  const unpacked = await unpackApart(await readFile(path));
  if ('sheets' in unpacked) return unpacked.sheets[0]?.rows ?? [];
  throw unpacked.reason === 'tooMany' ? tooLong() : new Refusal('orderSheetUnreadable');
}

async function readCsvFile(path: string): Promise<Buffer> {
  const bytes = await readFile(path);
  if (bytes.length > mostCsvBytes) throw tooLong();
  return bytes;
}

/** Spreadsheets write times as parts of a day, or as moments of their first day. */
function timeOf(cell: unknown): string {
  const moment = typeof cell === 'number' && cell >= 0 && cell < 1 ? new Date(Math.round(cell * 1440) * 60_000) : cell;
  return moment instanceof Date ? moment.toISOString().slice(11, 16) : textOf(cell);
}

/** Spreadsheets write dates as moments. Characters that no text of the database can hold are left out. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell)
    .replace(/\p{Cs}|(?![\n\t])\p{Cc}/gu, '')
    .trim();
}

/** UTF-8, or UTF-16 in the order of bytes that its mark says. Other encodings are refused: which one it is cannot be known. */
function decode(bytes: Buffer): string {
  const isSwapped = bytes[0] === 0xfe && bytes[1] === 0xff && bytes.length % 2 === 0;
  if (isSwapped) bytes.swap16();
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (!isWide && !isUtf8(bytes)) throw new Refusal('orderSheetEncoding');
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
