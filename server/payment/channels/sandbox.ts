// The test gateway as a channel, written from its published protocol (sandbox/README.md): hosted page, QR code, signed
// notices, polling, refunds.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isCurrency } from '../../../domain/currencies.ts';
import { money } from '../../../domain/money.ts';
import { type Answer, type Channel, type ChannelConfig, ChannelRefused, type RefundAnswer } from './channel.ts';

const timeoutMilliseconds = 5000;
const oldestNoticeSeconds = 300;

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

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex');
}

async function ask<Result>(
  config: ChannelConfig,
  method: string,
  path: string,
  body: unknown,
  now: Date,
): Promise<Result> {
  const raw = body === undefined ? '' : JSON.stringify(body);
  const t = Math.floor(now.getTime() / 1000);
  const answer = await fetch(config.baseUrl + path, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: {
      'content-type': 'application/json',
      'x-sandbox-merchant': config.merchant,
      'x-sandbox-signature': `t=${t},v1=${sign(config.secret, `${t}.${method}.${path}.${raw}`)}`,
    },
    ...(raw ? { body: raw } : {}),
  });
  const read = (await answer.json()) as Result & { error?: { code: string; payment?: GatewayPayment } };
  if (answer.status === 409 && read.error?.payment) return read.error.payment as Result;
  if (answer.status >= 400 && answer.status < 500) throw new ChannelRefused(read.error?.code ?? String(answer.status));
  if (!answer.ok) throw new Error(`gateway answered ${answer.status}`);
  return read;
}

function readPayment(payment: GatewayPayment): Answer {
  const { reference: paymentNo, status } = payment;
  if (status === 'paid' && isCurrency(payment.currency) && payment.transactionId) {
    const amount = money(payment.amountMinor, payment.currency);
    return { state: 'paid', merchant: payment.merchant, paymentNo, amount, transactionId: payment.transactionId };
  }
  const over = status === 'failed' || status === 'expired' || status === 'closed';
  return over ? { state: 'failed', paymentNo, reason: status } : { state: 'pending', paymentNo, reason: status };
}

/** By the gateway's own id, or by our reference when its answer to the start was lost. */
async function findPayment(
  config: ChannelConfig,
  payment: { paymentNo: string; providerRef: string | null },
  now: Date,
) {
  if (payment.providerRef)
    return ask<GatewayPayment>(config, 'GET', `/v1/payments/${payment.providerRef}`, undefined, now);
  const path = `/v1/payments?reference=${encodeURIComponent(payment.paymentNo)}`;
  return (await ask<{ payments: GatewayPayment[] }>(config, 'GET', path, undefined, now)).payments[0];
}

export const sandbox: Channel = {
  received: 'OK',
  async start(config, input, now) {
    const made = await ask<GatewayPayment>(
      config,
      'POST',
      '/v1/payments',
      {
        reference: input.paymentNo,
        currency: input.amount.currency,
        amountMinor: input.amount.amountMinor,
        description: input.description.slice(0, 200),
        returnUrl: input.returnUrl,
        notifyUrl: input.notifyUrl,
        expiresAt: input.expiresAt.toISOString(),
        idempotencyKey: input.paymentNo,
      },
      now,
    );
    return { providerRef: made.id, payUrl: made.payUrl, qrText: made.qrText };
  },
  async query(config, payment, now) {
    const found = await findPayment(config, payment, now);
    return found ? readPayment(found) : { state: 'failed', paymentNo: payment.paymentNo, reason: 'never started' };
  },
  async close(config, payment, now) {
    const found = await findPayment(config, payment, now);
    if (!found) return { state: 'failed', paymentNo: payment.paymentNo, reason: 'never started' };
    return readPayment(await ask<GatewayPayment>(config, 'POST', `/v1/payments/${found.id}/close`, {}, now));
  },
  async refund(config, input, now): Promise<RefundAnswer> {
    const { providerRef: paymentId, amount, reason, refundNo: idempotencyKey } = input;
    const body = { paymentId, amountMinor: amount.amountMinor, reason: reason.slice(0, 200), idempotencyKey };
    const made = await ask<{ id: string; status: RefundAnswer['state'] }>(config, 'POST', '/v1/refunds', body, now);
    return { state: made.status, refundRef: made.id };
  },
  readNotice(config, raw, headers, now) {
    const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(headers['x-sandbox-signature'] ?? '');
    if (!match || Math.abs(now.getTime() / 1000 - Number(match[1])) > oldestNoticeSeconds) return undefined;
    const wanted = Buffer.from(sign(config.secret, `${match[1]}.${raw}`));
    if (!timingSafeEqual(wanted, Buffer.from(match[2] ?? ''))) return undefined;
    return readEvent(raw);
  },
};

type GatewayEvent = GatewayPayment & { eventId: string; type: string; paymentId: string };

function readEvent(raw: string) {
  let event: GatewayEvent;
  try {
    event = JSON.parse(raw) as GatewayEvent;
  } catch {
    return undefined;
  }
  if (typeof event.eventId !== 'string' || typeof event.reference !== 'string') return undefined;
  const status = event.type === 'payment.paid' ? 'paid' : event.type === 'payment.failed' ? 'failed' : undefined;
  const answer = status ? readPayment({ ...event, id: event.paymentId, status }) : undefined;
  return { eventId: event.eventId, paymentNo: event.reference, answer };
}
