-- An agent takes a top-up by bank transfer back before finance settled it.
ALTER TABLE transfer
  DROP CONSTRAINT transfer_state_check,
  ADD CONSTRAINT transfer_state_check CHECK (state IN ('open', 'submitted', 'verified', 'refused', 'withdrawn'));
