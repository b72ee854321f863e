// The global checkout v3 under /v3/merchants/…: every request must be signed, every answer is.
import { type Call, json, type Reply } from '../kit/serve-fake.ts';
import {
  describeGlobal,
  describeRefund,
  type Fake,
  findPayment,
  giveBack,
  makeId,
  notifyMerchant,
  type Payment,
} from './run-fake.ts';
import { type Body, fitsKey, flatten, signWith } from './sign-messages.ts';

const pageMs = 30 * 60_000;

export function answerGlobal(fake: Fake, call: Call): Reply {
  const body = carryOut(fake, call);
  const answer = json(200, body);
  return {
    ...answer,
    headers: { ...answer.headers, 'sign-type': 'RSA', signature: signWith('SHA1', flatten(body), fake.ownKey) },
  };
}

const no = (code: string, message: string): Body => ({
  return_code: code,
  return_message: message,
  trace_id: makeId(),
});
const yes = (order: Body): Body => ({ ...no('SUCCESS', 'success'), order });

function carryOut(fake: Fake, { method, path, headers, body }: Call): Body {
  const [, merchant, room, number = '', act] =
    /^\/v3\/merchants\/(\w+)\/(payments|refunds)(?:\/([^/]+))?(?:\/(\w+))?$/.exec(path) ?? [];
  const id = decodeURIComponent(number);
  if (merchant !== fake.merchantId) return no('MERCHANT_NOT_EXIST', 'merchant');
  const fields =
    method === 'POST' ? (JSON.parse(body) as Body) : { merchant_id: merchant, merchant_transaction_id: id };
  const { signature = '', timestamp = '', timezone = '' } = headers;
  if (headers['sign-type'] !== 'RSA' || !/^\d{14}$/.test(timestamp) || !timezone)
    return no('INVALID_HEADER', 'headers');
  if (!fitsKey('SHA1', flatten(fields), signature, fake.merchantKey)) return no('INVALID_SIGNATURE', 'signature');
  if (room === 'payments' && method === 'POST' && !id) return openPayment(fake, fields);
  if (room === 'refunds' && method === 'GET') return showRefund(fake, id);
  const found = findPayment(fake, id);
  if (room !== 'payments' || !found) return no('TRANSACTION_NOT_EXIST', 'transaction not exist');
  if (method === 'GET' && !act) return yes(describeGlobal(fake, found));
  if (method === 'POST' && act === 'refunds') return refund(fake, found, fields);
  if (act !== 'cancelpay' || found.state !== 'open') return no('STATUS_ERROR', 'transaction cannot be cancelled');
  found.state = 'cancelled';
  notifyMerchant(fake, found, describeGlobal(fake, found));
  return yes(describeGlobal(fake, found));
}

const twoDecimals = (value: unknown): value is string => typeof value === 'string' && /^\d+\.\d\d$/.test(value);

function openPayment(fake: Fake, fields: Body): Body {
  const {
    merchant_transaction_id: number,
    country,
    notification_url: notifyUrl,
    redirect_url: back,
    cancel_url: cancel,
  } = fields as Record<string, string>;
  const order = (fields.merchant_order ?? {}) as Body;
  const { order_amount: amount, order_currency_code: currency, products = [] } = order;
  if (
    flatten(fields)
      .split('&')
      .some((leaf) => leaf.endsWith('='))
  )
    return no('INVALID_PARAMETER', 'empty value');
  if (!number || number.length > 64 || !/^[A-Z]{2}$/.test(country ?? ''))
    return no('INVALID_PARAMETER', 'number or country');
  const sum = (products as { price: string; quantity: string }[]).reduce(
    (all, product) => all + Number(product.price) * Number(product.quantity),
    0,
  );
  if (!twoDecimals(amount) || Number(amount) <= 0 || sum.toFixed(2) !== amount || !/^[A-Z]{3}$/.test(String(currency)))
    return no('INVALID_PARAMETER', 'amount, currency or products');
  if (![notifyUrl, back, cancel].every((value) => URL.canParse(value ?? ''))) return no('INVALID_PARAMETER', 'address');
  const known = fake.payments.get(number);
  const made: Payment = known ?? {
    ...{
      product: 'global',
      id: makeId(),
      number,
      date: '',
      amount,
      currency: String(currency),
      info: '',
      state: 'open',
    },
    ...{
      about: String(order.order_description),
      notifyUrl: notifyUrl ?? '',
      back: back ?? '',
      cancel: cancel ?? '',
      refunds: [],
    },
    endsAt: Date.now() + pageMs,
  };
  if (known && known.amount !== amount) return no('DUPLICATE_TRANSACTION', 'transaction exists');
  fake.payments.set(number, made);
  return yes({
    ...describeGlobal(fake, made),
    payment_url: `${fake.publicUrl}/checkout/${encodeURIComponent(number)}`,
  });
}

function refund(fake: Fake, payment: Payment, fields: Body): Body {
  const number = String(fields.merchant_transaction_id);
  const { refund_amount: amount, refund_currency_code: currency } = (fields.refund_data ?? {}) as Body;
  if (payment.refunds.some((refund) => refund.number === number)) return no('DUPLICATE_TRANSACTION', 'refund exists');
  if (fields.original_transaction_id !== payment.number || !/^\d{14}$/.test(String(fields.merchant_refund_time)))
    return no('INVALID_PARAMETER', 'original or time');
  if (payment.state !== 'paid' || currency !== payment.currency || !twoDecimals(amount))
    return no('STATUS_ERROR', 'not refundable');
  const made = giveBack(fake, payment, { number, amount, date: String(fields.merchant_refund_time) });
  return made ? yes(describeRefund(fake, payment, made)) : no('AMOUNT_ERROR', 'more than the rest');
}

function showRefund(fake: Fake, number: string): Body {
  for (const payment of fake.payments.values()) {
    const found = payment.refunds.find((refund) => refund.number === number);
    if (found) return yes(describeRefund(fake, payment, found));
  }
  return no('TRANSACTION_NOT_EXIST', 'refund not exist');
}
