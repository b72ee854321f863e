// What the parts of the running stand-in share: payments of both products, refunds, and notices about them.
import { randomInt } from 'node:crypto';
import type { Manner, Notifier } from '../kit/notify-merchant.ts';
import { type Body, flatten, signWith, walletText } from './sign-messages.ts';

export type Refund = {
  id: string;
  number: string;
  amount: string;
  date: string;
  state: 'processing' | 'done' | 'failed';
};
export type Payment = {
  product: 'global' | 'wallet';
  id: string;
  number: string;
  date: string;
  amount: string;
  currency: string;
  about: string;
  /** Given back with each answer of the wallet API. */
  info: string;
  state: 'open' | 'paid' | 'failed' | 'cancelled';
  notifyUrl: string;
  back: string;
  cancel: string;
  refunds: Refund[];
  endsAt: number;
};

export type Fake = {
  merchantId: string;
  merchantKey: string;
  ownKey: string;
  publicUrl: string;
  payments: Map<string, Payment>;
  refundPlans: Refund['state'][];
  notifier: Notifier;
};

export const makeId = () => `20${Date.now()}${String(randomInt(1000)).padStart(3, '0')}`;

export function findPayment(fake: Fake, number: string): Payment | undefined {
  const found = fake.payments.get(number);
  if (found?.state === 'open' && Date.now() > found.endsAt) found.state = 'failed';
  return found;
}

const globalStates = { open: 'WP', paid: 'PS', failed: 'PF', cancelled: 'PF' };
const walletStates = { open: 'WAITING', paid: 'SUCCESS', failed: 'FAILURE', cancelled: 'FAILURE' };

export function describeGlobal(fake: Fake, payment: Payment): Body {
  const { id, number, amount, currency, state } = payment;
  const payment_data = {
    payment_status: globalStates[state],
    payment_amount: amount,
    payment_currency_code: currency,
    exchange_rate: '1.00000000',
  };
  return { merchant_id: fake.merchantId, merchant_transaction_id: number, ll_transaction_id: id, payment_data };
}

export function describeWallet(fake: Fake, payment: Payment): Body {
  const { id, number, date, amount, info, state } = payment;
  return {
    ...{ oid_partner: fake.merchantId, dt_order: date, no_order: number, oid_paybill: id, money_order: amount },
    ...{
      result_pay: walletStates[state],
      settle_date: date.slice(0, 8),
      info_order: info,
      pay_type: 'L',
      sign_type: 'RSA',
    },
  };
}

export const describe = (fake: Fake, payment: Payment): Body =>
  (payment.product === 'global' ? describeGlobal : describeWallet)(fake, payment);

const refundStates = { processing: ['RP', '1'], done: ['RS', '2'], failed: ['RF', '3'] } as const;

export function describeRefund(fake: Fake, payment: Payment, refund: Refund): Body {
  const [global, wallet] = refundStates[refund.state];
  if (payment.product === 'global')
    return {
      ...{ merchant_id: fake.merchantId, merchant_transaction_id: refund.number, ll_transaction_id: refund.id },
      original_transaction_id: payment.number,
      refund_data: { refund_status: global, refund_amount: refund.amount, refund_currency_code: payment.currency },
    };
  return {
    ...{ oid_partner: fake.merchantId, no_refund: refund.number, dt_refund: refund.date, money_refund: refund.amount },
    ...{ oid_refundno: refund.id, sta_refund: wallet, settle_date: refund.date.slice(0, 8), sign_type: 'RSA' },
  };
}

/** Fields come in any order; the wallet API calls its JSON text. */
export function writeNotice(
  product: Payment['product'],
  body: Body,
  key: string,
): { raw: string; headers: Record<string, string> } {
  if (product === 'wallet') {
    const signed = Object.entries({ ...body, sign: signWith('MD5', walletText(body), key) }).reverse();
    return { raw: JSON.stringify(Object.fromEntries(signed)), headers: { 'content-type': 'text/json' } };
  }
  const headers = {
    'content-type': 'application/json',
    'sign-type': 'RSA',
    signature: signWith('SHA1', flatten(body), key),
  };
  return { raw: JSON.stringify(Object.fromEntries(Object.entries(body).reverse())), headers };
}

export function notifyMerchant(fake: Fake, payment: Payment, body: Body, manner: Manner = {}): void {
  const { raw, headers } = writeNotice(payment.product, body, fake.ownKey);
  fake.notifier.notify(() => ({ about: payment.number, url: payment.notifyUrl, headers, body: raw }), manner);
}

/** Undefined when it is more than the rest. */
export function giveBack(fake: Fake, payment: Payment, wanted: Omit<Refund, 'id' | 'state'>): Refund | undefined {
  const refunded = payment.refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amount }) => sum + Number(amount), 0);
  if (!(Number(wanted.amount) > 0) || refunded + Number(wanted.amount) > Number(payment.amount) + 0.0001)
    return undefined;
  const refund: Refund = { ...wanted, id: makeId(), state: 'processing' };
  payment.refunds.push(refund);
  const end = fake.refundPlans.shift() ?? 'done';
  if (end === 'done') refund.state = 'done';
  else if (end === 'failed') {
    setTimeout(() => {
      refund.state = 'failed';
      notifyMerchant(fake, payment, describeRefund(fake, payment, refund));
    }, 100).unref();
  }
  if (end !== 'failed') notifyMerchant(fake, payment, describeRefund(fake, payment, refund));
  return refund;
}
