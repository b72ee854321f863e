-- Web hooks that a system made by OCTO's notifications (decision 0392): told in OCTO's words, with the headers that their receiver asked for.
CREATE TABLE octo_subscription (
  owner_id bigint NOT NULL REFERENCES owner,
  hook_id bigint NOT NULL,
  -- The receiver's own headers, which may hold its secrets: sealed under the server's secret key.
  headers_sealed text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, hook_id),
  FOREIGN KEY (owner_id, hook_id) REFERENCES hook ON DELETE CASCADE
);
ALTER TABLE octo_subscription ENABLE ROW LEVEL SECURITY;
ALTER TABLE octo_subscription FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON octo_subscription USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
