-- Prices of sessions (docs/decisions/0301): of a SKU for every day, as rows [{"session": "20:00", "priceMinor": 4500}], and of single days
-- beside the day's price, which is for all sessions ('').
ALTER TABLE sku ADD COLUMN session_prices jsonb NOT NULL DEFAULT '[]';
ALTER TABLE sku_price ADD COLUMN session text NOT NULL DEFAULT '';
ALTER TABLE sku_price DROP CONSTRAINT sku_price_pkey, ADD PRIMARY KEY (owner_id, sku_id, play_on, session);
