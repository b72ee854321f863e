-- Products that a level or a partner does not see (decision 0285): one product, all of a type, or all of a city. Level 0 is retail, visitors
-- and guests included. Like agent prices, `audience` is the partner's number or the negative level.
CREATE TABLE product_hide (
  owner_id bigint NOT NULL REFERENCES owner,
  hide_id bigint GENERATED ALWAYS AS IDENTITY,
  product_id bigint,
  city text REFERENCES city,
  type smallint,
  level smallint CHECK (level BETWEEN 0 AND 9),
  partner_id bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  audience bigint NOT NULL GENERATED ALWAYS AS (coalesce(partner_id, -level)) STORED,
  PRIMARY KEY (owner_id, hide_id),
  FOREIGN KEY (owner_id, product_id) REFERENCES product ON DELETE CASCADE,
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner,
  CHECK (num_nonnulls(product_id, city, type) = 1),
  CHECK (num_nonnulls(level, partner_id) = 1)
);
CREATE UNIQUE INDEX product_hide_one ON product_hide (owner_id, audience, product_id, city, type) NULLS NOT DISTINCT;
ALTER TABLE product_hide ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_hide FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON product_hide USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
