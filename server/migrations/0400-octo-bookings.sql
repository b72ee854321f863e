-- Bookings of systems that speak OCTO (decision 0390): what the standard says of a booking beside its order, which is an order like any other.
CREATE TABLE octo_booking (
  owner_id bigint NOT NULL REFERENCES owner,
  partner_id bigint NOT NULL,
  -- Chosen by the partner's system; one booking for each, whatever is sent again.
  uuid uuid NOT NULL,
  -- The order that holds its places. A change of day or units before payment puts another in its place.
  order_no text NOT NULL,
  -- Of the first request: the same uuid with another content is refused.
  body_hash bytea NOT NULL,
  version integer NOT NULL DEFAULT 1,
  product_id bigint NOT NULL,
  package_id bigint NOT NULL,
  -- As it was shown when it was booked; null for an open ticket that was booked without a day.
  availability jsonb,
  -- [{uuid, unitId, resellerReference, contact, answers}], in the order of the order's lines.
  units jsonb NOT NULL,
  contact jsonb NOT NULL,
  -- {fields, pickup}: what was answered beyond the contact.
  details jsonb NOT NULL DEFAULT '{}',
  reseller_reference text,
  notes text,
  email_receipt boolean NOT NULL DEFAULT false,
  cancel_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, partner_id, uuid),
  UNIQUE (owner_id, order_no),
  FOREIGN KEY (owner_id, partner_id) REFERENCES partner,
  FOREIGN KEY (owner_id, order_no) REFERENCES purchase
);
CREATE INDEX octo_booking_reference ON octo_booking (owner_id, partner_id, reseller_reference);
ALTER TABLE octo_booking ENABLE ROW LEVEL SECURITY;
ALTER TABLE octo_booking FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON octo_booking USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
