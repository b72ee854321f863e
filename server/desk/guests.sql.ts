// The lines of a day that a member of staff or a supplier delivers: those that begin on it, and stays and rented pieces that began
// before and last until it or longer (decision 0777).
import { packageFields } from '../../domain/product-fields.ts';
import type { Visible } from '../order/read.sql.ts';
import { soldOrders } from '../platform/database/status.sql.ts';
import { type Owner, onlyIf, rows, sql } from '../platform/db.ts';

/** `orders` is over `purchase p`, `lines` over `sub_order s`; null: all of them. */
export type GuestsOf = { orders: Visible; lines: Visible | null; on: string };

/** Days. */
const longestStay = packageFields.maxNights.max;

const found = (owner: Owner, { orders, lines, on }: GuestsOf) => sql`FROM sub_order s
    JOIN purchase p ON p.owner_id = s.owner_id AND p.order_no = s.order_no
  WHERE s.owner_id = ${owner.id} AND s.status = ANY (${soldOrders}::smallint[])
    AND (s.play_on = ${on}::date
      OR s.until_on BETWEEN ${on}::date AND ${on}::date + ${longestStay}::int AND s.play_on < ${on}::date)
    AND s.cancelled_quantity < s.quantity AND ${orders} AND ${lines ?? sql`true`}`;

/** `left`: free places of the departure; `type`: of the product, today. */
export type GuestLine = { sub_order_no: string; order_no: string; departure_id: number; left: number; type: number };

/** What begins, then what ends, then what goes on; by time, product and package, and within them by the guest's name. */
export function listGuestLines(
  owner: Owner,
  whose: GuestsOf & { product: string | null },
  most: number,
): Promise<GuestLine[]> {
  return rows(
    owner,
    sql<GuestLine>`SELECT g.sub_order_no, g.order_no, g.departure_id, d.capacity - d.held - d.sold AS "left", o.type
      FROM (SELECT s.*, p.contact ->> 'name' AS guest ${found(owner, whose)}
          AND ${onlyIf(whose.product, sql`s.product_id = ${whose.product}::bigint`)}) g
        JOIN departure d ON d.owner_id = g.owner_id AND d.departure_id = g.departure_id
        JOIN product o ON o.owner_id = g.owner_id AND o.product_id = g.product_id
      ORDER BY CASE WHEN g.play_on = ${whose.on}::date THEN 0 WHEN g.until_on = ${whose.on}::date THEN 1 ELSE 2 END,
        g.session, g.product_id, g.package_id, g.guest, g.order_no, g.sub_order_no LIMIT ${most}`,
  );
}

export function listGuestProducts(owner: Owner, whose: GuestsOf) {
  return rows(
    owner,
    sql<{ id: string; names: Record<string, string> }>`SELECT d.product_id::text AS id, d.names FROM product d
      WHERE d.owner_id = ${owner.id} AND d.product_id IN (SELECT s.product_id ${found(owner, whose)}) ORDER BY d.product_id`,
  );
}
