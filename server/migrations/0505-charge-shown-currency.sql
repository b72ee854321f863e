-- Paying in the currency that the visitor sees (decision 0505). Payments from before keep their rate; where it came from was not noted.
ALTER TABLE channel_setting
  -- in these a buyer who sees them pays; null: in all that the way takes
  ADD COLUMN shown_currencies text[],
  -- percent on top of the rate where the charge is in another currency than its order
  ADD COLUMN surcharge_percent numeric NOT NULL DEFAULT 0 CHECK (surcharge_percent BETWEEN 0 AND 10);
ALTER TABLE payment
  -- of a charge in another currency than its order's: set by hand, of the feed's day rate_on, or the order's own; locked when
  ADD COLUMN rate_source text CHECK (rate_source IN ('hand', 'feed', 'order')),
  ADD COLUMN rate_on date,
  ADD COLUMN rate_at timestamptz,
  -- part of the rate
  ADD COLUMN surcharge_percent numeric NOT NULL DEFAULT 0,
  ADD CHECK ((rate_source IS NULL) = (rate_at IS NULL));
