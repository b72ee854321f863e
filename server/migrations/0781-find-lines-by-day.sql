-- outside a transaction
-- The guests of a day (decision 0777): paid lines by the day on which they begin. An unpaid order has no entry in it. Orders go on while it
-- is built. Each step may be done twice.
DROP INDEX CONCURRENTLY IF EXISTS sub_order_day;
-- next
CREATE INDEX CONCURRENTLY sub_order_day ON sub_order (owner_id, play_on) WHERE status = ANY ('{1002,1003,1004,1005}'::smallint[]);
