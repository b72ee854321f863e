-- What a traveller paid at a platform, in the order's own currency at the rates of that moment (decision 0501); null where there was no rate.
ALTER TABLE channel_order ADD COLUMN told_own_minor bigint CHECK (told_own_minor >= 0),
  ADD CHECK (told_own_minor IS NULL OR told_minor IS NOT NULL);
UPDATE channel_order c SET told_own_minor = c.told_minor FROM purchase p
  WHERE p.owner_id = c.owner_id AND p.order_no = c.order_no AND p.currency = c.told_currency;
