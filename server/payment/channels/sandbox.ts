// The test gateway as a channel, written from its published protocol (sandbox/README.md): hosted page, QR code, signed
// notices, polling, refunds, the day's statement.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { isCurrency } from '../../../domain/currencies.ts';
import { money } from '../../../domain/money.ts';
import { fetchOutside } from '../../platform/observe/fetch-outside.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  KeyRefused,
  type Notice,
  type PaymentRef,
  type RefundAnswer,
  type SettlementRow,
} from './channel.ts';
import { sandboxForm } from './forms/sandbox-form.ts';

const timeoutMilliseconds = 5000;
const oldestNoticeSeconds = 300;
/** Until then, an unknown attempt may be a start whose answer is still on its way. */
const startingMilliseconds = 30_000;

type GatewayPayment = {
  id: string;
  merchant: string;
  reference: string;
  currency: string;
  amountMinor: number;
  status: string;
  transactionId: string | null;
  payUrl: string;
  qrText: string;
};
type GatewayRefund = { id: string; status: RefundAnswer['state']; currency: string; amountMinor: number };

function sign(secret: string, ...parts: (string | Buffer)[]): string {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

async function ask<Result>(
  { keys, baseUrl, otherUrls }: ChannelConfig,
  method: string,
  path: string,
  body: unknown,
  now: Date,
): Promise<Result> {
  const raw = body === undefined ? '' : JSON.stringify(body);
  const t = Math.floor(now.getTime() / 1000);
  const answer = await fetchOutside((baseUrl || otherUrls?.own || '') + path, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: {
      'content-type': 'application/json',
      'x-sandbox-merchant': keys.merchant ?? '',
      'x-sandbox-signature': `t=${t},v1=${sign(keys.secret ?? '', `${t}.${method}.${path}.${raw}`)}`,
    },
    ...(raw ? { body: raw } : {}),
  });
  const read = (await answer.json()) as Result & { error?: { code: string; payment?: GatewayPayment } };
  if (answer.status === 409 && read.error?.payment) return read.error.payment as Result;
  // Our credentials were not accepted: that says nothing about the payment.
  if (answer.status === 401) throw new KeyRefused('secret', 'the gateway does not take our keys');
  if (answer.status >= 400 && answer.status < 500) throw new ChannelRefused(read.error?.code ?? String(answer.status));
  if (!answer.ok) throw new Error(`gateway answered ${answer.status}`);
  return read;
}

function readPayment(payment: GatewayPayment): Answer {
  const { id: providerRef, reference: paymentNo, status, merchant, transactionId } = payment;
  if (status === 'paid' && isCurrency(payment.currency) && transactionId) {
    const amount = money(payment.amountMinor, payment.currency);
    return { state: 'paid', merchant, paymentNo, amount, providerRef, transactionId };
  }
  const over = status === 'failed' || status === 'expired' || status === 'closed';
  return over ? { state: 'failed', paymentNo, reason: status } : { state: 'pending', paymentNo, reason: status };
}

/** By the gateway's own id, or by our reference when its answer to the start was lost. */
async function findPayment(config: ChannelConfig, payment: PaymentRef, now: Date) {
  if (payment.providerRef)
    return ask<GatewayPayment>(config, 'GET', `/v1/payments/${payment.providerRef}`, undefined, now);
  const path = `/v1/payments?reference=${encodeURIComponent(payment.paymentNo)}`;
  return (await ask<{ payments: GatewayPayment[] }>(config, 'GET', path, undefined, now)).payments[0];
}

const neverStarted = ({ paymentNo }: PaymentRef): Answer => ({ state: 'failed', paymentNo, reason: 'never started' });

