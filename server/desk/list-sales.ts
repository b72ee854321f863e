// Sales by day, product, partner, channel and source (rules §10), in the owner's currency: for those who may see money.
import { salesWays } from '../../contract/choices.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { type Currency, currencies, exponentOf } from '../../domain/currencies.ts';
import { addDays, daysBetween, todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { sumMoney } from '../../domain/money.ts';
import type { Context } from '../platform/context.ts';
import { rightOver } from './right-over.sql.ts';
import { listSales, type SalesRow } from './sales.sql.ts';

const longestDays = 1096;

export async function showSales(
  context: Context,
  input: ParsedInputOf<'consoleSales'>,
): Promise<OutputOf<'consoleSales'>> {
  if (!rightOver(context).money) throw new NotHere();
  const { from, to } = readSpan(context, input);
  const days = daysBetween(from, to) + 1;
  const earlier = { from: addDays(from, -days), to: addDays(from, -1) };
  const [list, before] = await Promise.all([readSales(context, { from, to }), readSales(context, earlier)]);
  const { currency } = context.site;
  const [product = [], type = [], partner = [], channel = [], source = []] = salesWays.map((way) =>
    list
      .filter((row) => row.way === way)
      .map((row) => ({
        key: row.key,
        name: row.name,
        orders: row.orders,
        amount: sumMoney(row.amount_minor, currency),
      })),
  );
  return {
    ...{ from, to },
    ...spreadDays(list, from, days, currency),
    before: { ...earlier, ...spreadDays(before, earlier.from, days, currency) },
    ...{ product, type, partner, channel, source },
  };
}

/** The reader's span in its right order and of three years at most, else the last days. */
function readSpan({ site, now }: Context, { days, from, to }: ParsedInputOf<'consoleSales'>) {
  const today = todayIn(site.zone, now.getTime());
  if (!from || !to) return { from: addDays(today, 1 - days), to: today };
  const [first = from, last = to] = [from, to].sort();
  const earliest = addDays(last, 1 - longestDays);
  return { from: first < earliest ? earliest : first, to: last };
}

function readSales({ reports, site, language }: Context, span: { from: string; to: string }): Promise<SalesRow[]> {
  const withDigits = (count: number) => currencies.filter((currency) => exponentOf(currency) === count);
  return listSales(reports, {
    ...span,
    zone: site.zone,
    language,
    noDigits: withDigits(0),
    threeDigits: withDigits(3),
    ownerUnit: 10 ** exponentOf(site.currency),
  });
}

/** Every day of a span, those without sales too, and what they sum up to. */
function spreadDays(list: SalesRow[], from: string, days: number, currency: Currency) {
  const onDays = new Map(list.filter((row) => row.way === 'day').map((row) => [row.key, row]));
  const byDay = Array.from({ length: days }, (_, at) => {
    const day = addDays(from, at);
    const row = onDays.get(day);
    return { day, orders: row?.orders ?? 0, amount: sumMoney(row?.amount_minor ?? 0, currency) };
  });
  const sum = byDay.reduce((minor, item) => minor + item.amount.amountMinor, 0);
  const orders = byDay.reduce((count, item) => count + item.orders, 0);
  return { total: { orders, amount: sumMoney(sum, currency) }, byDay };
}
