// Calls about booking and own orders (§7 order).
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import { calculateRefund, cancelOrder, showRequests, showRules } from './cancel-order.ts';
import { applyForPartner, decideCancel, listCancels } from './decide-cancel.ts';
import { limitVisibility } from './limit-visibility.ts';
import { listLines, listOrders } from './order.sql.ts';
import { placeOrder } from './place-order.ts';
import { prepareBooking } from './prepare-booking.ts';
import { showOrder, showRow } from './show-order.ts';

export const orderHandlers = {
  bookProducts: prepareBooking,
  createOrder: placeOrder,
  orderDetail: (context, { id }) => showOrder(context, id, limitVisibility(context), 'buyer'),
  cancelOrder,
  calculateRefund,
  cancelRules: showRules,
  cancelRequests: showRequests,
  consoleCancels: listCancels,
  consoleCancelApply: applyForPartner,
  consoleCancelDecide: decideCancel,
  orderList: listOwnOrders,
} satisfies Partial<Handlers>;

async function listOwnOrders(context: Context, input: ParsedInputOf<'orderList'>): Promise<OutputOf<'orderList'>> {
  const { db, site } = context;
  const filter = {
    status: input.status ?? null,
    query: input.query,
    size: input.size,
    from: (input.page - 1) * input.size,
  };
  const { total, list } = await listOrders(db, site.ownerId, limitVisibility(context), filter);
  const lines = await listLines(
    db,
    site.ownerId,
    list.map((row) => row.order_no),
  );
  return {
    total,
    page: input.page,
    pages: Math.ceil(total / input.size),
    list: list.map((row) =>
      showRow(
        row,
        lines.filter((line) => line.order_no === row.order_no),
        context,
      ),
    ),
  };
}
