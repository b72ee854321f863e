-- Stays (docs/decisions/0302): what a room is and for how many guests, what further guests cost a night; times, stars and amenities.
ALTER TABLE package
  ADD COLUMN max_adults smallint CHECK (max_adults BETWEEN 1 AND 20),
  ADD COLUMN max_children smallint CHECK (max_children BETWEEN 0 AND 20),
  ADD COLUMN child_age smallint CHECK (child_age BETWEEN 0 AND 17),
  ADD COLUMN beds jsonb NOT NULL DEFAULT '{}',
  ADD COLUMN board text,
  ADD COLUMN included_guests smallint CHECK (included_guests BETWEEN 1 AND 40),
  ADD COLUMN extra_adult_minor bigint CHECK (extra_adult_minor >= 0),
  ADD COLUMN extra_child_minor bigint CHECK (extra_child_minor >= 0);
ALTER TABLE product
  ADD COLUMN check_in text NOT NULL DEFAULT '',
  ADD COLUMN check_out text NOT NULL DEFAULT '',
  ADD COLUMN stars smallint CHECK (stars BETWEEN 1 AND 5),
  ADD COLUMN amenities text[] NOT NULL DEFAULT '{}';

-- Every column but those that are read anew with each request (decision 0231) renews the version, whatever was added.
DO $$ DECLARE names text; BEGIN
  SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO names FROM pg_attribute
    WHERE attrelid = 'product'::regclass AND attnum > 0 AND NOT attisdropped
      AND attname NOT IN ('from_minor', 'from_sort', 'next_on', 'popularity', 'sold', 'sold_lately', 'views');
  DROP TRIGGER product_renewed ON product;
  EXECUTE format('CREATE TRIGGER product_renewed AFTER UPDATE OF %s ON product FOR EACH ROW EXECUTE FUNCTION renew_version()', names);
END $$;
