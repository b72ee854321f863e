-- Whether a file of an order is for its travellers, too (decision 0811). Files may name prices, and of those that are here no one has said:
-- they stay with the buyer.
ALTER TABLE order_file ADD COLUMN for_travellers boolean NOT NULL DEFAULT false;
