// A file that the supplier or the owner added to an order, for readers of the order: with the voucher, and not before (§3 vouchers).
import { NotHere } from '../../domain/errors.ts';
import { findOrderFile } from '../order/delivery/order-file.sql.ts';
import { limitVisibility } from '../order/limit-visibility.ts';
import { findOrder, listLines } from '../order/read.sql.ts';
import { hasVoucher } from '../order/show-order.ts';
import { sendFile } from '../platform/bind-files.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';

export async function answerOrderFile(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { owner } = context;
  const { id } = request.query as { id?: unknown };
  const file = typeof id === 'string' && /^[\w-]{16,60}$/.test(id) ? await findOrderFile(owner, id, null) : undefined;
  if (!file || !(await findOrder(owner, file.order_no, limitVisibility(context)))) throw new NotHere();
  if (!(await listLines(owner, [file.order_no])).some(hasVoucher)) throw new NotHere();
  return sendFile(reply.header('x-content-type-options', 'nosniff'), file.name, file.type, file.bytes);
}
