-- outside a transaction
-- A row whose other reference leads to its owner anyway needs none of its own (decision 0708): it costs a look at the owner's row, and a lock on
-- it, for each row that is written. Each table is changed by itself. Whoever waits for a lock makes all others wait, so each try waits
-- for less than a request may.
CREATE OR REPLACE PROCEDURE pg_temp.try_until_done(command text) LANGUAGE plpgsql AS $$ DECLARE done boolean := false; BEGIN
  FOR tries IN 1 .. 300 LOOP
    BEGIN
      SET LOCAL lock_timeout = '500ms';
      EXECUTE command;
      done := true;
    EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
      NULL;
    END;
    COMMIT;
    EXIT WHEN done;
    PERFORM pg_sleep(0.2);
  END LOOP;
  IF NOT done THEN RAISE EXCEPTION 'no lock for: %', command; END IF;
END $$;
-- next
DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT k.conrelid::regclass AS part, k.conname AS name FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid AND c.relnamespace = 'public'::regnamespace
    WHERE k.contype = 'f' AND k.confrelid = 'owner'::regclass AND k.conparentid = 0
      AND EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conrelid = k.conrelid AND o.contype = 'f'
        AND o.confrelid NOT IN (k.confrelid, k.conrelid) AND o.conkey[1] = k.conkey[1]
        AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = o.conrelid AND a.attnum = ANY (o.conkey) AND NOT a.attnotnull))
    ORDER BY 1
  LOOP
    CALL pg_temp.try_until_done(format('ALTER TABLE %s DROP CONSTRAINT %I', found.part, found.name));
  END LOOP;
END $$;
-- next
-- A key belongs to an account, and the account to its owner.
CALL pg_temp.try_until_done('ALTER TABLE idempotency_key DROP CONSTRAINT IF EXISTS idempotency_key_account,
  ADD CONSTRAINT idempotency_key_account FOREIGN KEY (owner_id, account_id) REFERENCES account NOT VALID');
-- next
ALTER TABLE idempotency_key VALIDATE CONSTRAINT idempotency_key_account;
-- next
CALL pg_temp.try_until_done('ALTER TABLE idempotency_key DROP CONSTRAINT IF EXISTS idempotency_key_owner_id_fkey');
-- next
-- Written with each order. A key to the order instead would lock all orders whenever a month is made or archived; the audit looks.
CALL pg_temp.try_until_done('ALTER TABLE order_event DROP CONSTRAINT IF EXISTS order_event_owner_id_fkey');
-- next
DROP PROCEDURE pg_temp.try_until_done;
