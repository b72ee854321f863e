-- Parts of orders that a platform cancelled (decision 0573): a message that comes twice cancels once. By the platform's number of the cancellation.
CREATE TABLE channel_refund (
  owner_id bigint NOT NULL,
  order_no text NOT NULL,
  refund_ref text NOT NULL,
  -- [{skuId, quantity}], skuId null: of any.
  units jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (owner_id, order_no, refund_ref),
  FOREIGN KEY (owner_id, order_no) REFERENCES purchase
);
ALTER TABLE channel_refund ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_refund FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON channel_refund USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
