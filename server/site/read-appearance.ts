// What a site looks like and the pages in its footer, kept for seconds per process: every page of everybody asks for them.
import { LRUCache } from 'lru-cache';
import type { Db } from '../platform/db.ts';
import { type FooterPage, listFooterPages } from './pages.sql.ts';
import { findWebSetting, type WebSettingRow } from './site.sql.ts';

type Appearance = { setting: WebSettingRow | undefined; pages: FooterPage[] };

const kept = new LRUCache<Db, Promise<Appearance>>({ max: 500, ttl: 5000 });

/** After a change; other processes follow within seconds. */
export function forgetAppearance(db: Db): void {
  kept.delete(db);
}

export function readAppearance(db: Db, ownerId: number): Promise<Appearance> {
  const known = kept.get(db);
  if (known) return known;
  // Kept while it is still read: what a change forgets is then never put back.
  const reading = Promise.all([findWebSetting(db, ownerId), listFooterPages(db, ownerId)]).then(([setting, pages]) => ({
    setting,
    pages,
  }));
  kept.set(db, reading);
  reading.catch(() => kept.delete(db));
  return reading;
}
