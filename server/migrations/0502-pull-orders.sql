-- Platforms that are asked for their orders (decision 0502): when an account there is asked next, and what became of each order that it told.
ALTER TABLE channel_account DROP CONSTRAINT channel_account_source_check,
  ADD CONSTRAINT channel_account_source_check CHECK (source IN (1, 2, 3, 4, 8, 10)),
  ADD COLUMN due_at timestamptz NOT NULL DEFAULT now(),
  -- While it is asked by one round, no other one asks it.
  ADD COLUMN asked_until timestamptz,
  -- When a message of it came, or it was asked.
  ADD COLUMN used_at timestamptz,
  -- Why the last round got nothing from it; '' where it did.
  ADD COLUMN problem text NOT NULL DEFAULT '' CHECK (problem IN ('', 'key', 'silent', 'odd'));

CREATE TABLE pulled_order (
  owner_id bigint NOT NULL REFERENCES owner,
  source integer NOT NULL CHECK (source IN (1, 4)),
  -- The platform's number of the order.
  reference text NOT NULL CHECK (reference <> ''),
  -- refused: could not be booked so far; booked; over: closed there and here.
  state text NOT NULL CHECK (state IN ('refused', 'booked', 'over')),
  -- {word, left, min, max}: what staff read; null where nothing is wrong.
  problem jsonb,
  -- When the platform was told that it is confirmed.
  told_at timestamptz,
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  due_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, source, reference),
  CHECK (state <> 'refused' OR problem IS NOT NULL AND told_at IS NULL)
);
ALTER TABLE pulled_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE pulled_order FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON pulled_order USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
