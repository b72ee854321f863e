-- Promo codes for types and cities of products, for partners and levels, and for a buyer's first order. Null: no limit of that kind.
ALTER TABLE coupon
  ADD COLUMN product_types smallint[],
  ADD COLUMN cities text[],
  ADD COLUMN levels smallint[],
  ADD COLUMN partner_ids bigint[],
  ADD COLUMN first_order boolean NOT NULL DEFAULT false;
