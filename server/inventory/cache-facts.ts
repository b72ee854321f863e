// The facts of a product that an order reads besides prices and places: cached per process under the product's version (decision 0405),
// which comes with prices and places of the same moment. Where it differs, one statement reads everything again.
import { LRUCache } from 'lru-cache';
import { memoryKey } from '../catalog/offer/cache-contents.ts';
import type { Pricing } from '../catalog/pricing.sql.ts';
import type { Owner } from '../platform/db.ts';
import {
  type Beside,
  findLines,
  findLiveLines,
  type LineRow,
  type LiveLine,
  type RequestedLine,
} from './inventory.sql.ts';

type Facts = Omit<LineRow, keyof LiveLine>;

const mostLetters = 4_000_000;
const memory = new LRUCache<string, { version: string; facts: Facts }>({ maxSize: mostLetters });

/** As findLines, in a shorter statement where the process knows the current version of every line's product. */
export async function readRequestedLines(
  owner: Owner,
  pricing: Pricing,
  requested: RequestedLine[],
  beside: Beside = {},
): Promise<LineRow[]> {
  const known = requested.map(({ skuId }) => memory.get(memoryKey(owner, skuId)));
  if (known.every((one) => one)) {
    const live = await findLiveLines(owner, pricing, requested, beside);
    const whole = live.flatMap((line) => {
      const one = known[line.at - 1];
      return one?.version === line.version ? [{ ...one.facts, ...line }] : [];
    });
    if (whole.length === live.length) return whole;
  }
  const found = await findLines(owner, pricing, requested, beside);
  for (const row of found) {
    const { at: _at, sku_id: sku, version, answered: _answered, nights: _nights, owner_rate: _rate, ...rest } = row;
    const { freight: _freight, ...facts } = rest;
    memory.set(memoryKey(owner, sku), { version, facts }, { size: JSON.stringify(facts).length });
  }
  return found;
}
