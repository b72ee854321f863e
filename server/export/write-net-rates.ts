// An agent's own prices as a file for its spreadsheets (rules §11): product, package, item, retail, net and the days they are valid for.
// Only the caller's; bounded in days, rows and time, and counted with its other exports.
import { netRatesInput } from '../../contract/export.ts';
import { addDays, openDay, todayIn } from '../../domain/dates.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { limits } from '../../domain/limits.ts';
import { decimalOf, money } from '../../domain/money.ts';
import { translate } from '../../locales/translate.ts';
import { limitAttempts, limitOf } from '../account/limit-attempts.ts';
import { pricingOf } from '../catalog/pricing.sql.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { parseAddress } from '../platform/edge/name-problems.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { listNetRates, listRatedProducts, type NetRateRow, type RateFilter } from './net-rates.sql.ts';
import { dayCell, type FileCell, type SheetFile, sendRows } from './send-sheet.ts';

const productsAtOnce = 100;

const columns = [
  ['order.list.column.product', 40],
  ['order.list.column.package', 28],
  ['order.list.column.ticket', 24],
  ['export.rates.retail', 14],
  ['export.rates.net', 14],
  ['order.list.column.currency', 10],
  ['export.rates.from', 12],
  ['export.rates.until', 12],
] as const;

/** Refuses NotHere to all but approved distributors, invalidInput by field, ratesTooMany beyond the largest sheet or the longest work. */
export async function answerNetRates(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { approval, accountId } = buyerOf(context);
  if (approval !== 'approved') throw new NotHere();
  const { filter, format } = readInput(context, request.query);
  const most = limitOf(context, 'exportsPerAccountHour');
  await limitAttempts(context, [{ bucket: `export ${accountId}`, most, windowSeconds: 3600 }]);
  const rows = drawRows(await readRates(context, filter, limits.rateRows[format]), context);
  const name = `net-rates-${filter.from}-${filter.until}`;
  return sendRows(reply, { name, format, columns: headings(context), rows });
}

function readInput({ site, now }: Context, query: unknown): { filter: RateFilter; format: SheetFile['format'] } {
  const { from: first, until: last, type = null, city = null, format } = parseAddress(netRatesInput, query);
  const today = todayIn(site.zone, now.getTime());
  const from = first === undefined || first < today ? today : first;
  const until = last ?? addDays(from, 90);
  const fields: FieldProblems = {};
  if (until < from) fields.until = { problem: 'beforeFirst' };
  else if (until > addDays(from, limits.rateDays)) fields.until = { problem: 'tooMany', max: limits.rateDays };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return { filter: { from, until, type, city }, format };
}

async function readRates(context: Context, filter: RateFilter, most: number): Promise<NetRateRow[]> {
  const { owner, clock } = context;
  const pricing = pricingOf(context);
  const began = clock().getTime();
  const list: NetRateRow[] = [];
  for (let after = 0, more = true; more; ) {
    const products = await listRatedProducts(owner, pricing, filter, after, productsAtOnce);
    if (products.length) list.push(...(await listNetRates(owner, pricing, filter, products)));
    if (list.length > most || clock().getTime() - began > limits.rateSeconds * 1000)
      throw new Refusal('ratesTooMany', { data: { most } });
    more = products.length === productsAtOnce;
    after = products.at(-1) ?? after;
  }
  return list;
}

const headings = ({ language }: Context) =>
  columns.map(([key, width]) => ({ heading: translate(language, key), width }));

function drawRows(list: NetRateRow[], { language }: Context): FileCell[][] {
  const say = (key: string) => translate(language, key);
  const nameOf = (row: NetRateRow) =>
    textIn(row.sku_names, language) ||
    (row.ticket_type === null
      ? say(`catalog.car.${row.car_type ?? 8003}`) +
        (row.seat_class ? `, ${say(`catalog.seat.${row.seat_class}`)}` : '')
      : say(`catalog.ticket.${row.ticket_type}`));
  return list.map((row) => {
    const dated = row.from_on !== openDay;
    return [
      textIn(row.names, language),
      textIn(row.package_names, language),
      [nameOf(row), row.session].filter(Boolean).join(' · '),
      { decimal: decimalOf(money(row.retail_minor, row.currency)) },
      { decimal: decimalOf(money(row.net_minor, row.currency)) },
      row.currency,
      dayCell(dated ? row.from_on : null),
      dayCell(dated ? row.until_on : null),
    ];
  });
}
