// The owner of a hostname (§3 settings, rules §1). Cached for seconds per process: hosts change rarely, and
// nothing about stock, money or rights depends on it.
import { LRUCache } from 'lru-cache';
import { isCurrency } from '../../domain/currencies.ts';
import { currencyOfCode } from '../../domain/exchange-rate.ts';
import { isLanguage } from '../../domain/languages.ts';
import type { FoundSite } from '../platform/context.ts';
import type { House } from '../platform/db.ts';
import { findOwnerOfHost } from './site.sql.ts';

export type FindSite = ((host: string) => Promise<FoundSite | undefined>) & {
  /** Only where it was found within the last seconds. */
  known(host: string): FoundSite | undefined;
};

export function makeFindSite(house: House, publicKeyOf: (ownerId: number) => Promise<string>): FindSite {
  const known = new LRUCache<string, FoundSite>({ max: 1000, ttl: 5000 });
  // A separate cache: a thousand invented hosts push out no real one.
  const unknown = new LRUCache<string, true>({ max: 1000, ttl: 5000 });
  const find = async (host: string) => {
    const stored = known.get(host);
    if (stored || !host || unknown.has(host)) return stored;
    const row = await findOwnerOfHost(house, host);
    const site = row && {
      ownerId: row.owner_id,
      ownerCode: row.code,
      ownerName: row.name,
      currency: isCurrency(row.currency) ? row.currency : ('CNY' as const),
      zone: row.zone,
      languages: row.languages.filter(isLanguage),
      currencies: [...new Set(row.currencies.map(currencyOfCode).filter(isCurrency))],
      payMinutes: row.pay_minutes,
      demo: row.code === 'demo',
      house: row.is_house,
      customerService: row.customer_service,
      omitVerCodeType: row.omit_ver_code_type,
      publicKey: await publicKeyOf(row.owner_id),
      address: row.address ?? '',
      limits: row.limits,
    };
    if (site) known.set(host, site);
    else unknown.set(host, true);
    return site;
  };
  return Object.assign(find, { known: (host: string) => known.get(host) });
}
