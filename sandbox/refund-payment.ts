// Refunds a payment in whole or in part, never more than was paid. The answer is "processing"; the outcome follows later.
import { randomInt } from 'node:crypto';
import type { Payment, Refund, RefundPlan } from './book/describe-records.ts';
import { findPayment } from './open-payment.ts';
import type { Fields } from './read-fields.ts';
import { readAmount, readText } from './read-fields.ts';
import { Refusal } from './refuse-request.ts';
import type { Gateway } from './run-gateway.ts';
import { digestFields, isoAt, newId } from './run-gateway.ts';
import { writeNotices } from './write-notices.ts';

const USUAL_PLAN: RefundPlan = { status: 'successful', delaySeconds: null, copies: 1 };

export function refundPayment(gateway: Gateway, merchant: string, fields: Fields): { isNew: boolean; refund: Refund } {
  const wish = {
    paymentId: readText(fields, 'paymentId', { min: 1, max: 64 }),
    amountMinor: readAmount(fields),
    reason: readText(fields, 'reason', { min: 0, max: 200 }),
    idempotencyKey: readText(fields, 'idempotencyKey', { min: 8, max: 128 }),
  };
  const requestDigest = digestFields(wish);
  const earlier = gateway.book.refundByKey(merchant, wish.idempotencyKey);
  if (earlier) {
    if (earlier.requestDigest === requestDigest) return { isNew: false, refund: earlier };
    throw new Refusal(409, 'idempotency_conflict', 'This idempotencyKey was used for a different refund');
  }
  const payment = findPayment(gateway, merchant, wish.paymentId);
  refuseTooMuch(gateway, payment, wish.amountMinor);
  const now = gateway.nowMs();
  const delaySeconds = (payment.refundPlan ?? USUAL_PLAN).delaySeconds;
  const refund: Refund = {
    id: newId('ref'),
    merchant,
    ...wish,
    currency: payment.currency,
    createdAt: isoAt(now),
    requestDigest,
    status: 'processing',
    dueAt: isoAt(now + (delaySeconds === null ? randomInt(1000, 2001) : delaySeconds * 1000)),
    completedAt: null,
  };
  gateway.book.write([{ refund }], true);
  gateway.log(`refund ${refund.id} of ${payment.id} taken: ${refund.currency} ${refund.amountMinor}`);
  return { isNew: true, refund };
}

export function findRefund(gateway: Gateway, merchant: string, id: string): Refund {
  const refund = gateway.book.refund(id);
  if (!refund || refund.merchant !== merchant) throw new Refusal(404, 'not_found', 'No such refund');
  return refund;
}

export function showRefund(refund: Refund): Record<string, unknown> {
  const { id, paymentId, currency, amountMinor, reason, status, createdAt, completedAt } = refund;
  return { id, paymentId, currency, amountMinor, reason, status, createdAt, completedAt };
}

export function completeRefund(gateway: Gateway, refund: Refund): void {
  const payment = gateway.book.payment(refund.paymentId);
  if (!payment) throw new Error(`Refund ${refund.id} has no payment`);
  const now = gateway.nowMs();
  const { status, copies } = payment.refundPlan ?? USUAL_PLAN;
  const completed: Refund = { ...refund, status, completedAt: isoAt(now) };
  const event = { type: `refund.${status}`, amountMinor: refund.amountMinor, atMs: now, refundId: refund.id } as const;
  gateway.book.write([{ refund: completed }, ...writeNotices(payment, event, { afterSeconds: 0, copies })], true);
  gateway.log(`refund ${refund.id} is ${status}`);
}

// A refund in progress counts as spent; a failed one frees its amount again.
function refuseTooMuch(gateway: Gateway, payment: Payment, amountMinor: number): void {
  if (payment.status !== 'paid') {
    throw new Refusal(409, 'not_paid', 'Only a paid payment can be refunded', { status: payment.status });
  }
  const taken = gateway.book
    .refundsOf(payment.id)
    .filter((refund) => refund.status !== 'failed')
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  const refundableMinor = payment.amountMinor - taken;
  if (amountMinor > refundableMinor) {
    throw new Refusal(409, 'refund_exceeds_payment', 'The refunds would exceed the paid amount', { refundableMinor });
  }
}
