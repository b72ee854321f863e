-- A page of the owner may stand above the list of what there is in a country or city, of a category, or of both (decision 0472).
ALTER TABLE custom_page
  ADD COLUMN of_country text,
  ADD COLUMN of_city text,
  ADD COLUMN of_type smallint,
  ADD CONSTRAINT custom_page_place CHECK (of_country IS NULL OR of_city IS NULL);
-- One for each list.
CREATE UNIQUE INDEX custom_page_of_list ON custom_page (owner_id, of_country, of_city, of_type) NULLS NOT DISTINCT
  WHERE of_country IS NOT NULL OR of_city IS NOT NULL OR of_type IS NOT NULL;
