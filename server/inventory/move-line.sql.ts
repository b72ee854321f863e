// Moves the places of one paid line (decision 0292): to other departures, to a larger number, or both. The new places are taken and the
// old ones given back by one statement, all or none, while all departures in question are locked in the order of their ids.
import { orderCode } from '../platform/database/status.sql.ts';
import { firstRow, type OwnerTrx, sql } from '../platform/db.ts';
import { unitCost } from './unit-cost.sql.ts';

export type LineMove = {
  subOrderNo: string;
  /** One, or one for each night of a stay. */
  departures: number[];
  playOn: string;
  session: string;
  untilOn: string | null;
  /** The line's whole quantity afterwards, with what was cancelled of it. */
  quantity: number;
  /** What the caller saw; a line that is otherwise by now does not move. */
  seen: { playOn: string; session: string; untilOn: string | null; quantity: number; cancelled: number };
  /** Beyond capacity: nothing is taken, the request is counted apart. */
  oversold: boolean;
  terms: unknown;
};

/** Paid, without a cancel request. */
const movable = sql`${orderCode.pending}, ${orderCode.confirmed}`;

/** A statement of its own: what comes after it sees every limit that was written before. */
async function lockAll(owner: OwnerTrx, { subOrderNo, departures }: LineMove): Promise<void> {
  await sql`SELECT 1 FROM departure d WHERE d.owner_id = ${owner.id} AND (d.departure_id = ANY(${departures}::bigint[])
      OR d.departure_id IN (SELECT h.departure_id FROM line_hold h WHERE h.owner_id = ${owner.id} AND h.sub_order_no = ${subOrderNo}))
    ORDER BY d.departure_id FOR UPDATE`.execute(owner);
}

/**
 * Refuses noStock when a new departure, or its limit of the SKU, has not enough left; nothing is moved then. False when the line was
 * changed, redeemed or ended meanwhile. Its order's row is locked by the caller.
 */
export async function moveLinePlaces(owner: OwnerTrx, move: LineMove): Promise<boolean> {
  await lockAll(owner, move);
  const { subOrderNo, departures, seen, oversold } = move;
  const row = await firstRow(
    owner,
    sql<{ moved: number }>`WITH line AS (SELECT s.sub_order_no, s.sku_id, s.oversold FROM sub_order s
        WHERE s.owner_id = ${owner.id} AND s.sub_order_no = ${subOrderNo} AND s.redeemed_at IS NULL AND s.status IN (${movable})
          AND s.play_on = ${seen.playOn}::date AND s.session = ${seen.session} AND s.until_on IS NOT DISTINCT FROM ${seen.untilOn}::date
          AND s.quantity = ${seen.quantity} AND s.cancelled_quantity = ${seen.cancelled}),
      wanted AS (SELECT unnest(${departures}::bigint[]) AS departure_id, ${move.quantity - seen.cancelled}::int AS quantity FROM line),
      changes AS MATERIALIZED (SELECT departure_id, coalesce(w.quantity, 0) AS now, coalesce(h.quantity, 0) AS was
        FROM (SELECT departure_id, quantity FROM line_hold
          WHERE owner_id = ${owner.id} AND sub_order_no = (SELECT sub_order_no FROM line)) h
        FULL JOIN wanted w USING (departure_id)),
      counts AS MATERIALIZED (SELECT c.departure_id, l.sku_id,
          (CASE WHEN ${oversold} THEN 0 ELSE c.now END - CASE WHEN l.oversold THEN 0 ELSE c.was END)::int AS places,
          (CASE WHEN ${oversold} THEN c.now ELSE 0 END - CASE WHEN l.oversold THEN c.was ELSE 0 END)::int AS beyond
        FROM changes c CROSS JOIN line l),
      gone AS (DELETE FROM line_hold h USING changes c WHERE h.owner_id = ${owner.id} AND h.sub_order_no = ${subOrderNo}
        AND h.departure_id = c.departure_id AND c.now = 0),
      put AS (INSERT INTO line_hold (owner_id, sub_order_no, departure_id, quantity)
        SELECT ${owner.id}, ${subOrderNo}, departure_id, now FROM changes WHERE now > 0
        ON CONFLICT (owner_id, sub_order_no, departure_id) DO UPDATE SET quantity = excluded.quantity),
      moved AS (UPDATE sub_order s SET departure_id = ${departures[0]}, play_on = ${move.playOn}::date, session = ${move.session},
          until_on = ${move.untilOn}::date, quantity = ${move.quantity},
          added_quantity = s.added_quantity + ${move.quantity - seen.quantity},
          oversold = ${oversold}, hold_state = CASE WHEN ${oversold} THEN 'none' ELSE 'converted' END,
          unit_cost_minor = CASE WHEN ${isSameDay(move)} THEN s.unit_cost_minor
            ELSE ${unitCost(owner, sql`s.sku_id`, sql`${departures}::bigint[]`)} END,
          terms = ${JSON.stringify(move.terms)}::jsonb
        FROM line l WHERE s.owner_id = ${owner.id} AND s.sub_order_no = l.sub_order_no AND s.redeemed_at IS NULL RETURNING 1),
      former AS (UPDATE cancel_request r SET unit_cost_minor = s.unit_cost_minor, on_day = s.play_on
        FROM sub_order s JOIN line l USING (sub_order_no)
        WHERE s.owner_id = ${owner.id} AND r.owner_id = s.owner_id AND r.sub_order_no = s.sub_order_no AND r.result = 1
          AND r.on_day IS NULL AND ${!isSameDay(move)}),
      skus AS (UPDATE departure_sku t SET sold = t.sold + n.places FROM counts n
        WHERE t.owner_id = ${owner.id} AND t.departure_id = n.departure_id AND t.sku_id = n.sku_id AND ${fits('t')} RETURNING 1),
      taken AS (UPDATE departure d SET sold = d.sold + n.places, oversold = d.oversold + n.beyond FROM counts n
        WHERE d.owner_id = ${owner.id} AND d.departure_id = n.departure_id AND ${fits('d')} RETURNING 1)
    SELECT (SELECT count(*) FROM moved)::int AS moved, CASE WHEN (SELECT count(*) FROM taken) < (SELECT count(*) FROM counts)
      OR (SELECT count(*) FROM skus) < (SELECT count(*) FROM counts n JOIN departure_sku t
        ON t.owner_id = ${owner.id} AND t.departure_id = n.departure_id AND t.sku_id = n.sku_id) THEN refuse('noStock') END`,
  );
  return row?.moved === 1;
}

/** Units that come at the same day cost what the others do. */
const isSameDay = ({ seen, playOn, session, untilOn }: LineMove): boolean =>
  seen.playOn === playOn && seen.session === session && seen.untilOn === untilOn;

/** Only what is taken needs room. */
const fits = (counter: 'd' | 't') => {
  const { held, sold, capacity } = columnsOf[counter];
  return sql`(n.places <= 0 OR ${held} + ${sold} + n.places <= ${capacity})`;
};
const columnsOf = {
  d: { held: sql`d.held`, sold: sql`d.sold`, capacity: sql`d.capacity` },
  t: { held: sql`t.held`, sold: sql`t.sold`, capacity: sql`t.capacity` },
};
