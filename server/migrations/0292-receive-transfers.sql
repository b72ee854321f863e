-- What finance read on the bank's statement when it settled a transfer for a deposit (deal type 1): how much, with which reference, when.
ALTER TABLE transfer
  ADD COLUMN received_minor bigint CHECK (received_minor > 0),
  ADD COLUMN reference text NOT NULL DEFAULT '',
  ADD COLUMN received_on date;
