-- A mail lets a supplier answer an order without a login: once, until the service or for three days. Only the token's hash is stored.
CREATE TABLE supply_link (
  owner_id bigint NOT NULL REFERENCES owner,
  token_hash bytea NOT NULL,
  order_no text NOT NULL,
  supplier_id bigint NOT NULL,
  sent_to text NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (owner_id, token_hash),
  FOREIGN KEY (owner_id, order_no) REFERENCES purchase,
  FOREIGN KEY (owner_id, supplier_id) REFERENCES supplier
);
CREATE INDEX supply_link_of ON supply_link (owner_id, order_no, supplier_id);
ALTER TABLE supply_link ENABLE ROW LEVEL SECURITY;
ALTER TABLE supply_link FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON supply_link USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
