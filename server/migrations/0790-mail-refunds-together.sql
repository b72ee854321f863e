-- Refunds of one act that go back to one payment are one mail: which act it was, and the refund whose mail lists this one.
ALTER TABLE refund ADD COLUMN act text, ADD COLUMN mailed_with text;
