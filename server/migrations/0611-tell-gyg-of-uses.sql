-- GetYourGuide is told which tickets of its bookings were used (decision 0611). Of what was used before it hears nothing.
ALTER TABLE channel_use DROP CONSTRAINT channel_use_source_check,
  ADD CONSTRAINT channel_use_source_check CHECK (source IN (2, 3, 8, 10, 14));
-- It is told of places too, so what was looked at for uses stands apart from `seen_event`.
ALTER TABLE channel_account
  ADD COLUMN use_event bigint NOT NULL DEFAULT 0,
  ADD COLUMN use_at timestamptz NOT NULL DEFAULT now();
UPDATE channel_account SET use_event = seen_event, use_at = seen_at;
