-- Rules of a package of its own (docs/decisions/0300); null: the product's. A rule's limit is in days or in hours: exactly one is given.
ALTER TABLE package ADD COLUMN refund_rules jsonb;
UPDATE product SET refund_rules = (SELECT jsonb_agg(r || '{"hoursBefore": null}' ORDER BY place)
    FROM jsonb_array_elements(refund_rules) WITH ORDINALITY AS e(r, place))
  WHERE jsonb_typeof(refund_rules) = 'array' AND jsonb_array_length(refund_rules) > 0;
