// What is reported to platforms of vouchers that were used (decision 0540). The history of orders is the outbox, as for web hooks (0361):
// redeeming writes nothing more than it always did.
import { pushedSources, reportedSources } from '../../../domain/order-sources.ts';
import { changed, type House, notPrepared, type Owner, type OwnerTrx, rows, sql } from '../../platform/db.ts';
import type { SilentFor } from '../pull/ask-platform.ts';

const reporting = sql`${[...reportedSources]}::int[]`;

export async function listReportingOwners(house: House): Promise<number[]> {
  const found = await rows(
    house,
    sql<{ owner_id: number }>`SELECT DISTINCT owner_id FROM channel_account WHERE source = ANY(${reporting})`,
  );
  return found.map((row) => row.owner_id);
}

/** Looked at again so far behind the last event seen: a transaction that began earlier may commit later. */
const lookBack = { events: 5000, minutes: 60 };

/** Where nothing happens, the account's row is written no oftener. */
const quietMinutes = 10;

/** Longer than a message may take; afterwards another process takes it up. */
const claimSeconds = 60;

/**
 * Orders that the platform itself booked by its messages: those of a list are not known to it by our number. Of an order that is being
 * reported the next use waits until that message has ended.
 */
export async function gatherUses(owner: Owner): Promise<void> {
  await sql`${notPrepared} WITH newest AS (SELECT coalesce(max(event_id), 0) AS id FROM order_event WHERE owner_id = ${owner.id}),
    seen AS (SELECT min(use_event) AS id, min(use_at) AS at FROM channel_account
      WHERE owner_id = ${owner.id} AND source = ANY(${reporting})),
    used AS (SELECT DISTINCT e.order_no FROM order_event e, seen WHERE e.owner_id = ${owner.id}
      AND e.event_id > seen.id - ${lookBack.events}::int AND e.at > seen.at - make_interval(mins => ${lookBack.minutes}::int)
      AND e.action = 'redeem'),
    made AS (INSERT INTO channel_use AS u (owner_id, order_no, source, used_units)
      SELECT c.owner_id, c.order_no, c.source, n.units FROM used
        JOIN channel_order c ON c.owner_id = ${owner.id} AND c.order_no = used.order_no
        JOIN channel_account a ON a.owner_id = c.owner_id AND a.source = c.source AND a.partner_id = c.partner_id
        CROSS JOIN LATERAL (SELECT coalesce(sum(s.quantity - s.cancelled_quantity), 0)::int AS units FROM sub_order s
          WHERE s.owner_id = c.owner_id AND s.order_no = c.order_no AND s.redeemed_at IS NOT NULL) n
      WHERE c.source = ANY(${reporting}) AND n.units > 0
        AND EXISTS (SELECT 1 FROM octo_booking b WHERE b.owner_id = c.owner_id AND b.order_no = c.order_no)
      ON CONFLICT (owner_id, order_no) DO UPDATE SET used_units = excluded.used_units, state = 'waiting', tries = 0,
        due_at = least(u.due_at, now() + make_interval(secs => ${claimSeconds}::int))
      WHERE u.used_units < excluded.used_units)
    UPDATE channel_account SET use_event = greatest(use_event, newest.id), use_at = now() FROM newest
    WHERE owner_id = ${owner.id} AND source = ANY(${reporting})
      AND (use_event < newest.id OR use_at < now() - make_interval(mins => ${quietMinutes}::int))`.execute(owner);
}

/** A use of long ago is settled with the platform by a person. */
const missedDays = 30;

/**
 * For an account that is connected, again or with other keys: what its platform does not know is due at once, also what was redeemed while
 * there was no account. Of platforms that book with a key of ours only what was gathered before: they may book without an account.
 */
export async function queueMissedUses(owner: OwnerTrx, source: number): Promise<void> {
  await sql`INSERT INTO channel_use AS u (owner_id, order_no, source, used_units)
    SELECT c.owner_id, c.order_no, c.source, n.units FROM channel_order c
      JOIN channel_account a ON a.owner_id = c.owner_id AND a.source = c.source AND a.partner_id = c.partner_id
      CROSS JOIN LATERAL (SELECT coalesce(sum(s.quantity - s.cancelled_quantity), 0)::int AS units, max(s.redeemed_at) AS last
        FROM sub_order s WHERE s.owner_id = c.owner_id AND s.order_no = c.order_no AND s.redeemed_at IS NOT NULL) n
    WHERE c.owner_id = ${owner.id} AND c.source = ${source} AND n.units > 0
      AND n.last > now() - make_interval(days => ${missedDays}::int)
      AND EXISTS (SELECT FROM octo_booking b WHERE b.owner_id = c.owner_id AND b.order_no = c.order_no)
      AND (c.source <> ALL(${[...pushedSources]}::int[]) OR EXISTS (SELECT FROM channel_use k
        WHERE k.owner_id = c.owner_id AND k.order_no = c.order_no))
    ON CONFLICT (owner_id, order_no) DO UPDATE SET used_units = greatest(u.used_units, excluded.used_units), state = 'waiting',
      tries = 0, due_at = least(u.due_at, now())
    WHERE u.told_units < excluded.used_units`.execute(owner);
}

