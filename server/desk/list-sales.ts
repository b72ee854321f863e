// Sales by day, product, partner, channel and source (rules §10), in the owner's currency: for those who may see money.
import { salesWays } from '../../contract/desk.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { currencies, exponentOf } from '../../domain/currencies.ts';
import { addDays, todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { money } from '../../domain/money.ts';
import type { Context } from '../platform/context.ts';
import { rightOver } from './right-over.sql.ts';
import { listSales, type SalesRow } from './sales.sql.ts';

export async function showSales(
  context: Context,
  { days }: ParsedInputOf<'consoleSales'>,
): Promise<OutputOf<'consoleSales'>> {
  const { owner, site, now, language } = context;
  if (!rightOver(context).money) throw new NotHere();
  const to = todayIn(site.zone, now.getTime());
  const from = addDays(to, 1 - days);
  const withDigits = (count: number) => currencies.filter((one) => exponentOf(one) === count);
  const list = await listSales(owner, {
    from,
    to,
    zone: site.zone,
    language,
    noDigits: withDigits(0),
    threeDigits: withDigits(3),
    ownerUnit: 10 ** exponentOf(site.currency),
  });
  const amount = (row: SalesRow | undefined) => money(row?.amount_minor ?? 0, site.currency);
  const of = (way: string) => list.filter((row) => row.way === way);
  const onDays = new Map(of('day').map((row) => [row.key, row]));
  const byDay = Array.from({ length: days }, (_, at) => {
    const day = addDays(from, at);
    const row = onDays.get(day);
    return { day, orders: row?.orders ?? 0, amount: amount(row) };
  });
  const [product = [], partner = [], channel = [], source = []] = salesWays.map((way) =>
    of(way).map((row) => ({ key: row.key, name: row.name, orders: row.orders, amount: amount(row) })),
  );
  const sum = byDay.reduce((so, one) => so + one.amount.amountMinor, 0);
  const orders = byDay.reduce((so, one) => so + one.orders, 0);
  return { from, to, total: { orders, amount: money(sum, site.currency) }, byDay, product, partner, channel, source };
}
