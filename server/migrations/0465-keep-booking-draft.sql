-- The booking form that somebody is filling in, for their other devices (decision 0465): one for each account, for a day, without documents.
CREATE TABLE booking_draft (
  owner_id bigint NOT NULL REFERENCES owner,
  account_id bigint NOT NULL,
  product_id bigint NOT NULL,
  typed jsonb NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, account_id),
  FOREIGN KEY (owner_id, account_id) REFERENCES account ON DELETE CASCADE,
  FOREIGN KEY (owner_id, product_id) REFERENCES product ON DELETE CASCADE
);
CREATE INDEX booking_draft_product ON booking_draft (owner_id, product_id);
ALTER TABLE booking_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE booking_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON booking_draft USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
