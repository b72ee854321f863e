-- Papers of partners (decision 0318): licences, contracts and the like, with the day on which they end.
CREATE TABLE partner_document (
  owner_id bigint NOT NULL REFERENCES owner,
  document_id text NOT NULL,
  partner_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('licence', 'contract', 'insurance', 'tax', 'other')),
  -- Null: it has no end.
  ends_on date,
  name text NOT NULL,
  type text NOT NULL CHECK (type IN ('application/pdf', 'image/jpeg', 'image/png')),
  bytes bytea NOT NULL,
  -- Whether the partner sent it; otherwise the owner's staff did.
  by_partner boolean NOT NULL,
  by_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (owner_id, document_id),
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner
);
CREATE INDEX partner_document_of ON partner_document (owner_id, partner_id, kind);
CREATE INDEX partner_document_ends ON partner_document (owner_id, ends_on) WHERE ends_on IS NOT NULL;
ALTER TABLE partner_document ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_document FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON partner_document USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
