// Products that an agent puts into a quotation (§7 dtaQuoteList): packages, what is sold, days; no prices, which skuQuote tells.
import type { OutputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { showProduct } from '../catalog/show-product.ts';
import type { Context } from '../platform/context.ts';
import { requireAgent } from './price-quote.ts';

type Listed = OutputOf<'dtaQuoteList'>['list'];

export async function listQuoteProducts(
  context: Context,
  { ids }: { ids: string[] },
): Promise<OutputOf<'dtaQuoteList'>> {
  requireAgent(context);
  const list: Listed = [];
  // Looking through a quotation is no interest of a buyer in these products.
  for (const id of new Set(ids)) list.push(...(await showOne(context, id)));
  return { list };
}

async function showOne(context: Context, id: string): Promise<Listed> {
  try {
    const product = await showProduct(context, { id }, { counts: false });
    if (!product.onShelf) return [];
    const { name, path, stockBy, packages } = product;
    return [
      {
        id,
        name,
        path,
        stockBy,
        packages: packages.map((one) => ({
          id: one.id,
          name: one.name,
          openDays: one.openDays,
          sessions: one.sessions,
          nextOn: one.nextOn,
          skus: one.skus.map((sku) => ({
            id: sku.id,
            name: sku.name,
            ticketType: sku.ticketType,
            carType: sku.carType,
          })),
        })),
      },
    ];
  } catch (error) {
    if (error instanceof NotHere) return [];
    throw error;
  }
}
