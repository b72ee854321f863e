// A buyer who goes back from paying sees the form with the order's number in its address (decision 0465).
import { refusals } from '../../../../domain/errors.ts';
import { OrderStatus } from '../../../../domain/order-status.ts';
import { send } from '../../../call.ts';

/** The order placed by this form: it waits for payment, or it is done and the next booking starts empty, or it was closed unpaid. */
export type Placed = { orderNo: string; waits: boolean; isDone: boolean };

const unpaidEnds: readonly number[] = [OrderStatus.closedForTimeout, OrderStatus.closed];

/** Null without a number. An order that the visitor may not see is not described; the typed values are restored anyway. */
export async function findPlaced(orderNo: string): Promise<Placed | null> {
  if (!orderNo) return null;
  const { order } = await send('payInfo', { id: orderNo }).catch(() => ({ order: null }));
  const waits = order?.status === OrderStatus.unpaid;
  return { orderNo, waits, isDone: order !== null && !waits && !unpaidEnds.includes(order.status) };
}

/** The refusal of a page because no places are left. */
export function isSoldOut(error: unknown): boolean {
  return (error as { data?: { code?: number } } | null)?.data?.code === refusals.noStock;
}
