-- Which fields of an order and of its travellers the owner lets follow after the booking, and until how many hours before the start
-- (docs/decisions/0287); null: the agent's choice for travellers, nothing of the order, until the day after travel.
ALTER TABLE product
  ADD COLUMN later_order_fields integer[],
  ADD COLUMN later_traveller_fields integer[],
  ADD COLUMN completion_hours smallint CHECK (completion_hours BETWEEN 0 AND 2160);
-- What was left out at booking, until when it may follow (null: orders from before), notes by those who filled it in, and the last
-- reminder in days before.
ALTER TABLE purchase
  ADD COLUMN fields_later text[] NOT NULL DEFAULT '{}',
  ADD COLUMN fields_due_at timestamptz,
  ADD COLUMN completion_notes text NOT NULL DEFAULT '',
  ADD COLUMN fields_reminded smallint;
CREATE INDEX purchase_to_complete ON purchase (owner_id, order_no) WHERE fields_done_at IS NULL;
