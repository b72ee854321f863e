-- What else changes the places of a departure is told as well: limits of single SKUs, holds of quotations, and to subscribers of OCTO
-- departures that are removed (decisions 0460, 0595).
CREATE TRIGGER departure_places_dropped AFTER DELETE ON departure REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_new_places();

-- A package that is removed takes its departures with it: nothing is left to tell of it then.
CREATE OR REPLACE FUNCTION note_new_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_change AS c (owner_id, package_id, from_on, to_on)
    SELECT t.owner_id, t.package_id, min(t.play_on), max(t.play_on) FROM touched t
      JOIN package k ON k.owner_id = t.owner_id AND k.package_id = t.package_id
    WHERE EXISTS (SELECT 1 FROM hook h WHERE h.owner_id = t.owner_id AND 'stock.changed' = ANY(h.types)) GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (owner_id, package_id) DO UPDATE SET from_on = least(c.from_on, excluded.from_on), to_on = greatest(c.to_on, excluded.to_on);
  RETURN NULL;
END $$;

CREATE FUNCTION note_stock(of_owner bigint, ids bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM hook h WHERE h.owner_id = of_owner AND 'stock.changed' = ANY(h.types)) THEN
    INSERT INTO stock_change AS c (owner_id, package_id, from_on, to_on)
      SELECT d.owner_id, d.package_id, min(d.play_on), max(d.play_on) FROM departure d
      WHERE d.owner_id = of_owner AND d.departure_id = ANY(ids) GROUP BY 1, 2 ORDER BY 1, 2
      ON CONFLICT (owner_id, package_id) DO UPDATE SET from_on = least(c.from_on, excluded.from_on), to_on = greatest(c.to_on, excluded.to_on);
  END IF;
  IF NOT EXISTS (SELECT 1 FROM channel_product WHERE owner_id = of_owner) THEN RETURN; END IF;
  UPDATE channel_product c SET revision = c.revision + 1, noted_by = pg_current_xact_id(), look_at = next_look(c)
    FROM (SELECT w.owner_id, w.source, w.ref FROM channel_product w WHERE w.owner_id = of_owner AND w.package_id IN
        (SELECT d.package_id FROM departure d WHERE d.owner_id = of_owner AND d.departure_id = ANY(ids)) ORDER BY 1, 2, 3 FOR UPDATE) t
    WHERE c.owner_id = t.owner_id AND c.source = t.source AND c.ref = t.ref AND c.noted_by IS DISTINCT FROM pg_current_xact_id();
END $$;

CREATE FUNCTION note_stock_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE one record;
BEGIN
  FOR one IN SELECT owner_id, array_agg(DISTINCT departure_id) AS ids FROM touched GROUP BY owner_id ORDER BY owner_id LOOP
    PERFORM note_stock(one.owner_id, one.ids);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER departure_sku_noted_added AFTER INSERT ON departure_sku REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_stock_of_rows();
CREATE TRIGGER departure_sku_noted_dropped AFTER DELETE ON departure_sku REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_stock_of_rows();
CREATE TRIGGER quotation_hold_noted_added AFTER INSERT ON quotation_hold REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_stock_of_rows();
CREATE TRIGGER quotation_hold_noted_dropped AFTER DELETE ON quotation_hold REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_stock_of_rows();

-- Orders change what of a limit is held and sold, never the limit.
CREATE FUNCTION note_sku_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM note_stock(NEW.owner_id, ARRAY[NEW.departure_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER departure_sku_noted_changed AFTER UPDATE OF capacity ON departure_sku FOR EACH ROW
  WHEN (OLD.capacity IS DISTINCT FROM NEW.capacity) EXECUTE FUNCTION note_sku_limit();
