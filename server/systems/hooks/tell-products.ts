// The rounds that turn changes of products and low stock into messages (decision 0386): what is taken and its messages are one
// transaction, so that nothing is lost with a process and nothing is told twice.
import { inTransaction, type Owners, type OwnerTrx } from '../../platform/db.ts';
import {
  insertProductSendings,
  listOwnersTold,
  listSides,
  type ProductEvent,
  takeChanges,
  takeLowStock,
  takeStock,
  widenSendings,
} from './product-events.sql.ts';

export const tellEvery = { changesMilliseconds: 10_000, stockMilliseconds: 60_000, placesMilliseconds: 2000 } as const;

async function tell(owner: OwnerTrx, events: ProductEvent[]): Promise<void> {
  if (!events.length) return;
  for (const side of await listSides(owner)) await insertProductSendings(owner, side, events);
}

export async function tellChanges({ house, forOwner }: Owners): Promise<void> {
  for (const id of await listOwnersTold(house, ['product.changed', 'price.changed']))
    await inTransaction(forOwner(id), async (owner) => tell(owner, await takeChanges(owner)));
}

export async function tellLowStock({ house, forOwner }: Owners): Promise<void> {
  for (const id of await listOwnersTold(house, ['stock.low']))
    await inTransaction(forOwner(id), async (owner) => tell(owner, await takeLowStock(owner)));
}

/** For subscriptions of OCTO (decision 0460). */
export async function tellPlaces({ house, forOwner }: Owners): Promise<void> {
  for (const id of await listOwnersTold(house, ['stock.changed']))
    await inTransaction(forOwner(id), async (owner) => {
      const events = await takeStock(owner);
      if (events.length) await widenSendings(owner, events);
      await tell(owner, events);
    });
}
