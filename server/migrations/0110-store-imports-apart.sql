-- Imports get tables of their own with typed columns; so far they stood among the answers to calls (idempotency_key).
CREATE TABLE import_job (
  owner_id bigint NOT NULL REFERENCES owner,
  account_id bigint NOT NULL,
  import_id text NOT NULL,
  file_hash bytea NOT NULL,
  file_name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('json', 'xlsx')),
  state text NOT NULL DEFAULT 'reading'
    CHECK (state IN ('reading', 'checking', 'checked', 'running', 'done', 'refused', 'stopped')),
  -- Why it was refused or stopped; '' otherwise.
  reason text NOT NULL DEFAULT ''
    CHECK (reason IN ('', 'unreadable', 'empty', 'tooMany', 'sheets', 'rights', 'broken', 'whole')),
  mode text NOT NULL DEFAULT 'each' CHECK (mode IN ('each', 'all')),
  -- Products in the file, how many of them are through with the present step, and what check and run made of them.
  total int NOT NULL DEFAULT 0,
  progress int NOT NULL DEFAULT 0,
  fresh int NOT NULL DEFAULT 0,
  changes int NOT NULL DEFAULT 0,
  same int NOT NULL DEFAULT 0,
  bad int NOT NULL DEFAULT 0,
  created int NOT NULL DEFAULT 0,
  changed int NOT NULL DEFAULT 0,
  failed int NOT NULL DEFAULT 0,
  -- Whose run it is: a process that lost it to another one writes nothing more.
  run text,
  -- The house stopped in an orderly way: the import goes on as soon as a process is there.
  closed boolean NOT NULL DEFAULT false,
  -- How often a process took it over since it last got on.
  tries int NOT NULL DEFAULT 0,
  started_at timestamptz NOT NULL DEFAULT now(),
  touched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, import_id),
  FOREIGN KEY (owner_id, account_id) REFERENCES account
);
CREATE INDEX import_job_of_account ON import_job (owner_id, account_id, started_at);
-- Every process looks for imports that broke off every few seconds.
CREATE INDEX import_job_unfinished ON import_job (started_at) WHERE state IN ('running', 'stopped');

-- A hundred products of an import: as the check judged them, and by their index what the run did.
CREATE TABLE import_chunk (
  owner_id bigint NOT NULL,
  import_id text NOT NULL,
  chunk int NOT NULL,
  products jsonb NOT NULL,
  outcomes jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (owner_id, import_id, chunk),
  FOREIGN KEY (owner_id, import_id) REFERENCES import_job ON DELETE CASCADE
);

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['import_job', 'import_chunk'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0)', t);
  END LOOP;
END $$;

-- The imports first: a process of the former version that still works on one waits for this row, finds that it lost its import, and
-- writes nothing more. Its run goes on in a process of this version.
WITH old AS (DELETE FROM idempotency_key WHERE call = 'consoleImport' RETURNING *)
INSERT INTO import_job (owner_id, account_id, import_id, file_hash, file_name, kind, state, reason, mode, total, progress, fresh, changes,
    same, bad, created, changed, failed, run, closed, tries, started_at, touched_at)
  SELECT owner_id, account_id, key, body_hash, answer ->> 'name', answer ->> 'kind', answer ->> 'state', answer ->> 'reason',
    answer ->> 'mode', (answer ->> 'total')::int, (answer ->> 'at')::int, (answer ->> 'fresh')::int, (answer ->> 'changes')::int,
    (answer ->> 'same')::int, (answer ->> 'bad')::int, (answer ->> 'created')::int, (answer ->> 'changed')::int,
    (answer ->> 'failed')::int, answer ->> 'run', coalesce((answer ->> 'closed')::boolean, false),
    coalesce((answer ->> 'tries')::int, 0), created_at, (answer ->> 'touchedAt')::timestamptz
  FROM old;

WITH old AS (DELETE FROM idempotency_key WHERE call IN ('consoleImport rows', 'consoleImport done') RETURNING *)
INSERT INTO import_chunk (owner_id, import_id, chunk, products, outcomes)
  SELECT r.owner_id, split_part(r.key, '.', 1), split_part(r.key, '.', 2)::int, r.answer, coalesce(d.answer, '{}')
  FROM old r LEFT JOIN old d ON d.owner_id = r.owner_id AND d.account_id = r.account_id AND d.key = r.key AND d.call = 'consoleImport done'
  WHERE r.call = 'consoleImport rows' AND EXISTS (SELECT 1 FROM import_job j
    WHERE j.owner_id = r.owner_id AND j.import_id = split_part(r.key, '.', 1));

DROP INDEX idempotency_key_imports;
