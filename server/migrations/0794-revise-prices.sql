-- Changes with every transaction that changes what some caller with prices of their own pays as "from" (decision 0796): processes keep such
-- prices under it. Rules for products, packages and SKUs, and the SKUs that they are for, are read of agent_from, which is written anew with
-- each of them.
ALTER TABLE search_revision ADD COLUMN prices uuid NOT NULL DEFAULT gen_random_uuid();

-- As revise_search: once in a transaction for each owner, at its end.
CREATE FUNCTION revise_prices() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS
$$ DECLARE
  changed bigint := coalesce(NEW.owner_id, OLD.owner_id);
  revised text := coalesce(current_setting('app.prices_revised', true), '');
BEGIN
  IF changed::text = ANY(string_to_array(revised, ' ')) THEN RETURN NULL; END IF;
  INSERT INTO search_revision (owner_id) VALUES (changed) ON CONFLICT (owner_id) DO UPDATE SET prices = gen_random_uuid();
  PERFORM set_config('app.prices_revised', concat_ws(' ', nullif(revised, ''), changed), true);
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER price_rule_revised AFTER INSERT OR DELETE OR UPDATE ON price_rule
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_prices();
CREATE CONSTRAINT TRIGGER agent_from_revised AFTER INSERT OR DELETE OR UPDATE ON agent_from
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION revise_prices();
