// A saved quotation as a file (§7 exportQuote): as PDF or workbook, in the customer's language and currency, the same bytes of content for
// the customer by token and for the agent. It is made of the customer's view, which has no price of the agent.
import writeWorkbook, { type SheetData } from 'write-excel-file/node';
import { quoteFile } from '../../contract/quotation.ts';
import { exponentOf } from '../../domain/currencies.ts';
import { formatDay } from '../../domain/dates.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { formatLocale, type Language } from '../../domain/languages.ts';
import { decimalOf, type Money } from '../../domain/money.ts';
import { translate } from '../../locales/translate.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { printPicture } from '../picture/print-picture.ts';
import type { Context } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import { parseInput } from '../platform/edge/name-problems.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { guardText } from '../porting/guard-cell.ts';
import { workbookType } from '../porting/list-problems.ts';
import { findOwner, findWebSetting } from '../site/site.sql.ts';
import { type CustomerView, sayQuantity, sayTime } from './compose-text.ts';
import { drawQuotation } from './draw-quotation.ts';
import { answerQuote } from './export-quote.ts';
import { openLink } from './open-quotation.ts';
import { findQuotation, type QuotationRow } from './quotation.sql.ts';
import { readerOf } from './save-quotation.ts';
import { showToCustomer } from './show-quotation.ts';

const filesPerHour = 120;

/** With a token the customer's quotation; without one the lines of an approved agent. The token is in the query or the body. */
export async function answerQuotation(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const body = (request.body ?? {}) as Record<string, unknown>;
  const query = request.query as Record<string, unknown>;
  if (query.quotetoken === undefined && body.quotetoken === undefined) return answerQuote(context, request, reply);
  const { quotetoken, format } = parseInput(quoteFile, { ...query, ...body });
  return sendFile(context, await openLink(context, quotetoken), format, reply);
}

/** For the agent to look at and hand on; a quotation without all its prices has no file. */
export async function answerFile(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  const { format = 'pdf' } = request.query as { format?: string };
  const reader = readerOf(context);
  const row = /^\d{1,18}$/.test(id) ? await findQuotation(context.owner, id, reader) : undefined;
  if (!row) throw new NotHere();
  if (row.total_minor === null) throw new Refusal('quotationIncomplete');
  if (format !== 'pdf' && format !== 'xlsx')
    throw new Refusal('invalidInput', { fields: { format: { problem: 'choose' } } });
  return sendFile(context, row, format, reply);
}

async function sendFile(context: Context, row: QuotationRow, format: 'pdf' | 'xlsx', reply: FastifyReply) {
  const { language, number } = row;
  const bucket = `quotation-file:${row.quotation_id}`;
  await limitAttempts(context, [{ bucket, most: filesPerHour, windowSeconds: 3600 }]);
  const view = await showToCustomer(context, row, language);
  const bytes =
    format === 'pdf'
      ? await drawQuotation(view, await findCompany(context.owner), language)
      : await writeSheet(view, language);
  return reply
    .header('content-type', format === 'pdf' ? 'application/pdf' : workbookType)
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `attachment; filename="quotation-${number}.${format}"`)
    .send(bytes);
}

async function findCompany(owner: Owner) {
  const [company, setting] = await Promise.all([findOwner(owner), findWebSetting(owner)]);
  return { ...company, logo: await printPicture(owner, setting?.owner_picture ?? null) };
}

const text = (value: string) => (value ? { type: String, value: guardText(value) } : null);
const strong = (value: string) => ({ type: String, value: guardText(value), fontWeight: 'bold' as const });

function amountCell(amount: Money) {
  const digits = exponentOf(amount.currency);
  const format = digits ? `#,##0.${'0'.repeat(digits)}` : '#,##0';
  return { type: Number, value: Number(decimalOf(amount)), format };
}

function writeSheet(view: CustomerView, language: Language): Promise<Buffer> {
  const say = (key: string, values?: Record<string, string | number>) => translate(language, key, values);
  const showDay = (day: string) => formatDay(day, formatLocale(language));
  const heads = ['catalog.product.date', 'order.list.column.product', 'catalog.product.package', 'quotation.unit'];
  const lines = view.days.flatMap(({ on, lines }) =>
    lines.map((line) => [
      text([on && showDay(on), sayTime(line, language)].filter(Boolean).join(' ')),
      text([line.name, line.text].filter(Boolean).join('\n')),
      text(line.packageName),
      text(sayQuantity(line, language)),
      amountCell(line.amount),
    ]),
  );
  const data: SheetData = [
    [strong([view.title || say('quotation.listTitle'), view.number].join(' · '))],
    [text(view.customerName)],
    [text(say('quotation.validUntil', { date: showDay(view.validUntil) }))],
    [text([view.agent.name, view.agent.phone, view.agent.email].filter(Boolean).join(' · '))],
    [text(view.greeting)],
    [],
    [...heads, 'order.list.column.amount'].map((head) => strong(say(head))),
    ...lines,
    [strong(say('quotation.total')), null, null, text(view.total.currency), amountCell(view.total)],
    [text(view.freightLater ? say('quotation.deliveryLater') : '')],
    [text(view.terms)],
    [text(say('quotation.subject'))],
  ];
  const widths = [24, 40, 24, 34, 16];
  return writeWorkbook(data, { sheet: 'Quotation', columns: widths.map((width) => ({ width })) }).toBuffer();
}
