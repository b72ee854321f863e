// A site's appearance and what its footer links to, cached for seconds per process: every page needs them.
import { LRUCache } from 'lru-cache';
import type { Context } from '../platform/context.ts';
import type { Db, Owner } from '../platform/db.ts';
import { type FooterPage, listFooterPages } from './pages.sql.ts';
import { findPrivacy, findWebSetting, type WebSettingRow } from './site.sql.ts';

type Appearance = {
  setting: WebSettingRow | undefined;
  pages: FooterPage[];
  privacy: Awaited<ReturnType<typeof findPrivacy>>;
};

const stored = new LRUCache<Db, Promise<Appearance>>({ max: 500, ttl: 5000 });

/** After a change; other processes follow within seconds. */
export function forgetAppearance(owner: Owner): void {
  stored.delete(owner.pool);
}

export function readAppearance(owner: Owner): Promise<Appearance> {
  const known = stored.get(owner.pool);
  if (known) return known;
  // The promise is saved before it resolves: a change in between removes it, and the old value is not put back.
  const reading = Promise.all([findWebSetting(owner), listFooterPages(owner), findPrivacy(owner)]).then(
    ([setting, pages, privacy]) => ({ setting, pages, privacy }),
  );
  stored.set(owner.pool, reading);
  reading.catch(() => stored.delete(owner.pool));
  return reading;
}

/** The owner's name and the shop's titles in every language: a new password may contain no word of them (ASVS 6.2.11). */
export async function listShopNames({ owner, site }: Pick<Context, 'owner' | 'site'>): Promise<string[]> {
  const { setting } = await readAppearance(owner);
  return [site.ownerName, ...Object.values(setting?.title ?? {})];
}
