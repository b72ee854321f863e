-- A mail that was being written while a person was erased is not stored (decision 0542): called by the statement that stores it, with the number
-- of erasures that were done before anything was read for it.
CREATE FUNCTION refuse_after_erasure(of_owner bigint, seen bigint) RETURNS boolean LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  -- An erasure holds this lock alone from before it deletes mails until its commit, and the next statement sees it.
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('erasures of ' || of_owner, 0));
  IF (SELECT count(*) FROM erasure WHERE owner_id = of_owner AND state = 'done') <> seen THEN
    RAISE EXCEPTION 'somebody was erased while this mail was written';
  END IF;
  RETURN true;
END $$;
