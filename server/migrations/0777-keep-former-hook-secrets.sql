-- A web hook's secret can be replaced (decision 0753). Until its end the former one signs beside the new one.
ALTER TABLE hook
  ADD COLUMN former_sealed text,
  ADD COLUMN former_until timestamptz;
