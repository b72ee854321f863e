// The thread that writes one workbook: takes its rows as they are read, and returns the file at the end.
import { parentPort, workerData } from 'node:worker_threads';
import writeSheets, { type SheetData } from 'write-excel-file/node';

/** An amount comes as a decimal text and is written as a number with all its digits. */
export type BookCell = string | number | null | { decimal: string };
export type BookSheet = { name: string; columns: { heading: string; width: number }[] };
export type BookMessage = { rows: BookCell[][]; sheet: number } | 'end';

function cellOf(cell: BookCell) {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return { type: Number, value: cell };
  if (typeof cell === 'object') return { type: Number, value: Number(cell.decimal), format: formatOf(cell.decimal) };
  return { type: String, value: cell };
}

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
