-- What arrived of a top-up above its announcement, and who settled it: it counts towards what one person may change alone within a day.
ALTER TABLE recharge ADD COLUMN excess_minor bigint NOT NULL DEFAULT 0 CHECK (excess_minor >= 0), ADD COLUMN excess_by bigint;
CREATE INDEX recharge_excess ON recharge (owner_id, partner_id, excess_by) WHERE excess_minor > 0;
