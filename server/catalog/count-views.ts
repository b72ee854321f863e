// Counts views of products (§2 popular): collected in memory by owner, product and day, saved every half minute
// and at the stop. Robots, systems with a key, prefetched pages and staff do not count.
import { todayIn } from '../../domain/dates.ts';
import { cookieName } from '../account/make-context.ts';
import type { Context, Site } from '../platform/context.ts';
import type { Owner } from '../platform/db.ts';
import type { FastifyRequest } from '../platform/http.ts';
import type { PageView } from '../platform/pages/answer-early.ts';
import { addViewRows } from './views.sql.ts';

/** Keyed by the owner's handle, so that several databases in one process stay apart. */
const gathered = new Map<Owner, Map<string, number>>();

/** Words in the names of programs that read pages: search engines, link previews, monitors, scripts. A Cubot is a telephone. */
const machines = new RegExp(
  [
    ...[
      '(?<!cu)bot',
      'crawl',
      'spider',
      'slurp',
      'facebookexternalhit',
      'whatsapp',
      'telegram',
      'preview',
      'lighthouse',
    ],
    ...['pingdom', 'uptime', 'monitor', 'curl', 'wget', 'python', 'httpclient', 'scrapy'],
  ].join('|'),
  'i',
);

export type Looking = { agent: unknown; purpose: unknown; staff: boolean };

/** Whether a view counts: `agent` and `purpose` are the headers User-Agent and Sec-Purpose. */
export function isCounted({ agent, purpose, staff }: Looking): boolean {
  if (staff || typeof agent !== 'string' || !agent || machines.test(agent)) return false;
  return !(typeof purpose === 'string' && purpose.includes('prefetch'));
}

export function countView({ owner, site, now, counted, visitor }: Context, productId: number): void {
  if (counted && !visitor?.actingStaff) noteView(owner, site, productId, now);
}

function noteView(owner: Owner, { zone }: Site, productId: number, now: Date): void {
  gather(owner, `${productId} ${todayIn(zone, now.getTime())}`, 1);
}

/** A page from the cache, for which no call counted the viewer. No cookie of staff leads there. */
export function noteKeptView(owner: Owner, site: Site, { address, ...who }: PageView, now: Date): void {
  const product = productOfPage(address);
  if (product !== undefined && isCounted({ ...who, staff: false })) noteView(owner, site, product, now);
}

/** The product of a page's address (§2: both routes), or undefined; previews do not count. */
export function productOfPage(address: string): number | undefined {
  if (address.includes('isPreview=')) return undefined;
  const id = /^\/(?:search|tours\/[^/?]+\/[^/?]+)\/(\d{1,15})\/?(?:\?|$)/.exec(address)?.[1];
  return id === undefined ? undefined : Number(id);
}

function gather(owner: Owner, key: string, count: number): void {
  let counts = gathered.get(owner);
  if (!counts) {
    counts = new Map();
    gathered.set(owner, counts);
  }
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** Saves the collected counts, one statement per owner. Counts that cannot be saved now are tried again next time. */
export async function addViews(): Promise<void> {
  const failures: unknown[] = [];
  for (const [owner, counts] of [...gathered]) {
    gathered.delete(owner);
    const list = [...counts].map(([key, count]) => {
      const [id, day] = key.split(' ');
      return { product_id: Number(id), on_day: day ?? '', count };
    });
    try {
      await addViewRows(owner, list);
    } catch (error) {
      for (const [key, count] of counts) gather(owner, key, count);
      failures.push(error);
    }
  }
  if (failures.length) throw failures[0];
}

/** At the end of a house: what cannot be saved now has no database any more. */
export async function addLastViews(): Promise<void> {
  try {
    await addViews();
  } finally {
    gathered.clear();
  }
}

/** Whether what a request looks at counts as a person's interest. */
export function countsOf(request: FastifyRequest): boolean {
  const { 'user-agent': agent, 'sec-purpose': purpose = request.headers.purpose } = request.headers;
  return isCounted({ agent, purpose, staff: cookieName(request, 'staff') in request.cookies });
}
