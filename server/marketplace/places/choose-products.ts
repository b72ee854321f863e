// The SKUs whose places and prices a platform gets that does not ask for them itself (decision 0690).
import type { ParsedInputOf } from '../../../contract/index.ts';
import { type FieldProblems, Refusal } from '../../../domain/errors.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db.ts';
import { logAction } from '../../platform/log-actions.sql.ts';
import { listSkus } from '../platform-orders.sql.ts';
import { readSkuRef } from '../signed/choose-skus.ts';
import { chooseProducts } from './places.sql.ts';

/** Refuses by field a code that names no SKU. */
export async function choosePlaces(
  context: Context,
  { source, refs }: ParsedInputOf<'consoleChannelPlacesChoose'>,
): Promise<Record<string, never>> {
  const wanted = [...new Set(refs)];
  const ids = wanted.flatMap((ref) => readSkuRef(ref)?.skuId ?? []);
  const known = new Map((await listSkus(context.owner, ids)).map((sku) => [String(sku.sku_id), sku]));
  const fields: FieldProblems = {};
  const list = wanted.flatMap((ref) => {
    const sku = known.get(readSkuRef(ref)?.skuId ?? '');
    if (!sku) fields[`refs.${refs.indexOf(ref)}`] = { problem: 'noSku' };
    return sku ? [{ ref, productId: sku.product_id, packageId: sku.package_id }] : [];
  });
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  await inTransaction(context.owner, async (owner) => {
    await chooseProducts(owner, source, list);
    await logAction(owner, context, {
      ...{ act: 'marketplace-products', subject: `source ${source}`, after: { skus: wanted.join(' ') } },
    });
  });
  return {};
}
