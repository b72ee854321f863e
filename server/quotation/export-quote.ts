// A quotation as a workbook for the agent's customer (§7 exportQuote): in the chosen language and currency, with what the customer is
// asked for; the agent's own prices and margin only when asked for.
import writeWorkbook, { type SheetData } from 'write-excel-file/node';
import { quoteExport } from '../../contract/quotation.ts';
import { formatDay, openDay, todayIn } from '../../domain/dates.ts';
import { formatLocale, type Language, textIn, withColon } from '../../domain/languages.ts';
import { addMoney, decimalOf, type Money, money } from '../../domain/money.ts';
import { describeGuests } from '../../domain/rooms.ts';
import { nameSku } from '../../locales/name-sku.ts';
import { translate } from '../../locales/translate.ts';
import type { Context } from '../platform/context.ts';
import { parseInput } from '../platform/edge/name-problems.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { guardText } from '../porting/guard-cell.ts';
import { workbookType } from '../porting/list-problems.ts';
import { type Priced, priceQuote, requirePassword } from './price-quote.ts';

type Cell = SheetData[number][number];
type Options = { language: Language; net: boolean };

/** Headings by their words. */
const columns = [
  'order.list.column.product',
  'catalog.product.package',
  'quotation.unit',
  'catalog.product.date',
  'catalog.product.session',
  'order.list.column.quantity',
  'quotation.column.unitPrice',
  'order.list.column.amount',
];
const netColumns = ['quotation.column.net', 'quotation.column.retail', 'quotation.margin'];

/** Refuses who is not signed in by password as an approved agent. */
export async function answerQuote(context: Context, request: FastifyRequest, reply: FastifyReply) {
  requirePassword(context);
  const { lines, percent, currency, customer, ...options } = parseInput(quoteExport, request.body ?? {});
  const priced = await priceQuote(context, lines, percent, currency);
  const say = (key: string) => translate(options.language, key);
  const colon = (label: string) => withColon(label, options.language);
  const head = [...columns, ...(options.net ? netColumns : [])];
  const total = (pick: (item: Priced) => Money) => addMoney(money(0, currency), ...priced.map(pick));
  const sums = [total((item) => item.asked), ...(options.net ? netSums(total) : [])].map(amountCell);
  const data: SheetData = [
    [
      {
        value: guardText(customer ? `${colon(say('quotation.listTitle'))}${customer}` : say('quotation.listTitle')),
        fontWeight: 'bold',
      },
    ],
    [text(`${colon(say('order.list.column.currency'))}${currency}`)],
    [
      text(
        `${colon(say('quotation.made'))}${formatDay(todayIn(context.site.zone, context.now.getTime()), formatLocale(options.language))}`,
      ),
    ],
    [],
    head.map((value) => ({ value: say(value), fontWeight: 'bold' as const })),
    ...priced.map((item) => rowOf(item, options)),
    [{ value: say('quotation.total'), fontWeight: 'bold' }, ...Array<null>(columns.length - 2).fill(null), ...sums],
    [],
    [text(say('quotation.subject'))],
  ];
  const widths = [36, 22, 22, 24, 10, 10, 16, 16, 16, 16, 16];
  const book = await writeWorkbook(data, {
    sheet: 'Quotation',
    columns: head.map((_, at) => ({ width: widths[at] ?? 16 })),
  }).toBuffer();
  return reply
    .header('content-type', workbookType)
    .header('content-disposition', 'attachment; filename="quotation.xlsx"')
    .send(book);
}

function netSums(total: (pick: (item: Priced) => Money) => Money): Money[] {
  return [total((item) => item.net), total((item) => item.retail), total((item) => item.margin)];
}

const text = (value: string): Cell => ({ type: String, value: guardText(value) });
const amountCell = (amount: Money): Cell => ({ type: Number, value: Number(decimalOf(amount)), format: '#,##0.00' });

function rowOf({ line, unit, asked, net, retail, margin }: Priced, { language, net: withNet }: Options): Cell[] {
  const { row } = line;
  return [
    text(textIn(row.names, language)),
    text(textIn(row.package_names, language)),
    text(sayUnit(line, language)),
    text(daysOf(line, language)),
    text(line.session),
    { type: Number, value: line.quantity },
    amountCell(unit),
    amountCell(asked),
    ...(withNet ? [net, retail, margin].map(amountCell) : []),
  ];
}

/** What is sold, with the guests of each room. */
function sayUnit({ row, guests }: Priced['line'], language: Language): string {
  const name = nameSku({ ...row, names: row.sku_names }, language);
  const say = (key: string, values?: Record<string, string | number>) => translate(language, key, values);
  return guests
    ? `${name} · ${say('catalog.stay.eachRoom', { guests: describeGuests({ say, language }, guests) })}`
    : name;
}

function daysOf({ playOn, untilOn, validUntil }: Priced['line'], language: Language): string {
  const locale = formatLocale(language);
  if (playOn === openDay) return validUntil ? `– ${formatDay(validUntil, locale)}` : '';
  return [playOn, untilOn].flatMap((value) => (value ? [formatDay(value, locale)] : [])).join(' – ');
}
