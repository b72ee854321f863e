-- What of an additional payment of the whole order went back: with the order's end, or as a gift (decision 0742). Orders that ended before
-- they were confirmed gave all of it back.
ALTER TABLE supplement ADD COLUMN returned_minor bigint NOT NULL DEFAULT 0,
  ADD CHECK (returned_minor BETWEEN 0 AND amount_minor),
  ADD CHECK (returned_minor = 0 OR (state = 'paid' AND sub_order_no IS NULL AND kind <> 'rest'));
UPDATE supplement s SET returned_minor = s.amount_minor FROM payment y JOIN refund r USING (owner_id, payment_no)
WHERE y.owner_id = s.owner_id AND y.supplement_no = s.supplement_no AND y.outcome = 'applied' AND r.refund_no = y.payment_no || '-ended'
  AND s.state = 'paid' AND s.sub_order_no IS NULL AND s.kind <> 'rest';
