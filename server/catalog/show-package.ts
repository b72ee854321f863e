// One package by its own number (§7 package/{id}): what the product page says of it, with the product it belongs to.
import type { OutputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { findProductOfPackage } from './catalog.sql.ts';
import { showProduct } from './show-product.ts';

export async function showPackageAlone(context: Context, { id }: { id: string }): Promise<OutputOf<'packageDetail'>> {
  const productId = await findProductOfPackage(context.db, context.site.ownerId, id);
  if (!productId) throw new NotHere();
  // Whoever asks for a package has seen its product: it is not counted again.
  const product = await showProduct({ ...context, counted: false }, { id: productId });
  const found = product.packages.find((one) => one.id === id);
  if (!found) throw new NotHere();
  const { name, path, shown, addOns } = product;
  return { ...found, productId, productName: name, path, shown, addOns };
}
