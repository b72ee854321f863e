-- What the owner pays its supplier (decision 0310), in the product's currency: of a SKU, of one day where it differs, and of a sold line as
-- it was then. Null: nobody said. No statement for buyers reads any of it.
ALTER TABLE sku ADD COLUMN cost_minor bigint CHECK (cost_minor >= 0);

CREATE TABLE sku_cost (
  owner_id bigint NOT NULL REFERENCES owner,
  sku_id bigint NOT NULL,
  play_on date NOT NULL,
  cost_minor bigint NOT NULL CHECK (cost_minor >= 0),
  PRIMARY KEY (owner_id, sku_id, play_on),
  FOREIGN KEY (owner_id, sku_id) REFERENCES sku ON DELETE CASCADE
);
ALTER TABLE sku_cost ENABLE ROW LEVEL SECURITY;
ALTER TABLE sku_cost FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON sku_cost USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- Of one unit, over all nights of a stay.
ALTER TABLE sub_order ADD COLUMN unit_cost_minor bigint CHECK (unit_cost_minor >= 0);
