-- What products of each kind say in figures (decision 0511); domain/product-features.ts has their units and kinds.
ALTER TABLE product
  ADD COLUMN group_most smallint CHECK (group_most BETWEEN 1 AND 999),
  ADD COLUMN doors_minutes smallint CHECK (doors_minutes BETWEEN 5 AND 240),
  ADD COLUMN courses smallint CHECK (courses BETWEEN 1 AND 30),
  ADD COLUMN table_minutes smallint CHECK (table_minutes BETWEEN 15 AND 600),
  ADD COLUMN coverage text[] NOT NULL DEFAULT '{}',
  ADD COLUMN free_waiting_minutes smallint CHECK (free_waiting_minutes BETWEEN 5 AND 480),
  ADD COLUMN gearbox text CHECK (gearbox IN ('automatic', 'manual')),
  ADD COLUMN doors smallint CHECK (doors BETWEEN 2 AND 6),
  ADD COLUMN security_minor bigint CHECK (security_minor >= 0);
ALTER TABLE package
  ADD COLUMN area_sqm smallint CHECK (area_sqm BETWEEN 4 AND 2000),
  ADD COLUMN data_mb integer CHECK (data_mb BETWEEN 10 AND 10000000),
  ADD COLUMN day_data_mb integer CHECK (day_data_mb BETWEEN 10 AND 1000000),
  ADD COLUMN data_days smallint CHECK (data_days BETWEEN 1 AND 365);

DO $$ DECLARE names text; BEGIN
  SELECT string_agg(quote_ident(a.attname), ', ') INTO names FROM pg_attribute a JOIN pg_trigger t ON t.tgrelid = a.attrelid
    AND t.tgname = 'product_renewed' WHERE a.attnum = ANY (t.tgattr::int2[]) OR a.attname IN ('group_most', 'doors_minutes', 'courses',
      'table_minutes', 'coverage', 'free_waiting_minutes', 'gearbox', 'doors', 'security_minor');
  DROP TRIGGER product_renewed ON product;
  EXECUTE format('CREATE TRIGGER product_renewed AFTER UPDATE OF %s ON product FOR EACH ROW EXECUTE FUNCTION renew_version()', names);
END $$;
