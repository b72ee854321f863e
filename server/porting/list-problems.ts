// The rejected parts of an import, as a workbook in the reader's language: a row per reason, with its place in the file.
import writeWorkbook, { type SheetData } from 'write-excel-file/node';
import { NotHere } from '../../domain/errors.ts';
import { translate } from '../../locales/translate.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { guardText } from './guard-cell.ts';
import { findImport, listRows } from './import.sql.ts';
import { describeReason, problemsOf, whichOf } from './show-import.ts';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const columns = ['sheet', 'row', 'column', 'key', 'why'] as const;

export async function answerProblems(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const which = whichOf(context, String((request.params as { id?: string }).id));
  if (!(await findImport(context.owner, which))) throw new NotHere();
  const head = columns.map((column) => ({
    value: translate(context.language, `porting.column.${column}`),
    fontWeight: 'bold' as const,
  }));
  const rows: SheetData = [head];
  for (let after = -1; ; ) {
    const list = await listRows(context.owner, which, { after, size: 500, bad: true });
    for (const row of list)
      for (const problem of problemsOf(row)) {
        const texts = [problem.sheet, problem.column, row.key, describeReason(problem, context.language)];
        const [sheet, column, key, why] = texts.map((text) => ({ type: String, value: guardText(text) }));
        rows.push([sheet ?? null, { type: Number, value: problem.row }, column ?? null, key ?? null, why ?? null]);
      }
    if (list.length < 500) break;
    after = list.at(-1)?.index ?? after;
  }
  const book = await writeWorkbook(rows, {
    sheet: 'Problems',
    columns: [{ width: 12 }, { width: 8 }, { width: 28 }, { width: 28 }, { width: 80 }],
    stickyRowsCount: 1,
  }).toBuffer();
  return reply
    .header('content-type', workbookType)
    .header('content-disposition', `attachment; filename="import-problems.xlsx"`)
    .send(book);
}
