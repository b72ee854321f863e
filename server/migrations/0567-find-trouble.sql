-- outside a transaction
-- What somebody has to look at is found without looking through all payments and refunds. Each step may be done twice.
DROP INDEX CONCURRENTLY IF EXISTS payment_troubled;
-- next
CREATE INDEX CONCURRENTLY payment_troubled ON payment (owner_id, order_no) WHERE outcome IN ('late', 'overpaid');
-- next
DROP INDEX CONCURRENTLY IF EXISTS refund_open;
-- next
CREATE INDEX CONCURRENTLY refund_open ON refund (owner_id, status, order_no) WHERE status IN (0, 2);
