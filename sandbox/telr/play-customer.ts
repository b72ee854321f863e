// What a customer does on the hosted page, by the page itself or by control.
import { drawCashier, drawMissing } from '../kit/draw-cashier.ts';
import type { Manner } from '../kit/notify-merchant.ts';
import type { Call, Reply } from '../kit/serve-fake.ts';
import { advise, callBack, describeSale, type Fake, findOrder, makeRef, type Order } from './run-fake.ts';

export type Outcome = 'pay' | 'hold' | 'decline' | 'cancel' | 'expire';

export function playCustomer(
  fake: Fake,
  order: Order,
  outcome: Outcome,
  manner: Manner & { silent?: boolean } = {},
): Order {
  if (order.code !== 1) return order;
  if (outcome === 'cancel' || outcome === 'expire') {
    order.code = outcome === 'cancel' ? -2 : -1;
    return order;
  }
  const declined = outcome === 'decline';
  order.code = declined ? -3 : 3;
  const message = declined ? 'Not authorised' : 'Authorised';
  order.sale = { ref: makeRef(), status: declined ? 'D' : outcome === 'hold' ? 'H' : 'A', message };
  if (!manner.silent) {
    advise(fake, describeSale(fake, order), manner);
    callBack(fake, order);
  }
  return order;
}

/** Undefined for an address that is no page. */
export function answerPage(fake: Fake, { method, path, query, headers, body }: Call): Reply | undefined {
  if (path !== '/gateway/process.html') return undefined;
  const language = headers['accept-language'];
  const order = findOrder(fake, query.get('o') ?? '');
  if (!order) return drawMissing('Telr', language);
  const outcome = method === 'POST' ? new URLSearchParams(body).get('outcome') : null;
  if (order.code === 1 && (outcome === 'pay' || outcome === 'decline' || outcome === 'cancel')) {
    playCustomer(fake, order, outcome);
    const to = { pay: order.back.authorised, decline: order.back.declined, cancel: order.back.cancelled }[outcome];
    return { status: 303, headers: { location: to }, body: '' };
  }
  const state = order.code === 1 ? 'open' : order.code === 3 ? 'paid' : order.code === -3 ? 'failed' : 'over';
  const amount = `${order.currency} ${order.amount}`;
  return drawCashier({ brand: 'Telr', amount, about: order.description, state, back: order.back.authorised }, language);
}
