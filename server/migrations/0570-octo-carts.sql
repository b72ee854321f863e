-- Carts of systems that speak OCTO's older dialect (decision 0570): bookings that are held, extended, paid and given up together. Each booking
-- stays an order of its own.
CREATE TABLE octo_cart (
  owner_id bigint NOT NULL,
  partner_id bigint NOT NULL,
  -- The system's own uuid, the uuid of its first booking, or made here.
  cart_id uuid NOT NULL,
  -- Of the request that made it: the same uuid with another content is refused.
  body_hash bytea NOT NULL,
  -- Of its first booking, unless it was named before.
  currency text,
  -- For bookings that say nothing themselves, until the cart has ended.
  contact jsonb NOT NULL DEFAULT '{}',
  reseller_reference text,
  email_receipt boolean NOT NULL DEFAULT false,
  -- Its held bookings end with it.
  expires_at timestamptz NOT NULL,
  cancelled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, partner_id, cart_id),
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner
);
CREATE INDEX octo_cart_expires ON octo_cart (expires_at);
ALTER TABLE octo_cart ENABLE ROW LEVEL SECURITY;
ALTER TABLE octo_cart FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON octo_cart USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

ALTER TABLE octo_booking ADD COLUMN cart_id uuid;

-- What a web hook of that dialect asked for: {event, retryOnError, useContactLanguage, capabilities, origin}. Null: a subscription of notifications.
ALTER TABLE octo_subscription ADD COLUMN webhook jsonb;
