-- outside a transaction
-- Stays and rented pieces that began before a day and last until it or longer (decision 0777): paid lines alone, by their last day. Orders
-- go on while it is built. Each step may be done twice.
DROP INDEX CONCURRENTLY IF EXISTS sub_order_stay;
-- next
CREATE INDEX CONCURRENTLY sub_order_stay ON sub_order (owner_id, until_on)
  WHERE until_on IS NOT NULL AND status = ANY ('{1002,1003,1004,1005}'::smallint[]);
