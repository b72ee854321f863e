// The invariants of stock, orders, payments and ledger as statements that find what breaks them. Each returns `subject` and
// `detail` of every violation; no rows is health. A new invariant is added here first (security rule 79).
import { orderFileRules } from '../../domain/order-files.ts';
import { partnerDocumentRules } from '../../domain/partner-documents.ts';
import { everyEvent } from '../platform/database/history.sql.ts';
import { orderCode, paymentCode, rechargeCode, refundCode } from '../platform/database/status.sql.ts';
import { type House, rows, sql } from '../platform/db.ts';
import { chargeInvariants } from './audit-charges.sql.ts';
import { offerInvariants } from './audit-offers.sql.ts';
import { safety, type Violation } from './audit-safety.sql.ts';
import { statementInvariants } from './audit-statements.sql.ts';
import { ended, stockInvariants } from './audit-stock.sql.ts';
import { systemInvariants } from './audit-systems.sql.ts';

/** An order has the first of these that one of its lines has. */
const rollUp = sql`${orderCode.unpaid}, ${orderCode.pending}, ${orderCode.cancelling}, ${orderCode.confirmed},
  ${orderCode.completed}, ${ended}`;

export const invariants = {
  ...stockInvariants,
  ...systemInvariants,
  ...chargeInvariants,
  ...statementInvariants,
  'reselling: what a supplier gave back or refused is no open line of an order, unless staff are notified': sql<Violation>`
    SELECT y.owner_id, 'order ' || y.order_no AS subject, 'booking ' || y.uuid || ' is ' || y.state AS detail FROM octo_supply y
    WHERE y.state IN ('released', 'refused') AND y.due_at IS NULL AND y.problem = '' AND EXISTS (SELECT 1 FROM sub_order s
      JOIN jsonb_to_recordset(y.items) AS i(line text) ON i.line = s.sub_order_no
      WHERE s.owner_id = y.owner_id AND s.status IN (${orderCode.unpaid}, ${orderCode.pending}))`,
  'cities: a product is in a city of the house or of its owner, and in none that was merged': sql<Violation>`
    SELECT p.owner_id, 'product ' || p.product_id AS subject, 'city ' || p.city AS detail FROM product p JOIN city c ON c.city = p.city
    WHERE c.owner_id <> p.owner_id
      OR EXISTS (SELECT 1 FROM city_merge m WHERE m.owner_id = p.owner_id AND m.from_city = p.city)`,
  'cities: a merged city leads to one that is used': sql<Violation>`
    SELECT m.owner_id, 'city ' || m.from_city AS subject, 'leads to ' || m.into_city AS detail
    FROM city_merge m JOIN city c ON c.city = m.into_city WHERE c.owner_id <> m.owner_id
      OR EXISTS (SELECT 1 FROM city_merge n WHERE n.owner_id = m.owner_id AND n.from_city = m.into_city)`,
  'cancel: what is cancelled is at most what there was': sql<Violation>`
    SELECT owner_id, sub_order_no AS subject, cancelled_quantity || ' of ' || quantity || ', ' || cancelled_minor
      || ' and returned ' || returned_minor || ' of ' || amount_minor || ' and added ' || added AS detail
    FROM sub_order s CROSS JOIN LATERAL (SELECT coalesce(sum(e.amount_minor), 0) AS added FROM supplement e
      WHERE e.owner_id = s.owner_id AND e.sub_order_no = s.sub_order_no AND e.state = 'paid') e
    WHERE cancelled_quantity > quantity OR cancelled_minor + returned_minor > amount_minor + added
      OR (status <> ${orderCode.closed}
        AND (cancelled_quantity = quantity) <> (status IN (${orderCode.cancelled}, ${orderCode.cancelledAfterApproval})))
      OR (cancelled_quantity = quantity AND cancelled_minor + returned_minor <> amount_minor + added)`,
  'order: what a line got later is less than it has, and what it gave back was asked for': sql<Violation>`
    SELECT s.owner_id, s.sub_order_no AS subject, 'added ' || s.added_quantity || ' of ' || s.quantity || ', returned ' || s.returned_minor
      || ', refunds ' || coalesce(sum(r.order_minor), 0) AS detail
    FROM sub_order s LEFT JOIN refund r ON r.owner_id = s.owner_id AND r.sub_order_no = s.sub_order_no
      AND r.refund_no LIKE '%-change-%' AND r.status <> ${refundCode.failed}
    WHERE s.added_quantity > 0 OR r.refund_no IS NOT NULL
    GROUP BY s.owner_id, s.sub_order_no, s.added_quantity, s.quantity, s.returned_minor
    HAVING s.added_quantity >= s.quantity OR coalesce(sum(r.order_minor), 0) > s.returned_minor`,
  'order: status is the roll-up of its lines': sql<Violation>`
    SELECT p.owner_id, p.order_no AS subject, 'order ' || p.status || ', lines ' || string_agg(s.status::text, ' ') AS detail
    FROM purchase p LEFT JOIN sub_order s USING (owner_id, order_no) GROUP BY p.owner_id, p.order_no, p.status
    HAVING p.status IS DISTINCT FROM (array_agg(s.status
      ORDER BY array_position(ARRAY[${rollUp}], s.status::int)))[1]`,
  'order: payable is what its lines cost': sql<Violation>`
    SELECT p.owner_id, p.order_no AS subject, 'payable ' || p.payable_minor || ', lines ' || coalesce(sum(s.amount_minor), 0) AS detail
    FROM purchase p LEFT JOIN sub_order s USING (owner_id, order_no)
    GROUP BY p.owner_id, p.order_no, p.payable_minor, p.listed_minor, p.discount_minor, p.partner_minor, p.add_on_minor, p.freight_minor
    HAVING p.payable_minor <> coalesce(sum(s.amount_minor), 0)
      OR p.freight_minor <> coalesce(sum(s.freight_minor), 0)
      OR p.payable_minor <> p.listed_minor - p.partner_minor - p.discount_minor + p.add_on_minor + p.freight_minor`,
  'esims: no more of a line than were bought, and only in orders that were paid at the supplier': sql<Violation>`
    SELECT e.owner_id, e.order_no AS subject, 'line ' || coalesce(e.sub_order_no, 'of nobody') || ', ' || count(*) || ' eSIMs' AS detail
    FROM esim e LEFT JOIN sub_order s USING (owner_id, sub_order_no)
    GROUP BY e.owner_id, e.order_no, e.sub_order_no, s.order_no, s.quantity
    HAVING s.order_no <> e.order_no OR count(*) > s.quantity
      OR bool_or(NOT EXISTS (SELECT 1 FROM payment y WHERE y.owner_id = e.owner_id AND y.payment_no = e.payment_no
        AND y.order_no = e.order_no AND y.channel = 'billionConnect'))`,
  'order: only what is delivered has freight or was sent': sql<Violation>`
    SELECT owner_id, sub_order_no AS subject, 'freight ' || freight_minor || ', sent ' || coalesce(sent_at::text, 'never') AS detail
    FROM sub_order WHERE (freight_minor > 0 OR sent_at IS NOT NULL) AND NOT coalesce((terms ->> 'delivered')::boolean, false)
      OR (sent_at IS NULL) <> (tracking_number = '')`,
  'order: each ladder adds up to its line': sql<Violation>`
    SELECT owner_id, sub_order_no AS subject, 'amount ' || amount_minor || ', ladder ' || ladder::text AS detail FROM sub_order
    WHERE amount_minor <> (SELECT coalesce(sum((step ->> 'amountMinor')::bigint), 0) FROM jsonb_array_elements(ladder) step)`,
  'order: its history begins with being placed and ends at its status': sql<Violation>`
    SELECT p.owner_id, p.order_no AS subject, 'status ' || p.status || ', history ' || coalesce(e.path, 'none') AS detail FROM purchase p
    LEFT JOIN (SELECT owner_id, order_no, string_agg(to_status::text, ' ' ORDER BY event_id) AS path,
        (array_agg(action ORDER BY event_id))[1] AS first, (array_agg(to_status ORDER BY event_id DESC))[1] AS last
      FROM ${everyEvent} h WHERE to_status IS NOT NULL GROUP BY 1, 2) e USING (owner_id, order_no)
    WHERE e.first IS DISTINCT FROM 'place' OR e.last IS DISTINCT FROM p.status`,
  'order: none waits for money long after its deadline': sql<Violation>`
    SELECT owner_id, order_no AS subject, 'deadline ' || pay_by AS detail FROM purchase
    WHERE status = ${orderCode.unpaid} AND pay_status <> ${paymentCode.paying} AND pay_by < now() - interval '10 minutes'`,
  'order: confirmed lines have a voucher code': sql<Violation>`
    SELECT owner_id, sub_order_no AS subject, 'status ' || status AS detail FROM sub_order
    WHERE status = ${orderCode.confirmed} AND voucher_code IS NULL`,
  'payment: what an order was paid and what is open make its price': sql<Violation>`
    SELECT p.owner_id, p.order_no AS subject, 'payable ' || p.payable_minor || ', paid ' || y.minor || ', rest ' || r.minor AS detail
    FROM purchase p CROSS JOIN LATERAL (SELECT coalesce(sum(order_minor), 0) AS minor FROM payment y WHERE y.owner_id = p.owner_id
        AND y.order_no = p.order_no AND y.supplement_no IS NULL AND y.status = ${paymentCode.paid} AND y.outcome = 'applied') y
      CROSS JOIN LATERAL (SELECT coalesce(sum(amount_minor), 0) AS minor FROM supplement r WHERE r.owner_id = p.owner_id
        AND r.order_no = p.order_no AND r.kind = 'rest') r
    WHERE p.pay_status = ${paymentCode.paid} AND y.minor + r.minor <> p.payable_minor`,
  'payment: a rest was paid as it stood, and what is open of it is dropped with its order alone': sql<Violation>`
    SELECT r.owner_id, r.supplement_no AS subject, r.state || ', ' || (r.amount_minor - r.lowered_minor) || ', paid '
      || coalesce(sum(y.order_minor), 0) AS detail FROM supplement r JOIN purchase p USING (owner_id, order_no)
    LEFT JOIN payment y ON y.owner_id = r.owner_id AND y.supplement_no = r.supplement_no AND y.outcome = 'applied'
    WHERE r.kind = 'rest' GROUP BY r.owner_id, r.supplement_no, r.state, r.amount_minor, r.lowered_minor, p.status
    HAVING coalesce(sum(y.order_minor), 0) <> CASE r.state WHEN 'paid' THEN r.amount_minor - r.lowered_minor ELSE 0 END
      OR (r.state = 'open' OR r.state = 'withdrawn' AND r.lowered_minor < r.amount_minor) AND (r.state = 'open') = p.status IN (${ended})`,
  'payment: a paid order has exactly one applied payment, beside its shares': sql<Violation>`
    SELECT p.owner_id, p.order_no AS subject, 'pay status ' || p.pay_status || ', applied payments ' || count(y.payment_no) AS detail
    FROM purchase p LEFT JOIN payment y ON y.owner_id = p.owner_id AND y.order_no = p.order_no AND y.supplement_no IS NULL
      AND y.status = ${paymentCode.paid} AND y.outcome = 'applied' AND NOT y.share
    GROUP BY p.owner_id, p.order_no, p.pay_status HAVING (p.pay_status = ${paymentCode.paid})::int <> count(y.payment_no)`,
  'payment: a paid additional payment has exactly one applied payment': sql<Violation>`
    SELECT s.owner_id, s.supplement_no AS subject, s.state || ', applied payments ' || count(y.payment_no) AS detail
    FROM supplement s LEFT JOIN payment y ON y.owner_id = s.owner_id AND y.supplement_no = s.supplement_no
      AND y.status = ${paymentCode.paid} AND y.outcome = 'applied'
    GROUP BY s.owner_id, s.supplement_no, s.state HAVING (s.state = 'paid')::int <> count(y.payment_no)`,
  'payment: a live attempt belongs to an order in payment': sql<Violation>`
    SELECT y.owner_id, y.payment_no AS subject, 'pay status ' || p.pay_status AS detail FROM payment y
    JOIN purchase p USING (owner_id, order_no)
    WHERE y.live AND y.supplement_no IS NULL AND p.pay_status NOT IN (${paymentCode.paying}, ${paymentCode.paid})
      OR y.live <> (y.status = ${paymentCode.paying})`,
  'payment: received money has an outcome, and what was not applied goes back': sql<Violation>`
    SELECT y.owner_id, y.payment_no AS subject, 'outcome ' || coalesce(y.outcome, 'none') AS detail FROM payment y
    WHERE y.status = ${paymentCode.paid} AND (y.outcome IS NULL OR y.outcome NOT IN ('applied', 'held')
      AND y.settled_at < now() - interval '2 minutes'
      AND NOT EXISTS (SELECT 1 FROM refund r WHERE r.owner_id = y.owner_id AND r.payment_no = y.payment_no))`,
  'payment: an order that was rejected gave back all that came in': sql<Violation>`
    SELECT y.owner_id, y.payment_no AS subject, 'paid ' || y.amount_minor || ', refunds ' || coalesce(sum(r.amount_minor), 0) AS detail
    FROM payment y LEFT JOIN refund r USING (owner_id, payment_no) WHERE y.status = ${paymentCode.paid} AND y.outcome = 'applied'
      AND y.supplement_no IS NULL AND EXISTS (SELECT 1 FROM ${everyEvent} e WHERE e.owner_id = y.owner_id AND e.order_no = y.order_no
        AND e.action = 'reject' AND e.at < now() - interval '2 minutes')
      AND NOT EXISTS (SELECT 1 FROM sub_order s LEFT JOIN cancel_request c ON c.owner_id = s.owner_id AND c.sub_order_no = s.sub_order_no
        AND c.result = 1 WHERE s.owner_id = y.owner_id AND s.order_no = y.order_no AND (s.status <> ${orderCode.closed} OR c.fee_minor > 0))
    GROUP BY y.owner_id, y.payment_no, y.amount_minor HAVING coalesce(sum(r.amount_minor), 0) < y.amount_minor`,
  'payment: shares are held of orders that wait for money, and are counted there': sql<Violation>`
    SELECT p.owner_id, p.order_no AS subject, 'status ' || p.status || ', counted ' || p.shared_minor || ', held ' || y.minor AS detail
    FROM purchase p CROSS JOIN LATERAL (SELECT coalesce(sum(order_minor), 0) AS minor FROM payment y WHERE y.owner_id = p.owner_id
      AND y.order_no = p.order_no AND y.outcome = 'held') y
    WHERE p.shared_minor <> y.minor OR (y.minor > 0 AND (p.status <> ${orderCode.unpaid} OR p.pay_status = ${paymentCode.paid}))`,
  'ledger: every journal balances in each currency': sql<Violation>`
    SELECT e.owner_id, 'journal ' || e.journal_id AS subject, a.currency || ' ' || sum(e.amount_minor) AS detail
    FROM ledger_entry e JOIN ledger_account a USING (owner_id, ledger_id) GROUP BY e.owner_id, e.journal_id, a.currency
    HAVING sum(e.amount_minor) <> 0`,
  'ledger: a balance is the sum of its entries': sql<Violation>`
    SELECT a.owner_id, 'ledger account ' || a.ledger_id AS subject,
      'balance ' || a.balance_minor || ', entries ' || coalesce(sum(e.amount_minor), 0) AS detail
    FROM ledger_account a LEFT JOIN ledger_entry e USING (owner_id, ledger_id) GROUP BY a.owner_id, a.ledger_id, a.balance_minor
    HAVING a.balance_minor <> coalesce(sum(e.amount_minor), 0)`,
  'ledger: no deposit below zero, no credit beyond its line': sql<Violation>`
    SELECT owner_id, 'ledger account ' || ledger_id AS subject,
      kind || ' ' || balance_minor || ', line ' || credit_limit_minor AS detail FROM ledger_account
    WHERE kind <> 'house' AND (balance_minor + credit_limit_minor < 0 OR credit_limit_minor < 0 OR kind = 'deposit'
      AND credit_limit_minor <> 0)`,
  'ledger: money paid from deposit or credit is in the journal': sql<Violation>`
    SELECT y.owner_id, y.payment_no AS subject, y.amount_minor || ' ' || y.currency AS detail FROM payment y
    WHERE y.channel IN ('deposit', 'credit', 'giftCard') AND y.status = ${paymentCode.paid} AND y.amount_minor > 0
      AND NOT EXISTS (SELECT 1 FROM ledger_journal j JOIN ledger_entry e USING (owner_id, journal_id)
      JOIN ledger_account a USING (owner_id, ledger_id) WHERE j.owner_id = y.owner_id AND j.cause = y.payment_no AND j.deal_type = 2
        AND a.kind = y.channel AND e.amount_minor = -y.amount_minor)`,
  'ledger: money given back to deposit or credit is in the journal': sql<Violation>`
    SELECT r.owner_id, r.refund_no AS subject, r.amount_minor || ' ' || r.currency AS detail FROM refund r
    JOIN payment y USING (owner_id, payment_no)
    WHERE y.channel IN ('deposit', 'credit', 'giftCard') AND (r.status = ${refundCode.successful}) <> EXISTS (SELECT 1 FROM ledger_journal j
      JOIN ledger_entry e USING (owner_id, journal_id)
      JOIN ledger_account a USING (owner_id, ledger_id) WHERE j.owner_id = r.owner_id AND j.cause = r.refund_no AND j.deal_type = 3
        AND a.kind = y.channel AND e.amount_minor = r.amount_minor)`,
  'gift card: what was issued, less uses, with what came back, is its balance': sql<Violation>`
    SELECT c.owner_id, 'gift card ' || c.card_id AS subject,
      'balance ' || c.balance_minor || ' of ' || c.value_minor || ', used ' || u.minor || ', back ' || b.minor AS detail
    FROM gift_card c CROSS JOIN LATERAL (SELECT coalesce(sum(y.amount_minor), 0) AS minor FROM payment y
        WHERE y.owner_id = c.owner_id AND y.card_id = c.card_id AND y.status = ${paymentCode.paid}) u
      CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount_minor), 0) AS minor FROM payment y JOIN refund r USING (owner_id, payment_no)
        WHERE y.owner_id = c.owner_id AND y.card_id = c.card_id AND r.status = ${refundCode.successful}) b
    WHERE c.balance_minor <> c.value_minor - u.minor + b.minor OR c.balance_minor < 0`,
  'gift card: the account of all cards in a currency is the sum of their balances': sql<Violation>`
    SELECT owner_id, 'gift cards ' || currency AS subject,
      'account ' || coalesce(a.minor, 0) || ', cards ' || coalesce(c.minor, 0) AS detail
    FROM (SELECT owner_id, currency, sum(balance_minor) AS minor FROM gift_card GROUP BY 1, 2) c
    FULL JOIN (SELECT owner_id, currency, balance_minor AS minor FROM ledger_account WHERE kind = 'giftCard') a USING (owner_id, currency)
    WHERE coalesce(a.minor, 0) <> coalesce(c.minor, 0)`,
  'ledger: a credit line is the sum of its changes': sql<Violation>`
    SELECT a.owner_id, 'ledger account ' || a.ledger_id AS subject,
      'line ' || a.credit_limit_minor || ', changes ' || coalesce(d.total, 0) AS detail FROM ledger_account a
    LEFT JOIN (SELECT owner_id, partner_id, currency, sum(CASE deal_type WHEN 5 THEN amount_minor
      ELSE -amount_minor END) AS total FROM adjustment
      WHERE state = 'done' AND deal_type IN (5, 6) GROUP BY 1, 2, 3) d USING (owner_id, partner_id, currency)
    WHERE a.kind = 'credit' AND a.credit_limit_minor <> coalesce(d.total, 0)`,
  'ledger: a change by hand is in the journal when it is done, and only then': sql<Violation>`
    SELECT d.owner_id, 'adjustment A' || d.adjustment_id AS subject,
      d.state || ' type ' || d.deal_type || ' ' || d.amount_minor AS detail FROM adjustment d
    LEFT JOIN ledger_journal j ON j.owner_id = d.owner_id AND j.cause = 'A' || d.adjustment_id
    LEFT JOIN (SELECT e.owner_id, e.journal_id, e.amount_minor, a.partner_id, a.kind FROM ledger_entry e
      JOIN ledger_account a USING (owner_id, ledger_id)
      WHERE a.kind <> 'house') e ON e.owner_id = j.owner_id AND e.journal_id = j.journal_id
    WHERE (d.state = 'done') <> (j.journal_id IS NOT NULL) OR j.deal_type <> d.deal_type
      OR (d.state = 'done' AND d.deal_type IN (5, 6) AND e.amount_minor IS NOT NULL)
      OR (d.state = 'done' AND d.deal_type NOT IN (5, 6) AND (e.amount_minor, e.partner_id, e.kind) IS DISTINCT FROM
        (CASE d.deal_type WHEN 10 THEN -d.amount_minor ELSE d.amount_minor END, d.partner_id,
          CASE WHEN d.deal_type IN (7, 8) THEN 'credit' ELSE 'deposit' END))`,
  'ledger: no one approved their own change above the limit': sql<Violation>`
    SELECT owner_id, 'adjustment A' || adjustment_id AS subject, asked_by_name AS detail FROM adjustment
    WHERE state = 'done' AND asked_by = decided_by AND decided_at <> created_at`,
  'refund: a goodwill refund was approved as the limit asks, and asked for once': sql<Violation>`
    SELECT g.owner_id, g.order_no AS subject, g.state || ' ' || g.amount_minor || ', refunds ' || coalesce(sum(r.order_minor), 0) AS detail
    FROM goodwill g LEFT JOIN refund r ON r.owner_id = g.owner_id AND r.order_no = g.order_no AND r.status <> ${refundCode.failed}
      AND r.refund_no LIKE '%-goodwill-' || g.goodwill_id
    GROUP BY g.owner_id, g.goodwill_id, g.order_no, g.state, g.amount_minor, g.asked_by, g.decided_by, g.decided_at, g.created_at
    HAVING coalesce(sum(r.order_minor), 0) > CASE g.state WHEN 'done' THEN g.amount_minor ELSE 0 END
      OR g.state = 'done' AND g.asked_by = g.decided_by AND g.decided_at <> g.created_at`,
  'recharge: a successful one raised its deposit once, others never': sql<Violation>`
    SELECT r.owner_id, r.recharge_no AS subject,
      'status ' || r.status || ', applied ' || count(e.amount_minor) || ' of ' || r.amount_minor AS detail
    FROM recharge r LEFT JOIN payment y ON y.owner_id = r.owner_id AND y.recharge_no = r.recharge_no
    LEFT JOIN ledger_journal j ON j.owner_id = y.owner_id AND j.cause = y.payment_no AND j.deal_type = 1
    LEFT JOIN (SELECT e.owner_id, e.journal_id, e.amount_minor, a.partner_id FROM ledger_entry e
      JOIN ledger_account a USING (owner_id, ledger_id)
      WHERE a.kind = 'deposit') e ON e.owner_id = j.owner_id AND e.journal_id = j.journal_id
    GROUP BY r.owner_id, r.recharge_no, r.status, r.amount_minor, r.partner_id
    HAVING count(e.amount_minor) <> (r.status = ${rechargeCode.received})::int
      OR coalesce(sum(e.amount_minor), r.amount_minor) <> r.amount_minor
      OR coalesce(max(e.partner_id), r.partner_id) <> r.partner_id
      OR (r.status = ${rechargeCode.received}) <> bool_or(coalesce(y.status, 0) = ${paymentCode.paid})`,
  'coupon: an order that ended wholly holds no use': sql<Violation>`
    SELECT u.owner_id, 'order ' || u.order_no AS subject, 'code ' || u.code AS detail FROM coupon_use u
    WHERE NOT u.given_back AND NOT EXISTS (SELECT 1 FROM sub_order s WHERE s.owner_id = u.owner_id AND s.order_no = u.order_no
      AND s.status NOT IN (${ended}))`,
  'coupon: uses are counted': sql<Violation>`
    SELECT c.owner_id, 'code ' || c.code AS subject, 'used ' || c.used || ', noted ' || count(u.order_no) AS detail
    FROM coupon c LEFT JOIN coupon_use u ON u.owner_id = c.owner_id AND u.code = c.code AND NOT u.given_back
    GROUP BY c.owner_id, c.code, c.used, c.use_limit HAVING c.used <> count(u.order_no) OR c.used > coalesce(c.use_limit, c.used)`,
  'import: a run that ended counted what it did': sql<Violation>`
    SELECT j.owner_id, 'import ' || j.import_id AS subject,
      concat_ws(' ', 'created', j.created, 'changed', j.changed, 'failed', j.failed, 'of', coalesce(d.created, 0), coalesce(d.changed, 0),
        coalesce(d.failed, 0)) AS detail
    FROM import_job j LEFT JOIN (SELECT c.owner_id, c.import_id, count(*) FILTER (WHERE o.value ->> 'outcome' = 'created') AS created,
        count(*) FILTER (WHERE o.value ->> 'outcome' = 'changed') AS changed,
          count(*) FILTER (WHERE o.value ->> 'outcome' = 'failed') AS failed
      FROM import_chunk c CROSS JOIN LATERAL jsonb_each(c.outcomes) o GROUP BY 1, 2) d USING (owner_id, import_id)
    WHERE j.state = 'done' AND (j.created, j.changed, j.failed) <> (coalesce(d.created, 0), coalesce(d.changed, 0), coalesce(d.failed, 0))`,
  'import: every product that was judged is in a chunk once': sql<Violation>`
    SELECT j.owner_id, 'import ' || j.import_id AS subject, j.total || ' in the file, ' || coalesce(c.products, 0) || ' in chunks' AS detail
    FROM import_job j LEFT JOIN (SELECT owner_id, import_id, sum(jsonb_array_length(products)) AS products
      FROM import_chunk GROUP BY 1, 2) c
      USING (owner_id, import_id)
    WHERE j.state IN ('checked', 'running', 'done')
      AND (j.total <> coalesce(c.products, 0) OR j.subject = 'catalogue' AND j.total <> j.fresh + j.changes + j.same + j.bad)`,
  'order: nothing is confirmed while its pick-up waits for a person': sql<Violation>`
    SELECT p.owner_id, 'order ' || p.order_no AS subject, 'confirmed at ' || e.at AS detail
    FROM purchase p JOIN ${everyEvent} e USING (owner_id, order_no)
    WHERE p.second_check = 'waiting' AND e.action IN ('pay', 'payLate', 'confirm') AND e.to_status = ${orderCode.confirmed}
      AND e.at > p.check_since`,
  'price: what an agent price is for belongs together': sql<Violation>`
    SELECT r.owner_id, 'price ' || r.rule_id AS subject,
      'product ' || r.product_id || ', package of ' || coalesce(k.product_id, j.product_id) AS detail
    FROM price_rule r LEFT JOIN package k USING (owner_id, package_id) LEFT JOIN sku s ON s.owner_id = r.owner_id AND s.sku_id = r.sku_id
    LEFT JOIN package j ON j.owner_id = s.owner_id AND j.package_id = s.package_id
    WHERE k.product_id <> r.product_id OR j.product_id <> r.product_id`,
  'price: only distributors and their levels have agent prices': sql<Violation>`
    SELECT r.owner_id, 'price ' || r.rule_id AS subject, 'for the individual ' || a.partner_id AS detail
    FROM price_rule r JOIN partner a USING (owner_id, partner_id) WHERE a.kind = 'individual'`,
  'search: what filters, counts and sorts a product is what the product says': sql<Violation>`
    SELECT p.owner_id, 'product ' || p.product_id AS subject, concat_ws(' ', w.on_shelf, w.type, w.subtype, w.city,
      w.from_sort, w.popularity, w.sold_lately, w.created_at, w.rating_rank) AS detail
    FROM product_search w JOIN product p USING (owner_id, product_id)
    WHERE (w.on_shelf, w.type, w.subtype, w.city, w.from_sort, w.popularity, w.sold_lately, w.created_at, w.rating_rank)
      IS DISTINCT FROM (p.on_shelf, p.type, p.subtype, p.city, p.from_sort, p.popularity, p.sold_lately, p.created_at, p.rating_rank)`,
  'reviews: the figures of a product are those of its published reviews': sql<Violation>`
    SELECT p.owner_id, 'product ' || p.product_id AS subject, p.review_count || ' of ' || p.rating_sum || ', published '
      || v.count || ' of ' || v.stars AS detail
    FROM product p CROSS JOIN LATERAL (SELECT count(*) AS count, coalesce(sum(v.stars), 0) AS stars FROM review v
      WHERE v.owner_id = p.owner_id AND v.product_id = p.product_id AND v.state = 'published') v
    WHERE (p.review_count, p.rating_sum) IS DISTINCT FROM (v.count, v.stars)`,
  'reviews: each is of a redeemed line of its product, the only one of it': sql<Violation>`
    SELECT v.owner_id, 'line ' || v.sub_order_no AS subject, count(*) || ' reviews' AS detail FROM review v
    LEFT JOIN redemption r USING (owner_id, sub_order_no) LEFT JOIN sub_order s USING (owner_id, sub_order_no)
    GROUP BY v.owner_id, v.sub_order_no HAVING count(*) > 1 OR bool_or(r.at IS NULL OR s.product_id <> v.product_id)`,
  'order: the files of one are at most as many as it may have': sql<Violation>`
    SELECT owner_id, 'order ' || order_no AS subject, count(*) || ' files' AS detail FROM order_file
    GROUP BY owner_id, order_no HAVING count(*) > ${orderFileRules.mostFiles}`,
  'partner: the documents of one are at most as many as it may have': sql<Violation>`
    SELECT owner_id, 'partner ' || partner_id AS subject, count(*) || ' documents' AS detail FROM partner_document
    GROUP BY owner_id, partner_id HAVING count(*) > ${partnerDocumentRules.mostFiles}`,
  'order: the agreement that was accepted is one of its owner for booking': sql<Violation>`
    SELECT p.owner_id, 'order ' || p.order_no AS subject, 'agreement ' || p.agreement_token AS detail FROM purchase p
    WHERE p.agreement_token IS NOT NULL AND NOT EXISTS (SELECT 1 FROM agreement a
      WHERE a.owner_id = p.owner_id AND a.token = p.agreement_token AND a.kind = 'booking')`,
  'partner: a contract is accepted by an account of its partner': sql<Violation>`
    SELECT c.owner_id, 'contract of partner ' || c.partner_id AS subject, 'accepted by account ' || c.accepted_by AS detail
    FROM partner_contract c JOIN account a ON a.owner_id = c.owner_id AND a.account_id = c.accepted_by
    WHERE a.partner_id IS DISTINCT FROM c.partner_id`,
  ...offerInvariants,
  ...safety,
};

export type InvariantName = keyof typeof invariants;

/** Violations of one invariant, the first few; run by the installation itself over all owners. */
export function findViolations(house: House, name: InvariantName): Promise<Violation[]> {
  return rows(house, sql<Violation>`SELECT * FROM (${invariants[name]}) v LIMIT 20`);
}
