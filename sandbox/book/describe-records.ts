// What the sandbox gateway remembers: payments, refunds, and the notices owed to the merchant.
// Instants are ISO texts in UTC, amounts are integers in the smallest unit of the currency.

type PaymentStatus = 'open' | 'paid' | 'failed' | 'expired' | 'closed' | 'unknown';

export const OUTCOMES = ['pay', 'decline', 'pay-late', 'pay-silent', 'unknown', 'cancel'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A decided but not yet visible result of a payment. With `copies` 0 the merchant is never notified. */
export type SettlePlan = {
  status: 'paid' | 'failed' | 'closed';
  dueAt: string;
  tellAfterSeconds: number;
  copies: number;
};

/** How the following refunds of one payment end; set by tests only. */
export type RefundPlan = { status: 'successful' | 'failed'; delaySeconds: number | null; copies: number };

export type Payment = {
  id: string;
  merchant: string;
  reference: string;
  currency: string;
  amountMinor: number;
  description: string;
  returnUrl: string;
  notifyUrl: string;
  createdAt: string;
  expiresAt: string;
  idempotencyKey: string;
  requestDigest: string;
  status: PaymentStatus;
  paidAt: string | null;
  transactionId: string | null;
  plan: SettlePlan | null;
  refundPlan: RefundPlan | null;
};

export type Refund = {
  id: string;
  merchant: string;
  paymentId: string;
  currency: string;
  amountMinor: number;
  reason: string;
  createdAt: string;
  idempotencyKey: string;
  requestDigest: string;
  status: 'processing' | 'successful' | 'failed';
  dueAt: string;
  completedAt: string | null;
};

/** The body is stored as text so that every attempt carries the same bytes. */
export type Notice = {
  id: string;
  eventId: string;
  merchant: string;
  url: string;
  body: string;
  attempts: number;
  nextAt: string;
  state: 'waiting' | 'delivered' | 'given_up';
};

export type NoticeType = 'payment.paid' | 'payment.failed' | 'refund.successful' | 'refund.failed';

export type Change = { payment: Payment } | { refund: Refund } | { notice: Notice };
