-- How many packages, SKUs and extras of changed products are not in an imported file.
ALTER TABLE import_job ADD COLUMN removed int NOT NULL DEFAULT 0;
