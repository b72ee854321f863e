// Buyers whom a channel returns to one address for all, or by a posted form (§3 pay channels): redirected to what they paid. The returned
// data is not trusted; a form posted from elsewhere carries no session, the next page has it again.
import { paths } from '../../domain/paths.ts';
import { bytesOf } from '../platform/bind-files.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { channelOf, isOutside } from './channels/index.ts';
import { findPayment, isRecharge, type PaymentRow } from './payment.sql.ts';

export async function returnBuyer(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { channel } = request.params as { channel: string };
  const form = new URLSearchParams(bytesOf(request).toString('utf8'));
  const query = new URL(request.url, 'http://own.invalid').searchParams;
  const fields = Object.fromEntries([...query, ...form]);
  const paymentNo = isOutside(channel) ? channelOf(channel).readReturn?.(fields, context.now) : undefined;
  const payment = paymentNo ? await findPayment(context.owner, paymentNo) : undefined;
  return reply.redirect(payment ? pathAfter(payment) : paths.home(), 303);
}

function pathAfter(payment: PaymentRow): string {
  if (isRecharge(payment)) return paths.balance({ recharge: payment.recharge_no });
  return paths.payment('complete', payment.order_no, { supplement: payment.supplement_no ?? undefined });
}
