-- The plan of the seats of a show or a ticket (decision 0510): a picture of the owner beside the choice, with its alternative texts.
ALTER TABLE product
  ADD COLUMN seat_plan text,
  ADD COLUMN seat_plan_alts jsonb NOT NULL DEFAULT '{}',
  ADD FOREIGN KEY (owner_id, seat_plan) REFERENCES picture;

DO $$ DECLARE names text; BEGIN
  SELECT string_agg(quote_ident(a.attname), ', ') INTO names FROM pg_attribute a JOIN pg_trigger t ON t.tgrelid = a.attrelid
    AND t.tgname = 'product_renewed' WHERE a.attnum = ANY (t.tgattr::int2[]) OR a.attname IN ('seat_plan', 'seat_plan_alts');
  DROP TRIGGER product_renewed ON product;
  EXECUTE format('CREATE TRIGGER product_renewed AFTER UPDATE OF %s ON product FOR EACH ROW EXECUTE FUNCTION renew_version()', names);
END $$;
