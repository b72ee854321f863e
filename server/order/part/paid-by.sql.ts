// What pays an order, in the sequence in which refunds take it back: the price before additional payments, and the oldest first
// (decisions 0408, 0736).
import type { Currency } from '../../../domain/currencies.ts';
import type { Day } from '../../../domain/dates.ts';
import { limits } from '../../../domain/limits.ts';
import { money } from '../../../domain/money.ts';
import { isFollowed } from '../../platform/database/refund-number.sql.ts';
import { paymentCode, refundCode } from '../../platform/database/status.sql.ts';
import { firstRow, type Owner, rows, sql } from '../../platform/db.ts';
import { isForWhole } from '../supplement/added.sql.ts';

export type RefundCard = { blocked: boolean; endsOn: Day | null };

/** What a buyer can do with the gift card `c` of a payment now; null without one. */
export const refundCard = sql<RefundCard | null>`CASE WHEN c.card_id IS NOT NULL
  THEN jsonb_build_object('blocked', c.blocked, 'endsOn', c.ends_on) END`;

/** The same once money has gone back to it today: one that is over, or nearly, is good again for some weeks. */
const cardAfterRefund = sql<RefundCard | null>`CASE WHEN c.card_id IS NOT NULL THEN jsonb_build_object('blocked', c.blocked, 'endsOn',
  CASE WHEN c.ends_on IS NOT NULL
    THEN greatest(c.ends_on, (now() AT TIME ZONE w.zone)::date + ${limits.giftCardDaysAfterRefund}::int) END) END`;

type PaidRow = {
  order_no: string;
  channel: string;
  ending: string | null;
  card: RefundCard | null;
  order_minor: number;
  left_minor: number;
  currency: Currency;
  charge: { amount: number; fee: number; left: number; feeBack: boolean };
};

/** A refund that failed is still owed until it was requested again, so no other one takes its money. */
const sumBack = (column: 'amount_minor' | 'order_minor') =>
  sql`(SELECT coalesce(sum(f.${sql.ref(column)}), 0) FROM refund f WHERE f.owner_id = y.owner_id AND f.payment_no = y.payment_no
    AND NOT (f.status = ${refundCode.failed} AND ${isFollowed}))::bigint`;

/**
 * `left`: what has not gone back yet; `card`: how it is once that has. Amounts are in the order's currency, without the channel's fee;
 * `charge` is what the channel took, its fee included.
 */
export async function listPaidBy(owner: Owner, orderNo: string, currency: Currency) {
  return (await findPaidBy(owner, [orderNo]))(orderNo, currency);
}

/** The same for several orders, to be asked for each. */
export async function findPaidBy(owner: Owner, orderNos: string[]) {
  const found = await rows(
    owner,
    sql<PaidRow>`SELECT y.order_no, y.channel, c.ending, ${cardAfterRefund} AS card, y.order_minor,
        y.order_minor - ${sumBack('order_minor')} AS left_minor, y.currency, jsonb_build_object('amount', y.amount_minor,
          'fee', y.fee_minor, 'left', y.amount_minor - ${sumBack('amount_minor')}, 'feeBack', coalesce((SELECT s.fee_refundable
          FROM channel_setting s WHERE s.owner_id = y.owner_id AND s.channel = y.channel), false)) AS charge
      FROM payment y JOIN owner w ON w.owner_id = y.owner_id LEFT JOIN gift_card c ON c.owner_id = y.owner_id AND c.card_id = y.card_id
      WHERE y.owner_id = ${owner.id} AND y.order_no = ANY(${orderNos}::text[]) AND y.status = ${paymentCode.paid} AND y.order_minor > 0
        AND y.outcome IN ('applied', 'held')
      ORDER BY y.supplement_no IS NOT NULL,
        (SELECT ${isForWhole} FROM supplement e WHERE e.owner_id = y.owner_id AND e.supplement_no = y.supplement_no),
        y.created_at, y.payment_no`,
  );
  return (orderNo: string, currency: Currency) =>
    found
      .filter((row) => row.order_no === orderNo)
      .map(({ channel, ending, card, order_minor, left_minor, charge, currency: charged }) => ({
        ...{ channel, ending, card },
        amount: money(order_minor, currency),
        left: money(left_minor, currency),
        charge: {
          ...{ amount: money(charge.amount, charged), fee: money(charge.fee, charged) },
          ...{ left: money(charge.left, charged), feeBack: charge.feeBack },
        },
      }));
}

/** Money that came twice or too late goes back: it paid for nothing. */
export const isUsed = sql`y.status = ${paymentCode.paid} AND y.outcome IS DISTINCT FROM 'overpaid' AND y.outcome IS DISTINCT FROM 'late'`;

/** What the ways to pay took on top of what they paid of an order, in its currency. */
export async function sumFees(owner: Owner, orderNo: string): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      fees: number;
    }>`SELECT coalesce(sum(round(y.fee_minor * y.order_minor::numeric / nullif(y.amount_minor - y.fee_minor, 0))), 0)::bigint
        AS fees FROM payment y WHERE y.owner_id = ${owner.id} AND y.order_no = ${orderNo} AND ${isUsed}`,
  );
  return row?.fees ?? 0;
}
