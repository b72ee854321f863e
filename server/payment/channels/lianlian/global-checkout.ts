// LianLian's global checkout v3: a hosted page, every message signed with SHA1withRSA over its flattened body. An answer that is not signed
// says nothing.

import { exponentOf, isCurrency } from '../../../../domain/currencies.ts';
import { decimalOf, type Money, money, moneyFromDecimal } from '../../../../domain/money.ts';
import { fetchOutside } from '../../../platform/observe/fetch-outside.ts';
import {
  type Answer,
  type ChannelConfig,
  ChannelRefused,
  type PaymentRef,
  type RefundAnswer,
  type RefundInput,
  type Started,
  type StartInput,
} from '../channel.ts';
import {
  flattenTree,
  isSignedBody,
  joinLeaves,
  leafOf,
  readTree,
  shanghaiTime,
  signText,
  type Tree,
} from './sign-lianlian.ts';

const timeoutMilliseconds = 10_000;
/** Until then, an unknown attempt may be a start whose answer is still on its way. */
const startingMilliseconds = 30_000;
const production = 'https://gpapi.lianlianpay.com';
const hongKong = 'https://gpapi-hk.lianlianpay.com';

/** Always two decimals, whatever the currency has. */
export function toTwoDecimals(amount: Money): string {
  const exponent = exponentOf(amount.currency);
  const text = decimalOf(amount);
  if (exponent === 2) return text;
  if (exponent === 0) return `${text}.00`;
  if (!text.endsWith('0')) throw new ChannelRefused('three decimals must end in 0');
  return text.slice(0, -1);
}

