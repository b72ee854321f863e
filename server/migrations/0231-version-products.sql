-- A product's version changes with every write that changes what its page says (decision 0231), in the writing transaction: processes keep
-- pages' contents under it. Prices, stock and what is sold are read anew with each request and change no version.
CREATE TABLE product_version (
  owner_id bigint NOT NULL REFERENCES owner,
  product_id bigint NOT NULL,
  -- Random: one that was given never comes again, in a restored database neither.
  version uuid NOT NULL DEFAULT gen_random_uuid(),
  PRIMARY KEY (owner_id, product_id),
  FOREIGN KEY (owner_id, product_id) REFERENCES product ON DELETE CASCADE
) WITH (fillfactor = 70);
ALTER TABLE product_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_version FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON product_version USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
INSERT INTO product_version (owner_id, product_id) SELECT owner_id, product_id FROM product;

CREATE FUNCTION begin_version() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  INSERT INTO product_version (owner_id, product_id) VALUES (NEW.owner_id, NEW.product_id);
  RETURN NULL;
END $$;
CREATE TRIGGER product_begun AFTER INSERT ON product FOR EACH ROW EXECUTE FUNCTION begin_version();

-- Every column but those that change with prices, stock and sales: server/catalog/offer/product-version.test.ts names them.
CREATE FUNCTION renew_version() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE product_version SET version = gen_random_uuid() WHERE owner_id = NEW.owner_id AND product_id = NEW.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER product_renewed AFTER UPDATE OF owner_id, product_id, key, type, subtype, city, lat, lng, currency, scene, names, overviews,
    content, instant, play_value, play_unit, service_languages, redemption, free_cancel_days, on_shelf, created_at, revision, state,
    preview_token, cut_off_hours, refund_rules, order_fields, traveller_fields, supplier_id, updated_at, min_booker_age ON product
  FOR EACH ROW EXECUTE FUNCTION renew_version();

-- What belongs to products. Once for each statement, whatever it touched.
CREATE FUNCTION renew_versions() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE product_version v SET version = gen_random_uuid()
    FROM (SELECT DISTINCT owner_id, product_id FROM touched) t WHERE v.owner_id = t.owner_id AND v.product_id = t.product_id;
  RETURN NULL;
END $$;
CREATE FUNCTION renew_versions_of_skus() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE product_version v SET version = gen_random_uuid()
    FROM (SELECT DISTINCT k.owner_id, k.product_id FROM touched s JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id) t
    WHERE v.owner_id = t.owner_id AND v.product_id = t.product_id;
  RETURN NULL;
END $$;
-- "left" are the rows as they were, so that what moves to another product renews both.
DO $$ DECLARE t text; f text; BEGIN
  FOREACH t IN ARRAY ARRAY['package', 'sku', 'add_on', 'product_picture', 'product_area'] LOOP
    f := CASE t WHEN 'sku' THEN 'renew_versions_of_skus' ELSE 'renew_versions' END;
    EXECUTE format('CREATE TRIGGER %1$s_added AFTER INSERT ON %1$I REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
      EXECUTE FUNCTION %2$I()', t, f);
    EXECUTE format('CREATE TRIGGER %1$s_left AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
      EXECUTE FUNCTION %2$I()', t, f);
    EXECUTE format('CREATE TRIGGER %1$s_changed AFTER UPDATE ON %1$I REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
      EXECUTE FUNCTION %2$I()', t, f);
    EXECUTE format('CREATE TRIGGER %1$s_dropped AFTER DELETE ON %1$I REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
      EXECUTE FUNCTION %2$I()', t, f);
  END LOOP;
END $$;

-- Names of cities and countries, which only the house changes.
CREATE FUNCTION renew_versions_of_city() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE product_version v SET version = gen_random_uuid() FROM product p
    WHERE p.city = NEW.city AND v.owner_id = p.owner_id AND v.product_id = p.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER city_changed AFTER UPDATE ON city FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION renew_versions_of_city();
CREATE FUNCTION renew_versions_of_country() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE product_version v SET version = gen_random_uuid() FROM product p JOIN city c ON c.city = p.city
    WHERE c.country = NEW.country AND v.owner_id = p.owner_id AND v.product_id = p.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER country_changed AFTER UPDATE ON country FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION renew_versions_of_country();

-- The products that go with one: those of its city and type first.
DROP INDEX product_near;
CREATE INDEX product_near ON product (owner_id, city, type, popularity DESC, product_id) WHERE on_shelf;
