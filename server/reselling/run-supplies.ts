// Every second: what new orders want at suppliers is written down, what is due is settled. A supplier that stalls holds up nobody else.
import type { Owner } from '../platform/db.ts';
import type { RoomParts } from '../platform/room.ts';
import { listLinkOwners } from './links.sql.ts';
import { type Supplying, settleSupply } from './settle-supply.ts';
import { type ClaimedSupply, claimSupplies, gatherSupplies } from './supplies.sql.ts';
import { readDueProducts, syncDue } from './sync-places.ts';

const most = { atOnce: 24, perSupplier: 6 };

type Parts = Pick<RoomParts, 'database' | 'vault' | 'jobs' | 'clock' | 'log' | 'config'>;

const supplyingOf = ({ vault, jobs, clock, config }: Parts, owner: Owner): Supplying => ({
  ...{ owner, vault, jobs, clock },
  ...{ privately: config.hooks.privately, answerSeconds: config.hooks.answerSeconds },
});

export function makeSupplier(parts: Parts) {
  const underWay = new Map<number, number>();
  const running = new Set<Promise<void>>();
  const count = (supplier: number, by: number) => underWay.set(supplier, (underWay.get(supplier) ?? 0) + by);
  const busy = () => [...underWay].filter(([, n]) => n >= most.perSupplier).map(([supplier]) => supplier);
  let stopping = false;

  async function settle(owner: Owner, row: ClaimedSupply): Promise<void> {
    try {
      await settleSupply(supplyingOf(parts, owner), row);
    } catch (error) {
      // Its claim runs out, and it is settled again.
      parts.log.error({ err: error, orderNo: row.order_no }, 'a booking at a supplier was not settled');
    }
    count(row.supplier_id, -1);
  }

  return {
    async round(): Promise<void> {
      for (const id of await listLinkOwners(parts.database.house)) {
        const owner = parts.database.forOwner(id);
        await gatherSupplies(owner);
        const room = Math.min(most.perSupplier, most.atOnce - running.size);
        if (room <= 0 || stopping) continue;
        for (const row of await claimSupplies(owner, room, busy())) {
          count(row.supplier_id, 1);
          const run: Promise<void> = settle(owner, row).finally(() => running.delete(run));
          running.add(run);
        }
      }
    },
    async syncRound(): Promise<void> {
      for (const id of await listLinkOwners(parts.database.house)) {
        const supplying = supplyingOf(parts, parts.database.forOwner(id));
        await readDueProducts(supplying);
        await syncDue(supplying);
      }
    },
    async end(): Promise<void> {
      stopping = true;
      await Promise.all(running);
    },
  };
}
