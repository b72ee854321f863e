-- outside a transaction
-- So that the histories can become tables of months (0531) in an instant, each gets first, while orders go on being written, a key that
-- names the moment, and the proof that all its rows lie before the end of next month (decision 0530). Each step may be done twice.
DROP INDEX CONCURRENTLY IF EXISTS order_event_moment;
-- next
CREATE UNIQUE INDEX CONCURRENTLY order_event_moment ON order_event (owner_id, event_id, at);
-- next
DROP INDEX CONCURRENTLY IF EXISTS audit_log_moment;
-- next
CREATE UNIQUE INDEX CONCURRENTLY audit_log_moment ON audit_log (owner_id, entry_id, at);
-- next
DO $$ DECLARE parent text; ends timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') + interval '2 months'; BEGIN
  PERFORM set_config('lock_timeout', '10s', true);
  FOREACH parent IN ARRAY ARRAY['order_event', 'audit_log'] LOOP
    -- Rows of a clock that stands ahead are no reason to fail: the bound lies behind them.
    EXECUTE format('SELECT greatest($1, date_trunc(''month'', max(at)) + interval ''1 month'') FROM %I', parent) INTO ends USING ends;
  END LOOP;
  FOREACH parent IN ARRAY ARRAY['order_event', 'audit_log'] LOOP
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS in_month', parent);
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT in_month CHECK (at < %L) NOT VALID', parent, ends);
  END LOOP;
END $$;
-- next
ALTER TABLE order_event VALIDATE CONSTRAINT in_month;
-- next
ALTER TABLE audit_log VALIDATE CONSTRAINT in_month;
