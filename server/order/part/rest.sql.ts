// The rest of an order that was paid in part (decision 0380): an additional payment of its own kind, with a last moment to pay.
import type { Day } from '../../../domain/dates.ts';
import { restReminders } from '../../../domain/open-payments.ts';
import { orderCode } from '../../platform/database/status.sql.ts';
import { changed, firstRow, type House, type Owner, rows, sql } from '../../platform/db.ts';
import { isOwnerOpen } from '../../site/site.sql.ts';

const rest = sql`kind = 'rest' AND state = 'open'`;

/** Of `purchase p`: the rest is due and unpaid. */
export const isRestOverdue = sql`p.part IS NOT NULL AND EXISTS (SELECT 1 FROM supplement r WHERE r.owner_id = p.owner_id
  AND r.order_no = p.order_no AND r.kind = 'rest' AND r.state = 'open' AND r.due_at <= now())`;

/**
 * The first part was paid. Money that came late still leaves a day for the rest. Reminders whose moment was over before are not sent; the
 * caller has locked the order's row.
 */
export async function insertRest(owner: Owner, orderNo: string, amountMinor: number, restBy: string): Promise<void> {
  await sql`INSERT INTO supplement (owner_id, supplement_no, order_no, kind, amount_minor, reason, due_at, due_told)
    SELECT ${owner.id}, ${orderNo} || 'S' || (SELECT count(*) + 1 FROM supplement WHERE owner_id = ${owner.id} AND order_no = ${orderNo}),
      ${orderNo}, 'rest', ${amountMinor}, '', d.at, (SELECT min(days) FROM unnest(${[...restReminders]}::int[]) days
        WHERE d.at <= now() + make_interval(days => days))
    FROM (SELECT greatest(${restBy}::timestamptz, now() + interval '1 day') AS at) d`.execute(owner);
}

export type Lowered = {
  /** What was taken off, in minor units. */
  taken: number;
  /** Nothing of it is left, and vouchers were waiting for it. */
  freed: boolean;
};

/** Takes a value off what is still to be paid, never more than that. The order's row is locked. */
export async function lowerRest(owner: Owner, orderNo: string, givenMinor: number): Promise<Lowered> {
  const row = await firstRow(
    owner,
    sql<Lowered>`UPDATE supplement s SET lowered_minor = s.lowered_minor + least(${givenMinor}, w.open),
        state = CASE WHEN w.open <= ${givenMinor} THEN 'withdrawn' ELSE 'open' END
      FROM (SELECT supplement_no, amount_minor - lowered_minor AS open, (SELECT NOT (p.part -> 'voucher')::boolean FROM purchase p
          WHERE p.owner_id = ${owner.id} AND p.order_no = ${orderNo} AND p.part IS NOT NULL) AS waits
        FROM supplement WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND ${rest}) w
      WHERE s.owner_id = ${owner.id} AND s.supplement_no = w.supplement_no AND s.state = 'open'
      RETURNING least(${givenMinor}, w.open)::bigint AS taken, w.open <= ${givenMinor} AND coalesce(w.waits, false) AS freed`,
  );
  return row ?? { taken: 0, freed: false };
}

/** It need not be paid any more; the answer is what was still open of it. */
export async function dropRest(owner: Owner, orderNo: string): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      open: number;
    }>`UPDATE supplement SET state = 'withdrawn' WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND ${rest}
      RETURNING amount_minor - lowered_minor AS open`,
  );
  return row?.open ?? 0;
}

type DueRest = { owner_id: number; order_no: string };

/**
 * Open rests whose owner's rule cancels, and whose time is over; not while a payment is under way: then the channel is queried first. A
 * bank transfer is under way once it was sent in.
 */
