// What every list as a file shares: its numbers are read first, at once, so that nothing is written twice or left out while the list
// changes; the rows follow in batches, so that a long list does not fill the memory. Counted, limited by name, and logged.
import { Refusal } from '../../domain/errors.ts';
import { inBrackets } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { translate } from '../../locales/translate.ts';
import { limitAttempts, limitOf } from '../account/limit-attempts.ts';
import { type FileCell, type FileColumn, sendSheet } from '../export/send-sheet.ts';
import { type Context, staffOf } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { logAction } from '../platform/log-actions.sql.ts';

export type AnswerSheet = (context: Context, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
type Format = 'csv' | 'xlsx';

/** A column: the word of its heading, its width, and its content. `moment`: the heading shows the site's zone. */
type Column<Row> = [word: string, width: number, cell: (row: Row) => FileCell, moment?: true];

export function drawWith<Row>({ language, site }: Context, columns: Column<Row>[]) {
  return {
    columns: columns.map(([word, width, , moment]) => ({
      heading: translate(language, word) + (moment ? inBrackets(site.zone, language) : ''),
      width,
    })),
    draw: (row: Row): FileCell[] => columns.map(([, , cell]) => cell(row)),
  };
}

export type SheetPlan = {
  /** Names the file and the entry of the log. */
  list: 'orders' | 'lines' | 'guests' | 'payments' | 'refunds' | 'partners';
  format: Format;
  columns: FileColumn[];
  /** What the file was asked for, for the log. */
  input: Record<string, unknown>;
  /** The numbers of what it holds, `most` at most. */
  listNumbers(most: number): Promise<string[]>;
  /** Rows where they are not one for each number. */
  countRows?(numbers: string[]): Promise<number>;
  readRows(numbers: string[]): Promise<FileCell[][]>;
};

const batchSize = 500;

/** Refuses with 503 when the account asks too often, exportTooLarge or listTooLong above the rows of the format. */
export async function answerSheet(context: Context, reply: FastifyReply, plan: SheetPlan) {
  const { list, format, columns } = plan;
  const { owner, now } = context;
  const bucket = `export:${staffOf(context).accountId}`;
  await limitAttempts(context, [{ bucket, most: limitOf(context, 'exportsPerAccountHour'), windowSeconds: 3600 }]);
  const most = limits.listRows[format];
  const numbers = await plan.listNumbers(most + 1);
  const total = numbers.length > most ? numbers.length : ((await plan.countRows?.(numbers)) ?? numbers.length);
  if (total > most) throw new Refusal(format === 'xlsx' ? 'exportTooLarge' : 'listTooLong', { data: { most } });
  const after = { list, format, rows: total, ...withoutBlanks(plan.input) };
  await logAction(owner, context, { act: 'list-exported', subject: list, after });
  async function* readBatches() {
    for (let at = 0; at < numbers.length; at += batchSize) yield await plan.readRows(numbers.slice(at, at + batchSize));
  }
  const name = `${list}-${now.toISOString().slice(0, 10)}`;
  return sendSheet(reply, { name, format, columns, total, batches: readBatches() });
}

const withoutBlanks = ({ format: _, ...input }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== ''));
