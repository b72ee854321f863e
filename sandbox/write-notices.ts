// Writes the notices to the merchant about one event. Copies carry the same event id, as real providers repeat theirs.
import type { Change, NoticeType, Payment } from './book/describe-records.ts';
import { isoAt, newId } from './run-gateway.ts';

type Event = { type: NoticeType; amountMinor: number; atMs: number; refundId?: string };

export function writeNotices(
  payment: Payment,
  event: Event,
  telling: { afterSeconds: number; copies: number },
): Change[] {
  const eventId = newId('evt');
  const body = JSON.stringify({
    eventId,
    type: event.type,
    merchant: payment.merchant,
    paymentId: payment.id,
    transactionId: payment.transactionId,
    ...(event.refundId === undefined ? {} : { refundId: event.refundId }),
    reference: payment.reference,
    currency: payment.currency,
    amountMinor: event.amountMinor,
    at: isoAt(event.atMs),
  });
  return Array.from({ length: telling.copies }, () => ({
    notice: {
      id: newId('ntc'),
      eventId,
      merchant: payment.merchant,
      url: payment.notifyUrl,
      body,
      attempts: 0,
      nextAt: isoAt(event.atMs + telling.afterSeconds * 1000),
      state: 'waiting',
    },
  }));
}
