// What the database says about an order once all its refunds have arrived, and what must always be so.
import { OrderStatus, type OrderStatusCode } from '../../../domain/order-status.ts';
import { PaymentStatus, RefundStatus } from '../../../domain/payment-status.ts';
import { asOf, dataOf } from '../../races/act.ts';
import type { Stage } from '../../races/pair.ts';
import { freeToCancel, type WalkedOrder } from './open-walk.ts';

export type LineFacts = {
  no: string;
  status: OrderStatusCode;
  left: number;
  playOn: string;
  session: string;
  untilOn: string | null;
};
export type Facts = {
  status: OrderStatusCode;
  payStatus: number;
  payableMinor: number;
  paidMinor: number;
  refundedMinor: number;
  /** Refunds that are not done. */
  underWay: number;
  /** Payments from which more went back than they brought. */
  exceeded: string[];
  lines: LineFacts[];
  supplements: { no: string; state: string }[];
  requests: { id: string; line: string; quantity: number }[];
};

const text = `SELECT p.status, p.pay_status AS "payStatus", p.payable_minor::float8 AS "payableMinor",
    (SELECT coalesce(sum(order_minor), 0)::float8 FROM payment y
      WHERE (y.owner_id, y.order_no) = (p.owner_id, p.order_no) AND y.status = ${PaymentStatus.paid}) AS "paidMinor",
    (SELECT coalesce(sum(amount_minor), 0)::float8 FROM refund r
      WHERE (r.owner_id, r.order_no) = (p.owner_id, p.order_no) AND r.status = ${RefundStatus.successful}) AS "refundedMinor",
    (SELECT count(*)::int FROM refund r WHERE (r.owner_id, r.order_no) = (p.owner_id, p.order_no) AND r.status = ${RefundStatus.processing})
      + (SELECT count(*)::int FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND name IN ('refund.ask', 'refund.run'))
      AS "underWay",
    (SELECT coalesce(jsonb_agg(payment_no), '[]') FROM payment y WHERE (y.owner_id, y.order_no) = (p.owner_id, p.order_no)
      AND y.amount_minor < (SELECT sum(amount_minor) FROM refund r
        WHERE (r.owner_id, r.payment_no) = (y.owner_id, y.payment_no) AND r.status = ${RefundStatus.successful})) AS exceeded,
    (SELECT jsonb_agg(jsonb_build_object('no', sub_order_no, 'status', status, 'left', quantity - cancelled_quantity, 'playOn', play_on,
        'session', session, 'untilOn', until_on) ORDER BY sub_order_no) FROM sub_order s
      WHERE (s.owner_id, s.order_no) = (p.owner_id, p.order_no)) AS lines,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('no', supplement_no, 'state', state) ORDER BY supplement_no), '[]') FROM supplement s
      WHERE (s.owner_id, s.order_no) = (p.owner_id, p.order_no)) AS supplements,
    (SELECT coalesce(jsonb_agg(jsonb_build_object('id', request_id::text, 'line', sub_order_no, 'quantity', quantity) ORDER BY request_id),
        '[]') FROM cancel_request c WHERE (c.owner_id, c.order_no) = (p.owner_id, p.order_no) AND c.result = 0) AS requests
  FROM purchase p WHERE p.owner_id = 1 AND p.order_no = $1`;

/** Refunds have a minute to arrive. */
export async function readFacts(stage: Stage, orderNo: string): Promise<Facts> {
  for (let tries = 0; tries < 600; tries += 1) {
    const [facts] = await stage.read<Facts>(text, [orderNo]);
    if (!facts) throw new Error(`no order ${orderNo}`);
    if (facts.underWay === 0) return facts;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`refunds of ${orderNo} do not arrive`);
}

const neverBegan: readonly number[] = [OrderStatus.closed, OrderStatus.closedForTimeout];
const cancelled: readonly number[] = [OrderStatus.cancelled, OrderStatus.cancelledAfterApproval];

/** The page shows what was paid and refunded; no payment refunds more than it brought; without a fee an ended order keeps nothing. */
export async function judgeOrder(stage: Stage, { no, buyer, product, isLowered }: WalkedOrder): Promise<string[]> {
  const facts = await readFacts(stage, no);
  const { paidMinor, refundedMinor, status, exceeded } = facts;
  const { paidTotal, refundTotal } = dataOf(
    'detail',
    await stage.doors[0]('orderDetail', { id: no }, asOf(stage, buyer)),
  );
  const keepsNothing =
    neverBegan.includes(status) || (cancelled.includes(status) && freeToCancel.includes(product) && !isLowered);
  return [
    ...(paidTotal.amountMinor === paidMinor ? [] : [`${no} shows ${paidTotal.amountMinor} as paid, not ${paidMinor}`]),
    ...(refundTotal.amountMinor === refundedMinor
      ? []
      : [`${no} shows ${refundTotal.amountMinor} as refunded, not ${refundedMinor}`]),
    ...exceeded.map((payment) => `more went back of ${payment} than it brought`),
    ...(keepsNothing && paidMinor !== refundedMinor
      ? [`${no} ended with ${paidMinor} paid, ${refundedMinor} back`]
      : []),
  ];
}

/** Sales are what was taken less what went back, and what is still to be paid of orders that were paid in part. */
export async function judgeSales(stage: Stage): Promise<string[]> {
  const { total } = dataOf('sales', await stage.doors[0]('consoleSales', { days: 30 }, asOf(stage, 'finance')));
  const [books] = await stage.read<{ minor: number }>(
    `SELECT ((SELECT sum(y.order_minor) FROM payment y JOIN purchase p USING (owner_id, order_no)
        WHERE p.owner_id = 1 AND p.pay_status = ${PaymentStatus.paid} AND y.status = ${PaymentStatus.paid})
      - (SELECT coalesce(sum(r.amount_minor), 0) FROM refund r JOIN purchase p USING (owner_id, order_no)
        WHERE p.owner_id = 1 AND p.pay_status = ${PaymentStatus.paid} AND r.status = ${RefundStatus.successful})
      + (SELECT coalesce(sum(amount_minor - lowered_minor), 0) FROM supplement
        WHERE owner_id = 1 AND kind = 'rest' AND state = 'open'))::float8 AS minor`,
  );
  const sold = total.amount.amountMinor;
  return sold === books?.minor ? [] : [`sales are ${sold}, payments less refunds ${books?.minor}`];
}
