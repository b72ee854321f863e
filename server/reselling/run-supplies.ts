// Every second: inserts the requests to suppliers that new orders need, and sends due ones. A slow supplier does not delay others.
import type { Owner } from '../platform/db.ts';
import { settleDue } from '../platform/messages/settle-due.ts';
import type { RoomParts } from '../platform/room.ts';
import { type ClaimedOffer, claimOffers, listLinkOwners, type SupplierRoom } from './links.sql.ts';
import { settleRide } from './mozio/settle-ride.ts';
import { claimProducts } from './notices.sql.ts';
import { settleSupply } from './settle-supply.ts';
import { type ClaimedSupply, claimSupplies, gatherSupplies } from './supplies.sql.ts';
import type { Supplying } from './supply-step.ts';
import { readProductsOf, syncOffer } from './sync-places.ts';

const most = { atOnce: 24, perRound: 6, perSupplier: 6 };
const mostPlaces = { atOnce: 48, perRound: 4, perSupplier: 4 };
const mostProducts = { atOnce: 24, perRound: 4 };

type Parts = Pick<RoomParts, 'database' | 'vault' | 'jobs' | 'clock' | 'log' | 'config'>;

const settlers = { octo: settleSupply, mozio: settleRide } as const;

const supplyingOf = ({ database, vault, jobs, clock, config }: Parts, owner: Owner): Supplying => ({
  ...{ owner, owners: database, vault, jobs, clock },
  ...{ privately: config.hooks.privately, answerSeconds: config.hooks.answerSeconds },
});

/** Questions that a supplier has not answered yet. Where it has too many, what is due there waits, and nothing else does. */
function countUnderWay<Row extends { supplier_id: number }>(perSupplier: number) {
  const underWay = new Set<Row>();
  return {
    room: (most: number): SupplierRoom => ({
      most,
      perSupplier,
      underWay: [...underWay].map((row) => row.supplier_id),
    }),
    begin(claimed: Row[]): Row[] {
      for (const row of claimed) underWay.add(row);
      return claimed;
    },
    end: (row: Row) => underWay.delete(row),
  };
}

export function makeSupplier(parts: Parts) {
  const underWay = countUnderWay<ClaimedSupply>(most.perSupplier);
  return settleDue<ClaimedSupply>(parts, {
    most,
    listOwners: listLinkOwners,
    gather: gatherSupplies,
    claim: async (owner, room) => underWay.begin(await claimSupplies(owner, underWay.room(room))),
    settle: (owner, row) => settlers[row.speaks](supplyingOf(parts, owner), row).finally(() => underWay.end(row)),
    describeFailure: ({ order_no: orderNo }) => ({ orderNo, text: 'a booking at a supplier was not settled' }),
  });
}

const gatherNothing = async () => undefined;

export function makePlaceReader(parts: Parts) {
  const underWay = countUnderWay<ClaimedOffer>(mostPlaces.perSupplier);
  return settleDue<ClaimedOffer>(parts, {
    most: mostPlaces,
    listOwners: listLinkOwners,
    gather: gatherNothing,
    claim: async (owner, room) => underWay.begin(await claimOffers(owner, underWay.room(room))),
    async settle(owner, row) {
      await syncOffer(supplyingOf(parts, owner), row.package_id).finally(() => underWay.end(row));
    },
    describeFailure: ({ package_id }) => ({ orderNo: '', text: `the places of package ${package_id} were not read` }),
  });
}

export const makeProductReader = (parts: Parts) =>
  settleDue<{ supplier_id: number }>(parts, {
    most: mostProducts,
    listOwners: listLinkOwners,
    gather: gatherNothing,
    claim: claimProducts,
    settle: (owner, { supplier_id }) => readProductsOf(supplyingOf(parts, owner), supplier_id),
    describeFailure: ({ supplier_id }) => ({
      orderNo: '',
      text: `the products of supplier ${supplier_id} were not read`,
    }),
  });
