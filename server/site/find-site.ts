// The owner of a hostname (§3 settings, rules §1). Cached for seconds per process: hosts change rarely, and
// nothing about stock, money or rights depends on it.
import { LRUCache } from 'lru-cache';
import { type Currency, isCurrency } from '../../domain/currencies.ts';
import { todayIn } from '../../domain/dates.ts';
import { currencyOfCode, feedZone, isUsable } from '../../domain/exchange-rate.ts';
import { isLanguage } from '../../domain/languages.ts';
import type { Clock, FoundSite } from '../platform/context.ts';
import type { Database, Owner } from '../platform/db.ts';
import { findOwnerOfHost, type SiteRow } from './site.sql.ts';

export type FindSite = ((host: string) => Promise<FoundSite | undefined>) & {
  /** Only where it was found within the last seconds. */
  known(host: string): FoundSite | undefined;
};

/** Of every house in this process. */
const caches = new Set<LRUCache<string, FoundSite>>();

/** After a change of the owner's rates, settings or company; other processes follow within seconds. */
export function forgetSites(owner: Owner): void {
  for (const known of caches)
    for (const [host, site] of [...known.entries()]) if (site.ownerId === owner.id) known.delete(host);
}

type SiteParts = { database: Database; publicKeyOf(owner: Owner): Promise<string>; clock: Clock };

export function makeFindSite({ database, publicKeyOf, clock }: SiteParts): FindSite {
  const known = new LRUCache<string, FoundSite>({ max: 1000, ttl: 5000 });
  caches.add(known);
  // A separate cache: a thousand invented hosts push out no real one.
  const unknown = new LRUCache<string, true>({ max: 1000, ttl: 5000 });
  const find = async (host: string) => {
    const stored = known.get(host);
    if (stored || !host || unknown.has(host)) return stored;
    const row = await findOwnerOfHost(database.house, host);
    const site = row && {
      ownerId: row.owner_id,
      ownerCode: row.code,
      ownerName: row.name,
      currency: isCurrency(row.currency) ? row.currency : ('CNY' as const),
      zone: row.zone,
      languages: row.languages.filter(isLanguage),
      ...readCurrencies(row, clock()),
      payMinutes: row.pay_minutes,
      demo: row.code === 'demo',
      house: row.is_house,
      customerService: row.customer_service,
      omitVerCodeType: row.omit_ver_code_type,
      publicKey: await publicKeyOf(database.forOwner(row.owner_id)),
      address: row.address ?? '',
      limits: row.limits,
    };
    if (site) known.set(host, site);
    else unknown.set(host, true);
    return site;
  };
  return Object.assign(find, { known: (host: string) => known.get(host) });
}

function readCurrencies(row: SiteRow, now: Date): Pick<FoundSite, 'currencies' | 'usableCurrencies'> {
  const today = todayIn(feedZone, now.getTime());
  const usable = new Set(row.rates.filter((rate) => isUsable(rate, today)).map((rate) => rate.currency));
  const currencies: Currency[] = [...new Set(row.currencies.map(currencyOfCode).filter(isCurrency))];
  return {
    currencies,
    usableCurrencies: currencies.filter((currency) => currency === row.currency || usable.has(currency)),
  };
}
