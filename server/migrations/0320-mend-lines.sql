-- Lines that staff change after they were paid: what was agreed stays, what came or went since stands beside it.
ALTER TABLE sub_order
  -- units that came later; their price is in additional payments
  ADD COLUMN added_quantity integer NOT NULL DEFAULT 0 CHECK (added_quantity >= 0),
  -- money of the line that went back while the line stands
  ADD COLUMN returned_minor bigint NOT NULL DEFAULT 0 CHECK (returned_minor >= 0),
  -- what a unit of it costs since the last change; null: unit_minor
  ADD COLUMN current_unit_minor bigint;

ALTER TABLE supplement
  -- the line whose change it pays for
  ADD COLUMN sub_order_no text,
  -- what a unit cost before that change: withdrawing the payment takes the new price back
  ADD COLUMN unit_before_minor bigint;
CREATE INDEX supplement_of_line ON supplement (owner_id, sub_order_no) WHERE sub_order_no IS NOT NULL;
