// What of a line's cost is still owed (decisions 0310 and 0330), for staff and suppliers.
import { sql } from '../../platform/db.ts';
import type { Visible } from '../read.sql.ts';

/** Cost of a line's remaining units, over `sub_order s`, with their share of the extras. Null where no cost of a unit is known. */
export const standingCost: Visible = sql`(s.unit_cost_minor * (s.quantity - s.cancelled_quantity)
  + round(s.add_on_cost_minor::numeric * (s.quantity - s.cancelled_quantity) / s.quantity)::bigint)`;
