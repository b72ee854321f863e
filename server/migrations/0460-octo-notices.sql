-- Subscribers of OCTO hear of places too (decision 0460). What staff change of a package's places waits here until a round tells it; orders
-- never write it, their history is read instead.
CREATE TABLE stock_change (
  owner_id bigint NOT NULL REFERENCES owner,
  package_id bigint NOT NULL,
  from_on date NOT NULL,
  to_on date NOT NULL,
  PRIMARY KEY (owner_id, package_id),
  FOREIGN KEY (owner_id, package_id) REFERENCES package ON DELETE CASCADE
) WITH (fillfactor = 70);
ALTER TABLE stock_change ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_change FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON stock_change USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

CREATE FUNCTION note_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM hook h WHERE h.owner_id = NEW.owner_id AND 'stock.changed' = ANY(h.types)) THEN
    INSERT INTO stock_change AS c (owner_id, package_id, from_on, to_on) VALUES (NEW.owner_id, NEW.package_id, NEW.play_on, NEW.play_on)
    ON CONFLICT (owner_id, package_id) DO UPDATE SET from_on = least(c.from_on, excluded.from_on), to_on = greatest(c.to_on, excluded.to_on);
  END IF;
  RETURN NULL;
END $$;
-- Orders change what is held and sold, never the capacity.
CREATE TRIGGER departure_places_noted AFTER UPDATE OF capacity ON departure FOR EACH ROW
  WHEN (OLD.capacity IS DISTINCT FROM NEW.capacity) EXECUTE FUNCTION note_places();

CREATE FUNCTION note_new_places() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_change AS c (owner_id, package_id, from_on, to_on)
    SELECT t.owner_id, t.package_id, min(t.play_on), max(t.play_on) FROM touched t
    WHERE EXISTS (SELECT 1 FROM hook h WHERE h.owner_id = t.owner_id AND 'stock.changed' = ANY(h.types)) GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (owner_id, package_id) DO UPDATE SET from_on = least(c.from_on, excluded.from_on), to_on = greatest(c.to_on, excluded.to_on);
  RETURN NULL;
END $$;
CREATE TRIGGER departure_places_added AFTER INSERT ON departure REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_new_places();

-- Events of orders are told up to here.
ALTER TABLE octo_subscription ADD COLUMN seen_event bigint NOT NULL DEFAULT 0;

-- The other way round: a supplier tells us, at an address that only it knows the secret of.
ALTER TABLE octo_link
  -- The supplier's id of our subscription; '' without one.
  ADD COLUMN subscription_ref text NOT NULL DEFAULT '',
  -- SHA-256 of the secret that the supplier's notices carry.
  ADD COLUMN notice_hash bytea,
  ADD COLUMN noticed_at timestamptz,
  -- Its products are read again then: once a day, and after a notice.
  ADD COLUMN products_due_at timestamptz NOT NULL DEFAULT now() + interval '1 day';

-- Subscriptions so far heard of bookings alone, whatever their hooks said.
UPDATE hook h SET types = array_remove(array_remove(array_remove(h.types, 'product.changed'), 'price.changed'), 'stock.low')
  FROM octo_subscription o WHERE o.owner_id = h.owner_id AND o.hook_id = h.hook_id;
