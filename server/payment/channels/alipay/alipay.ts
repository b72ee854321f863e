// Alipay (§3 channel 2): a page on desktops, a mobile page on phones, a QR code for the wallet; notices signed over their sorted
// fields; closed, queried and refunded by our numbers. Yuan only.
import { isCurrency } from '../../../../domain/currencies.ts';
import { decimalOf, money } from '../../../../domain/money.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  KeyRefused,
  type Notice,
  type PaymentRef,
  type RefundAnswer,
  type RefundInput,
  type Started,
  type StartInput,
} from '../channel.ts';
import { type AlipayWay, alipayForm, alipayWays } from '../forms/alipay-form.ts';
import { listDay } from './alipay-bill.ts';
import {
  type AlipayAnswer,
  alipayRefusalOf,
  askAlipay,
  clientOf,
  fromOutNo,
  isAccepted,
  readYuan,
  signPage,
  toChinaTime,
  toOutNo,
} from './alipay-calls.ts';

/** Alipay knows no trade before the buyer opens the page; after this time the page cannot be opened any more. */
const openMilliseconds = 20 * 60_000;
const shortestMilliseconds = 61_000;
const longestSubject = 120;

const merchantOf = ({ keys }: ChannelConfig) => `${keys.appId ?? ''} ${keys.sellerId ?? ''}`;

export const alipay: Channel = {
  form: alipayForm,
  tryKeys,
  merchant: merchantOf,
  received: { type: 'text/plain', body: 'success' },
  start,
  // A phone cannot scan a code that it shows itself.
  fits: ({ options }, { away }, { agent }) => Boolean(away) || !opensOnPhone(options, agent),
  async query(config, payment, now) {
    const answer = await askAlipay(config, 'alipay.trade.query', { out_trade_no: toOutNo(payment.paymentNo) }, now);
    if (isAccepted(answer)) return readTrade(answer, payment.paymentNo, merchantOf(config));
    if (!isUnknownTrade(answer)) throw readAsUnknown(answer);
    if (now.getTime() - payment.startedAt.getTime() > openMilliseconds) return neverStarted(payment);
    return { state: 'pending', paymentNo: payment.paymentNo, reason: 'not opened yet' };
  },
  async close(config, payment, now) {
    const { paymentNo } = payment;
    const answer = await askAlipay(config, 'alipay.trade.close', { out_trade_no: toOutNo(paymentNo) }, now);
    if (isAccepted(answer)) return { state: 'failed', paymentNo, reason: 'closed' };
    // A code or page that was never opened cannot be closed and expires; money that still arrives is refunded.
    if (isUnknownTrade(answer)) return neverStarted(payment);
    return alipay.query(config, payment, now);
  },
  refund,
  queryRefund,
  readNotice(config, raw) {
    const fields = openNotice(config, raw);
    return fields && readNotice(fields);
  },
  settlementList: listDay,
};

const isUnknownTrade = (answer: AlipayAnswer) => answer.code === '40004' && answer.sub_code === 'ACQ.TRADE_NOT_EXIST';
const neverStarted = ({ paymentNo }: PaymentRef): Answer => ({ state: 'failed', paymentNo, reason: 'never started' });
/** A refused query says nothing about the money. */
const readAsUnknown = (answer: AlipayAnswer) => new Error(alipayRefusalOf(answer).message);

const waysOf = (options: ChannelConfig['options']) => (options.ways ?? alipayWays) as readonly AlipayWay[];
const isPhone = (agent: string) => /Mobi|Android|iPhone|iPad|AlipayClient/i.test(agent);
const opensOnPhone = (options: ChannelConfig['options'], agent: string) =>
  isPhone(agent) && waysOf(options).includes('wap');

/** Queries a trade that does not exist: the answer's signature proves both keys, and no answer names the seller. */
async function tryKeys(config: ChannelConfig, now: Date): Promise<string[]> {
  const { code, sub_code: why = '' } = await ask();
  if (code === '10000' || code === '40004') return ['sellerId'];
  const text = `${code} ${why}`;
  if (/app-id|insufficient-isv/i.test(why)) throw new KeyRefused('appId', text);
  if (/signature/i.test(why)) throw new KeyRefused('privateKey', text);
  throw new Error(`Alipay answered ${text}`);

  async function ask(): Promise<AlipayAnswer> {
    try {
      return await askAlipay(config, 'alipay.trade.query', { out_trade_no: `KEYS${now.getTime()}` }, now);
    } catch (error) {
      if (error instanceof Error && error.message.includes('验签失败'))
        throw new KeyRefused('alipayPublicKey', 'the answer is not signed by this key');
      throw error;
    }
  }
}

async function start(config: ChannelConfig, input: StartInput, now: Date): Promise<Started> {
  if (input.amount.currency !== 'CNY') throw new ChannelRefused('Alipay takes yuan only');
  const offered = waysOf(config.options);
  const more = { notify_url: input.notifyUrl };
  const content = describeTrade(input);
  const page = (way: 'page' | 'wap') => {
    const [product, quit] =
      way === 'page' ? ['FAST_INSTANT_TRADE_PAY', {}] : ['QUICK_WAP_WAY', { quit_url: input.cancelUrl }];
    const whole = { ...content, ...quit, product_code: product };
    return signPage(config, `alipay.trade.${way}.pay`, whole, now, { ...more, return_url: input.returnUrl });
  };
  if (opensOnPhone(config.options, input.buyer.agent))
    return { providerRef: null, payUrl: page('wap'), data: { away: true } };
  const payUrl = offered.includes('page') ? page('page') : offered.includes('wap') ? page('wap') : null;
  if (!offered.includes('qr')) return { providerRef: null, payUrl, data: { away: true } };
  const answer = await askAlipay(config, 'alipay.trade.precreate', content, now, more);
  if (isAccepted(answer)) return { providerRef: null, payUrl, data: { qrText: String(answer.qr_code) } };
  // The merchant has no contract for codes: the page still works.
  if (payUrl && /ACCESS_FORBIDDEN|isv\.insufficient/i.test(answer.sub_code ?? ''))
    return { providerRef: null, payUrl, data: { away: true } };
  throw readStartRefusal(answer);
}

