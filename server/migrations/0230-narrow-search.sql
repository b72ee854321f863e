-- A search counts and sorts its hits from one narrow row per product (decision 0230): what filters, counts and sorts stands beside the
-- words, and the words themselves lie out of line, where only their indexes are read. Triggers write the row with what it comes from.
ALTER TABLE product_search
  ADD COLUMN on_shelf boolean,
  ADD COLUMN type smallint,
  ADD COLUMN subtype smallint,
  ADD COLUMN city text,
  ADD COLUMN from_sort bigint,
  ADD COLUMN popularity integer,
  ADD COLUMN sold_lately integer,
  ADD COLUMN created_at timestamptz,
  ALTER COLUMN words SET STORAGE EXTERNAL,
  ALTER COLUMN name_words SET STORAGE EXTERNAL,
  -- Room for every row of a page once more: a changed price or popularity, of all products at once too, writes no index.
  SET (toast_tuple_target = 128, fillfactor = 40);

-- Written anew, so that the words move out of line.
CREATE TEMP TABLE searched_before ON COMMIT DROP AS SELECT owner_id, product_id, name_words, words FROM product_search;
TRUNCATE product_search;
DROP INDEX product_search_words;
INSERT INTO product_search (owner_id, product_id, name_words, words, on_shelf, type, subtype, city, from_sort, popularity, sold_lately,
    created_at)
  SELECT owner_id, product_id, b.name_words, b.words, p.on_shelf, p.type, p.subtype, p.city, p.from_sort, p.popularity, p.sold_lately,
    p.created_at
  FROM searched_before b JOIN product p USING (owner_id, product_id) ORDER BY owner_id, product_id;
CREATE INDEX product_search_words ON product_search USING gin (words);
CREATE INDEX product_search_names ON product_search USING gin (name_words);
ALTER TABLE product_search
  ALTER COLUMN on_shelf SET NOT NULL,
  ALTER COLUMN type SET NOT NULL,
  ALTER COLUMN subtype SET NOT NULL,
  ALTER COLUMN city SET NOT NULL,
  ALTER COLUMN from_sort SET NOT NULL,
  ALTER COLUMN popularity SET NOT NULL,
  ALTER COLUMN sold_lately SET NOT NULL,
  ALTER COLUMN created_at SET NOT NULL;

-- Whoever writes the words of a product gives nothing else: the rest is the product's.
CREATE FUNCTION fill_searched() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  SELECT p.on_shelf, p.type, p.subtype, p.city, p.from_sort, p.popularity, p.sold_lately, p.created_at
    INTO NEW.on_shelf, NEW.type, NEW.subtype, NEW.city, NEW.from_sort, NEW.popularity, NEW.sold_lately, NEW.created_at
    -- Until the end of this transaction nobody changes what was copied.
    FROM product p WHERE p.owner_id = NEW.owner_id AND p.product_id = NEW.product_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;
CREATE TRIGGER product_search_filled BEFORE INSERT ON product_search FOR EACH ROW EXECUTE FUNCTION fill_searched();

CREATE FUNCTION follow_searched() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE product_search w SET on_shelf = NEW.on_shelf, type = NEW.type, subtype = NEW.subtype, city = NEW.city,
    from_sort = NEW.from_sort, popularity = NEW.popularity, sold_lately = NEW.sold_lately, created_at = NEW.created_at
  WHERE w.owner_id = NEW.owner_id AND w.product_id = NEW.product_id;
  RETURN NULL;
END $$;
CREATE TRIGGER product_searched AFTER UPDATE OF on_shelf, type, subtype, city, from_sort, popularity, sold_lately, created_at ON product
  FOR EACH ROW WHEN ((OLD.on_shelf, OLD.type, OLD.subtype, OLD.city, OLD.from_sort, OLD.popularity, OLD.sold_lately, OLD.created_at)
    IS DISTINCT FROM (NEW.on_shelf, NEW.type, NEW.subtype, NEW.city, NEW.from_sort, NEW.popularity, NEW.sold_lately, NEW.created_at))
  EXECUTE FUNCTION follow_searched();

-- Products on the shelf that a full-text query finds, with what filters, counts and sorts them. `by_name`: also whether their names have
-- the words; null where it is not asked for. As found_products does, it checks the owner itself.
CREATE FUNCTION found_shelf(asked_owner bigint, query tsquery, by_name boolean)
  RETURNS TABLE (product_id bigint, type smallint, subtype smallint, city text, from_sort bigint, popularity integer,
    sold_lately integer, created_at timestamptz, in_name boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp AS
$$ BEGIN
  IF NOT coalesce(app_owner() IN (0, asked_owner), false) THEN RETURN; END IF;
  IF by_name THEN
    RETURN QUERY SELECT w.product_id, w.type, w.subtype, w.city, w.from_sort, w.popularity, w.sold_lately, w.created_at,
        n.product_id IS NOT NULL
      FROM product_search w
      LEFT JOIN (SELECT s.product_id FROM product_search s WHERE s.owner_id = asked_owner AND s.name_words @@ query) n
        ON n.product_id = w.product_id
      WHERE w.owner_id = asked_owner AND w.words @@ query AND w.on_shelf;
  ELSE
    RETURN QUERY SELECT w.product_id, w.type, w.subtype, w.city, w.from_sort, w.popularity, w.sold_lately, w.created_at, NULL::boolean
      FROM product_search w WHERE w.owner_id = asked_owner AND w.words @@ query AND w.on_shelf;
  END IF;
END $$;

-- The products of an owner whose names have the words of a full-text query.
CREATE FUNCTION named_products(asked_owner bigint, query tsquery) RETURNS SETOF bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp AS
$$ BEGIN
  IF coalesce(app_owner() IN (0, asked_owner), false) THEN
    RETURN QUERY SELECT w.product_id FROM product_search w
      WHERE w.owner_id = asked_owner AND w.name_words @@ query AND w.on_shelf ORDER BY w.popularity DESC, w.product_id LIMIT 6;
  END IF;
END $$;
ANALYZE product_search;
