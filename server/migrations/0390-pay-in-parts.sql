-- Part payments (decision 0380): the owner's rule of a product, what an order agreed to, and the rest that is still to be paid.
ALTER TABLE product
  ADD COLUMN first_percent smallint CHECK (first_percent BETWEEN 1 AND 99),
  ADD COLUMN first_minor bigint CHECK (first_minor > 0),
  ADD COLUMN rest_days smallint CHECK (rest_days BETWEEN 1 AND 365),
  ADD COLUMN rest_missed text NOT NULL DEFAULT 'staff' CHECK (rest_missed IN ('staff', 'cancel')),
  ADD COLUMN rest_keeps boolean NOT NULL DEFAULT false,
  ADD COLUMN rest_voucher boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT product_part CHECK (num_nonnulls(first_percent, first_minor) = num_nonnulls(rest_days));

-- PartTerms of domain/open-payments.ts; null: everything at once.
ALTER TABLE purchase ADD COLUMN part jsonb;

DO $$ DECLARE name text; BEGIN
  SELECT conname INTO STRICT name FROM pg_constraint
    WHERE conrelid = 'supplement'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%extraTime%';
  EXECUTE format('ALTER TABLE supplement DROP CONSTRAINT %I', name);
END $$;
ALTER TABLE supplement
  ADD CONSTRAINT supplement_kind CHECK (kind IN ('extraTime', 'priceDifference', 'freight', 'rest')),
  -- what cancelling took off the amount before it was paid
  ADD COLUMN lowered_minor bigint NOT NULL DEFAULT 0,
  -- until when the rest is to be paid, and the latest reminder that was sent, in days before
  ADD COLUMN due_at timestamptz,
  ADD COLUMN due_told smallint,
  ADD CHECK (lowered_minor BETWEEN 0 AND amount_minor AND (lowered_minor = 0 OR kind = 'rest')),
  ADD CHECK ((kind = 'rest') = (due_at IS NOT NULL));
CREATE UNIQUE INDEX supplement_rest ON supplement (owner_id, order_no) WHERE kind = 'rest';
CREATE INDEX supplement_due ON supplement (due_at) WHERE kind = 'rest' AND state = 'open';

-- The new columns renew the version of a product's page as those before them.
DO $$ DECLARE names text; BEGIN
  SELECT string_agg(quote_ident(a.attname), ', ') INTO names FROM pg_attribute a JOIN pg_trigger t ON t.tgrelid = a.attrelid
    AND t.tgname = 'product_renewed' WHERE a.attnum = ANY (t.tgattr::int2[])
      OR a.attname IN ('first_percent', 'first_minor', 'rest_days', 'rest_missed', 'rest_keeps', 'rest_voucher');
  DROP TRIGGER product_renewed ON product;
  EXECUTE format('CREATE TRIGGER product_renewed AFTER UPDATE OF %s ON product FOR EACH ROW EXECUTE FUNCTION renew_version()', names);
END $$;
