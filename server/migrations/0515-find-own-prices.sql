-- "From" of the products for which a level or a partner has prices of their own (decision 0515): a search that sorts or filters by price
-- needs it for all that it finds, and looks for rules one by one only where this says so. One row for each product and audience that has a
-- rule for the product itself, its packages or SKUs; rules for cities, types and everything are few, and are read with the search.
CREATE TABLE agent_from (
  owner_id bigint NOT NULL REFERENCES owner,
  -- as in price_rule: the partner's number, or the level as a negative number
  audience bigint NOT NULL,
  product_id bigint NOT NULL,
  -- the lowest price by these rules, the lowest at retail of packages without one (null where there are none), the lowest at retail of all
  own_minor bigint,
  rest_minor bigint,
  usual_minor bigint NOT NULL,
  -- some rule counts on some days of booking only
  by_day boolean NOT NULL,
  PRIMARY KEY (owner_id, audience, product_id),
  FOREIGN KEY (owner_id, product_id) REFERENCES product ON DELETE CASCADE
);
CREATE INDEX agent_from_product ON agent_from (owner_id, product_id);
ALTER TABLE agent_from ENABLE ROW LEVEL SECURITY;
ALTER TABLE agent_from FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON agent_from USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- The products that a limited offer stands with are few.
CREATE INDEX product_offered ON product (owner_id, product_id) WHERE offers IS NOT NULL;

-- Prices of each package are those of its first SKU, in the order of server/catalog/pricing.sql.ts; the audit compares with that.
CREATE FUNCTION write_agent_from(asked_owner bigint, ids bigint[]) RETURNS void LANGUAGE plpgsql AS
$$ BEGIN
  -- Whoever changes a SKU has this row, too: of two that change a product's prices the second one reads what the first one wrote.
  PERFORM 1 FROM product_version v WHERE v.owner_id = asked_owner AND v.product_id = ANY (ids) ORDER BY v.product_id FOR UPDATE;
  DELETE FROM agent_from f WHERE f.owner_id = asked_owner AND f.product_id = ANY (ids);
  INSERT INTO agent_from (owner_id, audience, product_id, own_minor, rest_minor, usual_minor, by_day)
    SELECT asked_owner, a.audience, a.product_id,
      min(agent_price(s.price_minor, g.kind, g.value)) FILTER (WHERE g.kind IS NOT NULL),
      min(s.price_minor) FILTER (WHERE g.kind IS NULL), min(s.price_minor), a.by_day
    FROM (SELECT r.audience, r.product_id, coalesce(bool_or(r.valid_by = 'booking'), false) AS by_day FROM price_rule r
      WHERE r.owner_id = asked_owner AND r.product_id = ANY (ids) AND r.valid_by IS DISTINCT FROM 'travel' GROUP BY 1, 2) a
    JOIN package k ON k.owner_id = asked_owner AND k.product_id = a.product_id AND k.on_shelf
    JOIN LATERAL (SELECT * FROM sku s WHERE s.owner_id = asked_owner AND s.package_id = k.package_id AND s.on_shelf
      ORDER BY array_position(ARRAY[10001, 10005, 10002, 10006, 10007, 10003, 10004], s.ticket_type),
        array_position(ARRAY[8003, 8001, 8002, 8004, 8005, 8006], s.car_type), s.seat_class, s.position, s.sku_id LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT r.kind, r.value FROM price_rule r WHERE r.owner_id = asked_owner AND r.audience = a.audience
      AND r.product_id = a.product_id AND r.valid_by IS NULL AND (r.sku_id IS NULL OR r.sku_id = s.sku_id)
      AND (r.package_id IS NULL OR r.package_id = k.package_id) ORDER BY r.scope, r.rule_id DESC LIMIT 1) g ON true
    GROUP BY a.audience, a.product_id, a.by_day;
END $$;

