-- When a package picks up, as rows "06:00-22:00/4@12" (domain/pickup-times.ts); empty: at any time.
ALTER TABLE package ADD COLUMN pickup_times text[] NOT NULL DEFAULT '{}';

-- The fields of 0301 are fields of a product as the others.
DROP TRIGGER product_renewed ON product;
CREATE TRIGGER product_renewed AFTER UPDATE OF owner_id, product_id, key, type, subtype, city, lat, lng, currency, scene, names, overviews,
    content, instant, play_value, play_unit, service_languages, redemption, free_cancel_days, on_shelf, created_at, revision, state,
    preview_token, cut_off_hours, refund_rules, order_fields, traveller_fields, supplier_id, updated_at, min_booker_age,
    later_order_fields, later_traveller_fields, completion_hours ON product
  FOR EACH ROW EXECUTE FUNCTION renew_version();
