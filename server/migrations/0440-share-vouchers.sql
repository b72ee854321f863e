-- Links with which fellow travellers see the voucher of a booking (decision 0440). The key of a link is computed from the salt and the
-- house's secret: this table alone opens nothing. Deleting the row ends the link.
CREATE TABLE pass_share (
  owner_id bigint NOT NULL REFERENCES owner,
  order_no text NOT NULL,
  salt text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, order_no),
  FOREIGN KEY (owner_id, order_no) REFERENCES purchase ON DELETE CASCADE
);
ALTER TABLE pass_share ENABLE ROW LEVEL SECURITY;
ALTER TABLE pass_share FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON pass_share USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
