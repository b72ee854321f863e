-- A product's page says what delivery costs: a table of freight that changes renews the pages of its products.
CREATE FUNCTION renew_versions_of_freight() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE product_version v SET version = gen_random_uuid() FROM product p
    WHERE p.owner_id = NEW.owner_id AND p.freight_id = NEW.freight_id AND v.owner_id = p.owner_id AND v.product_id = p.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER freight_changed AFTER UPDATE ON freight_table FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION renew_versions_of_freight();
