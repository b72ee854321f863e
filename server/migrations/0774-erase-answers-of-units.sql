-- What bookings of systems say of each traveller was left when the person was erased, or when the owner's terms were over (decisions 0495 and
-- 0496): numbers of passports among it. Erased ones have no contact in their units, which the system could then not read either.
UPDATE octo_booking t SET units = (
  SELECT coalesce(jsonb_agg(e.u || '{"contact": {}, "answers": {}, "resellerReference": null}' ORDER BY e.at), '[]')
  FROM jsonb_array_elements(t.units) WITH ORDINALITY AS e(u, at))
WHERE EXISTS (SELECT 1 FROM jsonb_array_elements(t.units) u WHERE NOT u ? 'contact');

UPDATE octo_booking t SET details = '{}', units = (
  SELECT coalesce(jsonb_agg(e.u || '{"contact": {}, "answers": {}}' ORDER BY e.at), '[]')
  FROM jsonb_array_elements(t.units) WITH ORDINALITY AS e(u, at))
FROM order_retention d WHERE d.owner_id = t.owner_id AND d.order_no = t.order_no AND d.stage = 2;

UPDATE octo_booking t SET
  details = t.details || jsonb_build_object('fields',
    coalesce(t.details -> 'fields', '{}') - ARRAY['201', '202', '203', '204', '205', '206', '207']),
  units = (SELECT coalesce(jsonb_agg(e.u || jsonb_build_object('answers',
      coalesce(e.u -> 'answers', '{}') - ARRAY['201', '202', '203', '204', '205', '206', '207']) ORDER BY e.at), '[]')
    FROM jsonb_array_elements(t.units) WITH ORDINALITY AS e(u, at))
FROM order_retention d WHERE d.owner_id = t.owner_id AND d.order_no = t.order_no AND d.stage = 1;
