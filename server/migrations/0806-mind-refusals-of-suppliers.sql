-- A supplier that refuses the key, and one that wants to be asked less often (decision 0823).
ALTER TABLE octo_link
  -- The first refusal since the last good answer.
  ADD COLUMN refused_at timestamptz,
  -- Its places were closed for that.
  ADD COLUMN closed boolean NOT NULL DEFAULT false,
  -- Until then it is asked nothing.
  ADD COLUMN quiet_until timestamptz;
