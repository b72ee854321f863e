-- Transfers that Mozio carries out (decision 0685): beside suppliers that speak OCTO, in their tables.
ALTER TABLE octo_link ADD COLUMN speaks text NOT NULL DEFAULT 'octo' CHECK (speaks IN ('octo', 'mozio'));

-- Null: an option by OCTO. {from, to, currency, skus: {SKU: {vehicle, people, mostMinor}}}; '' is the address that the guest enters.
ALTER TABLE octo_offer ADD COLUMN ride jsonb;

ALTER TABLE octo_supply
  -- As it was tied when the order came.
  ADD COLUMN ride jsonb,
  ADD COLUMN search_id text NOT NULL DEFAULT '',
  ADD COLUMN searched_at timestamptz,
  -- Since staff last looked.
  ADD COLUMN searches integer NOT NULL DEFAULT 0,
  -- The cheapest result of the search so far: {id, minor, vehicle, provider}.
  ADD COLUMN best jsonb,
  -- Mozio's id of the reservation, by which it is cancelled.
  ADD COLUMN booking_ref text NOT NULL DEFAULT '',
  -- Of net_minor; null: the product's.
  ADD COLUMN net_currency text,
  -- Nothing is booked before a person asks for it.
  ADD COLUMN waits_for_staff boolean NOT NULL DEFAULT false;
