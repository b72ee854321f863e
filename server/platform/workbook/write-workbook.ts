// The thread that writes one workbook: takes its rows as they are read, and returns the file at the end.
import { parentPort, workerData } from 'node:worker_threads';
import writeSheets, { type SheetData } from 'write-excel-file/node';
import type { FileCell } from '../../../domain/write-cells.ts';

/** An amount comes as a decimal text and is written as a number with all its digits; a day or moment as a text, written as a date. */
export type BookCell = FileCell;
export type BookSheet = { name: string; columns: { heading: string; width: number }[] };
export type BookMessage = { rows: BookCell[][]; sheet: number } | 'end';

function cellOf(cell: BookCell) {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return { type: Number, value: cell };
  if (typeof cell === 'object' && 'time' in cell) return dateOf(cell.time);
  if (typeof cell === 'object') return { type: Number, value: Number(cell.decimal), format: formatOf(cell.decimal) };
  return { type: String, value: cell };
}

/** Spreadsheets count days, and know no zones: it is shown as it stands, whatever the reader's. */
function dateOf(time: string) {
  const [day = '', clock = '00:00'] = time.split(' ');
  const value = Date.parse(`${day}T${clock}Z`) / 86_400_000 + daysBefore1970;
  return { type: Number, value, format: ['yyyy-mm-dd', 'yyyy-mm-dd hh:mm', 'yyyy-mm-dd hh:mm:ss'][formatAt(time)] };
}

const daysBefore1970 = 25_569;
const formatAt = ({ length }: string) => (length > 16 ? 2 : Number(length > 10));

/** As many digits as the currency has. */
function formatOf(decimal: string): string {
  const digits = decimal.split('.')[1]?.length ?? 0;
  return digits ? `#,##0.${'0'.repeat(digits)}` : '#,##0';
}

function collect(sheets: BookSheet[]) {
  const books = sheets.map(({ name, columns }) => ({
    sheet: name,
    data: [columns.map(({ heading }) => ({ value: heading, fontWeight: 'bold' as const }))] as SheetData,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
  }));
  return {
    add(sheet: number, rows: BookCell[][]) {
      for (const row of rows) books[sheet]?.data.push(row.map(cellOf));
    },
    write: (): Promise<Buffer> => writeSheets(books).toBuffer(),
  };
}

const port = parentPort;
if (port) {
  const book = collect(workerData as BookSheet[]);
  port.on('message', async (message: BookMessage) => {
    if (message === 'end') port.postMessage(await book.write());
    else book.add(message.sheet, message.rows);
  });
}
