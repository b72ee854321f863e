// Money given back without cancelling: who asked, who decided, and how much of an order is left to give.
import type { Currency } from '../../domain/currencies.ts';
import { limits } from '../../domain/limits.ts';
import { isForWhole } from '../order/supplement/added.sql.ts';
import { changed, firstRow, type Owner, rows, sql } from '../platform/db.ts';

export type GoodwillRow = {
  goodwill_id: number;
  order_no: string;
  partner_name: string;
  currency: Currency;
  amount_minor: number;
  reason: string;
  state: 'waiting' | 'done' | 'refused';
  asked_by: number;
  asked_by_name: string;
  decided_by_name: string | null;
  created_at: Date;
  decided_at: Date | null;
};

const columns = sql`g.goodwill_id, g.order_no, r.name AS partner_name, p.currency, g.amount_minor, g.reason, g.state, g.asked_by,
  g.asked_by_name, g.decided_by_name, g.created_at, g.decided_at`;
const tables = sql`goodwill g JOIN purchase p USING (owner_id, order_no)
  JOIN partner r ON r.owner_id = p.owner_id AND r.partner_id = p.partner_id`;

type By = { id: number; name: string };
type NewGoodwill = { orderNo: string; amountMinor: number; ownerMinor: number; reason: string; by: By };

/**
 * At once up to the owner's limit; above it it waits for a second person. What the same person gave of the order alone within a day counts
 * with it (decision 0721): the caller holds the order's row.
 */
export async function insertGoodwill(owner: Owner, { orderNo, amountMinor, ownerMinor, reason, by }: NewGoodwill) {
  const made = await firstRow(
    owner,
    sql<{
      goodwill_id: number;
      state: 'waiting' | 'done';
    }>`INSERT INTO goodwill (owner_id, order_no, amount_minor, owner_minor, reason,
        state, asked_by, asked_by_name, decided_by, decided_by_name, decided_at)
      SELECT ${owner.id}, ${orderNo}, ${amountMinor}, ${ownerMinor}, ${reason}, CASE WHEN w.waits THEN 'waiting' ELSE 'done' END,
        ${by.id}, ${by.name}, CASE WHEN NOT w.waits THEN ${by.id}::bigint END, CASE WHEN NOT w.waits THEN ${by.name}::text END,
        CASE WHEN NOT w.waits THEN now() END
      FROM owner o CROSS JOIN LATERAL (SELECT coalesce(${ownerMinor}::bigint + coalesce(sum(g.owner_minor), 0) > o.four_eyes_minor, false)
          AS waits FROM goodwill g
        WHERE g.owner_id = o.owner_id AND g.order_no = ${orderNo} AND g.state = 'done' AND g.asked_by = ${by.id}
          AND g.decided_by = ${by.id} AND g.created_at > now() - make_interval(hours => ${limits.fourEyesHours})) w
      WHERE o.owner_id = ${owner.id} RETURNING goodwill_id, state`,
  );
  if (!made) throw new Error(`no goodwill for ${orderNo}`);
  return made;
}

/** Decides a waiting one, once; staff never approve their own request. 1 when decided. */
export function decideGoodwill(
  owner: Owner,
  id: string,
  { approve, by }: { approve: boolean; by: By },
): Promise<number> {
  return changed(
    owner,
    sql`UPDATE goodwill SET state = ${approve ? 'done' : 'refused'}, decided_by = ${by.id}, decided_by_name = ${by.name},
        decided_at = now()
      WHERE owner_id = ${owner.id} AND goodwill_id = ${id} AND state = 'waiting' AND (NOT ${approve} OR asked_by <> ${by.id})`,
  );
}

export function findGoodwill(owner: Owner, id: string): Promise<GoodwillRow | undefined> {
  return firstRow(
    owner,
    sql<GoodwillRow>`SELECT ${columns} FROM ${tables} WHERE g.owner_id = ${owner.id} AND g.goodwill_id = ${id}`,
  );
}

/** Of one order, the latest first; or all that wait, the longest waiting first. */
export function listGoodwill(owner: Owner, orderNo: string | null): Promise<GoodwillRow[]> {
  const which = orderNo === null ? sql`g.state = 'waiting'` : sql`g.order_no = ${orderNo}`;
  const order = orderNo === null ? sql`g.goodwill_id` : sql`g.goodwill_id DESC`;
  return rows(
    owner,
    sql<GoodwillRow>`SELECT ${columns} FROM ${tables} WHERE g.owner_id = ${owner.id} AND ${which} ORDER BY ${order} LIMIT 100`,
  );
}

export async function countGoodwill(owner: Owner): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      count: number;
    }>`SELECT count(*)::int AS count FROM goodwill WHERE owner_id = ${owner.id} AND state = 'waiting'`,
  );
  return row?.count ?? 0;
}

/** What of it is noted on lines and on additional payments. */
export async function noteLines(owner: Owner, id: number, linesMinor: number): Promise<void> {
  await sql`UPDATE goodwill SET lines_minor = ${linesMinor} WHERE owner_id = ${owner.id} AND goodwill_id = ${id}`.execute(
    owner,
  );
}

/** In minor units; `addedMinor` is within `looseMinor`. */
export type Loose = { looseMinor: number; addedMinor: number };

/**
 * Money of an order that belongs to no line any more: retained fees and additional payments of the whole order, less what of it was
 * refunded. Requested and running refunds count as refunded.
 */
export async function findLoose(owner: Owner, orderNo: string): Promise<Loose> {
  const row = await firstRow(
    owner,
    sql<Loose>`SELECT greatest(0, f.minor + a.minor - g.minor)::bigint AS "looseMinor", a.minor::bigint AS "addedMinor"
      FROM (SELECT coalesce(sum(fee_minor), 0) AS minor FROM cancel_request
          WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND result = 1) f
        CROSS JOIN (SELECT coalesce(sum(e.amount_minor - e.returned_minor), 0) AS minor FROM supplement e
          WHERE e.owner_id = ${owner.id} AND e.order_no = ${orderNo} AND ${isForWhole}) a
        CROSS JOIN (SELECT coalesce(sum(amount_minor - lines_minor), 0) AS minor FROM goodwill
          WHERE owner_id = ${owner.id} AND order_no = ${orderNo} AND state = 'done') g`,
  );
  return row ?? { looseMinor: 0, addedMinor: 0 };
}
