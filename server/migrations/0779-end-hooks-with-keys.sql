-- What a system subscribed to with a key ends with that key (decision 0774). Null: a person let it go on, or it is older than this column and
-- its partner has not exactly one key for OCTO.
ALTER TABLE octo_subscription
  ADD COLUMN key_id bigint,
  ADD CONSTRAINT octo_subscription_key FOREIGN KEY (owner_id, key_id) REFERENCES api_key;
CREATE INDEX octo_subscription_of_key ON octo_subscription (owner_id, key_id);
UPDATE octo_subscription o SET key_id = k.key_id FROM hook h, (
    SELECT owner_id, partner_id, min(key_id) AS key_id FROM api_key
    WHERE revoked_at IS NULL AND ends_at IS NULL AND NOT is_test AND 'octo' = ANY(scopes) GROUP BY 1, 2 HAVING count(*) = 1) k
  WHERE h.owner_id = o.owner_id AND h.hook_id = o.hook_id AND k.owner_id = h.owner_id AND k.partner_id = h.partner_id;
