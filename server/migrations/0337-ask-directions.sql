-- Which ways a package of a transfer goes (domain/directions.ts); none: buyers are not asked for one.
ALTER TABLE package ADD COLUMN directions text[] NOT NULL DEFAULT '{}';