/** The same at every repetition. If the number was paid meanwhile, that is not a refusal: the query decides. */
function readStartRefusal(answer: AlipayAnswer): Error {
  if (answer.sub_code === 'ACQ.TRADE_HAS_SUCCESS') return readAsUnknown(answer);
  return /^4000[1236]$/.test(answer.code)
    ? new ChannelRefused(`${answer.code} ${answer.sub_code ?? answer.msg ?? ''}`)
    : alipayRefusalOf(answer);
}

function describeTrade({ paymentNo, amount, description, startedAt, expiresAt }: StartInput): Record<string, string> {
  const ends = Math.max(expiresAt.getTime(), startedAt.getTime() + shortestMilliseconds);
  return {
    out_trade_no: toOutNo(paymentNo),
    total_amount: decimalOf(amount),
    // Alipay refuses these signs in a title, and a comma would split its lists.
    subject: description.replace(/[/=&,"]/g, ' ').slice(0, longestSubject),
    time_expire: toChinaTime(new Date(ends)),
    // Returned with every notice; identifies notices about other trades.
    passback_params: toOutNo(paymentNo),
  };
}

/** `merchant`: the account named in the answer. */
function readTrade(answer: Record<string, unknown>, paymentNo: string, merchant: string): Answer {
  const { trade_no: tradeNo, trade_status: status, trans_currency: named = 'CNY' } = answer;
  if (answer.out_trade_no !== toOutNo(paymentNo)) throw new Error(`Alipay spoke of another trade than ${paymentNo}`);
  if (status === 'TRADE_CLOSED') return { state: 'failed', paymentNo, reason: 'closed' };
  const yuan = readYuan(answer.total_amount);
  const isPaid = status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED';
  if (!isPaid || !yuan || typeof tradeNo !== 'string' || !isCurrency(named))
    return { state: 'pending', paymentNo, reason: String(status ?? 'unclear') };
  const amount = money(yuan.amountMinor, named);
  return { state: 'paid', merchant, paymentNo, amount, providerRef: tradeNo, transactionId: tradeNo };
}

async function refund(config: ChannelConfig, input: RefundInput, now: Date): Promise<RefundAnswer> {
  const content = {
    out_trade_no: toOutNo(input.payment.paymentNo),
    refund_amount: decimalOf(input.amount),
    out_request_no: input.refundNo,
    refund_reason: input.reason.slice(0, 200) || 'refund',
  };
  const answer = await askAlipay(config, 'alipay.trade.refund', content, now);
  if (!isAccepted(answer)) throw alipayRefusalOf(answer);
  if (answer.fund_change === 'Y') return { state: 'successful', refundRef: null };
  // "N" is also returned for a repetition: only the query decides.
  return (await queryRefund(config, input, now)) ?? { state: 'processing', refundRef: null };
}

/** For an unknown refund Alipay answers success without a state; requesting it again with the number is safe. */
async function queryRefund(config: ChannelConfig, input: RefundInput, now: Date): Promise<RefundAnswer | undefined> {
  const content = { out_trade_no: toOutNo(input.payment.paymentNo), out_request_no: input.refundNo };
  const answer = await askAlipay(config, 'alipay.trade.fastpay.refund.query', content, now);
  if (!isAccepted(answer)) {
    if (isUnknownTrade(answer)) return undefined;
    throw readAsUnknown(answer);
  }
  return answer.refund_status === 'REFUND_SUCCESS' ? { state: 'successful', refundRef: null } : undefined;
}

type Fields = Record<string, string>;

/** Undefined for anything not signed by Alipay for this application with RSA2. */
function openNotice(config: ChannelConfig, raw: Buffer): Fields | undefined {
  try {
    const pairs = [...new URLSearchParams(raw.toString('utf8'))];
    const fields = Object.fromEntries(pairs);
    if (pairs.length !== Object.keys(fields).length || fields.sign_type !== 'RSA2') return undefined;
    if (fields.app_id !== config.keys.appId || !fields.notify_id) return undefined;
    return clientOf(config).checkNotifySignV2(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

/** An application may also report sales of other systems: those carry none of our numbers. */
function readNotice(fields: Fields): Notice {
  const { notify_id: eventId = '', out_trade_no: outNo = '', passback_params: ours, out_biz_no: refundNo } = fields;
  const paymentNo = fromOutNo(outNo);
  if (fields.notify_type !== 'trade_status_sync' || !ours || toOutNo(paymentNo) !== outNo)
    return { eventId, paymentNo: '' };
  if (fields.gmt_refund) {
    // Sent for partial and whole refunds alike; refunds made by people at Alipay itself have other numbers.
    if (!refundNo?.startsWith(`${paymentNo}-`)) return { eventId, paymentNo: '' };
    return { eventId, paymentNo, refund: { refundNo, refundRef: null, state: 'successful' } };
  }
  // A notice whose merchant fields contradict each other is ignored.
  const merchant = ours === outNo ? `${fields.app_id} ${fields.seller_id ?? ''}` : '';
  return { eventId, paymentNo, answer: readTrade(fields, paymentNo, merchant) };
}
