-- Units of a paid order by product, until a round adds them to the product (decision 0651).
CREATE TABLE product_sale (
  owner_id bigint NOT NULL,
  order_no text NOT NULL,
  product_id bigint NOT NULL,
  quantity int NOT NULL,
  PRIMARY KEY (owner_id, order_no, product_id)
);
ALTER TABLE product_sale ENABLE ROW LEVEL SECURITY;
ALTER TABLE product_sale FORCE ROW LEVEL SECURITY;
CREATE POLICY own_rows ON product_sale USING (owner_id = (SELECT app_owner()) OR (SELECT app_owner()) = 0);
