// Which company a hostname belongs to (§3 settings, decisions §1). Kept for seconds per process: hosts change rarely, and
// nothing about stock, money or rights hangs on it.
import { LRUCache } from 'lru-cache';
import { isCurrency } from '../../domain/currencies.ts';
import { currencyOfCode } from '../../domain/exchange-rate.ts';
import { isLanguage } from '../../domain/languages.ts';
import type { Site } from '../platform/context.ts';
import type { Db } from '../platform/db.ts';
import { findOwnerOfHost } from './site.sql.ts';

export type FindSite = (host: string) => Promise<Site | undefined>;

export function makeFindSite(house: Db, publicKeyOf: (ownerId: number) => Promise<string>): FindSite {
  const known = new LRUCache<string, { site: Site | undefined }>({ max: 1000, ttl: 5000 });
  return async (host) => {
    const kept = known.get(host);
    if (kept) return kept.site;
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
      customerService: row.customer_service,
      omitVerCodeType: row.omit_ver_code_type,
      publicKey: await publicKeyOf(row.owner_id),
      address: row.address ?? '',
      limits: row.limits,
    };
    known.set(host, { site });
    return site;
  };
}
