-- Row security on every table with an owner, search words included, and append-only tables that nobody empties.
--
-- Operators that are not leak-proof (@@, %) cannot use an index under a policy. Search therefore goes through functions that run with the
-- rights of the role that owns the tables and check the owner themselves; that role has a policy of its own there, which lets everything
-- through (server/platform/schema/grant-rights.sql.ts makes it). Whoever calls them sees what the policy would show, no more.

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['product_search', 'search_word'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0)', t);
  END LOOP;
END $$;

-- Reference points have no owner: everybody reads them, only the house writes them.
ALTER TABLE poi ENABLE ROW LEVEL SECURITY;
ALTER TABLE poi FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON poi USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
CREATE POLICY reference_rows ON poi FOR SELECT USING (owner_id IS NULL);

-- Products of an owner that a full-text query finds, and whether it finds them by their name.
CREATE FUNCTION found_products(asked_owner bigint, query tsquery) RETURNS TABLE (product_id bigint, in_name boolean)
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 200 SET search_path = public, pg_temp AS
$$ BEGIN
  IF app_owner() = 0 OR app_owner() = asked_owner THEN
    RETURN QUERY SELECT w.product_id, w.name_words @@ query FROM product_search w WHERE w.owner_id = asked_owner AND w.words @@ query;
  END IF;
END $$;

-- Whether a word leads to some product of an owner.
CREATE FUNCTION leads_somewhere(asked_owner bigint, query tsquery) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS
$$ BEGIN
  RETURN coalesce(app_owner() IN (0, asked_owner), false)
    AND EXISTS (SELECT 1 FROM product_search w WHERE w.owner_id = asked_owner AND w.words @@ query);
END $$;

-- Words of an owner's shop that look like the one asked for.
CREATE FUNCTION similar_words(asked_owner bigint, asked text) RETURNS SETOF text
  LANGUAGE plpgsql STABLE SECURITY DEFINER ROWS 20 SET search_path = public, pg_temp AS
$$ BEGIN
  IF app_owner() = 0 OR app_owner() = asked_owner THEN
    RETURN QUERY SELECT s.word FROM search_word s WHERE s.owner_id = asked_owner AND s.word % asked;
  END IF;
END $$;

-- A second wall behind the rights of the running processes, and the only one where one role does everything.
CREATE TRIGGER audit_log_not_emptied BEFORE TRUNCATE ON audit_log EXECUTE FUNCTION keep_audit_log();
CREATE TRIGGER ledger_entry_not_emptied BEFORE TRUNCATE ON ledger_entry EXECUTE FUNCTION keep_entries();
CREATE TRIGGER ledger_journal_not_emptied BEFORE TRUNCATE ON ledger_journal EXECUTE FUNCTION keep_entries();
