-- Candidates of "more like this" and hits of a search without their wide rows, and the sessions of packages that have some.
CREATE INDEX product_found ON product (owner_id, product_id)
  INCLUDE (type, subtype, city, from_sort, popularity, sold, sold_lately, created_at) WHERE on_shelf;
CREATE INDEX product_near ON product (owner_id, city, popularity DESC, product_id) INCLUDE (type) WHERE on_shelf;
CREATE INDEX departure_sessions ON departure (owner_id, package_id, play_on) INCLUDE (session) WHERE session <> '';