-- The lowest price of a product by the rules themselves, as rulesFor and ruleOrder of server/catalog/pricing.sql.ts choose them. A function,
-- because few searches need it, and all would have to set it up as a part of their statement.
CREATE FUNCTION lowest_by_rules(asked_owner bigint, audiences bigint[], asked_product bigint, asked_city text, asked_type smallint, today date)
  RETURNS bigint LANGUAGE plpgsql STABLE AS
$$ BEGIN
  RETURN (SELECT min(agent_price(s.price_minor, g.kind, g.value)) FROM package k
    JOIN LATERAL (SELECT * FROM sku s WHERE s.owner_id = asked_owner AND s.package_id = k.package_id AND s.on_shelf
      ORDER BY array_position(ARRAY[10001, 10005, 10002, 10006, 10007, 10003, 10004], s.ticket_type),
        array_position(ARRAY[8003, 8001, 8002, 8004, 8005, 8006], s.car_type), s.seat_class, s.position, s.sku_id LIMIT 1) s ON true
    LEFT JOIN LATERAL (SELECT r.kind, r.value FROM price_rule r WHERE r.owner_id = asked_owner AND r.audience = ANY (audiences)
      AND r.on_product = ANY (ARRAY[asked_product, 0]) AND r.on_city = ANY (ARRAY[asked_city, ''])
      AND r.on_type = ANY (ARRAY[asked_type, 0::smallint]) AND (r.sku_id IS NULL OR r.sku_id = s.sku_id)
      AND (r.package_id IS NULL OR r.package_id = k.package_id) AND (r.valid_by IS NULL OR r.valid_by = 'booking'
        AND today BETWEEN coalesce(r.valid_from, '-infinity') AND coalesce(r.valid_until, 'infinity'))
      ORDER BY r.audience < 0, r.scope, r.rule_id DESC LIMIT 1) g ON true
    WHERE k.owner_id = asked_owner AND k.product_id = asked_product AND k.on_shelf);
END $$;

-- Once for each statement. A product that nobody has a price for costs two looks.
CREATE FUNCTION renew_agent_from() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  PERFORM write_agent_from(t.owner_id, t.ids) FROM (SELECT owner_id, array_agg(DISTINCT product_id) AS ids FROM touched
    WHERE product_id IS NOT NULL GROUP BY owner_id) t;
  RETURN NULL;
END $$;
CREATE FUNCTION renew_agent_from_of_skus() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  PERFORM write_agent_from(t.owner_id, t.ids) FROM (SELECT k.owner_id, array_agg(DISTINCT k.product_id) AS ids FROM touched s
    JOIN package k ON k.owner_id = s.owner_id AND k.package_id = s.package_id GROUP BY k.owner_id) t;
  RETURN NULL;
END $$;
DO $$ DECLARE t text; f text; BEGIN
  FOREACH t IN ARRAY ARRAY['price_rule', 'package', 'sku'] LOOP
    f := CASE t WHEN 'sku' THEN 'renew_agent_from_of_skus' ELSE 'renew_agent_from' END;
    EXECUTE format('CREATE TRIGGER %1$s_priced_added AFTER INSERT ON %1$I REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
      EXECUTE FUNCTION %2$I()', t, f);
    EXECUTE format('CREATE TRIGGER %1$s_priced_left AFTER UPDATE ON %1$I REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
      EXECUTE FUNCTION %2$I()', t, f);
    EXECUTE format('CREATE TRIGGER %1$s_priced_now AFTER UPDATE ON %1$I REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
      EXECUTE FUNCTION %2$I()', t, f);
    EXECUTE format('CREATE TRIGGER %1$s_priced_dropped AFTER DELETE ON %1$I REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
      EXECUTE FUNCTION %2$I()', t, f);
  END LOOP;
END $$;

SELECT write_agent_from(r.owner_id, array_agg(DISTINCT r.product_id)) FROM price_rule r WHERE r.product_id IS NOT NULL GROUP BY r.owner_id;
