-- Agent prices for a package, a city or a type as well, and for a time (rules §11). At most one of the columns that say on what is set,
-- except that a package and a SKU are named with their product. The generated columns let one index find the few rules that can
-- concern a SKU, however many there are.
ALTER TABLE price_rule
  ADD COLUMN package_id bigint,
  ADD COLUMN city text REFERENCES city,
  ADD COLUMN type smallint,
  -- which day must lie between valid_from and valid_until: that of the journey, or that of the booking; null: always valid
  ADD COLUMN valid_by text CHECK (valid_by IN ('travel', 'booking')),
  ADD COLUMN valid_from date,
  ADD COLUMN valid_until date,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN audience bigint NOT NULL GENERATED ALWAYS AS (coalesce(partner_id, -level)) STORED,
  ADD COLUMN on_product bigint NOT NULL GENERATED ALWAYS AS (coalesce(product_id, 0)) STORED,
  ADD COLUMN on_city text NOT NULL GENERATED ALWAYS AS (coalesce(city, '')) STORED,
  ADD COLUMN on_type smallint NOT NULL GENERATED ALWAYS AS (coalesce(type, 0::smallint)) STORED,
  -- 1 SKU, 2 package, 3 product, 4 city, 5 type, 6 everything: the lowest wins
  ADD COLUMN scope smallint NOT NULL GENERATED ALWAYS AS (CASE WHEN sku_id IS NOT NULL THEN 1 WHEN package_id IS NOT NULL THEN 2
    WHEN product_id IS NOT NULL THEN 3 WHEN city IS NOT NULL THEN 4 WHEN type IS NOT NULL THEN 5 ELSE 6 END) STORED,
  ADD FOREIGN KEY (owner_id, package_id) REFERENCES package,
  ADD CHECK (num_nonnulls(product_id, city, type) <= 1),
  ADD CHECK (package_id IS NULL OR product_id IS NOT NULL),
  ADD CHECK (num_nonnulls(sku_id, package_id) <= 1),
  ADD CHECK ((valid_by IS NULL) = (valid_from IS NULL AND valid_until IS NULL)),
  ADD CHECK (valid_from <= valid_until);

-- Two rules for the same, for the same buyers and for the same time would only differ in which is newer: the later one replaces.
DROP INDEX price_rule_one;
CREATE UNIQUE INDEX price_rule_one ON price_rule
  (owner_id, product_id, package_id, sku_id, city, type, audience, valid_by, valid_from, valid_until) NULLS NOT DISTINCT;
CREATE INDEX price_rule_found ON price_rule (owner_id, audience, on_product, on_city, on_type);
-- Rules go with their package.
CREATE INDEX price_rule_package ON price_rule (owner_id, package_id) WHERE package_id IS NOT NULL;
