-- Pieces that are rented by the day (decision 0307): a line takes each day from the first to the last, as a stay takes its nights.
ALTER TABLE package ADD COLUMN by_day boolean NOT NULL DEFAULT false;
-- A stay ends after it begins; what is rented by the day may be back on the day it was taken.
DO $$ DECLARE name text; BEGIN
  SELECT conname INTO STRICT name FROM pg_constraint
    WHERE conrelid = 'sub_order'::regclass AND contype = 'c' AND pg_get_constraintdef(oid) LIKE '%(until_on > play_on)%';
  EXECUTE format('ALTER TABLE sub_order DROP CONSTRAINT %I', name);
END $$;
ALTER TABLE sub_order ADD CONSTRAINT sub_order_until CHECK (until_on > play_on OR until_on = play_on AND terms @> '{"byDay": true}');