const lapses = (now: Date) => sql`s.kind = 'rest' AND s.state = 'open' AND s.due_at <= ${now.toISOString()}::timestamptz
  AND p.part ->> 'missed' = 'cancel' AND p.status IN (${orderCode.pending}, ${orderCode.confirmed})
  AND NOT EXISTS (SELECT 1 FROM payment y WHERE y.owner_id = s.owner_id AND y.supplement_no = s.supplement_no AND y.live
    AND NOT EXISTS (SELECT 1 FROM transfer t WHERE t.owner_id = y.owner_id AND t.payment_no = y.payment_no AND t.state <> 'submitted'))
  AND NOT EXISTS (SELECT 1 FROM sub_order l WHERE l.owner_id = s.owner_id AND l.order_no = s.order_no AND l.redeemed_at IS NOT NULL)`;

export function listLapsed(house: House, now: Date, most: number): Promise<DueRest[]> {
  return rows(
    house,
    sql<DueRest>`SELECT s.owner_id, s.order_no FROM supplement s JOIN purchase p USING (owner_id, order_no)
      WHERE ${lapses(now)} AND ${isOwnerOpen('s')} ORDER BY s.due_at LIMIT ${most}`,
  );
}

/** Whether it still is so, asked under the order's lock. */
export async function isLapsed(owner: Owner, orderNo: string, now: Date): Promise<boolean> {
  const row = await firstRow(
    owner,
    sql`SELECT 1 FROM supplement s JOIN purchase p USING (owner_id, order_no)
      WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} AND ${lapses(now)}`,
  );
  return row !== undefined;
}

const nears = (
  now: Date,
  days: number,
) => sql`s.kind = 'rest' AND s.state = 'open' AND coalesce(s.due_told > ${days}, true)
  AND s.due_at > ${now.toISOString()}::timestamptz AND s.due_at <= ${now.toISOString()}::timestamptz + make_interval(days => ${days})`;

export function listRestsToRemind(house: House, now: Date, days: number, most: number) {
  return rows(
    house,
    sql<DueRest & { supplement_no: string }>`SELECT s.owner_id, s.order_no, s.supplement_no FROM supplement s
      WHERE ${nears(now, days)} AND ${isOwnerOpen('s')} ORDER BY s.due_at LIMIT ${most}`,
  );
}

/** Takes the right to remind: 1 for the first of several processes. */
export function claimRestReminder(owner: Owner, supplementNo: string, now: Date, days: number): Promise<number> {
  return changed(
    owner,
    sql`UPDATE supplement s SET due_told = ${days}
      WHERE s.owner_id = ${owner.id} AND s.supplement_no = ${supplementNo} AND ${nears(now, days)}`,
  );
}

/** 1 when there is an open rest of the order; its reminders begin again. */
export function moveDue(owner: Owner, orderNo: string, dueAt: Date): Promise<number> {
  return changed(
    owner,
    sql`UPDATE supplement s SET due_at = ${dueAt.toISOString()}::timestamptz, due_told = NULL
      WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} AND s.kind = 'rest' AND s.state = 'open'`,
  );
}

/**
 * A line has another day than before: the last day of the rest stays as many days before the first day of use, and its reminders begin
 * again. A nearer day leaves a day to pay, but no more time than there was (decision 0732). The order's row is locked.
 */
export async function followDay(
  owner: Owner,
  orderNo: string,
  moved: { subOrderNo: string; from: Day },
): Promise<void> {
  const firstDays = sql`SELECT min(l.play_on) AS after,
      least(min(l.play_on) FILTER (WHERE l.sub_order_no <> ${moved.subOrderNo}), ${moved.from}::date) AS before
    FROM sub_order l WHERE l.owner_id = ${owner.id} AND l.order_no = ${orderNo} AND l.cancelled_quantity < l.quantity`;
  await sql`UPDATE supplement s SET due_told = NULL, due_at = CASE WHEN f.after > f.before THEN d.at
        ELSE least(s.due_at, greatest(d.at, now() + interval '1 day')) END
    FROM (${firstDays}) f, owner o, supplement x,
      LATERAL (SELECT ((x.due_at AT TIME ZONE o.zone) + make_interval(days => f.after - f.before)) AT TIME ZONE o.zone AS at) d
    WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} AND s.kind = 'rest' AND s.state = 'open' AND f.after <> f.before
      AND o.owner_id = s.owner_id AND x.owner_id = s.owner_id AND x.supplement_no = s.supplement_no`.execute(owner);
}
