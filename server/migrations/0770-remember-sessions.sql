-- The times at which a package is sold, each with its last day (decision 0731): a product's page shows them without reading every coming
-- departure. Kept by the triggers below, whoever opens or closes departures; none is ever moved to another day or time. With the rights of
-- the tables' owner: processes of the last version write departures before they have rights on this table.
CREATE TABLE package_session (
  owner_id bigint NOT NULL,
  package_id bigint NOT NULL,
  session text NOT NULL CHECK (session <> ''),
  last_on date NOT NULL,
  PRIMARY KEY (owner_id, package_id, session),
  FOREIGN KEY (owner_id, package_id) REFERENCES package (owner_id, package_id)
);
ALTER TABLE package_session ENABLE ROW LEVEL SECURITY;
ALTER TABLE package_session FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON package_session USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- A row that is already as late is locked all the same, so that whoever takes that last day away waits for this day to be seen.
CREATE FUNCTION remember_sessions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$ BEGIN
  INSERT INTO package_session AS s (owner_id, package_id, session, last_on)
    SELECT owner_id, package_id, session, max(play_on) FROM touched WHERE session <> '' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (owner_id, package_id, session) DO UPDATE SET last_on = excluded.last_on WHERE s.last_on < excluded.last_on;
  RETURN NULL;
END $$;

-- Locks first: the second statement sees what others added until then.
CREATE FUNCTION forget_sessions() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$ BEGIN
  PERFORM 1 FROM package_session s WHERE (s.owner_id, s.package_id, s.session) IN (SELECT owner_id, package_id, session FROM touched)
    ORDER BY s.owner_id, s.package_id, s.session FOR UPDATE;
  WITH left_over AS MATERIALIZED (SELECT s.owner_id, s.package_id, s.session, (SELECT max(d.play_on) FROM departure d
        WHERE d.owner_id = s.owner_id AND d.package_id = s.package_id AND d.session = s.session) AS last_on
      FROM package_session s WHERE (s.owner_id, s.package_id, s.session) IN (SELECT owner_id, package_id, session FROM touched)),
    dropped AS (DELETE FROM package_session s USING left_over f WHERE s.owner_id = f.owner_id AND s.package_id = f.package_id
      AND s.session = f.session AND f.last_on IS NULL)
  UPDATE package_session s SET last_on = f.last_on FROM left_over f WHERE s.owner_id = f.owner_id AND s.package_id = f.package_id
    AND s.session = f.session AND s.last_on <> f.last_on;
  RETURN NULL;
END $$;

CREATE TRIGGER departure_session_added AFTER INSERT ON departure REFERENCING NEW TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION remember_sessions();
CREATE TRIGGER departure_session_dropped AFTER DELETE ON departure REFERENCING OLD TABLE AS touched FOR EACH STATEMENT
  EXECUTE FUNCTION forget_sessions();

INSERT INTO package_session (owner_id, package_id, session, last_on)
  SELECT owner_id, package_id, session, max(play_on) FROM departure WHERE session <> '' GROUP BY 1, 2, 3;
DROP INDEX departure_sessions;
