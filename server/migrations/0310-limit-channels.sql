-- Amounts that an owner takes by a channel, in minor units of the owner's currency. Null: no limit of that kind.
ALTER TABLE channel_setting
  ADD COLUMN least_minor bigint CHECK (least_minor > 0),
  ADD COLUMN most_minor bigint CHECK (most_minor > 0),
  ADD CONSTRAINT channel_limits_in_order CHECK (least_minor <= most_minor);
