// Payments and refunds as finance sees them.

import type { OutputOf } from '../../contract/index.ts';
import { money } from '../../domain/money.ts';
import { RefundStatus } from '../../domain/payment-status.ts';
import { showExchange } from '../site/show-exchange.ts';
import type { PaymentLine } from './finance.sql.ts';
import type { RefundLine } from './refunds.sql.ts';

export type PaymentView = OutputOf<'consolePayment'>['payment'];
export type RefundView = OutputOf<'consoleRefunds'>['list'][number];

export function showPayment(row: PaymentLine): PaymentView {
  const inCurrency = (amountMinor: number) => money(amountMinor, row.currency);
  return {
    paymentNo: row.payment_no,
    orderNo: row.order_no,
    supplement: row.supplement_no,
    recharge: row.recharge_no,
    channel: row.channel,
    partnerName: row.partner_name,
    status: row.status,
    amount: inCurrency(row.amount_minor),
    fee: inCurrency(row.fee_minor),
    exchange: showExchange(row, row.of_currency),
    refunded: inCurrency(row.refunded_minor),
    refunding: inCurrency(row.refunding_minor),
    outcome: row.outcome,
    reason: row.reason,
    providerRef: row.provider_ref,
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}

function stateOf({ status, manual, followed }: RefundLine): RefundView['state'] {
  if (status === RefundStatus.successful) return 'done';
  if (status === RefundStatus.failed) return followed ? 'again' : 'failed';
  return manual ? 'manual' : 'processing';
}

export function showRefund(row: RefundLine): RefundView {
  return {
    refundNo: row.refund_no,
    paymentNo: row.payment_no,
    orderNo: row.order_no,
    channel: row.channel,
    partnerName: row.partner_name,
    amount: money(row.amount_minor, row.currency),
    ordered: row.currency === row.of_currency ? null : money(row.order_minor, row.of_currency),
    reason: row.reason,
    state: stateOf(row),
    byHand: row.manual,
    tries: row.tries,
    problem: row.last_problem,
    reference: row.provider_ref ?? '',
    createdAt: row.created_at.toISOString(),
    settledAt: row.settled_at?.toISOString() ?? null,
  };
}
