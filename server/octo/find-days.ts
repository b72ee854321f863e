// The days of an option in one statement (decision 0545). What the product's version covers is cached per process, as for orders (decision
// 0405); stock, prices, times and who sees it are read with each question, and the version with them.
import { LRUCache } from 'lru-cache';
import { type Day, openDay } from '../../domain/dates.ts';
import { memoryKey } from '../catalog/offer/cache-contents.ts';
import { type Pricing, pricingOf } from '../catalog/pricing.sql.ts';
import { findPackageDays, type PackageDays } from '../inventory/days.sql.ts';
import { type DayRow, priceDays } from '../inventory/price-days.ts';
import type { OctoFacts, PackageFacts } from './products.sql.ts';
import type { OctoAsking } from './route.ts';
import { findOffered, findPackage, hasTimes } from './show-products.ts';

export type FoundDays = { row: OctoFacts; pack: PackageFacts; isTimed: boolean; days: DayRow[] };
type OptionIds = { productId: string; optionId: string };
type Range = { from: Day; to: Day };

const mostLetters = 4_000_000;
const memory = new LRUCache<string, OctoFacts>({ maxSize: mostLetters });

/** The package with its departures between two days. Refuses the id that is wrong, as the database has it. */
export async function findDays(asking: OctoAsking, wanted: OptionIds, from: Day, to: Day): Promise<FoundDays> {
  const { context, has } = asking;
  const pricing = pricingOf(context);
  // Other capabilities show other packages.
  const key = memoryKey(context.owner, wanted.productId, ...[...has].sort());
  const cached = memory.get(key);
  const known = cached?.packages.find((one) => String(one.package_id) === wanted.optionId);
  if (cached && known) {
    const live = await readLive(asking, cached, known, pricing, { from, to });
    if (live?.offered && live.version === cached.version)
      return { row: cached, pack: known, isTimed: live.timed, days: priceDays(live, pricing) };
  }
  const row = await findOffered(asking, wanted.productId);
  memory.set(key, row, { size: JSON.stringify(row).length });
  const pack = findPackage(row, wanted.optionId);
  const live = await readLive(asking, row, pack, pricing, { from, to });
  return { row, pack, isTimed: hasTimes(row), days: live ? priceDays(live, pricing) : [] };
}

/** An open ticket has one row of stock for all of its days, beside which nothing else of its package lies. */
function readLive(
  { context }: OctoAsking,
  { packages }: OctoFacts,
  { package_id: id, open_days: openDays }: PackageFacts,
  pricing: Pricing,
  { from, to }: Range,
): Promise<PackageDays | undefined> {
  const range = openDays === null ? { from, to } : { from: openDay, to: openDay };
  return findPackageDays(context.owner, String(id), pricing, {
    ...range,
    beside: packages.map((one) => one.package_id),
  });
}
