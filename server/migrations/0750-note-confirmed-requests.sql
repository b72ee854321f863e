-- Whether the supplier had confirmed what was cancelled (decision 0714): before that it is owed nothing of what the owner kept. Staff who
-- cancel what was not confirmed yet decide it at once, and nobody is named as the one who decided.
ALTER TABLE cancel_request ADD COLUMN was_confirmed boolean NOT NULL DEFAULT true;
UPDATE cancel_request SET was_confirmed = false WHERE applier = 2 AND result = 1 AND decided_by_name IS NULL AND asked_by_name <> '';
