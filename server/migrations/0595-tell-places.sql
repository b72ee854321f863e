-- GetYourGuide is told when places, prices or what is open change (decision 0595).
ALTER TABLE channel_account DROP CONSTRAINT channel_account_source_check,
  ADD CONSTRAINT channel_account_source_check CHECK (source IN (1, 2, 3, 4, 8, 10, 14));

-- What a platform asked for by its own code of a product: it sells that, and hears of it.
CREATE TABLE channel_product (
  owner_id bigint NOT NULL REFERENCES owner,
  source integer NOT NULL CHECK (source = 14),
  -- As the platform writes it: "12-34", or "12" for the first package.
  ref text NOT NULL CHECK (ref <> ''),
  product_id bigint NOT NULL,
  package_id bigint NOT NULL,
  asked_at timestamptz NOT NULL DEFAULT now(),
  -- When it is compared with what the platform knows.
  look_at timestamptz NOT NULL DEFAULT now(),
  -- While one process compares it, no other one does.
  claimed_until timestamptz,
  -- Counts changes: one that comes while it is compared is compared once more.
  revision integer NOT NULL DEFAULT 0,
  -- The transaction that counted last: it counts once, however many rows it writes.
  noted_by xid8,
  -- Failed tries since the platform took a message.
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  problem text NOT NULL DEFAULT '' CHECK (problem IN ('', 'key', 'silent', 'odd', 'refused')),
  -- The platform's code for it.
  answer text NOT NULL DEFAULT '',
  told_at timestamptz,
  PRIMARY KEY (owner_id, source, ref)
) WITH (fillfactor = 70);
CREATE INDEX channel_product_package ON channel_product (owner_id, package_id);
CREATE INDEX channel_product_product ON channel_product (owner_id, product_id);
ALTER TABLE channel_product ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_product FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON channel_product USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- What it was told last, each departure by itself.
CREATE TABLE channel_place (
  owner_id bigint NOT NULL,
  source integer NOT NULL,
  ref text NOT NULL,
  -- The departure's local start; a whole day by its date.
  place text NOT NULL,
  -- As it was told.
  sent jsonb NOT NULL,
  PRIMARY KEY (owner_id, source, ref, place),
  FOREIGN KEY (owner_id, source, ref) REFERENCES channel_product ON DELETE CASCADE
) WITH (fillfactor = 70);
ALTER TABLE channel_place ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_place FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON channel_place USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- Staff's changes make a product due in the transaction that writes them. Orders never come here: their history is read instead. What failed
-- keeps the time of its next try, and what was told a moment ago waits a moment.
CREATE FUNCTION next_look(c channel_product) RETURNS timestamptz LANGUAGE sql STABLE AS
$$ SELECT CASE WHEN c.tries > 0 THEN c.look_at ELSE least(c.look_at, greatest(now(), c.told_at + interval '5 seconds')) END $$;

CREATE FUNCTION note_channel_capacity() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  UPDATE channel_product c SET revision = c.revision + 1, noted_by = pg_current_xact_id(), look_at = next_look(c)
    WHERE c.owner_id = NEW.owner_id AND c.package_id = NEW.package_id AND c.noted_by IS DISTINCT FROM pg_current_xact_id();
  RETURN NULL;
END $$;
CREATE TRIGGER departure_capacity_channels AFTER UPDATE OF capacity ON departure FOR EACH ROW
  WHEN (OLD.capacity IS DISTINCT FROM NEW.capacity) EXECUTE FUNCTION note_channel_capacity();

CREATE FUNCTION note_channel_departures() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM channel_product) THEN RETURN NULL; END IF;
  UPDATE channel_product c SET revision = c.revision + 1, noted_by = pg_current_xact_id(), look_at = next_look(c)
    FROM (SELECT w.owner_id, w.source, w.ref FROM channel_product w
      WHERE (w.owner_id, w.package_id) IN (SELECT owner_id, package_id FROM touched) ORDER BY 1, 2, 3 FOR UPDATE) t
    WHERE c.owner_id = t.owner_id AND c.source = t.source AND c.ref = t.ref AND c.noted_by IS DISTINCT FROM pg_current_xact_id();
  RETURN NULL;
END $$;
CREATE TRIGGER departure_channels_added AFTER INSERT ON departure REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_channel_departures();
CREATE TRIGGER departure_channels_dropped AFTER DELETE ON departure REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_channel_departures();

CREATE FUNCTION note_channel_prices() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM channel_product) THEN RETURN NULL; END IF;
  UPDATE channel_product c SET revision = c.revision + 1, noted_by = pg_current_xact_id(), look_at = next_look(c)
    FROM (SELECT w.owner_id, w.source, w.ref FROM channel_product w
      WHERE (w.owner_id, w.package_id) IN (SELECT s.owner_id, s.package_id FROM (SELECT DISTINCT owner_id, sku_id FROM touched) d
        JOIN sku s ON s.owner_id = d.owner_id AND s.sku_id = d.sku_id) ORDER BY 1, 2, 3 FOR UPDATE) t
    WHERE c.owner_id = t.owner_id AND c.source = t.source AND c.ref = t.ref AND c.noted_by IS DISTINCT FROM pg_current_xact_id();
  RETURN NULL;
END $$;
CREATE TRIGGER sku_price_channels_added AFTER INSERT ON sku_price REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_channel_prices();
CREATE TRIGGER sku_price_channels_changed AFTER UPDATE ON sku_price REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_channel_prices();
CREATE TRIGGER sku_price_channels_dropped AFTER DELETE ON sku_price REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_channel_prices();

-- What a product, its packages and SKUs say, their own prices included.
CREATE FUNCTION note_channel_versions() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM channel_product) THEN RETURN NULL; END IF;
  UPDATE channel_product c SET revision = c.revision + 1, noted_by = pg_current_xact_id(), look_at = next_look(c)
    FROM (SELECT w.owner_id, w.source, w.ref FROM channel_product w
      WHERE (w.owner_id, w.product_id) IN (SELECT owner_id, product_id FROM touched) ORDER BY 1, 2, 3 FOR UPDATE) t
    WHERE c.owner_id = t.owner_id AND c.source = t.source AND c.ref = t.ref AND c.noted_by IS DISTINCT FROM pg_current_xact_id();
  RETURN NULL;
END $$;
CREATE TRIGGER product_version_channels AFTER UPDATE ON product_version REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION note_channel_versions();
