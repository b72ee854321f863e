// What a customer does on the page or with the code, by the page itself or by control.
import { drawCashier, drawMissing } from '../kit/draw-cashier.ts';
import type { Manner } from '../kit/notify-merchant.ts';
import type { Call, Reply } from '../kit/serve-fake.ts';
import { describe, type Fake, findPayment, notifyMerchant, type Payment } from './run-fake.ts';

export type Outcome = 'pay' | 'decline' | 'cancel';

export function playCustomer(
  fake: Fake,
  payment: Payment,
  outcome: Outcome,
  manner: Manner & { silent?: boolean } = {},
): void {
  if (payment.state !== 'open') return;
  payment.state = outcome === 'pay' ? 'paid' : outcome === 'decline' ? 'failed' : 'cancelled';
  if (!manner.silent) notifyMerchant(fake, payment, describe(fake, payment), manner);
}

/** Undefined for an address that is no page. */
export function answerPage(fake: Fake, { method, path, headers, body }: Call): Reply | undefined {
  const number = /^\/checkout\/([^/]+)$/.exec(path)?.[1];
  if (!number) return undefined;
  const language = headers['accept-language'];
  const payment = findPayment(fake, decodeURIComponent(number));
  const brand = 'LianLian Pay 连连支付';
  if (!payment) return drawMissing(brand, language);
  const outcome = method === 'POST' ? new URLSearchParams(body).get('outcome') : null;
  if (payment.state === 'open' && (outcome === 'pay' || outcome === 'decline' || outcome === 'cancel')) {
    playCustomer(fake, payment, outcome);
    const location = outcome === 'cancel' ? payment.cancel : payment.back;
    return { status: 303, headers: { location }, body: '' };
  }
  const state = payment.state === 'cancelled' ? 'over' : payment.state;
  const amount = `${payment.currency} ${payment.amount}`;
  return drawCashier({ brand, amount, about: payment.about, state, back: payment.back }, language);
}
