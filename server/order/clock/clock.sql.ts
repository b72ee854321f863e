// Orders that are due: services that are over, deadlines that are near, services of tomorrow. Days are those of the product's
// zone as it was agreed in the order. Each find is only a proposal; the change is guarded where it is made.
import { orderCode, paymentCode } from '../../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, rows, sql } from '../../platform/db.ts';
import { isOwnerOpen } from '../../site/site.sql.ts';

export type DueOrder = { owner_id: number; order_no: string };

/** The day of a line's zone at an instant. */
const dayThere = (now: Date) => sql`(${now.toISOString()}::timestamptz AT TIME ZONE (s.terms ->> 'zone'))::date`;

/**
 * The last day of what was bought: the end of an open ticket's validity, the day a stay is left (its last night ends then), the last
 * day of a product that takes several, else the play date.
 */
const lastDay = sql`coalesce(s.valid_until, s.until_on,
  s.play_on + greatest(0, CASE WHEN d.play_unit = 1 THEN d.play_value - 1 ELSE 0 END))`;
const linesOfProducts = sql`sub_order s JOIN product d USING (owner_id, product_id)`;

/** Orders with a confirmed line whose last day is over. */
export function listOver(house: House, now: Date, most: number): Promise<DueOrder[]> {
  return rows(
    house,
    sql<DueOrder>`SELECT DISTINCT s.owner_id, s.order_no FROM ${linesOfProducts}
      WHERE s.status = ${orderCode.confirmed} AND coalesce(s.valid_until, s.play_on) <= ${now.toISOString()}::timestamptz::date + 1
        AND ${lastDay} < ${dayThere(now)} LIMIT ${most}`,
  );
}

/** Those lines of one order; the caller has locked the order's row. */
export async function listLinesOver(owner: Owner, orderNo: string, now: Date): Promise<string[]> {
  const list = await rows(
    owner,
    sql<{ sub_order_no: string }>`SELECT s.sub_order_no FROM ${linesOfProducts}
      WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} AND s.status = ${orderCode.confirmed} AND ${lastDay} < ${dayThere(now)}
      ORDER BY s.sub_order_no`,
  );
  return list.map((row) => row.sub_order_no);
}

/** A third of the time to pay is left, four hours at most, and still enough of it to act. */
const nearsDeadline = (
  now: Date,
) => sql`p.status = ${orderCode.unpaid} AND p.pay_status <> ${paymentCode.paying} AND p.payable_minor > 0 AND p.reminded_at IS NULL
  AND p.pay_by - least((p.pay_by - p.placed_at) / 3, interval '4 hours') <= ${now.toISOString()}::timestamptz
  AND p.pay_by > ${now.toISOString()}::timestamptz + interval '1 minute'`;

export function listNearDeadline(house: House, now: Date, most: number): Promise<DueOrder[]> {
  return rows(
    house,
    sql<DueOrder>`SELECT p.owner_id, p.order_no FROM purchase p WHERE ${nearsDeadline(now)} AND ${isOwnerOpen('p')}
      ORDER BY p.pay_by LIMIT ${most}`,
  );
}

/** Takes the right to remind of the deadline: 1 for the first of several processes. */
export function claimDeadline(owner: Owner, orderNo: string, now: Date): Promise<number> {
  return changed(
    owner,
    sql`UPDATE purchase p SET reminded_at = ${now.toISOString()}::timestamptz
      WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND ${nearsDeadline(now)}`,
  );
}

/**
 * A confirmed line that was not used early is for tomorrow, and it is nine o'clock where it takes place. Bought or reminded today:
 * once a day is enough. An open ticket has no day.
 */
const isForTomorrow = (
  now: Date,
) => sql`s.status = ${orderCode.confirmed} AND s.valid_until IS NULL AND s.redeemed_at IS NULL
  AND s.quantity > s.cancelled_quantity
  AND s.play_on = ${dayThere(now)} + 1 AND extract(hour FROM ${now.toISOString()}::timestamptz AT TIME ZONE (s.terms ->> 'zone')) >= 9
  AND (p.paid_at AT TIME ZONE (s.terms ->> 'zone'))::date < ${dayThere(now)}
  AND coalesce((p.reminded_at AT TIME ZONE (s.terms ->> 'zone'))::date < ${dayThere(now)}, true)`;

export function listForTomorrow(house: House, now: Date, most: number): Promise<DueOrder[]> {
  return rows(
    house,
    sql<DueOrder>`SELECT DISTINCT s.owner_id, s.order_no FROM sub_order s JOIN purchase p USING (owner_id, order_no)
      WHERE s.play_on BETWEEN ${now.toISOString()}::timestamptz::date AND ${now.toISOString()}::timestamptz::date + 2
        AND ${isForTomorrow(now)} LIMIT ${most}`,
  );
}

/** Claims the reminder for tomorrow; returns the day, or undefined when another process claimed it first. */
export async function claimTomorrow(owner: Owner, orderNo: string, now: Date): Promise<string | undefined> {
  const row = await firstRow(
    owner,
    sql<{ play_on: string }>`UPDATE purchase p SET reminded_at = ${now.toISOString()}::timestamptz FROM sub_order s
      WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND s.owner_id = p.owner_id AND s.order_no = p.order_no
        AND ${isForTomorrow(now)} RETURNING s.play_on::text AS play_on`,
  );
  return row?.play_on;
}

/**
 * A paid order's pick-up waits for a person, its service begins within a day, and no reminder was sent in the last hour. It stops when
 * the day of service is over there.
 */
const isUndecided = (now: Date) => sql`p.second_check = 'waiting' AND p.check_since IS NOT NULL
  AND s.status IN (${orderCode.pending}, ${orderCode.confirmed})
  AND s.quantity > s.cancelled_quantity AND s.play_on < '9999-01-01'
  AND moment_of(s.play_on + coalesce(nullif(s.session, '')::time, '00:00'), s.terms ->> 'zone')
    <= ${now.toISOString()}::timestamptz + interval '24 hours'
  AND s.play_on >= ${dayThere(now)}
  AND coalesce(p.check_told_at <= ${now.toISOString()}::timestamptz - interval '1 hour', true)`;

export function listUndecided(house: House, now: Date, most: number): Promise<DueOrder[]> {
  return rows(
    house,
    sql<DueOrder>`SELECT DISTINCT p.owner_id, p.order_no FROM purchase p JOIN sub_order s USING (owner_id, order_no)
      WHERE ${isUndecided(now)} LIMIT ${most}`,
  );
}

/** Takes the right to remind of this hour: 1 for the first of several processes. */
export function claimUndecided(owner: Owner, orderNo: string, now: Date): Promise<number> {
  return changed(
    owner,
    sql`UPDATE purchase p SET check_told_at = ${now.toISOString()}::timestamptz
      WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND EXISTS (SELECT 1 FROM sub_order s
        WHERE s.owner_id = p.owner_id AND s.order_no = p.order_no AND ${isUndecided(now)})`,
  );
}
