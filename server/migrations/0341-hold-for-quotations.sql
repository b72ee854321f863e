-- Places that a quotation holds until its end (decision 0312). They are among a departure's held places, and of a SKU's where it has a limit
-- of its own, so that every guard on places counts them; here stands whose they are.
CREATE TABLE quotation_hold (
  owner_id bigint NOT NULL REFERENCES owner,
  quotation_id bigint NOT NULL,
  departure_id bigint NOT NULL,
  sku_id bigint NOT NULL,
  quantity int NOT NULL CHECK (quantity > 0),
  PRIMARY KEY (owner_id, quotation_id, departure_id, sku_id),
  FOREIGN KEY (owner_id, quotation_id) REFERENCES quotation,
  FOREIGN KEY (owner_id, departure_id) REFERENCES departure
);
CREATE INDEX quotation_hold_departure ON quotation_hold (owner_id, departure_id);
ALTER TABLE quotation_hold ENABLE ROW LEVEL SECURITY;
ALTER TABLE quotation_hold FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON quotation_hold USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

ALTER TABLE quotation
  -- null: it holds nothing
  ADD COLUMN hold_until timestamptz,
  -- the first time: from then on the hours of the partner's level run, however often it is held again
  ADD COLUMN held_at timestamptz;
CREATE INDEX quotation_holding ON quotation (owner_id, hold_until) WHERE hold_until IS NOT NULL;

-- By level, from 0 on: the most places that a partner's quotations hold together, and for how long. None: they hold nothing.
ALTER TABLE owner
  ADD COLUMN quote_places int[] NOT NULL DEFAULT '{}',
  ADD COLUMN quote_hours int[] NOT NULL DEFAULT '{}';
