// One package by its number (§7 package/{id}): the same data as on the product page, with its product.
import type { OutputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import { findProductOfPackage } from './catalog.sql.ts';
import { showProduct } from './show-product.ts';

export async function showPackageAlone(context: Context, { id }: { id: string }): Promise<OutputOf<'packageDetail'>> {
  const productId = await findProductOfPackage(context.owner, id);
  if (!productId) throw new NotHere();
  // A caller that requests a package has seen its product: the view is not counted again.
  const product = await showProduct(context, { id: productId }, { counts: false });
  const found = product.packages.find((one) => one.id === id);
  if (!found) throw new NotHere();
  const { name, path, shown, addOns } = product;
  return { ...found, productId, productName: name, path, shown, addOns };
}
