-- Owners in several database clusters (decisions 0490 and 0491). With one cluster these tables stay empty.

-- Owners that this cluster holds rows of and does not serve: a copy that is being made here, or one that was left behind. It says which
-- cell serves the owner. A policy of its own, for app_owner() may read this table, and every other policy asks app_owner().
CREATE TABLE owner_away (
  owner_id bigint PRIMARY KEY,
  state text NOT NULL CHECK (state IN ('arriving', 'moved')),
  cell text NOT NULL,
  revision integer NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE owner_away ENABLE ROW LEVEL SECURITY;
ALTER TABLE owner_away FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON owner_away USING (owner_id = nullif(current_setting('app.owner_id', true), '')::bigint
  OR current_setting('app.owner_id', true) = '0');

-- The directory, in the first cell alone: owners that live in another one. Rows are never deleted, so that revisions only grow.
CREATE TABLE owner_cell (
  owner_id bigint PRIMARY KEY REFERENCES owner,
  cell text NOT NULL,
  revision integer NOT NULL DEFAULT 1,
  since timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE owner_cell ENABLE ROW LEVEL SECURITY;
ALTER TABLE owner_cell FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON owner_cell USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- Waiting jobs of an owner that is arriving: they enter the queue in the transaction that lets the owner be served here.
CREATE TABLE moving_job (
  owner_id bigint NOT NULL,
  job_id uuid NOT NULL,
  job jsonb NOT NULL,
  PRIMARY KEY (owner_id, job_id)
);
ALTER TABLE moving_job ENABLE ROW LEVEL SECURITY;
ALTER TABLE moving_job FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON moving_job USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
