// What the lines of an order cost the owner (decision 0310), for staff alone: no statement that buyers' pages share reads it.
import { cancelledCost, keptFees, standingCost } from '../order/delivery/standing-cost.sql.ts';
import type { Visible } from '../order/read.sql.ts';
import { orderCode } from '../platform/database/status.sql.ts';
import { type Owner, rows, sql } from '../platform/db.ts';

export type CostRow = {
  sub_order_no: string;
  /** The cost of the line's remaining quantity and of what was kept of the rest; null: none was entered. */
  cost_minor: number | null;
  /** Of that, for cancelled units (decision 0720). */
  cancelled_cost_minor: number | null;
  /** What the buyer pays for it and does not get back, before `given_back_minor`. */
  kept_minor: number;
  /** Of that, fees of cancelled units. */
  fee_minor: number;
  /** What was given back afterwards of the fees of the whole order. */
  given_back_minor: number;
};

/** Lines of an order that were not closed, or of which a fee was kept; with `lines` those of a condition over `sub_order s`. */
export function listCosts(owner: Owner, orderNo: string, lines: Visible | null = null): Promise<CostRow[]> {
  return rows(
    owner,
    sql<CostRow>`SELECT s.sub_order_no, ${standingCost} AS cost_minor, ${cancelledCost} AS cancelled_cost_minor,
        s.amount_minor - s.cancelled_minor - s.returned_minor + ${keptFees} + (SELECT coalesce(sum(e.amount_minor), 0) FROM supplement e
          WHERE e.owner_id = s.owner_id AND e.sub_order_no = s.sub_order_no AND e.state = 'paid')::bigint AS kept_minor,
        ${keptFees} AS fee_minor, (SELECT coalesce(sum(g.amount_minor - g.lines_minor), 0)::bigint FROM goodwill g
          WHERE g.owner_id = s.owner_id AND g.order_no = s.order_no AND g.state = 'done') AS given_back_minor
      FROM sub_order s WHERE s.owner_id = ${owner.id} AND s.order_no = ${orderNo} AND ${lines ?? sql`true`}
        AND (s.status NOT IN (${orderCode.cancelled}, ${orderCode.closedForTimeout}, ${orderCode.closed}) OR ${keptFees} > 0)
      ORDER BY s.sub_order_no`,
  );
}
