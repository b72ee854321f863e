// The statement as a file (§7 bill export): the same lines as on screen, oldest first, in the reader's language, with what was left after
// each, so that whoever adds the amounts comes to the balance.
import writeWorkbook from 'write-excel-file/node';
import { statementFilters } from '../../contract/payment-balance.ts';
import { exponentOf } from '../../domain/currencies.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import type { Language } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { decimalOf, type Money } from '../../domain/money.ts';
import { csvRecord, safeText } from '../../domain/write-cells.ts';
import { translate } from '../../locales/translate.ts';
import { limitAttempts, limitOf } from '../account/limit-attempts.ts';
import { findDistributor } from '../payment/balance/list-balances.ts';
import { ownStatement, statementOf, wholeStatement } from '../payment/balance/show-statement.ts';
import type { StatementOf } from '../payment/balance/statement.sql.ts';
import { buyerOf, type Context, staffOf } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';

type Line = Awaited<ReturnType<typeof wholeStatement>>[number];
type Cell = string | null | Money;

/** The partner's own. */
export function answerBill(context: Context, request: FastifyRequest, reply: FastifyReply) {
  return writeBill(context, ownStatement(context), buyerOf(context).accountId, request, reply);
}

/** Any distributor's, for the owner's staff. */
export async function answerPartnerBill(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  if (!/^\d{1,18}$/.test(id)) throw new NotHere();
  const partner = await findDistributor(context, id);
  const of = statementOf(context, partner.partner_id);
  return writeBill(context, of, staffOf(context).accountId, request, reply);
}

/** Counts against the reader's exports of the hour. Refuses invalidInput, statementTooLong. */
async function writeBill(
  context: Context,
  of: StatementOf,
  accountId: number,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { format, ...rest } = request.query as Record<string, unknown>;
  const filters = statementFilters.safeParse(rest);
  if (!filters.success || (format !== 'csv' && format !== 'xlsx'))
    throw new Refusal('invalidInput', { fields: { format: { problem: 'choose' } } });
  const most = limitOf(context, 'exportsPerAccountHour');
  await limitAttempts(context, [{ bucket: `export ${accountId}`, most, windowSeconds: 3600 }]);
  const list = await wholeStatement(context, of, filters.data, limits.statementRows[format]);
  const rows = drawRows(list, context.language, of.zone);
  const name = `statement-${clockOf(of.zone).format(context.now).slice(0, 10)}.${format}`;
  reply.header('content-disposition', `attachment; filename="${name}"`).header('x-total-rows', String(rows.length));
  if (format === 'csv') return reply.type('text/csv; charset=utf-8').send(writeCsv(rows, context));
  return reply
    .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    .send(await writeSheet(rows, context));
}

const columns = [
  ['at', 20],
  ['deal', 22],
  ['account', 14],
  ['channel', 18],
  ['currency', 10],
  ['amount', 16],
  ['after', 18],
  ['order', 20],
  ['reference', 28],
  ['note', 40],
  ['other', 20],
] as const;

const headings = ({ language, site }: Context) =>
  columns.map(
    ([key]) => translate(language, `payment.balance.column.${key}`) + (key === 'at' ? ` (${site.zone})` : ''),
  );

function drawRows(list: Line[], language: Language, zone: string): Cell[][] {
  const say = (key: string) => translate(language, key);
  const clock = clockOf(zone);
  return list.map((line) => [
    clock.format(new Date(line.at)),
    say(`payment.deal.${line.dealType}`),
    say(`payment.channel.${line.kind}`),
    line.channel ? say(`payment.channel.${line.channel}`) : null,
    line.amount.currency,
    line.amount,
    line.after,
    line.orderNo,
    line.reference,
    line.note,
    line.other && `${line.other.currency} ${decimalOf(line.other)}`,
  ]);
}

/** The mark in front tells Excel that this is UTF-8. */
function writeCsv(rows: Cell[][], context: Context): Buffer {
  const records = rows.map((row) =>
    csvRecord(row.map((cell) => (isMoney(cell) ? { decimal: decimalOf(cell) } : cell))),
  );
  return Buffer.from(`\ufeff${csvRecord(headings(context))}${records.join('')}`, 'utf8');
}

function writeSheet(rows: Cell[][], context: Context): Promise<Buffer> {
  const head = headings(context).map((value) => ({
    type: String,
    value: safeText(value),
    fontWeight: 'bold' as const,
  }));
  return writeWorkbook([head, ...rows.map((row) => row.map(sheetCell))], {
    columns: columns.map(([, width]) => ({ width })),
    stickyRowsCount: 1,
    sheet: 'Statement',
  }).toBuffer();
}

function sheetCell(cell: Cell) {
  if (cell === null || cell === '') return null;
  if (!isMoney(cell)) return { type: String, value: safeText(cell) };
  const digits = exponentOf(cell.currency);
  return { type: Number, value: Number(decimalOf(cell)), format: digits ? `#,##0.${'0'.repeat(digits)}` : '#,##0' };
}

function isMoney(cell: Cell): cell is Money {
  return typeof cell === 'object' && cell !== null;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** yyyy-MM-dd HH:mm:ss, which sorts and which every spreadsheet understands. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone });
    clocks.set(timeZone, clock);
  }
  return clock;
}
