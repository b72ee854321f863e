// Rates for showing prices in the visitor's currency (decisions §5): the owner's table, crossed through the owner's currency.
import { LRUCache } from 'lru-cache';
import type { Currency } from '../../domain/currencies.ts';
import { convertMoney, type Money } from '../../domain/money.ts';
import type { Site } from '../platform/context.ts';
import type { Db } from '../platform/db.ts';
import { listRates } from './site.sql.ts';

export type Rates = {
  /** Units of `to` for one unit of `from`, as decimal text; undefined when the owner has no rate for one of them. */
  rate(from: Currency, to: Currency): string | undefined;
  /** The amount in another currency, or as it is when there is no rate. */
  show(amount: Money, to: Currency): Money;
};

const kept = new LRUCache<number, Map<string, number>>({ max: 500, ttl: 10_000 });

export async function findRates(db: Db, site: Site): Promise<Rates> {
  let table = kept.get(site.ownerId);
  if (!table) {
    const list = await listRates(db, site.ownerId);
    table = new Map(list.map((row) => [row.currency, Number(row.rate)]));
    table.set(site.currency, 1);
    kept.set(site.ownerId, table);
  }
  const known = table;
  const rate = (from: Currency, to: Currency): string | undefined => {
    if (from === to) return '1';
    const one = known.get(from);
    const other = known.get(to);
    return one && other ? (one / other).toFixed(10).replace(/\.?0+$/, '') : undefined;
  };
  return {
    rate,
    show(amount, to) {
      const found = rate(amount.currency, to);
      return found ? convertMoney(amount, to, found) : amount;
    },
  };
}
