-- What a supplier gives to an order: its own number of it for each line, and files that go to the buyer with the voucher.
ALTER TABLE sub_order ADD COLUMN supplier_reference text NOT NULL DEFAULT '';

CREATE TABLE order_file (
  owner_id bigint NOT NULL REFERENCES owner,
  file_id text NOT NULL,
  order_no text NOT NULL,
  -- Null: uploaded by the owner's staff.
  supplier_id bigint,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes bytea NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (owner_id, file_id),
  FOREIGN KEY (owner_id, order_no) REFERENCES purchase,
  FOREIGN KEY (owner_id, supplier_id) REFERENCES supplier
);
CREATE INDEX order_file_of ON order_file (owner_id, order_no, created_at);
ALTER TABLE order_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE order_file FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON order_file USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
