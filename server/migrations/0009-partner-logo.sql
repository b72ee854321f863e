-- The logo that an agency puts on the vouchers and itineraries it hands to its own customers (§6): one a partner, kept apart so that
-- reading a partner stays light.
CREATE TABLE partner_logo (
  owner_id bigint NOT NULL REFERENCES owner,
  partner_id bigint NOT NULL,
  -- what it was made of, so that browsers notice a new one
  logo_id text NOT NULL,
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg')),
  bytes bytea NOT NULL,
  PRIMARY KEY (owner_id, partner_id),
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner
);
ALTER TABLE partner_logo ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_logo FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON partner_logo USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
