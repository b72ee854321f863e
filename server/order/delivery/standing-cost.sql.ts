// What of a line's cost is still owed (decisions 0310, 0330 and 0720), for staff and suppliers.
import { sql } from '../../platform/db.ts';
import type { Visible } from '../read.sql.ts';

const costOf = (quantity: Visible): Visible =>
  sql`(s.unit_cost_minor * ${quantity} + round(s.add_on_cost_minor::numeric * ${quantity} / s.quantity)::bigint)`;

const feesOf = (which: Visible): Visible => sql`(SELECT coalesce(sum(r.fee_minor), 0)::bigint FROM cancel_request r
  WHERE r.owner_id = s.owner_id AND r.sub_order_no = s.sub_order_no AND r.result = 1 AND ${which})`;

/** What the owner kept of the price of cancelled units, over `sub_order s`. */
export const keptFees: Visible = feesOf(sql`true`);

/** Freight comes back with the last unit, unless it was sent (decision 0306); a supplier of goods has no share of it. */
const freight = sql`CASE WHEN s.cancelled_quantity = s.quantity THEN s.freight_minor ELSE 0 END`;

/** Units that were cancelled before their line moved cost what they cost on their day (decision 0723). */
const costOfCancelled = sql`(${costOf(sql`s.cancelled_quantity`)}
  + (SELECT coalesce(sum(r.quantity * (r.unit_cost_minor - s.unit_cost_minor)), 0)::bigint FROM cancel_request r
    WHERE r.owner_id = s.owner_id AND r.sub_order_no = s.sub_order_no AND r.result = 1 AND r.unit_cost_minor IS NOT NULL))`;

/**
 * The cost of cancelled units, in the proportion in which the owner kept their price, over `sub_order s`: 0 where nothing was kept, the
 * supplier asked to cancel, or it had not confirmed them (decision 0714). Null where a part was kept and no cost of a unit is known.
 */
export const cancelledCost: Visible = sql`CASE WHEN s.cancelled_quantity = 0 THEN 0 ELSE (
  SELECT CASE WHEN least(c.price, c.kept) > 0
    THEN round(${costOfCancelled}::numeric * least(c.price, c.kept) / c.price)::bigint ELSE 0 END
  FROM (SELECT s.cancelled_minor - ${freight} AS price,
    ${feesOf(sql`r.applier <> 3 AND r.was_confirmed`)} - CASE WHEN s.sent_at IS NULL THEN 0 ELSE ${freight} END AS kept) c) END`;

/** Cost of a line's remaining units with their share of the extras, and that of the cancelled ones. Null where no cost is known. */
export const standingCost: Visible = sql`(${costOf(sql`(s.quantity - s.cancelled_quantity)`)} + ${cancelledCost})`;
