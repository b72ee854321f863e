// Periodic jobs that turn changes of products and low stock into messages (decision 0386). One transaction takes the changes and inserts
// their messages, so that a crash loses nothing and nothing is reported twice.
import { inTransaction, type Owners, type OwnerTrx } from '../../platform/db.ts';
import { workThrough } from '../../platform/repeat-rounds.ts';
import {
  insertProductSendings,
  listOwnersWithHooks,
  listSides,
  type ProductEvent,
  takeChanges,
  takeLowStock,
  takeStock,
  widenSendings,
} from './product-events.sql.ts';

export const queueEvery = { changesMilliseconds: 10_000, stockMilliseconds: 60_000, placesMilliseconds: 2000 } as const;

async function queue(owner: OwnerTrx, events: ProductEvent[]): Promise<void> {
  if (!events.length) return;
  for (const side of await listSides(owner)) await insertProductSendings(owner, side, events);
}

export async function queueChanges({ house, forOwner }: Owners): Promise<void> {
  await workThrough(await listOwnersWithHooks(house, ['product.changed', 'price.changed']), (id) =>
    inTransaction(forOwner(id), async (owner) => queue(owner, await takeChanges(owner))),
  );
}

export async function queueLowStock({ house, forOwner }: Owners): Promise<void> {
  await workThrough(await listOwnersWithHooks(house, ['stock.low']), (id) =>
    inTransaction(forOwner(id), async (owner) => queue(owner, await takeLowStock(owner))),
  );
}

/** For subscriptions of OCTO (decision 0460). */
export async function queuePlaces({ house, forOwner }: Owners): Promise<void> {
  await workThrough(await listOwnersWithHooks(house, ['stock.changed']), (id) =>
    inTransaction(forOwner(id), async (owner) => {
      const events = await takeStock(owner);
      if (events.length) await widenSendings(owner, events);
      await queue(owner, events);
    }),
  );
}
