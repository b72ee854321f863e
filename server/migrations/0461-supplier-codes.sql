-- What a supplier's system gave for a line to be let in there (decision 0461): [{format, value}], shown in place of our own code. Null: nothing.
ALTER TABLE sub_order ADD COLUMN supplier_codes jsonb;
-- Guards scan them at our gates too.
CREATE INDEX sub_order_supplier_codes ON sub_order USING gin (supplier_codes jsonb_path_ops) WHERE supplier_codes IS NOT NULL;
