// Every second: inserts the requests to suppliers that new orders need, and sends due ones. A slow supplier does not delay others.
import type { Owner } from '../platform/db.ts';
import { settleDue } from '../platform/messages/settle-due.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import type { RoomParts } from '../platform/room.ts';
import { listLinkOwners } from './links.sql.ts';
import { settleRide } from './mozio/settle-ride.ts';
import { type Supplying, settleSupply } from './settle-supply.ts';
import { type ClaimedSupply, claimSupplies, gatherSupplies } from './supplies.sql.ts';
import { readDueProducts, syncDue } from './sync-places.ts';

const most = { atOnce: 24, perRound: 6, perSupplier: 6 };

type Parts = Pick<RoomParts, 'database' | 'vault' | 'jobs' | 'clock' | 'log' | 'config'>;

const settlers = { octo: settleSupply, mozio: settleRide } as const;

const supplyingOf = ({ database, vault, jobs, clock, config }: Parts, owner: Owner): Supplying => ({
  ...{ owner, owners: database, vault, jobs, clock },
  ...{ privately: config.hooks.privately, answerSeconds: config.hooks.answerSeconds },
});

export function makeSupplier(parts: Parts) {
  const underWay = new Map<number, number>();
  const count = (supplier: number, by: number) => underWay.set(supplier, (underWay.get(supplier) ?? 0) + by);
  const busy = () => [...underWay].filter(([, n]) => n >= most.perSupplier).map(([supplier]) => supplier);
  const supplies = settleDue<ClaimedSupply>(parts, {
    most,
    listOwners: listLinkOwners,
    gather: gatherSupplies,
    async claim(owner, room) {
      const claimed = await claimSupplies(owner, room, busy());
      for (const row of claimed) count(row.supplier_id, 1);
      return claimed;
    },
    settle: (owner, row) =>
      settlers[row.speaks](supplyingOf(parts, owner), row).finally(() => count(row.supplier_id, -1)),
    describeFailure: ({ order_no: orderNo }) => ({ orderNo, text: 'a booking at a supplier was not settled' }),
  });
  return {
    ...supplies,
    async syncRound(): Promise<void> {
      await workThrough(await listLinkOwners(parts.database.house), async (id) => {
        const supplying = supplyingOf(parts, parts.database.forOwner(id));
        await readDueProducts(supplying);
        await syncDue(supplying);
      });
    },
  };
}
