-- Levels 0-9 have a name for each owner, and one of them is that of newly approved distributors (rules §11). The first name is level 0's.
ALTER TABLE owner
  ADD COLUMN level_names text[] NOT NULL DEFAULT '{}' CHECK (cardinality(level_names) <= 10),
  ADD COLUMN default_level smallint NOT NULL DEFAULT 0 CHECK (default_level BETWEEN 0 AND 9),
  ADD COLUMN levels_revision integer NOT NULL DEFAULT 1;
