-- An address counts for an account only after its owner proved it: until then it captures nothing, gets no recovery mail, and keeps
-- nobody else from it. Sub-accounts were vouched for by their main accounts so far; now they prove by a mailed link.
DROP INDEX account_email;
CREATE UNIQUE INDEX account_email ON account (owner_id, email, (kind = 'staff')) WHERE status <> -2 AND email_proved_at IS NOT NULL;
CREATE INDEX account_claims ON account (owner_id, email) WHERE email_proved_at IS NULL;

ALTER TABLE account_link DROP CONSTRAINT account_link_purpose_check;
ALTER TABLE account_link ADD CONSTRAINT account_link_purpose_check CHECK (purpose IN ('reset', 'hand-over', 'prove'));

-- Those whose reader followed a link of late are proved; the others sign in as before and prove when they like.
UPDATE account a SET email_proved_at = NULL WHERE kind = 'sub' AND NOT EXISTS (SELECT 1 FROM account_link l
  WHERE l.owner_id = a.owner_id AND l.account_id = a.account_id AND l.purpose = 'reset' AND l.used_at IS NOT NULL);
