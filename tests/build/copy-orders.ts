// Many copies of one real order, for tests of long lists and files.
import { type House, sql } from '../../server/platform/db.ts';

/** Copies `first` so often: expired orders EXP000000001 and so on, whose contact, remark and product have one of the texts each. */
export async function copyOrders(
  house: House,
  { first, count, texts }: { first: string; count: number; texts: string[] },
): Promise<void> {
  // Copies of one real order, all placed within a few microseconds, so that batches meet equal and nearly equal moments.
  await sql`INSERT INTO purchase (owner_id, order_no, partner_id, account_id, session_hash, product_id, status, pay_status, currency, listed_minor,
      payable_minor, rate, language, contact, remark, agent_reference, placed_at)
    SELECT p.owner_id, 'EXP' || lpad(n::text, 9, '0'), partner_id, account_id, session_hash, product_id, 4006, pay_status, currency, listed_minor,
      payable_minor, rate, language, jsonb_build_object('name', h.text, 'email', 'x@example.com', 'areaCode', '60', 'phone', '12345'), h.text, h.text,
      p.placed_at - make_interval(secs => (n / 3) * 0.000001)
    FROM purchase p, generate_series(1, ${count}) n, LATERAL (SELECT (${texts}::text[])[1 + n % ${texts.length}] AS text) h
    WHERE p.owner_id = 1 AND p.order_no = ${first}`.execute(house);
  await sql`INSERT INTO sub_order (owner_id, sub_order_no, order_no, departure_id, product_id, package_id, sku_id, play_on, session, quantity, status,
      unit_minor, amount_minor, ladder, terms, travellers, hold_state)
    SELECT s.owner_id, p.order_no || '-1', p.order_no, departure_id, s.product_id, package_id, sku_id, play_on, session, quantity, 4006, unit_minor,
      amount_minor, ladder, terms || jsonb_build_object('names', jsonb_build_object('en', p.remark)),
      jsonb_build_array(jsonb_build_object('102', p.remark)), 'expired'
    FROM sub_order s, purchase p WHERE s.owner_id = 1 AND s.order_no = ${first} AND p.owner_id = 1 AND p.order_no LIKE 'EXP%'`.execute(
    house,
  );
  await sql`INSERT INTO line_hold (owner_id, sub_order_no, departure_id, quantity)
    SELECT owner_id, sub_order_no, departure_id, quantity FROM sub_order WHERE owner_id = 1 AND order_no LIKE 'EXP%'`.execute(
    house,
  );
  await sql`INSERT INTO order_event (owner_id, order_no, action, actor, from_status, to_status)
    SELECT 1, order_no, e.action, e.actor, e.was, e.now FROM purchase,
      (VALUES (1, 'place', 'buyer', NULL::int, 1001), (2, 'expire', 'clock', 1001, 4006)) e(step, action, actor, was, now)
    WHERE owner_id = 1 AND order_no LIKE 'EXP%' ORDER BY order_no, step`.execute(house);
}
