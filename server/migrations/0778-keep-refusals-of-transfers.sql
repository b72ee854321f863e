-- Why a bank transfer was not found before, each time with its moment and the person: {reason, at, by}, the oldest first.
ALTER TABLE transfer ADD COLUMN refusals jsonb NOT NULL DEFAULT '[]';
