// Telr (§3 channel 13): a hosted page per attempt. Transaction advices are signed with a secret of the owner; any other notice only makes
// us query. Telr closes no page and does not know a refund by a number of ours: a refund without an answer is never repeated automatically.
import { isCurrency } from '../../../../domain/currencies.ts';
import { decimalOf, moneyFromDecimal } from '../../../../domain/money.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  type PaymentRef,
  type Started,
  type StartInput,
} from '../channel.ts';
import { telrForm } from '../forms/telr-form.ts';
import { readTelrNotice } from './read-advice.ts';
import { askOrder, askTelrRefund, isTestOf, type OrderAnswer, problemOf } from './telr-calls.ts';

/** Telr keeps a page for about half an hour. */
const pageMilliseconds = 45 * 60_000;
const mostCarts = 5;
const longestText = 63;
/** No request takes longer. */
const underWayMilliseconds = 60_000;
/** How long an advice may still report a refund whose answer was lost. */
const adviceMilliseconds = 24 * 3_600_000;

export const telr: Channel = {
  form: telrForm,
  // Telr documents no answer that distinguishes a wrong key from an unknown order.
  tryKeys: null,
  merchant: (config) => `${isTestOf(config) ? 'test' : 'live'} ${config.keys.storeId ?? ''}`,
  received: { type: 'text/plain', body: 'OK' },
  start,
  query,
  async close(config, payment, now) {
    const answer = await query(config, payment, now);
    // The page cannot be closed and runs out.
    if (answer.state !== 'pending') return answer;
    return { state: 'failed', paymentNo: payment.paymentNo, reason: 'given up', stillPayable: true };
  },
  async refund(config, input) {
    const { status, code, message, ref } = await askTelrRefund(config, input);
    if (status === 'A') return { state: 'successful', refundRef: ref || null };
    // 34: no response, which may be money all the same.
    if ((status === 'D' || status === 'E') && code !== '34') throw new ChannelRefused(`${status} ${code} ${message}`);
    throw new Error(`Telr answered ${status} ${code} ${message}`);
  },
  async queryRefund(config, { requestedAt }, now) {
    const waited = requestedAt ? now.getTime() - requestedAt.getTime() : 0;
    if (config.keys.adviceSecret && waited < adviceMilliseconds)
      throw new Error('only the advice of Telr has the result');
    // The first request may still be under way, and its answer is the result.
    if (waited < underWayMilliseconds) throw new Error('the answer to the first request is waited for');
    // Repeating could give back twice: a person looks first.
    throw new ChannelRefused('the outcome is unknown: look at Telr before it is asked for again');
  },
  readNotice: readTelrNotice,
  settlementList: null,
};

/** A colon would move the values of a signature; the number at the end ties an advice to its order. */
function describeOrder({ description, paymentNo }: StartInput): string {
  const words = description.replaceAll(':', ' ').slice(0, longestText - paymentNo.length - 1);
  return `${words} ${paymentNo}`.trim();
}

async function start(config: ChannelConfig, input: StartInput): Promise<Started> {
  const { paymentNo, amount, buyer } = input;
  const test = isTestOf(config) ? 1 : 0;
  const customer = { ...(buyer.email ? { email: buyer.email } : {}), ...(buyer.phone ? { phone: buyer.phone } : {}) };
  const rest = {
    test,
    amount: decimalOf(amount),
    currency: amount.currency,
    description: describeOrder(input),
    trantype: 'sale',
  };
  const ways = { authorised: input.returnUrl, declined: input.returnUrl, cancelled: input.cancelUrl };
  for (let cart = 1; cart <= mostCarts; cart += 1) {
    // No one has the page of a lost answer: the next one has another number behind the point.
    const cartid = cart === 1 ? paymentNo : `${paymentNo}.${cart}`;
    const order = { cartid, ...rest };
    const answer = await askOrder(config, 'create', { framed: 0, order, return: ways, customer });
    const { ref, url } = answer.order ?? {};
    if (ref && url) return { providerRef: ref, payUrl: url, data: { away: true } };
    if (!answer.error) throw new Error(`Telr gave no page for ${paymentNo}`);
    if (!/E56|duplicate/i.test(problemOf(answer))) throw new ChannelRefused(problemOf(answer));
  }
  throw new ChannelRefused('too many starts of one payment');
}

async function query(config: ChannelConfig, payment: PaymentRef, now: Date): Promise<Answer> {
  const { paymentNo, providerRef } = payment;
  if (!providerRef) {
    // Telr finds orders by its own number alone; an advice would still settle this one.
    const over = now.getTime() - payment.startedAt.getTime() > pageMilliseconds;
    return over
      ? { state: 'failed', paymentNo, reason: 'never started' }
      : { state: 'pending', paymentNo, reason: 'starting' };
  }
  const answer = await askOrder(config, 'check', { order: { ref: providerRef } });
  return readOrder(config, payment, answer);
}

const endings: Record<string, string> = { '-1': 'expired', '-2': 'cancelled', '-3': 'declined' };

/** Paid is code 3 with a transaction that is authorised; held ones wait. */
export function readOrder(config: ChannelConfig, { paymentNo }: PaymentRef, answer: OrderAnswer): Answer {
  const { order } = answer;
  if (!order) throw new Error(`Telr answered ${problemOf(answer) || 'without an order'}`);
  if (order.cartid?.replace(/\.\d$/, '') !== paymentNo)
    throw new Error(`Telr spoke of another order than ${paymentNo}`);
  const code = String(order.status?.code ?? '');
  const reason = endings[code];
  if (reason) return { state: 'failed', paymentNo, reason };
  const { ref: transactionId, status } = order.transaction ?? {};
  const amount = String(order.amount ?? '');
  if (
    code !== '3' ||
    status !== 'A' ||
    !transactionId ||
    !isCurrency(order.currency) ||
    !/^\d{1,12}(\.\d{1,3})?$/.test(amount)
  )
    return { state: 'pending', paymentNo, reason: order.status?.text ?? 'open' };
  const mode = String(order.test ?? (isTestOf(config) ? 1 : 0)) === '0' ? 'live' : 'test';
  const paid = { merchant: `${mode} ${config.keys.storeId ?? ''}`, paymentNo, transactionId };
  return { state: 'paid', ...paid, amount: moneyFromDecimal(amount, order.currency), providerRef: order.ref ?? null };
}
