// Additional payments of a whole order: what of them is left, and what went back (decision 0742).
import type { Cancelled } from '../../../domain/cancellation.ts';
import { firstRow, type Owner, sql } from '../../platform/db.ts';

/** Of additional payments `e`: paid for the whole order, beside its lines and its rest. */
export const isForWhole = sql`e.state = 'paid' AND e.sub_order_no IS NULL AND e.kind <> 'rest'`;

/** Of these: freight is spent once something of the order was sent. */
const isSpent = sql`(e.kind = 'freight' AND EXISTS (SELECT 1 FROM sub_order l WHERE l.owner_id = e.owner_id AND l.order_no = e.order_no
  AND l.sent_at IS NOT NULL))`;

/** Of additional payments `e`: goes back with the end of the order. */
export const isBackAtEnd = sql`${isForWhole} AND NOT ${isSpent}`;

/** In minor units: all that is left of them, what of it goes back by the order's refund rules, and what of its price was cancelled. */
export type Added = Cancelled & { everyMinor: number; addedMinor: number };

/** A gift from before they noted what it took is taken off. */
export async function findAdded(owner: Owner, orderNo: string): Promise<Added> {
  const ofOrder = sql`owner_id = ${owner.id} AND order_no = ${orderNo}`;
  const row = await firstRow(
    owner,
    sql<Added>`SELECT least(a.every, a.loose)::bigint AS "everyMinor", least(a.unspent, a.loose)::bigint AS "addedMinor",
        (SELECT coalesce(sum(cancelled_minor), 0)::bigint FROM sub_order WHERE ${ofOrder}) AS "shareMinor", a.fees::bigint AS "feeMinor",
        (SELECT coalesce(sum(amount_minor - lowered_minor), 0)::bigint FROM supplement
          WHERE ${ofOrder} AND kind = 'rest' AND state = 'withdrawn') AS "unpaidMinor"
      FROM (SELECT e.every, e.unspent, f.fees, greatest(0, e.every + f.fees - g.minor) AS loose
        FROM (SELECT coalesce(sum(e.amount_minor - e.returned_minor), 0) AS every,
            coalesce(sum(e.amount_minor - e.returned_minor) FILTER (WHERE NOT ${isSpent}), 0) AS unspent
          FROM supplement e WHERE ${ofOrder} AND ${isForWhole}) e
        CROSS JOIN (SELECT coalesce(sum(fee_minor), 0) AS fees FROM cancel_request WHERE ${ofOrder} AND result = 1) f
        CROSS JOIN (SELECT coalesce(sum(amount_minor - lines_minor), 0) AS minor FROM goodwill WHERE ${ofOrder} AND state = 'done') g) a`,
  );
  return row ?? { everyMinor: 0, addedMinor: 0, shareMinor: 0, feeMinor: 0, unpaidMinor: 0 };
}

/** Notes what goes back, off the earliest first; the caller holds the order's row. A gift may be of freight that is spent. */
export async function noteAddedBack(
  owner: Owner,
  orderNo: string,
  givenMinor: number,
  { ofSpent }: { ofSpent: boolean },
): Promise<void> {
  await sql`UPDATE supplement s SET returned_minor = s.returned_minor + least(w.open, ${givenMinor} - w.before)
    FROM (SELECT e.supplement_no, e.amount_minor - e.returned_minor AS open, coalesce(sum(e.amount_minor - e.returned_minor) OVER (
          ORDER BY length(e.supplement_no), e.supplement_no ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS before
      FROM supplement e WHERE e.owner_id = ${owner.id} AND e.order_no = ${orderNo} AND ${isForWhole} AND (${ofSpent} OR NOT ${isSpent})) w
    WHERE s.owner_id = ${owner.id} AND s.supplement_no = w.supplement_no AND w.before < ${givenMinor}::bigint`.execute(
    owner,
  );
}

/** All of it went back. */
export async function noteAllBack(owner: Owner, orderNo: string): Promise<void> {
  await sql`UPDATE supplement e SET returned_minor = e.amount_minor
    WHERE e.owner_id = ${owner.id} AND e.order_no = ${orderNo} AND ${isForWhole}`.execute(owner);
}
