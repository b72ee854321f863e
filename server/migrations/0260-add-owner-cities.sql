-- Cities of an owner: those of the house (owner_id null) serve everybody, and an owner adds others and names them. Its rows are seen by it alone.
ALTER TABLE city
  ADD COLUMN owner_id bigint REFERENCES owner,
  -- What the owner made it from, once each: w… a city of the world's list, c… the copy of a city of the house, h… by hand.
  ADD COLUMN origin text,
  -- Tells it apart from others of its name in the country.
  ADD COLUMN region text NOT NULL DEFAULT '',
  ADD COLUMN revision integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT city_of_owner_has_origin CHECK ((owner_id IS NULL) = (origin IS NULL));
CREATE UNIQUE INDEX city_origin ON city (owner_id, origin);
ALTER TABLE city ENABLE ROW LEVEL SECURITY;
ALTER TABLE city FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON city USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
CREATE POLICY reference_rows ON city FOR SELECT USING (owner_id IS NULL);

-- For this owner the one city stands for the other: it was merged into it, or renamed, which copies a city of the house.
CREATE TABLE city_merge (
  owner_id bigint NOT NULL REFERENCES owner,
  from_city text NOT NULL REFERENCES city,
  into_city text NOT NULL REFERENCES city,
  merged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, from_city),
  CHECK (from_city <> into_city)
);
CREATE INDEX city_merge_into ON city_merge (owner_id, into_city);
ALTER TABLE city_merge ENABLE ROW LEVEL SECURITY;
ALTER TABLE city_merge FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON city_merge USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- Countries are the same for all owners, and the role of the running processes only reads them. One that no owner sold in before comes in
-- with its first city: this function adds a missing country and never changes another.
CREATE FUNCTION add_country(code text, wanted_key text, given_names jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$ BEGIN
  IF code !~ '^[A-Z]{2}$' OR wanted_key !~ '^[a-z0-9-]{1,60}$' OR jsonb_typeof(given_names) <> 'object' THEN
    RAISE EXCEPTION 'not a country: %', code;
  END IF;
  INSERT INTO country (country, key, names) VALUES (code, wanted_key, given_names) ON CONFLICT DO NOTHING;
  -- Another country has that key already.
  INSERT INTO country (country, key, names) VALUES (code, wanted_key || '-' || lower(code), given_names) ON CONFLICT DO NOTHING;
END $$;
