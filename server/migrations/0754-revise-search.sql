-- Changes with every transaction that changes what some search finds, counts or sorts (decision 0737): processes keep what words find under
-- it. The trigger waits for the end of the transaction, so that writers of one owner wait for each other only while they commit. A later
-- migration that writes such columns of products must alter the table before, or in another file.
CREATE TABLE search_revision (
  owner_id bigint PRIMARY KEY REFERENCES owner,
  -- Random: one that was given never comes again, in a restored database neither.
  revision uuid NOT NULL DEFAULT gen_random_uuid()
) WITH (fillfactor = 50);
ALTER TABLE search_revision ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_revision FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON search_revision USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
INSERT INTO search_revision (owner_id) SELECT owner_id FROM owner;

-- Once in a transaction for each owner, however many rows changed. With the rights of the tables' owner: processes of the last version
-- write products before they have rights on this table.
CREATE FUNCTION revise_search() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$ DECLARE
  changed bigint := coalesce(NEW.owner_id, OLD.owner_id);
  revised text := coalesce(current_setting('app.search_revised', true), '');
BEGIN
  IF changed::text = ANY(string_to_array(revised, ' ')) THEN RETURN NULL; END IF;
  INSERT INTO search_revision (owner_id) VALUES (changed) ON CONFLICT (owner_id) DO UPDATE SET revision = gen_random_uuid();
  PERFORM set_config('app.search_revised', concat_ws(' ', nullif(revised, ''), changed), true);
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER product_revised AFTER UPDATE OF on_shelf, type, subtype, city, from_sort, popularity, sold_lately, created_at,
    rating_rank, offers ON product DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.on_shelf OR NEW.on_shelf) AND (OLD.on_shelf, OLD.type, OLD.subtype, OLD.city, OLD.from_sort, OLD.popularity, OLD.sold_lately,
      OLD.created_at, OLD.rating_rank, OLD.offers) IS DISTINCT FROM (NEW.on_shelf, NEW.type, NEW.subtype, NEW.city, NEW.from_sort,
      NEW.popularity, NEW.sold_lately, NEW.created_at, NEW.rating_rank, NEW.offers))
  EXECUTE FUNCTION revise_search();
CREATE CONSTRAINT TRIGGER product_put_up AFTER INSERT ON product DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.on_shelf)
  EXECUTE FUNCTION revise_search();
CREATE CONSTRAINT TRIGGER product_gone AFTER DELETE ON product DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.on_shelf)
  EXECUTE FUNCTION revise_search();
CREATE CONSTRAINT TRIGGER product_search_revised AFTER INSERT OR DELETE OR UPDATE OF name_words, words ON product_search
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_search();
CREATE CONSTRAINT TRIGGER product_hide_revised AFTER INSERT OR DELETE OR UPDATE ON product_hide
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_search();
