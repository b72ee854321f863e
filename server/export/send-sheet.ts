// A list as a file (security rule 57): CSV is written while it is read, whatever its length; a workbook is made whole, so it has a
// largest size. Cells that look like formulas are texts.
import { Readable } from 'node:stream';
import { csvRecord, type FileCell, safeText } from '../../domain/write-cells.ts';
import type { FastifyReply } from '../platform/http.ts';
import { type BookCell, makeWorkbook } from '../platform/workbook/make-workbook.ts';

export type { FileCell } from '../../domain/write-cells.ts';

export type FileColumn = { heading: string; width: number };

export type SheetFile = {
  /** Without its ending. */
  name: string;
  format: 'csv' | 'xlsx';
  columns: FileColumn[];
  total: number;
  batches: AsyncGenerator<FileCell[][]>;
};

/** A list that is short enough to be drawn at once. */
export async function sendRows(
  reply: FastifyReply,
  file: Omit<SheetFile, 'total' | 'batches'> & { rows: FileCell[][] },
) {
  const { rows, ...rest } = file;
  async function* batches() {
    yield rows;
  }
  return sendSheet(reply, { ...rest, total: rows.length, batches: batches() });
}

export async function sendSheet(reply: FastifyReply, file: SheetFile) {
  const { name, format, total } = file;
  reply
    .header('content-disposition', `attachment; filename="${name}.${format}"`)
    .header('x-total-rows', String(total))
    .header('x-content-type-options', 'nosniff');
  if (format === 'csv') {
    reply.header('content-type', 'text/csv; charset=utf-8');
    return reply.send(Readable.from(writeCsv(file), { objectMode: false }));
  }
  reply.header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  const sheet = { name: name.split('-')[0] ?? name, columns: file.columns };
  return reply.send(await makeWorkbook([sheet], listBatches(file)));
}

/** The byte order mark makes Excel read UTF-8. */
async function* writeCsv({ columns, batches }: SheetFile): AsyncGenerator<string> {
  yield `\ufeff${csvRecord(columns.map(({ heading }) => heading))}`;
  for await (const batch of batches) {
    const text = batch.map(csvRecord).join('');
    if (text) yield text;
  }
}

async function* listBatches({ batches }: SheetFile) {
  for await (const batch of batches) yield { rows: batch.map((row) => row.map(safeCell)) };
}

const safeCell = (cell: FileCell): BookCell => (typeof cell === 'string' ? safeText(cell) : cell);

/** Nothing where there is no day. */
export const dayCell = (day: string | null | undefined): FileCell => (day ? { time: day } : null);

const clocks = new Map<string, Intl.DateTimeFormat>();

/** yyyy-MM-dd HH:mm. */
export function momentIn(zone: string, at: Date): FileCell {
  let clock = clocks.get(zone);
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: zone });
    clocks.set(zone, clock);
  }
  return { time: clock.format(at) };
}