/** One line of the order: units of one SKU. */
type UsedLine = { line: string; skuId: number; playOn: string; units: number; used: number };

export type ClaimedUse = {
  order_no: string;
  source: number;
  used_units: number;
  tries: number;
  account: string;
  secret_sealed: string;
  reference: string;
  /** The platform's own names of what was booked; `ref` is a SKU or one of our lines. */
  items: { id: string; ref: string; isTold?: boolean }[] | null;
  lines: UsedLine[];
};

export function claimUses(owner: Owner, most: number): Promise<ClaimedUse[]> {
  return rows(
    owner,
    sql<ClaimedUse>`${notPrepared} WITH due AS MATERIALIZED (
        SELECT w.order_no, a.account, a.secret_sealed, c.reference, c.items FROM channel_use w
          JOIN channel_order c ON c.owner_id = w.owner_id AND c.order_no = w.order_no
          JOIN channel_account a ON a.owner_id = w.owner_id AND a.source = w.source AND a.partner_id = c.partner_id
        WHERE w.owner_id = ${owner.id} AND w.state = 'waiting' AND w.due_at <= now()
        ORDER BY w.due_at LIMIT ${most} FOR UPDATE OF w SKIP LOCKED)
      UPDATE channel_use u SET tries = u.tries + 1, due_at = now() + make_interval(secs => ${claimSeconds}::int) FROM due t
      WHERE u.owner_id = ${owner.id} AND u.order_no = t.order_no
      RETURNING u.order_no, u.source, u.used_units, u.tries, t.account, t.secret_sealed, t.reference, t.items,
        (SELECT jsonb_agg(jsonb_build_object('line', s.sub_order_no, 'skuId', s.sku_id, 'playOn', s.play_on,
            'units', s.quantity - s.cancelled_quantity, 'used',
            CASE WHEN s.redeemed_at IS NULL THEN 0 ELSE s.quantity - s.cancelled_quantity END) ORDER BY s.sub_order_no)
          FROM sub_order s WHERE s.owner_id = u.owner_id AND s.order_no = u.order_no) AS lines`,
  );
}

export async function noteItemReported(owner: Owner, orderNo: string, item: string): Promise<void> {
  await sql`UPDATE channel_order SET items = (SELECT jsonb_agg(CASE WHEN one ->> 'id' = ${item}
        THEN one || '{"isTold": true}' ELSE one END ORDER BY at)
      FROM jsonb_array_elements(items) WITH ORDINALITY AS each(one, at))
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND items IS NOT NULL`.execute(owner);
}

/** What was used meanwhile is reported next. */
export async function markUseReported(
  owner: Owner,
  { order_no: orderNo, used_units: units }: ClaimedUse,
): Promise<void> {
  await sql`UPDATE channel_use SET told_units = ${units}, told_at = now(), problem = '', answer = '', tries = 0, due_at = now(),
      state = CASE WHEN used_units = ${units} THEN 'told' ELSE 'waiting' END
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND told_units < ${units}`.execute(owner);
}

export type UseProblem = SilentFor | 'refused';

/** `retryAfter` null: there is no further try. */
export async function markUseFailed(
  owner: Owner,
  { order_no: orderNo, tries }: ClaimedUse,
  { problem, answer, retryAfter }: { problem: UseProblem; answer: string; retryAfter: number | null },
): Promise<void> {
  await sql`UPDATE channel_use SET problem = ${problem}, answer = ${answer},
      state = CASE WHEN ${retryAfter}::float8 IS NULL THEN 'given up' ELSE state END,
      due_at = now() + make_interval(secs => coalesce(${retryAfter}::float8, 0))
    WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND state = 'waiting' AND tries = ${tries}`.execute(owner);
}

/** 1 where staff have it reported again at once. */
export function reportUseAgain(owner: Owner, orderNo: string): Promise<number> {
  return changed(
    owner,
    sql`UPDATE channel_use SET state = 'waiting', tries = 0, due_at = least(due_at, now())
      WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND state <> 'told'`,
  );
}

export type UnreportedRow = {
  order_no: string;
  source: number;
  used_units: number;
  told_units: number;
  state: 'waiting' | 'given up';
  problem: UseProblem;
  answer: string;
  created_at: Date;
};
const mostUnreported = 50;

/** Those that a platform did not take so far, newest first. */
export function listUnreported(owner: Owner): Promise<UnreportedRow[]> {
  return rows(
    owner,
    sql<UnreportedRow>`SELECT order_no, source, used_units, told_units, state, problem, answer, created_at FROM channel_use
      WHERE owner_id = ${owner.id} AND problem <> '' ORDER BY created_at DESC LIMIT ${mostUnreported}`,
  );
}
