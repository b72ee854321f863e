-- What the owner pays for one extra (decision 0330), in the product's currency, and for those of a sold line as it was then. Nothing typed
-- is nothing owed, as it was for lines of before.
ALTER TABLE add_on ADD COLUMN cost_minor bigint CHECK (cost_minor >= 0);
ALTER TABLE sub_order ADD COLUMN add_on_cost_minor bigint NOT NULL DEFAULT 0 CHECK (add_on_cost_minor >= 0);
