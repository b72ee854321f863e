// The invariant of limited offers (audit.sql.ts).
import { sql } from '../platform/db.ts';
import type { Violation } from './audit-safety.sql.ts';

export const offerInvariants = {
  'offer: what stands with a product is what its offers say': sql<Violation>`
    SELECT p.owner_id, 'product ' || p.product_id AS subject, coalesce(p.offers::text, 'nothing') || ' with it' AS detail FROM product p
    WHERE p.offers IS DISTINCT FROM (SELECT jsonb_agg(jsonb_build_object('percent', o.percent,
        'from', (extract(epoch FROM o.starts_at) * 1000)::bigint, 'until', (extract(epoch FROM o.ends_at) * 1000)::bigint)
        ORDER BY o.offer_id)
      FROM offer_product f JOIN offer o ON o.owner_id = f.owner_id AND o.offer_id = f.offer_id AND o.active
      WHERE f.owner_id = p.owner_id AND f.product_id = p.product_id)`,
};
