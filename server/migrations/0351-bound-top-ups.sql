-- The least and the most that a distributor may pay in at once, in minor units of the owner's currency; null: the house's own bounds.
ALTER TABLE owner
  ADD COLUMN recharge_least_minor bigint CHECK (recharge_least_minor > 0),
  ADD COLUMN recharge_most_minor bigint CHECK (recharge_most_minor > 0),
  ADD CONSTRAINT recharge_bounds CHECK (recharge_least_minor <= recharge_most_minor);
