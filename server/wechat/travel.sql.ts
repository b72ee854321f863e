// Where an order's guests are picked up and dropped off, and whether a person still checks that (§5 transfers).
import { firstRow, type Owner, sql } from '../platform/db.ts';

export type TravelPlace = { address: string; lat: number | null; lng: number | null };

export function findPlaces(owner: Owner, orderNo: string) {
  return firstRow(
    owner,
    sql<{
      pickup: (TravelPlace & { dropOff?: TravelPlace }) | null;
      second_check: string | null;
    }>`SELECT pickup, second_check
      FROM purchase WHERE owner_id = ${owner.id} AND order_no = ${orderNo}`,
  );
}
