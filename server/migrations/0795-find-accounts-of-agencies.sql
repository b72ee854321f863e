-- outside a transaction
-- The accounts of an agency (decision 0791): each mail about its orders asks whether an address is one of theirs. Each step may be done twice.
DROP INDEX CONCURRENTLY IF EXISTS account_of_partner;
-- next
CREATE INDEX CONCURRENTLY account_of_partner ON account (owner_id, partner_id) WHERE kind IN ('main', 'sub');
