-- Accounts at platforms that sign their messages instead of carrying a key of ours (decision 0432): one for each source, for the partner that
-- stands for the platform.
CREATE TABLE channel_account (
  owner_id bigint NOT NULL REFERENCES owner,
  source integer NOT NULL CHECK (source IN (2, 10)),
  -- As the platform names it in every message.
  account text NOT NULL CHECK (account <> ''),
  partner_id bigint NOT NULL,
  -- {aesKey, aesIv, signKey} under the server's secret key; never shown again.
  secret_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, source),
  UNIQUE (owner_id, account),
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner
);
ALTER TABLE channel_account ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_account FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON channel_account USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
