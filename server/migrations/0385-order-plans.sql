-- Lines that a supplier of data plans fulfils from the owner's balance there (decision 0375). Which plan of the supplier a SKU is.
ALTER TABLE sku
  ADD COLUMN plan_kind text CHECK (plan_kind IN ('eSim', 'card')),
  ADD COLUMN plan_sku text,
  ADD COLUMN plan_copies int CHECK (plan_copies BETWEEN 1 AND 365),
  ADD CHECK ((plan_kind IS NULL) = (plan_sku IS NULL));

-- The eSIMs of an order as the supplier delivered them, or as staff typed them from the supplier's own pages.
CREATE TABLE esim (
  owner_id bigint NOT NULL REFERENCES owner,
  order_no text NOT NULL,
  iccid text NOT NULL,
  payment_no text NOT NULL,
  -- Null while the supplier has not said for which line it is.
  sub_order_no text,
  -- What its QR code says: LPA:1$address$code.
  activation text NOT NULL,
  confirmation_code text NOT NULL DEFAULT '',
  apn text NOT NULL DEFAULT '',
  pin text NOT NULL DEFAULT '',
  puk text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  -- As the supplier writes it, by its clock.
  valid_until text NOT NULL DEFAULT '',
  -- The person who typed it; null: it came from the supplier.
  by_name text,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, order_no, iccid),
  FOREIGN KEY (owner_id, order_no) REFERENCES purchase,
  FOREIGN KEY (owner_id, payment_no) REFERENCES payment,
  FOREIGN KEY (owner_id, sub_order_no) REFERENCES sub_order
);
ALTER TABLE esim ENABLE ROW LEVEL SECURITY;
ALTER TABLE esim FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON esim USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);

-- What is left at the supplier, as it was last told.
CREATE TABLE channel_balance (
  owner_id bigint NOT NULL,
  channel text NOT NULL,
  currency text NOT NULL,
  available_minor bigint NOT NULL,
  -- Less than the owner wants there.
  low boolean NOT NULL,
  asked_at timestamptz NOT NULL,
  PRIMARY KEY (owner_id, channel),
  FOREIGN KEY (owner_id, channel) REFERENCES channel_setting ON DELETE CASCADE
);
ALTER TABLE channel_balance ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_balance FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON channel_balance USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
