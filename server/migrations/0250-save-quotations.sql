-- Quotations that an agent saves, sends and books (§2 onlinequotation). What was sent stays: a change afterwards is a new version.
CREATE TABLE quotation (
  owner_id bigint NOT NULL REFERENCES owner,
  quotation_id bigint GENERATED ALWAYS AS IDENTITY,
  number text NOT NULL,
  partner_id bigint NOT NULL,
  account_id bigint NOT NULL,
  status text NOT NULL DEFAULT 'draft'
    CHECK (status IN ('draft', 'sent', 'opened', 'accepted', 'booked', 'expired', 'withdrawn')),
  version int NOT NULL DEFAULT 1,
  -- Rises with every change, so that two people who save at once notice.
  revision int NOT NULL DEFAULT 1,
  accepted_by text NOT NULL DEFAULT '',
  order_nos text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, quotation_id),
  UNIQUE (owner_id, number),
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner,
  FOREIGN KEY (owner_id, account_id) REFERENCES account,
  CHECK ((status = 'booked') = (order_nos <> '{}'))
);
CREATE INDEX quotation_of_partner ON quotation (owner_id, partner_id, changed_at DESC);
-- The clock looks for those whose validity is over.
CREATE INDEX quotation_waiting ON quotation (owner_id) WHERE status IN ('sent', 'opened');

CREATE TABLE quotation_version (
  owner_id bigint NOT NULL,
  quotation_id bigint NOT NULL,
  version int NOT NULL,
  customer_name text NOT NULL,
  customer_email text NOT NULL,
  -- Of the customer.
  language text NOT NULL,
  currency text NOT NULL,
  title text NOT NULL,
  greeting text NOT NULL,
  terms text NOT NULL,
  -- The last day on which it can be accepted, in the owner's zone.
  valid_until date NOT NULL,
  percent text NOT NULL,
  -- The total that the agent wants instead of a mark-up.
  target_minor bigint,
  -- What the customer is asked; NULL while a line has no price.
  total_minor bigint,
  sent_at timestamptz,
  PRIMARY KEY (owner_id, quotation_id, version),
  FOREIGN KEY (owner_id, quotation_id) REFERENCES quotation ON DELETE CASCADE
);

CREATE TABLE quotation_line (
  owner_id bigint NOT NULL,
  quotation_id bigint NOT NULL,
  version int NOT NULL,
  position int NOT NULL,
  -- NULL: free text with a price of its own.
  product_id bigint,
  package_id bigint,
  sku_id bigint,
  -- NULL until it is chosen.
  play_on date,
  session text NOT NULL DEFAULT '',
  until_on date,
  quantity int NOT NULL CHECK (quantity BETWEEN 1 AND 999),
  add_ons jsonb NOT NULL DEFAULT '[]',
  -- The day of the itinerary, where the line has no day itself.
  day_on date,
  -- '' takes the mark-up of the whole quotation.
  percent text NOT NULL DEFAULT '',
  title text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  -- What the customer pays, in the customer's currency.
  unit_minor bigint,
  amount_minor bigint,
  -- What the agent and the public paid for it when it was saved, in the selling currency; the order reads all anew.
  net_currency text,
  net_minor bigint,
  retail_minor bigint,
  -- The same in the customer's currency, for the margin.
  shown_net_minor bigint,
  -- Names and picture as they were then.
  facts jsonb,
  -- The refusal where it cannot be sold as asked: its name and the figures of its words.
  problem jsonb,
  PRIMARY KEY (owner_id, quotation_id, version, position),
  FOREIGN KEY (owner_id, quotation_id, version) REFERENCES quotation_version ON DELETE CASCADE,
  CHECK ((product_id IS NULL) = (sku_id IS NULL))
);

-- Whoever has the token reads the quotation that was sent; only its hash is stored.
CREATE TABLE quotation_link (
  owner_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  quotation_id bigint NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, token_hash),
  FOREIGN KEY (owner_id, quotation_id) REFERENCES quotation ON DELETE CASCADE
);
CREATE INDEX quotation_link_of ON quotation_link (owner_id, quotation_id);

CREATE TABLE quotation_event (
  owner_id bigint NOT NULL,
  quotation_id bigint NOT NULL,
  event_id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  version int NOT NULL,
  action text NOT NULL,
  actor text NOT NULL,
  actor_name text NOT NULL,
  -- A customer's question; '' for a change of status.
  text text NOT NULL DEFAULT '',
  PRIMARY KEY (owner_id, quotation_id, event_id),
  FOREIGN KEY (owner_id, quotation_id) REFERENCES quotation ON DELETE CASCADE
);

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['quotation', 'quotation_version', 'quotation_line', 'quotation_link', 'quotation_event'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY own_rows ON %I USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0)', t);
  END LOOP;
END $$;
