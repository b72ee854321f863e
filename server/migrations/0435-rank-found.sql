-- A search ranks what it finds (decision 0435): by the kind or the phrase that the words name, by the product's own names, by names of
-- places and kinds. Each is a query of exact words on the index of names; null asks for nothing.
-- The function of three arguments stays: processes of the last version call it while this runs (docs/deploy.md).
CREATE FUNCTION found_shelf(asked_owner bigint, query tsquery, best tsquery, by_title tsquery, by_name tsquery)
  RETURNS TABLE (product_id bigint, type smallint, subtype smallint, city text, from_sort bigint, popularity integer,
    sold_lately integer, created_at timestamptz, rating_rank integer, rank integer)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp AS
$$ BEGIN
  IF NOT coalesce(app_owner() IN (0, asked_owner), false) THEN RETURN; END IF;
  IF by_name IS NULL THEN
    RETURN QUERY SELECT w.product_id, w.type, w.subtype, w.city, w.from_sort, w.popularity, w.sold_lately, w.created_at, w.rating_rank, 0
      FROM product_search w WHERE w.owner_id = asked_owner AND w.words @@ query AND w.on_shelf;
  ELSE
    RETURN QUERY SELECT w.product_id, w.type, w.subtype, w.city, w.from_sort, w.popularity, w.sold_lately, w.created_at, w.rating_rank,
        coalesce(r.rank, 0)::int
      FROM product_search w
      LEFT JOIN (SELECT n.product_id, sum(n.rank) AS rank FROM (
          SELECT s.product_id, 4 AS rank FROM product_search s WHERE s.owner_id = asked_owner AND s.name_words @@ best
          UNION ALL SELECT s.product_id, 2 FROM product_search s WHERE s.owner_id = asked_owner AND s.name_words @@ by_title
          UNION ALL SELECT s.product_id, 1 FROM product_search s WHERE s.owner_id = asked_owner AND s.name_words @@ by_name) n
        GROUP BY n.product_id) r ON r.product_id = w.product_id
      WHERE w.owner_id = asked_owner AND w.words @@ query AND w.on_shelf;
  END IF;
END $$;

-- The products of an owner whose words lack a mark: written before something was added to them.
CREATE FUNCTION worded_without(asked_owner bigint, mark tsquery) RETURNS SETOF bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp AS
$$ BEGIN
  IF coalesce(app_owner() IN (0, asked_owner), false) THEN
    RETURN QUERY SELECT w.product_id FROM product_search w WHERE w.owner_id = asked_owner AND w.on_shelf
      EXCEPT SELECT w.product_id FROM product_search w WHERE w.owner_id = asked_owner AND w.words @@ mark;
  END IF;
END $$;
