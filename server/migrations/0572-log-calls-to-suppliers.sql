-- Our calls to suppliers that speak OCTO stand in the log of messages beside those of platforms (decision 0572).
ALTER TABLE channel_message ALTER COLUMN source DROP NOT NULL;
ALTER TABLE channel_message ADD COLUMN supplier_id bigint;
ALTER TABLE channel_message ADD CONSTRAINT channel_message_other CHECK ((source IS NULL) <> (supplier_id IS NULL)) NOT VALID;