export const sandbox: Channel = {
  form: sandboxForm,
  async tryKeys(config, now) {
    await ask(config, 'GET', '/v1/payments?reference=keys', undefined, now);
    return [];
  },
  merchant: ({ keys }) => keys.merchant ?? '',
  received: { type: 'text/plain', body: 'OK' },
  async start(config, input, now) {
    const fields = {
      reference: input.paymentNo,
      currency: input.amount.currency,
      amountMinor: input.amount.amountMinor,
      description: input.description.slice(0, 200),
      returnUrl: input.returnUrl,
      notifyUrl: input.notifyUrl,
      expiresAt: input.expiresAt.toISOString(),
      idempotencyKey: input.paymentNo,
    };
    const made = await ask<GatewayPayment>(config, 'POST', '/v1/payments', fields, now);
    return { providerRef: made.id, payUrl: made.payUrl, data: { qrText: made.qrText } };
  },
  async query(config, payment, now) {
    const found = await findPayment(config, payment, now);
    if (found) return readPayment(found);
    const starting = now.getTime() - payment.startedAt.getTime() < startingMilliseconds;
    return starting ? { state: 'pending', paymentNo: payment.paymentNo, reason: 'starting' } : neverStarted(payment);
  },
  async close(config, payment, now) {
    const found = await findPayment(config, payment, now);
    if (!found) return neverStarted(payment);
    return readPayment(await ask<GatewayPayment>(config, 'POST', `/v1/payments/${found.id}/close`, {}, now));
  },
  async refund(config, { payment, amount, reason, refundNo: idempotencyKey }, now) {
    const paymentId = payment.providerRef;
    const body = { paymentId, amountMinor: amount.amountMinor, reason: reason.slice(0, 200), idempotencyKey };
    const made = await ask<GatewayRefund>(config, 'POST', '/v1/refunds', body, now);
    return { state: made.status, refundRef: made.id };
  },
  async queryRefund(config, { refundRef }, now) {
    // The gateway's idempotency keys never expire: without an id, the repeated request is the query.
    if (!refundRef) return undefined;
    const found = await ask<GatewayRefund>(config, 'GET', `/v1/refunds/${refundRef}`, undefined, now);
    return { state: found.status, refundRef: found.id };
  },
  readNotice({ keys }, raw, headers, now) {
    const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers['x-sandbox-signature'] ?? '');
    if (!keys.secret || !match) return undefined;
    if (Math.abs(now.getTime() / 1000 - Number(match[1])) > oldestNoticeSeconds) return undefined;
    const wanted = Buffer.from(sign(keys.secret, `${match[1]}.`, raw));
    return timingSafeEqual(wanted, Buffer.from(match[2] ?? '')) ? readEvent(raw) : undefined;
  },
  async settlementList(config, day, now) {
    type Line = { id: string; reference: string; currency: string; amountMinor: number };
    type Statement = { payments: (Line & { transactionId: string })[]; refunds: Line[] };
    const result = await ask<Statement>(config, 'GET', `/v1/statement?day=${day}`, undefined, now);
    const row = (kind: SettlementRow['kind'], { id, reference, currency, amountMinor }: Line): SettlementRow[] =>
      isCurrency(currency) ? [{ kind, providerRef: id, ourRef: reference, amount: money(amountMinor, currency) }] : [];
    return [
      ...result.payments.flatMap((payment) => row('payment', payment)),
      ...result.refunds.flatMap((refund) => row('refund', refund)),
    ];
  },
};

type GatewayEvent = GatewayPayment & { eventId: string; type: string; paymentId: string; refundId?: string };

function readEvent(raw: Buffer): Notice | undefined {
  let event: GatewayEvent;
  try {
    event = JSON.parse(raw.toString('utf8')) as GatewayEvent;
  } catch {
    return undefined;
  }
  const { eventId, reference: paymentNo, refundId, type } = event;
  if (typeof eventId !== 'string' || typeof paymentNo !== 'string') return undefined;
  if (refundId && (type === 'refund.successful' || type === 'refund.failed')) {
    const state = type === 'refund.successful' ? 'successful' : 'failed';
    return { eventId, paymentNo, refund: { refundNo: null, refundRef: refundId, state } };
  }
  const status = type === 'payment.paid' ? 'paid' : type === 'payment.failed' ? 'failed' : undefined;
  return status
    ? { eventId, paymentNo, answer: readPayment({ ...event, id: event.paymentId, status }) }
    : { eventId, paymentNo };
}
