// Opens, shows, finds and closes payments for the merchant they belong to.
import type { Payment } from './book/describe-records.ts';
import type { Fields } from './read-fields.ts';
import { readAmount, readCurrency, readInstant, readText, readWebAddress } from './read-fields.ts';
import { Refusal } from './refuse-request.ts';
import type { Gateway } from './run-gateway.ts';
import { digestFields, isoAt, newId, payUrlOf } from './run-gateway.ts';

/** The same idempotency key gives the same payment as it is now; with other content it is refused. */
export function openPayment(gateway: Gateway, merchant: string, fields: Fields): { isNew: boolean; payment: Payment } {
  const wish = {
    reference: readText(fields, 'reference', { min: 1, max: 64 }),
    currency: readCurrency(fields),
    amountMinor: readAmount(fields),
    description: readText(fields, 'description', { min: 0, max: 200 }),
    returnUrl: readWebAddress(fields, 'returnUrl'),
    notifyUrl: readWebAddress(fields, 'notifyUrl'),
    expiresAt: readInstant(fields, 'expiresAt'),
    idempotencyKey: readText(fields, 'idempotencyKey', { min: 8, max: 128 }),
  };
  const requestDigest = digestFields(wish);
  const earlier = gateway.book.paymentByKey(merchant, wish.idempotencyKey);
  if (earlier) {
    if (earlier.requestDigest === requestDigest) return { isNew: false, payment: earlier };
    throw new Refusal(409, 'idempotency_conflict', 'This idempotencyKey was used for a different payment');
  }
  const now = gateway.nowMs();
  if (Date.parse(wish.expiresAt) <= now) {
    throw new Refusal(422, 'invalid_field', 'expiresAt must lie in the future', { field: 'expiresAt' });
  }
  const payment: Payment = {
    id: newId('pay'),
    merchant,
    ...wish,
    createdAt: isoAt(now),
    requestDigest,
    status: 'open',
    paidAt: null,
    transactionId: null,
    plan: null,
    refundPlan: null,
  };
  gateway.book.write([{ payment }], false);
  gateway.log(`payment ${payment.id} opened: ${payment.currency} ${payment.amountMinor} for ${merchant}`);
  return { isNew: true, payment };
}

export function findPayment(gateway: Gateway, merchant: string, id: string): Payment {
  const payment = gateway.book.payment(id);
  if (!payment || payment.merchant !== merchant) throw new Refusal(404, 'not_found', 'No such payment');
  return payment;
}

export function showPayment(gateway: Gateway, payment: Payment): Record<string, unknown> {
  const refundedMinor = gateway.book
    .refundsOf(payment.id)
    .filter((refund) => refund.status === 'successful')
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  return {
    id: payment.id,
    merchant: payment.merchant,
    reference: payment.reference,
    currency: payment.currency,
    amountMinor: payment.amountMinor,
    status: payment.status,
    paidAt: payment.paidAt,
    transactionId: payment.transactionId,
    refundedMinor,
    payUrl: payUrlOf(gateway, payment.id),
    qrText: payUrlOf(gateway, payment.id),
    createdAt: payment.createdAt,
    expiresAt: payment.expiresAt,
  };
}

/** A payment whose outcome is unknown cannot be closed: it may turn out to be paid. */
export function closePayment(gateway: Gateway, payment: Payment): Payment {
  if (payment.status === 'paid' || payment.status === 'unknown') {
    const code = payment.status === 'paid' ? 'already_paid' : 'outcome_unknown';
    const message = payment.status === 'paid' ? 'The payment is paid' : 'The outcome of the payment is not known yet';
    throw new Refusal(409, code, message, { payment: showPayment(gateway, payment) });
  }
  if (payment.status !== 'open') return payment;
  const closed: Payment = { ...payment, status: 'closed', plan: null };
  gateway.book.write([{ payment: closed }], true);
  gateway.log(`payment ${payment.id} closed by the merchant`);
  return closed;
}
