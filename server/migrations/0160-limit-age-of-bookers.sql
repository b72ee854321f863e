-- The minimum age of the person who books (docs/decisions/0160); null: any.
ALTER TABLE product ADD COLUMN min_booker_age smallint CHECK (min_booker_age BETWEEN 0 AND 99);
