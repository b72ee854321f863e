-- Platforms are told which vouchers of their orders were used (decision 0540).
ALTER TABLE channel_order
  -- [{id, ref}]: the platform's numbers of the order's lines, each with the code of its SKU; null where it names none.
  ADD COLUMN items jsonb;
ALTER TABLE channel_account
  -- Uses up to this event of the orders' history were looked at.
  ADD COLUMN seen_event bigint NOT NULL DEFAULT 0,
  ADD COLUMN seen_at timestamptz NOT NULL DEFAULT now();
-- What was used before is not told any more: the platform settled it by other means.
UPDATE channel_account a SET seen_event = (SELECT coalesce(max(event_id), 0) FROM order_event e WHERE e.owner_id = a.owner_id);

CREATE TABLE channel_use (
  owner_id bigint NOT NULL REFERENCES owner,
  order_no text NOT NULL,
  source integer NOT NULL CHECK (source IN (2, 3, 8, 10)),
  -- Units that were used here, and how many of them the platform knows of.
  used_units integer NOT NULL CHECK (used_units > 0),
  told_units integer NOT NULL DEFAULT 0 CHECK (told_units BETWEEN 0 AND used_units),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'told', 'given up')),
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- Not before; while it is being told, the end of that process's claim.
  due_at timestamptz NOT NULL DEFAULT now(),
  -- Why the last try failed, with the platform's code.
  problem text NOT NULL DEFAULT '' CHECK (problem IN ('', 'key', 'silent', 'odd', 'refused')),
  answer text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz,
  PRIMARY KEY (owner_id, order_no),
  FOREIGN KEY (owner_id, order_no) REFERENCES purchase,
  CHECK ((state = 'told') = (told_units = used_units))
);
CREATE INDEX channel_use_due ON channel_use (owner_id, due_at) WHERE state = 'waiting';
CREATE INDEX channel_use_problem ON channel_use (owner_id, created_at) WHERE problem <> '';
ALTER TABLE channel_use ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_use FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON channel_use USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
