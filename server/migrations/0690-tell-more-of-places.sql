-- Ctrip, Trip.com and Meituan are told of places and prices, too (decision 0690).
ALTER TABLE channel_account
  -- Of the prices that Ctrip is told: its messages name no currency. Without one it is told of places alone.
  ADD COLUMN price_currency text CHECK (price_currency IS NULL OR (price_currency ~ '^[A-Z]{3}$' AND source IN (2, 10)));
-- Of what was sold before they hear nothing.
UPDATE channel_account SET seen_event = e.newest
  FROM (SELECT owner_id, max(event_id) AS newest FROM order_event GROUP BY owner_id) e
  WHERE e.owner_id = channel_account.owner_id AND source IN (2, 3, 10);

ALTER TABLE channel_product DROP CONSTRAINT channel_product_source_check,
  ADD CONSTRAINT channel_product_source_check CHECK (source IN (2, 3, 10, 14)),
  DROP CONSTRAINT channel_product_problem_check,
  ADD CONSTRAINT channel_product_problem_check CHECK (problem IN ('', 'key', 'silent', 'odd', 'refused', 'noRate')),
  -- Staff chose it: it stays without being asked for.
  ADD COLUMN is_chosen boolean NOT NULL DEFAULT false;

-- Messages of the last minute to a platform that takes only so many, counted over all processes.
CREATE TABLE channel_turn (
  owner_id bigint NOT NULL REFERENCES owner,
  source integer NOT NULL,
  ref text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  turn_id uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (owner_id, turn_id)
);
CREATE INDEX channel_turn_at ON channel_turn (owner_id, source, at);
ALTER TABLE channel_turn ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_turn FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON channel_turn USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
