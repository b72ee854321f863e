-- Orders that platforms took in our name (§3 order source, decision 0430): each platform's number stands once, so that what is handed in
-- again, by a file, a system or a marketplace, books nothing again.
CREATE TABLE channel_order (
  owner_id bigint NOT NULL REFERENCES owner,
  source integer NOT NULL CHECK (source BETWEEN 1 AND 15),
  -- The platform's number of the order.
  reference text NOT NULL CHECK (reference <> ''),
  partner_id bigint NOT NULL,
  order_no text NOT NULL,
  -- What the traveller paid there; null where nobody said it.
  told_minor bigint CHECK (told_minor >= 0),
  told_currency text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, source, reference),
  UNIQUE (owner_id, order_no),
  CHECK ((told_minor IS NULL) = (told_currency IS NULL)),
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner,
  FOREIGN KEY (owner_id, order_no) REFERENCES purchase
);
ALTER TABLE channel_order ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_order FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON channel_order USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- Imports are of the catalogue or of orders; what an import of orders is for stands in `about`: the platform and the partner.
ALTER TABLE import_job ADD COLUMN subject text NOT NULL DEFAULT 'catalogue' CHECK (subject IN ('catalogue', 'orders'));
ALTER TABLE import_job ADD COLUMN about jsonb;
ALTER TABLE import_job DROP CONSTRAINT import_job_kind_check;
ALTER TABLE import_job ADD CONSTRAINT import_job_kind_check CHECK (kind IN ('json', 'xlsx') OR kind = 'csv' AND subject = 'orders');
