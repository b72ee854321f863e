// The whole history of orders and of actions: the current months and the archived ones (decision 0530). Code that needs only recent
// entries reads the tables `order_event` and `audit_log` themselves; all entries are written there.
import { sql } from '../db.ts';

/** So many months are made before they come. */
export const monthsAhead = 3;

export const everyEvent = sql`(SELECT * FROM order_event UNION ALL SELECT * FROM order_event_archive)`;
export const everyAction = sql`(SELECT * FROM audit_log UNION ALL SELECT * FROM audit_log_archive)`;

/** Nothing of an order happened before: a condition on `at` that leaves out the months before the order. */
export const sincePlaced = (placedAt: Date | ReturnType<typeof sql>) =>
  sql`at >= ${placedAt}::timestamptz - interval '1 day'`;
