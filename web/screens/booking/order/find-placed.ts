// Whoever goes back from paying comes to the form with the order's number in its address (decision 0465).
import { refusals } from '../../../../domain/errors.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';

/** What was ordered by this form: it still waits for payment, or it is done and the next booking begins anew, or it was closed unpaid. */
export type Placed = { orderNo: string; waits: boolean; isDone: boolean };

const unpaidEnds: readonly number[] = [OrderStatus.closedForTimeout, OrderStatus.closed];

/** Null without a number. Of an order that the visitor does not see nothing is said; what was typed is found all the same. */
export async function findPlaced(orderNo: string): Promise<Placed | null> {
  if (!orderNo) return null;
  const { order } = await send('payInfo', { id: orderNo }).catch(() => ({ order: null }));
  const waits = order?.status === OrderStatus.unpaid;
  return { orderNo, waits, isDone: order !== null && !waits && !unpaidEnds.includes(order.status) };
}

/** A page's refusal because nothing is left. */
export function isSoldOut(error: unknown): boolean {
  return (error as { data?: { code?: number } } | null)?.data?.code === refusals.noStock;
}
