// The statement of one day (UTC): money that came in and money that went out, for the merchant's reconciliation.
import { Refusal } from './refuse-request.ts';
import type { Gateway } from './run-gateway.ts';

export function listStatement(gateway: Gateway, merchant: string, day: string | null): Record<string, unknown> {
  if (day === null || !isDay(day)) {
    throw new Refusal(422, 'invalid_field', 'day must be a date yyyy-MM-dd', { field: 'day' });
  }
  const isOfDay = (item: { merchant: string }, at: string | null) =>
    item.merchant === merchant && at?.slice(0, 10) === day;
  const payments = [...gateway.book.payments()]
    .filter((payment) => isOfDay(payment, payment.paidAt))
    .sort((a, b) => order(a.paidAt, b.paidAt))
    .map(({ id, reference, currency, amountMinor, status, paidAt, transactionId }) => {
      return { id, reference, currency, amountMinor, status, paidAt, transactionId };
    });
  const refunds = [...gateway.book.refunds()]
    .filter((refund) => refund.status === 'successful' && isOfDay(refund, refund.completedAt))
    .sort((a, b) => order(a.completedAt, b.completedAt))
    .map(({ id, paymentId, currency, amountMinor, status, completedAt }) => {
      const reference = gateway.book.payment(paymentId)?.reference;
      return { id, paymentId, reference, currency, amountMinor, status, completedAt };
    });
  return { merchant, day, payments, refunds };
}

function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

function order(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
