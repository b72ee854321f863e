-- outside a transaction
-- A buyer's list is counted and read state by state, each from an index that has them in their order and needs no look at the orders
-- themselves; the back office's queues have the few that somebody works on (decision 0566). Each step may be done twice.
DROP INDEX CONCURRENTLY IF EXISTS purchase_states;
-- next
CREATE INDEX CONCURRENTLY purchase_states ON purchase (owner_id, partner_id, status, placed_at DESC, order_no) INCLUDE (account_id);
-- next
DROP INDEX CONCURRENTLY IF EXISTS purchase_open;
-- next
CREATE INDEX CONCURRENTLY purchase_open ON purchase (owner_id, status, placed_at DESC) WHERE status IN (1001, 1002, 1004);
-- next
-- The first one says all that this one did, but for the last order of a partner, which is asked for by state.
DROP INDEX CONCURRENTLY IF EXISTS purchase_partner;
