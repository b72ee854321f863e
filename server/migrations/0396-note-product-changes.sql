-- Changes of products that web hooks tell (decision 0386): one row for each product and kind until a round takes it. Only what staff save writes
-- it, and only where the owner has a hook for it; orders never do.
CREATE TABLE product_change (
  owner_id bigint NOT NULL REFERENCES owner,
  product_id bigint NOT NULL,
  type text NOT NULL CHECK (type IN ('product.changed', 'price.changed')),
  -- Of the first change that waits.
  at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, product_id, type),
  FOREIGN KEY (owner_id, product_id) REFERENCES product ON DELETE CASCADE
) WITH (fillfactor = 70);
ALTER TABLE product_change ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_change FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON product_change USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- Departures with few places left that hooks were told of; one that has more again leaves, and is told of another time.
CREATE TABLE stock_told (
  owner_id bigint NOT NULL REFERENCES owner,
  departure_id bigint NOT NULL,
  PRIMARY KEY (owner_id, departure_id),
  FOREIGN KEY (owner_id, departure_id) REFERENCES departure ON DELETE CASCADE
);
ALTER TABLE stock_told ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_told FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON stock_told USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- Numbers of messages about products, apart from those of order_event.
CREATE SEQUENCE product_event;

-- A row that waits is locked until the writer commits, so that no round tells of it before what it tells of can be read.
CREATE FUNCTION note_versions() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO product_change AS c (owner_id, product_id, type)
    SELECT t.owner_id, t.product_id, 'product.changed' FROM touched t
    WHERE EXISTS (SELECT 1 FROM hook h WHERE h.owner_id = t.owner_id AND 'product.changed' = ANY(h.types)) ORDER BY 1, 2
    ON CONFLICT (owner_id, product_id, type) DO UPDATE SET at = c.at;
  RETURN NULL;
END $$;
CREATE TRIGGER product_version_noted AFTER UPDATE ON product_version REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_versions();

CREATE FUNCTION note_day_prices() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO product_change AS c (owner_id, product_id, type)
    SELECT DISTINCT k.owner_id, k.product_id, 'price.changed' FROM (SELECT DISTINCT owner_id, sku_id FROM touched) t
      JOIN sku s ON s.owner_id = t.owner_id AND s.sku_id = t.sku_id JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id
    WHERE EXISTS (SELECT 1 FROM hook h WHERE h.owner_id = t.owner_id AND 'price.changed' = ANY(h.types)) ORDER BY 1, 2
    ON CONFLICT (owner_id, product_id, type) DO UPDATE SET at = c.at;
  RETURN NULL;
END $$;
CREATE TRIGGER sku_price_noted_added AFTER INSERT ON sku_price REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_day_prices();
CREATE TRIGGER sku_price_noted_changed AFTER UPDATE ON sku_price REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_day_prices();
CREATE TRIGGER sku_price_noted_dropped AFTER DELETE ON sku_price REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_day_prices();

CREATE FUNCTION note_own_prices() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO product_change AS c (owner_id, product_id, type)
    SELECT DISTINCT k.owner_id, k.product_id, 'price.changed' FROM touched t
      JOIN before b ON b.owner_id = t.owner_id AND b.sku_id = t.sku_id
        AND (b.price_minor, b.session_prices) IS DISTINCT FROM (t.price_minor, t.session_prices)
      JOIN package k ON k.owner_id = t.owner_id AND k.package_id = t.package_id
    WHERE EXISTS (SELECT 1 FROM hook h WHERE h.owner_id = t.owner_id AND 'price.changed' = ANY(h.types)) ORDER BY 1, 2
    ON CONFLICT (owner_id, product_id, type) DO UPDATE SET at = c.at;
  RETURN NULL;
END $$;
CREATE TRIGGER sku_noted_changed AFTER UPDATE ON sku REFERENCING OLD TABLE AS before NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_own_prices();

-- A rule may be for one product, or for all of a city, of a type or of the owner.
CREATE FUNCTION note_price_rules() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO product_change AS c (owner_id, product_id, type)
    SELECT DISTINCT p.owner_id, p.product_id, 'price.changed' FROM touched t
      LEFT JOIN sku s ON s.owner_id = t.owner_id AND s.sku_id = t.sku_id
      LEFT JOIN package k ON k.owner_id = t.owner_id AND k.package_id = coalesce(t.package_id, s.package_id)
      JOIN product p ON p.owner_id = t.owner_id AND (coalesce(t.product_id, k.product_id) IS NULL OR p.product_id = coalesce(t.product_id, k.product_id))
        AND (t.city IS NULL OR p.city = t.city) AND (t.type IS NULL OR p.type = t.type)
    WHERE EXISTS (SELECT 1 FROM hook h WHERE h.owner_id = t.owner_id AND 'price.changed' = ANY(h.types)) ORDER BY 1, 2
    ON CONFLICT (owner_id, product_id, type) DO UPDATE SET at = c.at;
  RETURN NULL;
END $$;
CREATE TRIGGER price_rule_noted_added AFTER INSERT ON price_rule REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_price_rules();
CREATE TRIGGER price_rule_noted_changed AFTER UPDATE ON price_rule REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_price_rules();
CREATE TRIGGER price_rule_noted_dropped AFTER DELETE ON price_rule REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_price_rules();
