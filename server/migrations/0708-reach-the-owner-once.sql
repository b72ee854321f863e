-- outside a transaction
-- A row whose other reference leads to its owner anyway needs none of its own (decision 0708): it costs a look at the owner's row, and a lock on
-- it, for each row that is written. One table after another, so that no lock is held while the next is waited for.
DO $$ DECLARE found record; BEGIN
  FOR found IN SELECT k.conrelid::regclass AS part, k.conname AS name FROM pg_constraint k
      JOIN pg_class c ON c.oid = k.conrelid AND c.relnamespace = 'public'::regnamespace
    WHERE k.contype = 'f' AND k.confrelid = 'owner'::regclass AND k.conparentid = 0
      AND EXISTS (SELECT 1 FROM pg_constraint o WHERE o.conrelid = k.conrelid AND o.contype = 'f'
        AND o.confrelid NOT IN (k.confrelid, k.conrelid) AND o.conkey[1] = k.conkey[1]
        AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = o.conrelid AND a.attnum = ANY (o.conkey) AND NOT a.attnotnull))
    ORDER BY 1
  LOOP
    SET LOCAL lock_timeout = '10s';
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.part, found.name);
    COMMIT;
  END LOOP;
END $$;
-- next
-- A key belongs to an account, and the account to its owner.
ALTER TABLE idempotency_key DROP CONSTRAINT IF EXISTS idempotency_key_account,
  ADD CONSTRAINT idempotency_key_account FOREIGN KEY (owner_id, account_id) REFERENCES account NOT VALID;
-- next
ALTER TABLE idempotency_key VALIDATE CONSTRAINT idempotency_key_account;
-- next
ALTER TABLE idempotency_key DROP CONSTRAINT IF EXISTS idempotency_key_owner_id_fkey;
-- next
-- Written with each order. A key to the order instead would lock all orders whenever a month is made or archived; the audit looks.
ALTER TABLE order_event DROP CONSTRAINT IF EXISTS order_event_owner_id_fkey;
