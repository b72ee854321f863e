-- The day of cancelled units whose line moved to another day afterwards (decision 0724); null: the line's day.
ALTER TABLE cancel_request ADD COLUMN on_day date;
CREATE INDEX cancel_request_former ON cancel_request (owner_id, on_day) WHERE on_day IS NOT NULL;
