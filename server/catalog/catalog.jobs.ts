// Views of products are saved every half minute and when the process stops; popularity is computed every hour.
import type { RoomJobs, RoomParts } from '../platform/room.ts';
import { listOwnerIds } from '../site/site.sql.ts';
import { addLastViews, addViews } from './count-views.ts';
import { rankProducts } from './rank-products.ts';

const viewMilliseconds = 30_000;

export function catalogJobs({ database, log }: RoomParts): RoomJobs {
  return {
    rounds: [{ everyMilliseconds: viewMilliseconds, run: addViews, ofRequests: true }],
    async hourly() {
      for (const ownerId of await listOwnerIds(database.house)) await rankProducts(database.forOwner(ownerId));
    },
    end: () => addLastViews().catch((error: unknown) => log.error({ err: error }, 'the last views were not added')),
  };
}
