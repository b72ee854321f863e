-- One comparison with a gateway's list per owner, channel and day of the channel's calendar: who claimed it, how it ended. What did not
-- agree lies in settlement_difference (0004).
CREATE TABLE settlement_run (
  owner_id bigint NOT NULL REFERENCES owner,
  channel text NOT NULL,
  on_day date NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  tries integer NOT NULL DEFAULT 1,
  started_at timestamptz NOT NULL DEFAULT now(),
  done_at timestamptz,
  -- lines in the gateway's list, and differences that were new
  listed integer NOT NULL DEFAULT 0,
  added integer NOT NULL DEFAULT 0,
  problem text NOT NULL DEFAULT '',
  PRIMARY KEY (owner_id, channel, on_day)
);
ALTER TABLE settlement_run ENABLE ROW LEVEL SECURITY;
ALTER TABLE settlement_run FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON settlement_run USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
-- Lines of the lists are found by our number too, and ours by the day on which the money moved.
CREATE INDEX settlement_row_ours ON settlement_row (owner_id, channel, kind, our_ref);
CREATE INDEX payment_settled ON payment (owner_id, channel, settled_at);
-- What went back of a payment is summed wherever money goes back, and for every line of a list; payments are listed newest first.
CREATE INDEX refund_payment ON refund (owner_id, payment_no);
CREATE INDEX payment_created ON payment (owner_id, created_at DESC, payment_no);
