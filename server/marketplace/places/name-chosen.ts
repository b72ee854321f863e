// The SKUs that staff chose for a platform, by name (decision 0690): they choose them by number, and read here which they chose.
import { todayIn } from '../../../domain/dates.ts';
import { textIn } from '../../../domain/languages.ts';
import { nameSku } from '../../../locales/name-sku.ts';
import type { Context } from '../../platform/context.ts';
import { listSkus } from '../platform-orders.sql.ts';
import { readSkuRef } from '../signed/choose-skus.ts';
import { listPlanned } from './places.sql.ts';

export type NamedRef = { ref: string; name: string; planned: boolean };

/** By their codes. `planned`: a coming departure is at the time that the code names; otherwise nothing is sent. */
export async function nameChosen(
  { owner, language, site, now }: Context,
  chosen: { ref: string }[],
): Promise<Map<string, NamedRef>> {
  const read = chosen.flatMap(({ ref }) => {
    const code = readSkuRef(ref);
    return code ? [{ ref, ...code }] : [];
  });
  if (read.length === 0) return new Map();
  const [skus, planned] = await Promise.all([
    listSkus(
      owner,
      read.map(({ skuId }) => skuId),
    ),
    listPlanned(owner, read, todayIn(site.zone, now.getTime())),
  ]);
  const known = new Map(skus.map((sku) => [String(sku.sku_id), sku]));
  const named = read.flatMap(({ ref, skuId }): NamedRef[] => {
    const sku = known.get(skuId);
    if (!sku) return [];
    const skuName = nameSku({ ...sku, names: sku.sku_names }, language);
    const name = [textIn(sku.names, language), textIn(sku.package_names, language), skuName]
      .filter(Boolean)
      .join(' · ');
    return [{ ref, name, planned: planned.has(ref) }];
  });
  return new Map(named.map((one) => [one.ref, one]));
}
