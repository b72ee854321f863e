-- From where an account was opened rightfully: strangers' tries do not count against it there. Only a keyed mark of the source is kept.
CREATE TABLE known_source (
  owner_id bigint NOT NULL REFERENCES owner,
  account_id bigint NOT NULL,
  mark text NOT NULL,
  seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, account_id, mark),
  FOREIGN KEY (owner_id, account_id) REFERENCES account
);
ALTER TABLE known_source ENABLE ROW LEVEL SECURITY;
ALTER TABLE known_source FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON known_source USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
