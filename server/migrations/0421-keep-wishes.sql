-- Wish lists of accounts (decision 0421); without an account a list stays on the device.
CREATE TABLE wish (
  owner_id bigint NOT NULL REFERENCES owner,
  account_id bigint NOT NULL,
  product_id bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, account_id, product_id),
  FOREIGN KEY (owner_id, account_id) REFERENCES account ON DELETE CASCADE,
  FOREIGN KEY (owner_id, product_id) REFERENCES product ON DELETE CASCADE
);
ALTER TABLE wish ENABLE ROW LEVEL SECURITY;
ALTER TABLE wish FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON wish USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