export function readTwoDecimals(text: string | undefined, currency: string | undefined): Money | undefined {
  if (!isCurrency(currency) || !/^\d{1,12}(\.\d{1,8})?$/.test(text ?? '')) return undefined;
  try {
    return moneyFromDecimal((text ?? '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency);
  } catch {
    return undefined;
  }
}

type Reply = { accepted: boolean; why: string; tree: Tree };

async function ask(config: ChannelConfig, method: 'GET' | 'POST', path: string, body: Tree, now: Date): Promise<Reply> {
  const { keys, options, baseUrl } = config;
  const base = baseUrl || (options.hongKong === true ? hongKong : production);
  const answer = await fetchOutside(`${base}/v3/merchants/${encodeURIComponent(keys.merchantId ?? '')}/${path}`, {
    method,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMilliseconds),
    headers: {
      ...{ 'content-type': 'application/json', 'sign-type': 'RSA' },
      ...{ timestamp: shanghaiTime(now), timezone: 'Asia/Shanghai' },
      signature: signText('RSA-SHA1', joinLeaves(flattenTree(body)), config),
    },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
  });
  const tree = readTree(await answer.text());
  if (!isSignedBody(tree, answer.headers.get('signature'), config))
    throw new Error(`LianLian's answer ${answer.status} is not signed`);
  const code = leafOf(tree, 'return_code') ?? '';
  return { accepted: code === 'SUCCESS', why: `${code} ${leafOf(tree, 'return_message') ?? ''}`.trim(), tree };
}

const isUnknown = ({ why }: Reply) => /not[_ ]?(exist|found)/i.test(why);
const idOf = (number: string) => encodeURIComponent(number);
const bodyFor = ({ keys }: ChannelConfig, number: string): Tree => ({
  merchant_id: keys.merchantId ?? '',
  merchant_transaction_id: number,
});

/** What others typed must not look like a signed value of its own. */
const isPlain = (text: string) => text !== '' && !/[&=]/.test(text);
const clean = (text: string) => text.replace(/[&=]/g, ' ').trim();

export async function startCheckout(config: ChannelConfig, input: StartInput, now: Date): Promise<Started> {
  const { paymentNo, buyer, startedAt } = input;
  const { merchantId = '', subMerchantId } = config.keys;
  const [country = 'CN'] = (config.options.country ?? []) as string[];
  const amount = toTwoDecimals(input.amount);
  const name = clean(input.description).slice(0, 120) || paymentNo;
  const reply = await ask(
    config,
    'POST',
    'payments',
    {
      ...{ merchant_transaction_id: paymentNo, merchant_id: merchantId, country },
      ...(subMerchantId ? { sub_merchant_id: subMerchantId } : {}),
      ...{ notification_url: input.notifyUrl, redirect_url: input.returnUrl, cancel_url: input.cancelUrl },
      merchant_order: {
        ...{ merchant_order_id: paymentNo, merchant_order_time: shanghaiTime(startedAt), order_description: name },
        ...{ order_amount: amount, order_currency_code: input.amount.currency },
        products: [{ product_id: paymentNo, name, price: amount, quantity: '1' }],
      },
      customer: {
        customer_type: 'I',
        ...(isPlain(buyer.email) ? { email: buyer.email } : {}),
        ...(isPlain(buyer.phone) ? { phone: buyer.phone } : {}),
      },
    },
    now,
  );
  if (!reply.accepted) throw new ChannelRefused(reply.why);
  const payUrl = leafOf(reply.tree, 'payment_url');
  const providerRef = leafOf(reply.tree, 'll_transaction_id') ?? null;
  if (!payUrl) throw new Error(`LianLian gave no page for ${paymentNo}`);
  return { providerRef, payUrl, data: { away: true } };
}

/** What a reply or a notice says about a payment; `merchant` is the account that it is about. */
export function readCheckout(tree: Tree, paymentNo: string, merchant: string): Answer {
  const status = leafOf(tree, 'payment_status');
  const amount = readTwoDecimals(leafOf(tree, 'payment_amount'), leafOf(tree, 'payment_currency_code'));
  const id = leafOf(tree, 'll_transaction_id');
  if (status === 'PS' && amount && id)
    return {
      state: 'paid',
      merchant,
      paymentNo,
      amount: money(amount.amountMinor, amount.currency),
      providerRef: id,
      transactionId: id,
    };
  if (status === 'PF') return { state: 'failed', paymentNo, reason: 'failed' };
  return { state: 'pending', paymentNo, reason: status ?? 'unclear' };
}

export async function queryCheckout(config: ChannelConfig, payment: PaymentRef, now: Date): Promise<Answer> {
  const { paymentNo, startedAt } = payment;
  const reply = await ask(config, 'GET', `payments/${idOf(paymentNo)}`, bodyFor(config, paymentNo), now);
  if (reply.accepted) {
    if (leafOf(reply.tree, 'merchant_transaction_id') !== paymentNo)
      throw new Error(`LianLian spoke of another payment than ${paymentNo}`);
    return readCheckout(reply.tree, paymentNo, config.keys.merchantId ?? '');
  }
  if (!isUnknown(reply)) throw new Error(`LianLian answered ${reply.why}`);
  const starting = now.getTime() - startedAt.getTime() < startingMilliseconds;
  return starting
    ? { state: 'pending', paymentNo, reason: 'starting' }
    : { state: 'failed', paymentNo, reason: 'never started' };
}

export async function closeCheckout(config: ChannelConfig, payment: PaymentRef, now: Date): Promise<Answer> {
  const { paymentNo } = payment;
  const reply = await ask(config, 'POST', `payments/${idOf(paymentNo)}/cancelpay`, bodyFor(config, paymentNo), now);
  if (reply.accepted) return { state: 'failed', paymentNo, reason: 'closed' };
  if (isUnknown(reply)) return { state: 'failed', paymentNo, reason: 'never started' };
  return queryCheckout(config, payment, now);
}

export function readCheckoutRefund(tree: Tree): RefundAnswer {
  const status = leafOf(tree, 'refund_status');
  const state = status === 'RS' ? 'successful' : status === 'RF' ? 'failed' : 'processing';
  return { state, refundRef: leafOf(tree, 'll_transaction_id') ?? null };
}

export async function refundCheckout(config: ChannelConfig, input: RefundInput, now: Date): Promise<RefundAnswer> {
  const { payment, refundNo, amount, requestedAt = now } = input;
  const { subMerchantId } = config.keys;
  const reply = await ask(
    config,
    'POST',
    `payments/${idOf(payment.paymentNo)}/refunds`,
    {
      ...bodyFor(config, refundNo),
      ...(subMerchantId ? { sub_merchant_id: subMerchantId } : {}),
      ...{ merchant_refund_time: shanghaiTime(requestedAt), original_transaction_id: payment.paymentNo },
      refund_data: { refund_amount: toTwoDecimals(amount), refund_currency_code: amount.currency },
      reason: clean(input.reason).slice(0, 100) || 'refund',
    },
    now,
  );
  if (reply.accepted) return readCheckoutRefund(reply.tree);
  // A number that is known already is a refund that was begun before.
  const known = await queryCheckoutRefund(config, input, now);
  if (!known) throw new ChannelRefused(reply.why);
  return known;
}

export async function queryCheckoutRefund(config: ChannelConfig, { refundNo }: RefundInput, now: Date) {
  const reply = await ask(config, 'GET', `refunds/${idOf(refundNo)}`, bodyFor(config, refundNo), now);
  if (reply.accepted) return readCheckoutRefund(reply.tree);
  if (isUnknown(reply)) return undefined;
  throw new Error(`LianLian answered ${reply.why}`);
}
