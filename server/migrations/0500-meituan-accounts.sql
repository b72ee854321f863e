-- Meituan signs its messages too (decision 0500).
ALTER TABLE channel_account DROP CONSTRAINT channel_account_source_check, ADD CONSTRAINT channel_account_source_check CHECK (source IN (2, 3, 8, 10));
