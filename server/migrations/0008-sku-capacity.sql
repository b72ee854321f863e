-- Capacity of a SKU of a departure (rules §6), beside the one that all SKUs of the departure share. No row: no limit of its own.
-- A row is written, and its counters are moved, only while its departure's row is locked in the same transaction (docs/stock.md).
CREATE TABLE departure_sku (
  owner_id bigint NOT NULL REFERENCES owner,
  departure_id bigint NOT NULL,
  sku_id bigint NOT NULL,
  capacity integer NOT NULL CHECK (capacity >= 0),
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  sold integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  PRIMARY KEY (owner_id, departure_id, sku_id),
  -- a limit dies with its departure and with its SKU
  FOREIGN KEY (owner_id, departure_id) REFERENCES departure ON DELETE CASCADE,
  FOREIGN KEY (owner_id, sku_id) REFERENCES sku ON DELETE CASCADE,
  CHECK (held + sold <= capacity)
) WITH (fillfactor = 70);
CREATE INDEX departure_sku_sku ON departure_sku (owner_id, sku_id);

ALTER TABLE departure
  -- some SKU of it has, or once had, a limit of its own: whoever takes places looks for it then
  ADD COLUMN limited boolean NOT NULL DEFAULT false;

ALTER TABLE departure_sku ENABLE ROW LEVEL SECURITY;
ALTER TABLE departure_sku FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON departure_sku USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
