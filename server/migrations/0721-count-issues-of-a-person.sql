-- Who released a card (decision 0721): what a second person looked at does not count towards the limit of the one who issued it.
ALTER TABLE gift_card ADD COLUMN released_by bigint;
CREATE INDEX gift_card_issued ON gift_card (owner_id, issued_by, created_at);
