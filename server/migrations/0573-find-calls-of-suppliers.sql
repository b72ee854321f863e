-- outside a transaction
-- The log of one supplier is read from the newest line on (decision 0572). Each step may be done twice.
DROP INDEX CONCURRENTLY IF EXISTS channel_message_supplier;
-- next
CREATE INDEX CONCURRENTLY channel_message_supplier ON channel_message (owner_id, supplier_id, message_id) WHERE supplier_id IS NOT NULL;
-- next
ALTER TABLE channel_message VALIDATE CONSTRAINT channel_message_other;
