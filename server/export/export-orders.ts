// The buyer's orders as a file (§7 order export): one row per line of an order, under the same filters and rights as the list. CSV is
// written while it is read, whatever its length; a workbook is made whole, so it has a largest size.
import { exportInput } from '../../contract/order-own.ts';
import { openDay } from '../../domain/dates.ts';
import { inBrackets, joinClauses, joinList, type Language, textIn } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { decimalOf, money } from '../../domain/money.ts';
import { translate } from '../../locales/translate.ts';
import { type OrderBatch, openExport } from '../order/list-own-orders.ts';
import type { LineOfOrder } from '../order/read.sql.ts';
import type { LineTotals } from '../order/supplement/totals.sql.ts';
import type { Context } from '../platform/context.ts';
import { parseAddress } from '../platform/edge/name-problems.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { type ChargeRow, sayCharge } from '../site/show-exchange.ts';
import { nameUnit } from './compose-voucher.ts';
import { dayCell, type FileCell, type FileColumn, momentIn, sendSheet } from './send-sheet.ts';

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
  ['added', 14],
  ['refunded', 14],
  ['charged', 44],
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
  const { format, sort: _, ...filter } = parseAddress(exportInput, request.query);
  const most = format === 'xlsx' ? limits.listRows.xlsx : Number.MAX_SAFE_INTEGER;
  const opened = await openExport(context, filter, most);
  async function* readRows() {
    for await (const batch of opened.batches)
      yield batch.flatMap(({ order, lines, charges, totalsOf }) =>
        lines.map((line) => rowOfLine(context, { order, line, charges, totals: totalsOf.get(line.sub_order_no) })),
      );
  }
  const name = `orders-${context.now.toISOString().slice(0, 10)}`;
  return sendSheet(reply, { name, format, total: opened.total, columns: columnsOfLines(context), batches: readRows() });
}

/** Headings in the language of the reader, a buyer or staff; those of moments name the zone. */
export const columnsOfLines = ({ language, site, staff }: Context): FileColumn[] =>
  columns.map(([key, width]) => ({
    heading:
      translate(language, staff && key === 'reference' ? 'desk.agentReference' : `order.list.column.${key}`) +
      (key === 'placedAt' ? inBrackets(site.zone, language) : ''),
    width,
  }));

type OrderOfLine = OrderBatch[number]['order'];

type LineToWrite = {
  order: Omit<OrderOfLine, 'placed_key'>;
  line: LineOfOrder;
  charges: ChargeRow[];
  totals: LineTotals | undefined;
};

/** What came in for the whole order in another currency: both amounts and the rate. */
export const sayCharges = (charges: ChargeRow[], language: Language) =>
  joinClauses(
    charges.map((charge) => sayCharge(charge, language)),
    language,
  );

/** One line of an order under {@link columnsOfLines}. */
export function rowOfLine({ language, site }: Context, { order, line, charges, totals }: LineToWrite): FileCell[] {
  const { terms } = line;
  const currency = order.currency;
  const say = (key: string) => translate(language, key);
  const decimal = (amountMinor: number) => ({ decimal: decimalOf(money(amountMinor, currency)) });
  return [
    order.order_no,
    line.sub_order_no,
    momentIn(site.zone, order.placed_at),
    say(`order.status.${line.status}`),
    say(order.rest ? 'order.part.badge' : `payment.status.${order.pay_status}`),
    textIn(terms.names, language),
    textIn(terms.packageNames, language),
    nameUnit(line, language),
    dayCell(line.play_on === openDay ? null : line.play_on),
    line.session,
    dayCell(line.until_on ?? line.valid_until),
    line.quantity,
    line.cancelled_quantity,
    currency,
    decimal(line.amount_minor),
    decimal(totals?.added_minor ?? 0),
    decimal(totals?.refunded_minor ?? 0),
    sayCharges(charges, language),
    order.contact.name,
    order.contact.email,
    [order.contact.areaCode, order.contact.phone].filter(Boolean).join(' '),
    joinList(
      line.travellers.flatMap((traveller) => traveller['102'] || traveller['101'] || []),
      language,
    ),
    order.agent_reference,
    order.coupon_code ?? '',
    order.remark,
    order.creator_name,
    say(`order.list.source.${order.source}`),
  ];
}
