-- Rows of the home page (decision 0513) may fill up with what is liked most in a city, in a category or in both, and be shown in some
-- months of each year only, by the owner's clock: from November to February is 11 to 2.
ALTER TABLE promotion
  ADD COLUMN of_city text,
  ADD COLUMN of_type smallint,
  ADD COLUMN month_from smallint CHECK (month_from BETWEEN 1 AND 12),
  ADD COLUMN month_to smallint CHECK (month_to BETWEEN 1 AND 12),
  ADD CHECK ((month_from IS NULL) = (month_to IS NULL));
