-- Keys of the test mode (decision 0385): their orders stand in tables of their own.
ALTER TABLE api_key ADD COLUMN is_test boolean NOT NULL DEFAULT false;
ALTER TABLE api_key ADD CHECK (NOT is_test OR partner_id IS NOT NULL);
