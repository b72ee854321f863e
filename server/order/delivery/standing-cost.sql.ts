// What of a line's cost is still owed (decisions 0310, 0330 and 0720), for staff and suppliers.
import { sql } from '../../platform/db.ts';
import type { Visible } from '../read.sql.ts';

const costOf = (quantity: Visible): Visible =>
  sql`(s.unit_cost_minor * ${quantity} + round(s.add_on_cost_minor::numeric * ${quantity} / s.quantity)::bigint)`;

/** Over approved requests `r` of `sub_order s`. */
const ofRequests = (
  sum: Visible,
  which: Visible,
): Visible => sql`(SELECT coalesce(sum(${sum}), 0)::bigint FROM cancel_request r
  WHERE r.owner_id = s.owner_id AND r.sub_order_no = s.sub_order_no AND r.result = 1 AND ${which})`;

/** What the owner kept of the price of cancelled units, over `sub_order s`. */
export const keptFees: Visible = ofRequests(sql`r.fee_minor`, sql`true`);

/** The supplier had confirmed the units, and did not ask itself (decisions 0714 and 0720). */
const isShared = sql`r.applier <> 3 AND r.was_confirmed`;
/** Its units were cancelled on a day from which the line moved away afterwards (decision 0724). */
const isFormer = sql`r.on_day IS NOT NULL`;

/** In the proportion in which the price was kept. */
const shareOf = sql`CASE WHEN least(c.price, c.kept) > 0 THEN round(c.cost::numeric * least(c.price, c.kept) / c.price)::bigint ELSE 0 END`;

/** Freight comes back with the last unit, unless it was sent (decision 0306); a supplier of goods has no share of it. */
const freight = sql`CASE WHEN s.cancelled_quantity = s.quantity THEN s.freight_minor ELSE 0 END`;

/** Of the units that were cancelled on the line's present day. */
const presentCost = sql`CASE WHEN s.cancelled_quantity = 0 THEN 0 ELSE (SELECT ${shareOf}
  FROM (SELECT ${costOf(sql`(s.cancelled_quantity - ${ofRequests(sql`r.quantity`, isFormer)})`)} AS cost,
    s.cancelled_minor - ${freight} - ${ofRequests(sql`r.refund_minor + r.fee_minor`, isFormer)} AS price,
    ${ofRequests(sql`r.fee_minor`, sql`NOT ${isFormer} AND ${isShared}`)}
      - CASE WHEN s.sent_at IS NULL THEN 0 ELSE ${freight} END AS kept) c) END`;

/** Of the units that were cancelled on former days, at their cost of then (decision 0723), for requests `r` that a condition names. */
const formerCost = (
  which: Visible,
) => sql`(SELECT CASE WHEN count(*) = count(t.share) THEN coalesce(sum(t.share), 0)::bigint END
  FROM (SELECT ${shareOf} AS share
    FROM (SELECT sum(r.quantity * coalesce(r.unit_cost_minor, s.unit_cost_minor))
        + round(s.add_on_cost_minor::numeric * sum(r.quantity) / s.quantity) AS cost,
      sum(r.refund_minor + r.fee_minor) AS price, coalesce(sum(r.fee_minor) FILTER (WHERE ${isShared}), 0) AS kept
      FROM cancel_request r WHERE r.owner_id = s.owner_id AND r.sub_order_no = s.sub_order_no AND r.result = 1 AND ${isFormer} AND ${which}
      GROUP BY r.on_day) c) t)`;

/**
 * The cost of cancelled units, in the proportion in which the owner kept their price, over `sub_order s`: 0 where nothing was kept, the
 * supplier asked to cancel, or it had not confirmed them (decision 0714). Null where a part was kept and no cost of a unit is known.
 */
export const cancelledCost: Visible = sql`(${presentCost} + ${formerCost(sql`true`)})`;

/** The same of one day. */
export const cancelledCostOn = (day: Visible): Visible =>
  sql`(CASE WHEN s.play_on = ${day} THEN ${presentCost} ELSE 0 END + ${formerCost(sql`r.on_day = ${day}`)})`;

/** Cost of a line's remaining units with their share of the extras. Null where none is known. */
export const remainingCost: Visible = costOf(sql`(s.quantity - s.cancelled_quantity)`);

/** With that of the cancelled ones. */
export const standingCost: Visible = sql`(${remainingCost} + ${cancelledCost})`;
