-- Why a gift card is blocked, by whom and since when; empty for one that is not, and for those blocked before.
ALTER TABLE gift_card
  ADD COLUMN blocked_why text NOT NULL DEFAULT '',
  ADD COLUMN blocked_by_name text NOT NULL DEFAULT '',
  ADD COLUMN blocked_at timestamptz;
