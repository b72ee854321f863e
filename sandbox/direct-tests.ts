// Requests that only tests make of a payment provider: end a payment in a chosen way, make refunds fail, stop answering.
import type { Payment, RefundPlan } from './book/describe-records.ts';
import { OUTCOMES } from './book/describe-records.ts';
import { showPayment } from './open-payment.ts';
import type { Fields } from './read-fields.ts';
import { readChoice, readNumber } from './read-fields.ts';
import type { Gateway } from './run-gateway.ts';
import { isoAt } from './run-gateway.ts';
import { decideOutcome } from './settle-payment.ts';

const MAX_DELAY_SECONDS = 86_400;
const MAX_DUPLICATES = 20;
const MAX_SILENCE_SECONDS = 3600;

export function directPayment(gateway: Gateway, payment: Payment, fields: Fields): Record<string, unknown> {
  const decided = decideOutcome(gateway, payment, {
    outcome: readChoice(fields, 'outcome', OUTCOMES),
    delaySeconds: readNumber(fields, 'delaySeconds', { max: MAX_DELAY_SECONDS }),
    duplicate: readNumber(fields, 'duplicate', { max: MAX_DUPLICATES, whole: true }),
  });
  return showPayment(gateway, decided);
}

/** Holds for all refunds of the payment that end from now on. */
export function directRefunds(gateway: Gateway, payment: Payment, fields: Fields): Record<string, unknown> {
  const outcome = readChoice(fields, 'outcome', ['succeed', 'fail', 'succeed-silent', 'fail-silent']);
  const duplicate = readNumber(fields, 'duplicate', { max: MAX_DUPLICATES, whole: true }) ?? 0;
  const refundPlan: RefundPlan = {
    status: outcome.startsWith('succeed') ? 'successful' : 'failed',
    delaySeconds: readNumber(fields, 'delaySeconds', { max: MAX_DELAY_SECONDS }) ?? null,
    copies: outcome.endsWith('silent') ? 0 : 1 + duplicate,
  };
  gateway.book.write([{ payment: { ...payment, refundPlan } }], false);
  return { paymentId: payment.id, refunds: refundPlan };
}

/** Lost at a restart; 0 seconds ends a silence. */
export function directSilence(gateway: Gateway, fields: Fields): Record<string, unknown> {
  const seconds = readNumber(fields, 'seconds', { max: MAX_SILENCE_SECONDS }) ?? 0;
  const mode = fields.mode === undefined ? 'hang' : readChoice(fields, 'mode', ['hang', 'refuse', 'lose']);
  const untilMs = gateway.nowMs() + seconds * 1000;
  gateway.silence = seconds === 0 ? null : { mode, untilMs };
  gateway.log(`the API is silent for ${seconds} s (${mode})`);
  return { mode, until: isoAt(untilMs) };
}
