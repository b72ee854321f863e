-- Partners served by staff (rules §3): the tax number, an address that a login asked for and has not proved yet, and what an approved
-- partner asks to have changed of its legal data.
ALTER TABLE partner ADD COLUMN tax_number text NOT NULL DEFAULT '';
ALTER TABLE account ADD COLUMN new_email text;
-- The address that the link proves, for purpose 'email'.
ALTER TABLE account_link ADD COLUMN email text;
ALTER TABLE account_link DROP CONSTRAINT account_link_purpose_check;
ALTER TABLE account_link ADD CONSTRAINT account_link_purpose_check CHECK (purpose IN ('reset', 'hand-over', 'prove', 'email'));

-- Two invitations for one address would leave a partner behind that nobody can enter.
CREATE UNIQUE INDEX account_invited ON account (owner_id, email)
  WHERE kind IN ('main', 'member') AND email_proved_at IS NULL AND password_hash IS NULL AND status <> -2;

CREATE TABLE partner_request (
  owner_id bigint NOT NULL REFERENCES owner,
  request_id bigint GENERATED ALWAYS AS IDENTITY,
  partner_id bigint NOT NULL,
  account_id bigint NOT NULL,
  -- The legal fields that are to change, with what they were and what they should be.
  before jsonb NOT NULL,
  asked jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'approved', 'refused', 'withdrawn')),
  reason text NOT NULL DEFAULT '',
  decided_by text NOT NULL DEFAULT '',
  asked_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  PRIMARY KEY (owner_id, request_id),
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner,
  FOREIGN KEY (owner_id, account_id) REFERENCES account,
  CHECK ((state = 'waiting') = (decided_at IS NULL)),
  CHECK (state <> 'refused' OR reason <> '')
);
CREATE UNIQUE INDEX partner_request_waiting ON partner_request (owner_id, partner_id) WHERE state = 'waiting';
CREATE INDEX partner_request_of ON partner_request (owner_id, partner_id, request_id DESC);
ALTER TABLE partner_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE partner_request FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON partner_request USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
