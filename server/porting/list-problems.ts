// The rejected parts of an import, as a workbook in the reader's language: a row per reason, with its place in the file.
import { NotHere } from '../../domain/errors.ts';
import { translate } from '../../locales/translate.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { type BookBatch, makeWorkbook } from '../platform/workbook/make-workbook.ts';
import { guardText } from './guard-cell.ts';
import { findImport, listRows } from './import.sql.ts';
import { describeReason, problemsOf, whichOf } from './show-import.ts';

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const widths = { sheet: 12, row: 8, column: 28, key: 28, why: 80 };

export async function answerProblems(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const which = whichOf(context, String((request.params as { id?: string }).id));
  if (!(await findImport(context.owner, which))) throw new NotHere();
  const sheet = {
    name: 'Problems',
    columns: Object.entries(widths).map(([name, width]) => ({
      heading: translate(context.language, `porting.column.${name}`),
      width,
    })),
  };
  const book = await makeWorkbook([sheet], listBatches(context, which));
  return reply
    .header('content-type', workbookType)
    .header('content-disposition', `attachment; filename="import-problems.xlsx"`)
    .send(book);
}

async function* listBatches(
  { owner, language }: Context,
  which: ReturnType<typeof whichOf>,
): AsyncGenerator<BookBatch> {
  for (let after = -1; ; ) {
    const list = await listRows(owner, which, { after, size: 500, show: 'bad' });
    const rows = list.flatMap((row) =>
      problemsOf(row).map((problem) => {
        const texts = [problem.sheet, problem.column, row.key, describeReason(problem, language)];
        const [name = '', column = '', key = '', why = ''] = texts.map(guardText);
        return [name, problem.row, column, key, why];
      }),
    );
    yield { rows };
    if (list.length < 500) return;
    after = list.at(-1)?.index ?? after;
  }
}
