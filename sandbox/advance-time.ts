// Carries out what is due: planned outcomes, expiries and ends of refunds. Also runs after a restart, for everything
// that became due in the meantime.
import type { Payment } from './book/describe-records.ts';
import { completeRefund } from './refund-payment.ts';
import type { Gateway } from './run-gateway.ts';
import { settlePayment } from './settle-payment.ts';

export function advanceTime(gateway: Gateway): void {
  const now = gateway.nowMs();
  for (const payment of gateway.book.unsettledPayments()) advancePayment(gateway, payment, now);
  for (const refund of gateway.book.processingRefunds()) {
    if (Date.parse(refund.dueAt) <= now) completeRefund(gateway, refund);
  }
}

// An unknown payment was begun in time and is paid even after its expiry; an open one with a later plan expires first.
function advancePayment(gateway: Gateway, payment: Payment, now: number): void {
  const { plan } = payment;
  const isInTime = plan !== null && (payment.status === 'unknown' || plan.dueAt <= payment.expiresAt);
  if (isInTime) {
    if (Date.parse(plan.dueAt) <= now) settlePayment(gateway, payment, plan);
  } else if (Date.parse(payment.expiresAt) <= now) {
    gateway.book.write([{ payment: { ...payment, status: 'expired', plan: null } }], false);
    gateway.log(`payment ${payment.id} expired`);
  }
}
