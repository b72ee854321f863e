// Products that an agent puts into a quotation (§7 dtaQuoteList): packages, SKUs, days; no prices, which skuQuote returns. For the
// token of a customer's link: the quotation.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import { showProduct } from '../catalog/show-product.ts';
import type { Context } from '../platform/context.ts';
import { readByToken } from './open-quotation.ts';
import { requireAgent, requirePassword } from './price-quote.ts';

type Listed = OutputOf<'dtaQuoteList'>['list'];

export async function listQuoteProducts(
  context: Context,
  { ids, quotetoken }: ParsedInputOf<'dtaQuoteList'>,
): Promise<OutputOf<'dtaQuoteList'>> {
  if (quotetoken !== undefined) return { quotation: await readByToken(context, quotetoken), list: [] };
  requirePassword(context);
  requireAgent(context);
  const list: Listed = [];
  // Looking through a quotation is no interest of a buyer in these products.
  for (const id of new Set(ids)) list.push(...(await showOne(context, id)));
  return { quotation: null, list };
}

async function showOne(context: Context, id: string): Promise<Listed> {
  try {
    const product = await showProduct(context, { id }, { counts: false });
    if (!product.onShelf) return [];
    const { name, path, stockBy, packages, addOns } = product;
    return [
      {
        id,
        name,
        path,
        stockBy,
        addOns: addOns.map((addOn) => ({ id: addOn.id, name: addOn.name, most: addOn.most })),
        packages: packages.map((pack) => ({
          id: pack.id,
          name: pack.name,
          openDays: pack.openDays,
          byDay: pack.byDay,
          sessions: pack.sessions,
          nextOn: pack.nextOn,
          nextSession: pack.nextSession,
          maxAdults: pack.maxAdults,
          maxChildren: pack.maxChildren,
          childAge: pack.childAge,
          includedGuests: pack.includedGuests,
          skus: pack.skus.map((sku) => ({
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
