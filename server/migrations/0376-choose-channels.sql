-- Which ways to pay a buyer sees, and in which order. Empty lists: no limit of that kind; of levels and partners, a buyer must be one.
ALTER TABLE channel_setting
  ADD COLUMN place smallint NOT NULL DEFAULT 50 CHECK (place BETWEEN 1 AND 99),
  ADD COLUMN only_currencies text[] NOT NULL DEFAULT '{}',
  ADD COLUMN only_countries text[] NOT NULL DEFAULT '{}',
  ADD COLUMN only_levels smallint[] NOT NULL DEFAULT '{}',
  ADD COLUMN only_partners bigint[] NOT NULL DEFAULT '{}',
  -- the latest starts that came to nothing, three at most, and until when the way counts as one that has trouble
  ADD COLUMN failed_at timestamptz[] NOT NULL DEFAULT '{}' CHECK (cardinality(failed_at) <= 3),
  ADD COLUMN trouble_since timestamptz,
  ADD COLUMN trouble_until timestamptz,
  ADD CHECK ((trouble_since IS NULL) = (trouble_until IS NULL));
