// Views and sales of products are added every half minute, views also when the process stops; popularity is computed every hour.

import { workThrough } from '../platform/repeat-rounds.ts';
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { listOwnerIds } from '../site/site.sql.ts';
import { addLastViews, addViews } from './count-views.ts';
import { addSales, rankProducts } from './rank-products.ts';

const addMilliseconds = 30_000;

export function catalogJobs({ database, log }: RoomParts): RoomJobs {
  return {
    rounds: [
      { everyMilliseconds: addMilliseconds, run: addViews, ofRequests: true },
      { everyMilliseconds: addMilliseconds, run: () => addSales(database) },
    ],
    async hourly() {
      await workThrough(await listOwnerIds(database.house), (ownerId) => rankProducts(database.forOwner(ownerId)));
    },
    end: () => addLastViews().catch((error: unknown) => log.error({ err: error }, 'the last views were not added')),
  };
}
