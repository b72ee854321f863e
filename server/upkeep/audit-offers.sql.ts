// Invariants of the copies that products hold for their prices: limited offers, and the lowest agent prices (audit.sql.ts).
import { carTypes, ticketTypes } from '../../domain/product-types.ts';
import { sql } from '../platform/db.ts';
import type { Violation } from './audit-safety.sql.ts';

export const offerInvariants = {
  'offer: the copy stored with a product equals its offers': sql<Violation>`
    SELECT p.owner_id, 'product ' || p.product_id AS subject, coalesce(p.offers::text, 'nothing') || ' with it' AS detail FROM product p
    WHERE p.offers IS DISTINCT FROM (SELECT jsonb_agg(jsonb_build_object('percent', o.percent,
        'from', (extract(epoch FROM o.starts_at) * 1000)::bigint, 'until', (extract(epoch FROM o.ends_at) * 1000)::bigint)
        ORDER BY o.offer_id)
      FROM offer_product f JOIN offer o ON o.owner_id = f.owner_id AND o.offer_id = f.offer_id AND o.active
      WHERE f.owner_id = p.owner_id AND f.product_id = p.product_id)`,
  'price: the stored lowest agent price of a product follows from its rules': sql<Violation>`
    WITH ruled AS (SELECT owner_id, audience, product_id, coalesce(bool_or(valid_by = 'booking'), false) AS by_day FROM price_rule
        WHERE product_id IS NOT NULL AND valid_by IS DISTINCT FROM 'travel' GROUP BY 1, 2, 3),
      priced AS (SELECT a.owner_id, a.audience, a.product_id, a.by_day, s.price_minor, (SELECT agent_price(s.price_minor, r.kind, r.value)
          FROM price_rule r WHERE r.owner_id = a.owner_id AND r.audience = a.audience AND r.product_id = a.product_id
            AND r.valid_by IS NULL AND coalesce(r.sku_id, s.sku_id) = s.sku_id AND coalesce(r.package_id, k.package_id) = k.package_id
          ORDER BY r.scope, r.rule_id DESC LIMIT 1) AS own_minor
        FROM ruled a JOIN package k ON k.owner_id = a.owner_id AND k.product_id = a.product_id AND k.on_shelf
        JOIN LATERAL (SELECT s.sku_id, s.price_minor FROM sku s WHERE s.owner_id = k.owner_id AND s.package_id = k.package_id
          AND s.on_shelf ORDER BY array_position(${[...ticketTypes]}::int[], s.ticket_type),
            array_position(${[...carTypes]}::int[], s.car_type), s.seat_class, s.position, s.sku_id LIMIT 1) s ON true),
      said AS (SELECT owner_id, audience, product_id, by_day, min(own_minor) AS own_minor,
          min(price_minor) FILTER (WHERE own_minor IS NULL) AS rest_minor, min(price_minor) AS usual_minor
        FROM priced GROUP BY 1, 2, 3, 4)
    SELECT owner_id, 'product ' || product_id AS subject, concat_ws(' ', 'for', audience, 'kept', f.own_minor, f.rest_minor, f.usual_minor)
      AS detail
    FROM said s FULL JOIN agent_from f USING (owner_id, audience, product_id)
    WHERE (s.by_day, s.own_minor, s.rest_minor, s.usual_minor) IS DISTINCT FROM (f.by_day, f.own_minor, f.rest_minor, f.usual_minor)`,
};
