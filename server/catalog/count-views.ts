// Who looks at which product (§2 popular): gathered in memory by owner, product and day, added to the database every half minute
// and at the stop. Machines, pages fetched ahead of a click, and staff do not count.
import { todayIn } from '../../domain/dates.ts';
import type { Context, Site } from '../platform/context.ts';
import type { Db } from '../platform/db.ts';
import { addViewRows } from './views.sql.ts';

/** By the door of the owner, so that several houses in one process keep theirs apart. */
const gathered = new Map<Db, { ownerId: number; counts: Map<string, number> }>();

/** Words in the names of programs that read pages: search engines, link previews, monitors, scripts. A Cubot is a telephone. */
const machines =
  /(?<!cu)bot|crawl|spider|slurp|facebookexternalhit|whatsapp|telegram|preview|lighthouse|pingdom|uptime|monitor|curl|wget|python|httpclient|scrapy/i;

export type Looking = { agent: unknown; purpose: unknown; staff: boolean };

/** Whether looking at something counts: `agent` and `purpose` are the headers User-Agent and Sec-Purpose. */
export function isCounted({ agent, purpose, staff }: Looking): boolean {
  if (staff || typeof agent !== 'string' || !agent || machines.test(agent)) return false;
  return !(typeof purpose === 'string' && purpose.includes('prefetch'));
}

export function countView({ db, site, now, counted, visitor }: Context, productId: number): void {
  if (counted && !visitor?.actingStaff) noteView(db, site, productId, now);
}

export function noteView(db: Db, { ownerId, zone }: Site, productId: number, now: Date): void {
  gather(db, ownerId, `${productId} ${todayIn(zone, now.getTime())}`, 1);
}

/** The product whose page an address is (§2: both routes), or undefined; a preview is none. */
export function productOfPage(address: string): number | undefined {
  if (address.includes('isPreview=')) return undefined;
  const id = /^\/(?:search|tours\/[^/?]+\/[^/?]+)\/(\d{1,15})\/?(?:\?|$)/.exec(address)?.[1];
  return id === undefined ? undefined : Number(id);
}

function gather(db: Db, ownerId: number, key: string, count: number): void {
  let views = gathered.get(db);
  if (!views) {
    views = { ownerId, counts: new Map() };
    gathered.set(db, views);
  }
  views.counts.set(key, (views.counts.get(key) ?? 0) + count);
}

/** Adds what was gathered, one statement per owner. What cannot be written now is kept for the next time. */
export async function addViews(): Promise<void> {
  const failures: unknown[] = [];
  for (const [db, { ownerId, counts }] of [...gathered]) {
    gathered.delete(db);
    const list = [...counts].map(([key, count]) => {
      const [id, day] = key.split(' ');
      return { product_id: Number(id), on_day: day ?? '', count };
    });
    try {
      await addViewRows(db, ownerId, list);
    } catch (error) {
      for (const [key, count] of counts) gather(db, ownerId, key, count);
      failures.push(error);
    }
  }
  if (failures.length) throw failures[0];
}
