// The buyer's orders as a file (§7 order export): one row per line of an order, under the same filters and rights as the list. CSV is
// written while it is read, whatever its length; a workbook is made whole, so it has a largest size.
import { Readable } from 'node:stream';
import writeWorkbook, { type SheetData } from 'write-excel-file/node';
import { exportInput } from '../../contract/order-own.ts';
import { openDay } from '../../domain/dates.ts';
import { Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { decimalOf, money } from '../../domain/money.ts';
import { csvRecord, type SheetCell, safeText } from '../../domain/write-cells.ts';
import { translate } from '../../locales/translate.ts';
import { type OpenedExport, type OrderBatch, openExport } from '../order/list-own-orders.ts';
import type { LineOfOrder } from '../order/read.sql.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';

/** Rows of one workbook; longer lists are for CSV. */
const workbookRows = 10_000;

type Row = (SheetCell | { decimal: string })[];

const columns = [
  ['orderNo', 18],
  ['subOrderNo', 20],
  ['placedAt', 18],
  ['status', 18],
  ['payStatus', 16],
  ['product', 40],
  ['package', 24],
  ['ticket', 24],
  ['playOn', 12],
  ['session', 10],
  ['untilOn', 12],
  ['quantity', 10],
  ['cancelled', 10],
  ['currency', 10],
  ['amount', 14],
  ['contact', 24],
  ['email', 30],
  ['phone', 20],
  ['travellers', 40],
  ['reference', 24],
  ['promoCode', 14],
  ['remark', 40],
  ['creator', 20],
  ['source', 16],
] as const;

export async function answerExport(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const parsed = exportInput.safeParse(request.query);
  if (!parsed.success) {
    const names = parsed.error.issues.map((issue) => String(issue.path[0] ?? 'body'));
    const fields = Object.fromEntries(names.map((name) => [name, { problem: 'format' as const }]));
    throw new Refusal('invalidInput', { fields });
  }
  const { format, sort: _, ...filter } = parsed.data;
  const most = format === 'xlsx' ? workbookRows : Number.MAX_SAFE_INTEGER;
  const opened = await openExport(context, filter, most);
  const name = `orders-${context.now.toISOString().slice(0, 10)}.${format}`;
  reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('x-total-rows', String(opened.total))
    .header('x-content-type-options', 'nosniff');
  if (format === 'csv') {
    reply.header('content-type', 'text/csv; charset=utf-8');
    return reply.send(Readable.from(writeCsv(opened, context), { objectMode: false }));
  }
  reply.header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  return reply.send(await makeWorkbook(opened, context));
}

const headings = ({ language, site }: Context) =>
  columns.map(
    ([key]) => translate(language, `order.list.column.${key}`) + (key === 'placedAt' ? ` (${site.zone})` : ''),
  );

/** The mark in front tells Excel that this is UTF-8. */
async function* writeCsv({ batches }: OpenedExport, context: Context): AsyncGenerator<string> {
  yield `\ufeff${csvRecord(headings(context))}`;
  for await (const batch of batches) {
    const text = rowsOf(batch, context).map(csvRecord).join('');
    if (text) yield text;
  }
}

async function makeWorkbook({ batches }: OpenedExport, context: Context): Promise<Buffer> {
  const head = headings(context).map((value) => ({ value, fontWeight: 'bold' as const }));
  const rows: SheetData = [head];
  for await (const batch of batches) for (const row of rowsOf(batch, context)) rows.push(row.map(workbookCell));
  return writeWorkbook(rows, {
    columns: columns.map(([, width]) => ({ width })),
    stickyRowsCount: 1,
    sheet: 'Orders',
  }).toBuffer();
}

function workbookCell(cell: Row[number]) {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'number') return { type: Number, value: cell };
  if (typeof cell === 'object') return { type: Number, value: Number(cell.decimal), format: '#,##0.00' };
  return { type: String, value: safeText(cell) };
}

function rowsOf(batch: OrderBatch, context: Context): Row[] {
  return batch.flatMap(({ order, lines }) => lines.map((line) => rowOf(order, line, context)));
}

function rowOf(order: OrderBatch[number]['order'], line: LineOfOrder, { language, site }: Context): Row {
  const { terms } = line;
  const currency = order.currency;
  const say = (key: string) => translate(language, key);
  const unit =
    textIn(terms.skuNames, language) ||
    say(terms.ticketType ? `catalog.ticket.${terms.ticketType}` : `catalog.car.${terms.carType ?? 8003}`);
  return [
    order.order_no,
    line.sub_order_no,
    momentIn(site.zone, order.placed_at),
    say(`order.status.${line.status}`),
    say(`payment.status.${order.pay_status}`),
    textIn(terms.names, language),
    textIn(terms.packageNames, language),
    unit,
    line.play_on === openDay ? '' : line.play_on,
    line.session,
    line.until_on ?? line.valid_until ?? '',
    line.quantity,
    line.cancelled_quantity,
    currency,
    { decimal: decimalOf(money(line.amount_minor, currency)) },
    order.contact.name,
    order.contact.email,
    [order.contact.areaCode, order.contact.phone].filter(Boolean).join(' '),
    line.travellers
      .map((one) => one['102'] || one['101'])
      .filter(Boolean)
      .join(', '),
    order.agent_reference,
    order.coupon_code ?? '',
    order.remark,
    order.creator_name,
    say(`order.list.source.${order.source}`),
  ];
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** yyyy-MM-dd HH:mm, which sorts and which every spreadsheet understands. */
function momentIn(zone: string, at: Date): string {
  let clock = clocks.get(zone);
  if (!clock) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;
    clock = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone: zone });
    clocks.set(zone, clock);
  }
  return clock.format(at);
}
