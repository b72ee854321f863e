// Display rates for the visitor's currency (rules §5): the owner's table, crossed through the owner's currency. Without a
// usable rate the price is shown in its selling currency.
import { LRUCache } from 'lru-cache';
import type { Currency } from '../../domain/currencies.ts';
import { type Day, todayIn } from '../../domain/dates.ts';
import { type CurrencyRate, feedZone, homeRate, isUsable, shownRate } from '../../domain/exchange-rate.ts';
import { convertMoney, type Money } from '../../domain/money.ts';
import type { Context, Site } from '../platform/context.ts';
import type { Db, Owner } from '../platform/db.ts';
import { forgetSites } from './find-site.ts';
import { findRateRules, listRates } from './rates.sql.ts';

export type Rates = {
  /** Units of `to` for one unit of `from`, as decimal text; undefined when there is no usable rate for one of them. */
  rate(from: Currency, to: Currency): string | undefined;
  /** Whether a rate between two currencies follows the feed, and of which day it then is: the older of the two. */
  origin(from: Currency, to: Currency): { source: 'hand' | 'feed'; on: Day | null };
  /** The amount in another currency, or as it is when there is no rate. */
  show(amount: Money, to: Currency): Money;
};

type TableRow = CurrencyRate & { on: Day | null };
/** `shown`: rates that were asked for, by their two currencies. They are as old as the table. */
type Table = { margin: number; rows: Map<string, TableRow>; shown: Map<string, string | undefined> };

const stored = new LRUCache<Db, Promise<Table>>({ max: 500, ttl: 10_000 });

/** After a change; other processes follow within seconds. */
export function forgetRates(owner: Owner): void {
  stored.delete(owner.pool);
  forgetSites(owner);
}

/** The current table, for money that is charged: such amounts never depend on a cache. */
export function readRates(context: Pick<Context, 'owner' | 'site' | 'now'>): Promise<Rates> {
  stored.delete(context.owner.pool);
  return findRates(context);
}

export async function findRates({ owner, site, now }: Pick<Context, 'owner' | 'site' | 'now'>): Promise<Rates> {
  // The promise is saved before it resolves: a change in between removes it, and the old value is not put back.
  let reading = stored.get(owner.pool);
  if (!reading) {
    reading = readTable(owner, site, now.getTime());
    stored.set(owner.pool, reading);
    reading.catch(() => stored.delete(owner.pool));
  }
  const { margin, rows, shown } = await reading;
  const rate = (from: Currency, to: Currency): string | undefined => {
    if (from === to) return '1';
    const pair = `${from} ${to}`;
    if (!shown.has(pair)) {
      const row = rows.get(from);
      const other = rows.get(to);
      shown.set(pair, row && other ? shownRate(row, other, margin) : undefined);
    }
    return shown.get(pair);
  };
  const origin = (from: Currency, to: Currency): ReturnType<Rates['origin']> => {
    const days = [rows.get(from), rows.get(to)].flatMap((row) => (row?.source === 'feed' && row.on ? [row.on] : []));
    return { source: days.length ? 'feed' : 'hand', on: days.sort()[0] ?? null };
  };
  return { rate, origin, show: (amount, to) => convertOrKeep(amount, to, rate(amount.currency, to)) };
}

async function readTable(owner: Owner, site: Site, now: number): Promise<Table> {
  const [rules, list] = await Promise.all([findRateRules(owner), listRates(owner)]);
  const today = todayIn(feedZone, now);
  const rows = new Map<string, TableRow>(
    list
      .filter((row) => isUsable(row, today))
      .map(({ currency, rate, source, on }) => [currency, { rate, source, on }]),
  );
  rows.set(site.currency, { ...homeRate, on: null });
  return { margin: rules?.rate_margin ?? 0, rows, shown: new Map() };
}

function convertOrKeep(amount: Money, to: Currency, rate: string | undefined): Money {
  if (!rate) return amount;
  try {
    return convertMoney(amount, to, rate);
  } catch (error) {
    // The amount in a small currency exceeds the largest number allowed: show the selling price instead.
    if (error instanceof RangeError) return amount;
    throw error;
  }
}
