// Payments in the back office (rules §10, role finance): found by what is known of them, and one with its attempts, notices, refunds.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { NotHere } from '../../domain/errors.ts';
import type { Context } from '../platform/context.ts';
import {
  findPaymentLine,
  listAttempts,
  listKeyDates,
  listNotices,
  listPaymentRows,
  listUsedChannels,
  type PaymentSearch,
} from './finance.sql.ts';
import { listRefundsOf } from './refunds.sql.ts';
import { showPayment, showRefund } from './show-money.ts';

const pageSize = 20;

export const paymentSearchOf = (
  zone: string,
  { status, channel, from, to, order, query }: Omit<ParsedInputOf<'consolePayments'>, 'page'>,
): PaymentSearch => ({
  status: status ?? null,
  channel: channel ?? null,
  from: from ?? null,
  to: to ?? null,
  zone,
  order: order.trim(),
  query: query.trim(),
});

export async function listPayments(
  { owner, site }: Context,
  { page, ...filter }: ParsedInputOf<'consolePayments'>,
): Promise<OutputOf<'consolePayments'>> {
  const found = await listPaymentRows(owner, {
    ...paymentSearchOf(site.zone, filter),
    size: pageSize,
    offset: (page - 1) * pageSize,
  });
  const total = found[0]?.total ?? 0;
  return {
    total,
    page,
    pages: Math.ceil(total / pageSize),
    zone: site.zone,
    channels: await listUsedChannels(owner, { applied: false }),
    list: found.map(showPayment),
  };
}

export async function showOnePayment(
  { owner, site }: Context,
  { id }: ParsedInputOf<'consolePayment'>,
): Promise<OutputOf<'consolePayment'>> {
  const line = await findPaymentLine(owner, id);
  if (!line) throw new NotHere();
  const [attempts, notices, refunds] = await Promise.all([
    listAttempts(owner, line),
    listNotices(owner, line),
    listRefundsOf(owner, id),
  ]);
  return {
    payment: showPayment(line),
    attempts: attempts.map(showPayment),
    notices: notices.map(({ event_id: eventId, state, reason, received_at: at }) => ({
      eventId,
      state,
      reason,
      at: at.toISOString(),
    })),
    refunds: refunds.map(showRefund),
    zone: site.zone,
  };
}

export async function showKeyDates({ owner, site }: Context): Promise<OutputOf<'consoleChannelDates'>> {
  const list = await listKeyDates(owner);
  return { zone: site.zone, list: list.map(({ channel, key, at }) => ({ channel, key, at: at.toISOString() })) };
}
