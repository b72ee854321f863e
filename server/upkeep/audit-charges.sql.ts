// What is charged for orders, in whichever currency, and what of it goes back (decision 0505).
import { currencies, exponentOf } from '../../domain/currencies.ts';
import { paymentCode, refundCode } from '../platform/database/status.sql.ts';
import { sql } from '../platform/db.ts';
import type { Violation } from './audit-safety.sql.ts';

const exponents = JSON.stringify(Object.fromEntries(currencies.map((currency) => [currency, exponentOf(currency)])));

/** Minor units of the charge for what it pays of the order, before rounding. */
const exact = sql`y.order_minor * y.rate * 10::numeric ^ ((e.list ->> y.currency)::int - (e.list ->> p.currency)::int)::numeric`;

export const chargeInvariants = {
  'payment: refunds never pass what came in': sql<Violation>`
    SELECT y.owner_id, y.payment_no AS subject, 'paid ' || y.amount_minor || ', refunds ' || sum(r.amount_minor) AS detail
    FROM payment y JOIN refund r USING (owner_id, payment_no) WHERE r.status <> ${refundCode.failed}
    GROUP BY y.owner_id, y.payment_no, y.amount_minor, y.status HAVING sum(r.amount_minor) > y.amount_minor
      OR y.status <> ${paymentCode.paid}`,
  'payment: a charge is what it pays of its order at its locked rate, to the rounding of its currency': sql<Violation>`
    SELECT y.owner_id, y.payment_no AS subject, y.currency || ' ' || y.amount_minor || ' with a fee of ' || y.fee_minor || ' for '
      || p.currency || ' ' || y.order_minor || ' at ' || y.rate AS detail
    FROM payment y JOIN purchase p USING (owner_id, order_no) CROSS JOIN (SELECT ${exponents}::jsonb AS list) e
    WHERE y.currency = p.currency AND (y.rate <> 1 OR y.rate_source IS NOT NULL)
      OR abs(y.amount_minor - y.fee_minor - ${exact}) > CASE y.currency WHEN 'IDR' THEN 50 WHEN 'KWD' THEN 5 ELSE 0.5 END + 0.000001`,
  'refund: of additional payments of a whole order no more went back with its end than is noted': sql<Violation>`
    SELECT r.owner_id, r.order_no AS subject, 'refunds ' || sum(r.order_minor) || ', noted ' || e.minor AS detail FROM refund r
      CROSS JOIN LATERAL (SELECT coalesce(sum(CASE WHEN e.sub_order_no IS NULL AND e.kind <> 'rest' THEN e.returned_minor
          ELSE e.amount_minor END), 0) AS minor FROM supplement e
        WHERE e.owner_id = r.owner_id AND e.order_no = r.order_no AND e.state = 'paid') e
    WHERE r.refund_no LIKE '%-ended' AND r.status <> ${refundCode.failed}
    GROUP BY r.owner_id, r.order_no, e.minor HAVING sum(r.order_minor) > e.minor`,
  'payment: what goes back is in the currency of the charge, and never more of the order than it paid': sql<Violation>`
    SELECT y.owner_id, y.payment_no AS subject, y.currency || ' for ' || y.order_minor || ', refunds in '
      || string_agg(DISTINCT r.currency, ', ') || ' for ' || coalesce(sum(r.order_minor), 0) AS detail
    FROM payment y JOIN refund r USING (owner_id, payment_no) WHERE r.status <> ${refundCode.failed}
    GROUP BY y.owner_id, y.payment_no, y.currency, y.order_minor
    HAVING coalesce(sum(r.order_minor), 0) > y.order_minor OR bool_or(r.currency <> y.currency)`,
};
