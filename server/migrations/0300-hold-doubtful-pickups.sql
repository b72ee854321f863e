-- An order whose pick-up may lie outside the range is held until a person decides (docs/decisions/0286): since when it waits, and when
-- operations were last reminded. Orders from before have no moment: nothing was held then.
ALTER TABLE purchase
  ADD COLUMN check_since timestamptz,
  ADD COLUMN check_told_at timestamptz;
CREATE INDEX purchase_check_waits ON purchase (owner_id, order_no) WHERE second_check = 'waiting';
