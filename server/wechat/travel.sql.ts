// Where an order's guests are picked up and dropped off, and whether a person still checks that (§5 transfers).
import { firstRow, type Sql, sql } from '../platform/db.ts';

export type Place = { address: string; lat: number | null; lng: number | null };

export function findPlaces(db: Sql, ownerId: number, orderNo: string) {
  return firstRow(
    db,
    sql<{ pickup: (Place & { dropOff?: Place }) | null; second_check: string | null }>`SELECT pickup, second_check
      FROM purchase WHERE owner_id = ${ownerId} AND order_no = ${orderNo}`,
  );
}
