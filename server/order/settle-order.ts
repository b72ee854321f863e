// Money has come for an order (rules §7): held places become sold, an instant product is confirmed, a manual or
// oversold one waits for a person, and so does a pick-up that may lie outside the range (§5). Late money takes places again
// if it can and the day is not over; otherwise it is refunded.
import { todayIn } from '../../domain/dates.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { convertHolds, moveOversold, retakeAsSold } from '../inventory/move-places.sql.ts';
import { takeCouponAgain } from '../marketing/marketing.sql.ts';
import { type OwnerTrx, refusalOf, sql } from '../platform/db.ts';
import type { Jobs } from '../platform/jobs.ts';
import { changeStatus } from './change-status.ts';
import { type DueLine, giveVoucherCodes, listDueLines, markPaid } from './order.sql.ts';
import { insertRest } from './part/rest.sql.ts';
import { applyShares, releaseShares } from './part/shares.sql.ts';
import { lockOrder } from './read.sql.ts';

/** What settling needs of a context or a job. */
export type Settling = { jobs: Jobs; now: Date };
export type Settled = 'applied' | 'overpaid' | 'late';

/**
 * Runs in the payment's transaction. The money, with what shares hold (decision 0408), pays the whole order or its first part (decision
 * 0380); less or more than that goes back. Returns what the money was used for.
 */
export async function settleOrder(
  owner: OwnerTrx,
  { jobs, now }: Settling,
  { order_no: orderNo, channel, order_minor: paidMinor }: { order_no: string; channel: string; order_minor: number },
): Promise<Settled> {
  const order = await lockOrder(owner, orderNo);
  if (!order) throw new Error(`no order ${orderNo}`);
  if (order.pay_status === PaymentStatus.paid) return 'overpaid';
  // What paid the whole price began before the shares did: they are not needed.
  const sharedMinor = paidMinor === order.payable_minor ? 0 : order.shared_minor;
  const togetherMinor = paidMinor + sharedMinor;
  const restMinor = order.payable_minor - togetherMinor;
  const { part } = order;
  if (restMinor < 0 || (restMinor > 0 && (!part || togetherMinor < part.firstMinor))) return 'late';
  const lines = await listDueLines(owner, orderNo);
  const oversold = lines.some((line) => line.oversold);
  const instant = !oversold && order.second_check !== 'waiting' && lines.every((line) => line.instant);
  const to = instant ? OrderStatus.confirmed : OrderStatus.pending;
  const by = { actor: 'channel', name: channel } as const;
  if (order.status === OrderStatus.unpaid) {
    await convertHolds(owner, orderNo);
    await changeStatus(owner, orderNo, 'pay', to, by);
  } else {
    if (order.second_check === 'refused' || lines.some((line) => isOver(line, now))) return 'late';
    if (oversold) await moveOversold(owner, orderNo, 1);
    else if (!(await takesAgain(owner, orderNo))) return 'late';
    await changeStatus(owner, orderNo, 'payLate', to, by);
    await takeCouponAgain(owner, orderNo);
  }
  if (sharedMinor > 0) await applyShares(owner, orderNo);
  else await releaseShares(owner, order);
  await markPaid(owner, orderNo);
  if (restMinor > 0 && part) await insertRest(owner, orderNo, restMinor, part.restBy);
  await giveVoucherCodes(owner, orderNo);
  await jobs.send(owner, 'order.changed', {
    orderNo,
    ...(instant ? { occasion: 'confirmed', booked: true } : { occasion: 'paid' }),
  });
  return 'applied';
}

/** Its first day, or an open ticket's last one, is over in the product's zone. */
function isOver({ zone, last_on: lastOn }: DueLine, now: Date): boolean {
  return todayIn(zone, now.getTime()) > lastOn;
}

async function takesAgain(owner: OwnerTrx, orderNo: string): Promise<boolean> {
  await sql`SAVEPOINT retake`.execute(owner);
  try {
    await retakeAsSold(owner, orderNo);
    return true;
  } catch (error) {
    if (refusalOf(error) !== 'noStock') throw error;
    await sql`ROLLBACK TO SAVEPOINT retake`.execute(owner);
    return false;
  }
}
