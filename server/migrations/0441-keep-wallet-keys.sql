-- What signs passes for wallets on telephones (decision 0442): the owner's certificate or key, sealed, and what may be shown of it.
CREATE TABLE wallet_setting (
  owner_id bigint NOT NULL REFERENCES owner,
  kind text NOT NULL CHECK (kind IN ('apple', 'google')),
  -- apple: name of the pass type, team, last day of the certificate · google: issuer, address of the service account
  facts jsonb NOT NULL,
  sealed text NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, kind)
);
ALTER TABLE wallet_setting ENABLE ROW LEVEL SECURITY;
ALTER TABLE wallet_setting FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON wallet_setting USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
