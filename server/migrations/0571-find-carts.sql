-- outside a transaction
-- Bookings of a cart are found by it (decision 0570). Each step may be done twice.
DROP INDEX CONCURRENTLY IF EXISTS octo_booking_cart;
-- next
CREATE INDEX CONCURRENTLY octo_booking_cart ON octo_booking (owner_id, partner_id, cart_id) WHERE cart_id IS NOT NULL;
-- next
SET lock_timeout = '10s';
-- next
ALTER TABLE octo_booking DROP CONSTRAINT IF EXISTS octo_booking_cart_key;
-- next
ALTER TABLE octo_booking ADD CONSTRAINT octo_booking_cart_key FOREIGN KEY (owner_id, partner_id, cart_id) REFERENCES octo_cart NOT VALID;
-- next
ALTER TABLE octo_booking VALIDATE CONSTRAINT octo_booking_cart_key;
-- next
RESET lock_timeout;
