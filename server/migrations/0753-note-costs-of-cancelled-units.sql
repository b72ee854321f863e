-- What a cancelled unit had cost before its line moved to a day of another cost (decision 0723); null: what the line's units cost.
ALTER TABLE cancel_request ADD COLUMN unit_cost_minor bigint;
