-- Which version of the booking agreement the buyer of an order accepted; null for orders from before, and where the owner has none.
-- Without a foreign key, which would lock one row of the agreement for every order at the same moment; versions are never deleted, and the
-- audit compares them.
ALTER TABLE purchase ADD COLUMN agreement_token text;

-- The contract of one distributor, in versions that are never changed; read at the same address as agreements, by its own people.
CREATE TABLE partner_contract (
  owner_id bigint NOT NULL REFERENCES owner,
  partner_id bigint NOT NULL,
  version integer NOT NULL,
  token text NOT NULL,
  titles jsonb NOT NULL,
  texts jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  -- the main account that accepted it, with its name at that time
  accepted_at timestamptz,
  accepted_by bigint,
  accepted_name text,
  PRIMARY KEY (owner_id, partner_id, version),
  UNIQUE (owner_id, token),
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner,
  FOREIGN KEY (owner_id, accepted_by) REFERENCES account,
  CHECK ((accepted_at IS NULL) = (accepted_by IS NULL) AND (accepted_at IS NULL) = (accepted_name IS NULL))
);
ALTER TABLE partner_contract ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_contract FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON partner_contract USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
