-- Who delivered a line, once its day is over and its product or package was given to another supplier (decision 0758): the number of the
-- supplier, or 0 for the owner itself; null: the supplier that is assigned now.
ALTER TABLE sub_order ADD COLUMN delivered_by bigint;
CREATE INDEX sub_order_delivered_by ON sub_order (owner_id, delivered_by, product_id) WHERE delivered_by > 0;

-- Lines that were completed, or confirmed and cancelled later; confirmed ones that were redeemed, or whose day is over at the owner.
CREATE FUNCTION keep_suppliers(owner bigint, package bigint, former bigint) RETURNS void LANGUAGE sql AS $$
  UPDATE sub_order s SET delivered_by = coalesce($3, 0)
  FROM owner o JOIN departure d ON d.owner_id = o.owner_id
  WHERE o.owner_id = $1 AND d.package_id = $2 AND s.owner_id = $1 AND s.departure_id = d.departure_id AND s.delivered_by IS NULL
    AND (s.status IN (1005, 4005) OR s.status IN (1003, 1004)
      AND (s.redeemed_at IS NOT NULL OR coalesce(s.until_on, s.play_on) < (now() AT TIME ZONE o.zone)::date))
$$;

-- Packages without a supplier of their own follow their product.
CREATE FUNCTION keep_suppliers_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_suppliers(OLD.owner_id, k.package_id, OLD.supplier_id)
  FROM package k WHERE k.owner_id = OLD.owner_id AND k.product_id = OLD.product_id AND k.supplier_id IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_suppliers AFTER UPDATE OF supplier_id ON product FOR EACH ROW
  WHEN (OLD.supplier_id IS DISTINCT FROM NEW.supplier_id) EXECUTE FUNCTION keep_suppliers_of_product();

CREATE FUNCTION keep_suppliers_of_package() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM keep_suppliers(OLD.owner_id, OLD.package_id, coalesce(OLD.supplier_id, d.supplier_id))
  FROM product d WHERE d.owner_id = OLD.owner_id AND d.product_id = OLD.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_suppliers AFTER UPDATE OF supplier_id ON package FOR EACH ROW
  WHEN (OLD.supplier_id IS DISTINCT FROM NEW.supplier_id) EXECUTE FUNCTION keep_suppliers_of_package();
