-- The owner as a company: what papers and mails name it by, and who its mails come from. Empty texts and null: the shown name and the
-- sender of the house.
ALTER TABLE owner
  ADD COLUMN legal_name text NOT NULL DEFAULT '',
  ADD COLUMN legal_address text NOT NULL DEFAULT '',
  ADD COLUMN tax_number text NOT NULL DEFAULT '',
  ADD COLUMN mail_name text,
  ADD COLUMN mail_address text,
  ADD COLUMN mail_reply_to text;

-- Why the last attempt to hand a mail over failed.
ALTER TABLE mail ADD COLUMN problem text;
