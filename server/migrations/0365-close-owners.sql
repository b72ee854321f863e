-- The house closes an owner, and opens it again as it was (decision 0335). Nothing of it is deleted.
ALTER TABLE owner ADD COLUMN closed_at timestamptz, ADD COLUMN closed_reason text;
ALTER TABLE owner ADD CHECK ((closed_at IS NULL) = (closed_reason IS NULL)), ADD CHECK (closed_at IS NULL OR NOT is_house);
