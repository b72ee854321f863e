// The invariants of orders that other systems place, a part of those of audit.sql.ts.
import { sql } from '../platform/db.ts';
import type { Violation } from './audit-safety.sql.ts';

export const systemInvariants = {
  'octo: a booking is its partner’s, and its order has a line for each unit': sql<Violation>`
    SELECT b.owner_id, 'booking ' || b.uuid AS subject, 'order ' || b.order_no AS detail
    FROM octo_booking b JOIN purchase p ON p.owner_id = b.owner_id AND p.order_no = b.order_no
    WHERE p.partner_id <> b.partner_id OR jsonb_array_length(b.units) <> (SELECT count(*) FROM sub_order s
      WHERE s.owner_id = b.owner_id AND s.order_no = b.order_no)`,
  'octo: what lies in one cart is sold in the cart’s currency': sql<Violation>`
    SELECT b.owner_id, 'cart ' || b.cart_id AS subject, 'order ' || b.order_no || ' is in ' || p.currency AS detail
    FROM octo_booking b JOIN purchase p ON p.owner_id = b.owner_id AND p.order_no = b.order_no
      JOIN octo_cart c ON c.owner_id = b.owner_id AND c.partner_id = b.partner_id AND c.cart_id = b.cart_id
    WHERE p.currency IS DISTINCT FROM c.currency`,
  'reselling: Mozio’s car costs no more than its package allows, and one that is confirmed can be cancelled there': sql<Violation>`
    SELECT y.owner_id, 'order ' || y.order_no AS subject,
      y.net_minor || ' of ' || coalesce(m.most::text, 'nothing') || ', reservation ' || y.booking_ref AS detail
    FROM octo_supply y
      LEFT JOIN LATERAL (SELECT (y.ride -> 'skus' -> (y.items -> 0 ->> 'unitId') ->> 'mostMinor')::bigint AS most) m ON true
    WHERE y.ride IS NOT NULL AND (y.was_sent AND y.net_minor > coalesce(m.most, 0) OR y.state = 'confirmed' AND y.booking_ref = '')`,
  'platforms: an order that a platform took is its partner’s and says where it came from': sql<Violation>`
    SELECT c.owner_id, 'order ' || c.order_no AS subject, 'source ' || c.source || ' is ' || p.source AS detail
    FROM channel_order c JOIN purchase p ON p.owner_id = c.owner_id AND p.order_no = c.order_no
    WHERE p.partner_id <> c.partner_id OR p.source <> c.source`,
  'platforms: an order that was requested and booked is found under its number': sql<Violation>`
    SELECT u.owner_id, 'order ' || u.reference AS subject, 'of source ' || u.source AS detail FROM pulled_order u
    WHERE u.state = 'booked' AND NOT EXISTS (SELECT 1 FROM channel_order c WHERE c.owner_id = u.owner_id AND c.source = u.source
      AND c.reference = u.reference)`,
  'platforms: no more vouchers were reported to a platform than were redeemed': sql<Violation>`
    SELECT u.owner_id, 'order ' || u.order_no AS subject, u.told_units || ' reported, ' || n.units || ' redeemed' AS detail
    FROM channel_use u CROSS JOIN LATERAL (SELECT coalesce(sum(s.quantity), 0)::int AS units FROM sub_order s
      WHERE s.owner_id = u.owner_id AND s.order_no = u.order_no AND s.redeemed_at IS NOT NULL) n
    WHERE u.told_units > n.units`,
  'platforms: a platform got no more places than a departure has, or will get an update': sql<Violation>`
    SELECT t.owner_id, 'product ' || t.ref || ', ' || t.place AS subject,
      'source ' || t.source || ' was told of ' || (t.sent ->> 'vacancies') || ', there are ' || coalesce(d.capacity, 0) AS detail
    FROM channel_place t JOIN channel_product c ON c.owner_id = t.owner_id AND c.source = t.source AND c.ref = t.ref
      JOIN channel_account a ON a.owner_id = c.owner_id AND a.source = c.source
      LEFT JOIN departure d ON d.owner_id = c.owner_id AND d.package_id = c.package_id AND d.play_on = left(t.place, 10)::date
        AND d.session = substr(t.place, 12, 5)
    WHERE (t.sent ->> 'vacancies')::int > coalesce(d.capacity, 0) AND left(t.place, 10)::date > now() + interval '1 day'
      AND c.tries = 0 AND c.look_at > now() + interval '30 seconds'`,
};
