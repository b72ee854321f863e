// Alipay (§3 channel 2): a page on desktops, a mobile page on phones, a QR code for the wallet; notices signed over their sorted
// fields; closed, asked and refunded by our numbers. Yuan only.
import { type Currency, isCurrency } from '../../../domain/currencies.ts';
import { decimalOf, money } from '../../../domain/money.ts';
import { listDay } from './alipay-bill.ts';
import {
  askAlipay,
  clientOf,
  fromOutNo,
  isAccepted,
  keyShape,
  readYuan,
  refusalOf,
  signPage,
  type Told,
  toChinaTime,
  toOutNo,
} from './alipay-calls.ts';
import {
  type Answer,
  type Asked,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  type Notice,
  type RefundAnswer,
  type RefundInput,
  type Started,
  type StartInput,
} from './channel.ts';

/** What the owner signed up for at Alipay: 当面付, 电脑网站支付, 手机网站支付. */
const ways = ['qr', 'page', 'wap'] as const;
type Way = (typeof ways)[number];

/** Alipay knows no trade before the buyer comes; after this long nobody can come any more. */
const openMilliseconds = 20 * 60_000;
const shortestMilliseconds = 61_000;
const longestSubject = 120;

const merchantOf = ({ keys }: ChannelConfig) => `${keys.appId ?? ''} ${keys.sellerId ?? ''}`;

export const alipay: Channel = {
  keys: [
    { name: 'appId', required: true, shape: /^\d{16}$/ },
    { name: 'sellerId', required: true, shape: /^2088\d{12}$/ },
    { name: 'privateKey', required: true, shape: keyShape },
    { name: 'alipayPublicKey', required: true, shape: keyShape },
  ],
  badOptions({ ways: chosen, ...others }) {
    const fine = Array.isArray(chosen) && chosen.length > 0 && chosen.every((one) => ways.includes(one as Way));
    return [...Object.keys(others), ...(chosen === undefined || fine ? [] : ['ways'])];
  },
  merchant: merchantOf,
  received: { type: 'text/plain', body: 'success' },
  start,
  // A code is of no use on the phone that shows it.
  fits: ({ options }, { away }, { agent }) => Boolean(away) || !opensOnPhone(options, agent),
  async query(config, payment, now) {
    const told = await askAlipay(config, 'alipay.trade.query', { out_trade_no: toOutNo(payment.paymentNo) }, now);
    if (isAccepted(told)) return readTrade(told, payment.paymentNo, merchantOf(config));
    if (!isUnknownTrade(told)) throw readAsUnknown(told);
    if (now.getTime() - payment.startedAt.getTime() > openMilliseconds) return neverStarted(payment);
    return { state: 'pending', paymentNo: payment.paymentNo, reason: 'nobody came yet' };
  },
  async close(config, payment, now) {
    const { paymentNo } = payment;
    const told = await askAlipay(config, 'alipay.trade.close', { out_trade_no: toOutNo(paymentNo) }, now);
    if (isAccepted(told)) return { state: 'failed', paymentNo, reason: 'closed' };
    // A code or page that nobody opened cannot be closed and runs out by itself; money that it still brings goes back.
    if (isUnknownTrade(told)) return neverStarted(payment);
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

const isUnknownTrade = (told: Told) => told.code === '40004' && told.sub_code === 'ACQ.TRADE_NOT_EXIST';
const neverStarted = ({ paymentNo }: Asked): Answer => ({ state: 'failed', paymentNo, reason: 'never started' });
/** A refused question is no answer about the money. */
const readAsUnknown = (told: Told) => new Error(refusalOf(told).message);

const waysOf = (options: ChannelConfig['options']) => (options.ways ?? ways) as readonly Way[];
const isPhone = (agent: string) => /Mobi|Android|iPhone|iPad|AlipayClient/i.test(agent);
const opensOnPhone = (options: ChannelConfig['options'], agent: string) =>
  isPhone(agent) && waysOf(options).includes('wap');

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
  const told = await askAlipay(config, 'alipay.trade.precreate', content, now, more);
  if (isAccepted(told)) return { providerRef: null, payUrl, data: { qrText: String(told.qr_code) } };
  // Not signed up for codes: the page is a way all the same.
  if (payUrl && /ACCESS_FORBIDDEN|isv\.insufficient/i.test(told.sub_code ?? ''))
    return { providerRef: null, payUrl, data: { away: true } };
  throw readStartRefusal(told);
}

/** The same at every repetition. A number that was paid in the meantime is no refusal: the question tells. */
function readStartRefusal(told: Told): Error {
  if (told.sub_code === 'ACQ.TRADE_HAS_SUCCESS') return readAsUnknown(told);
  return /^4000[1236]$/.test(told.code)
    ? new ChannelRefused(`${told.code} ${told.sub_code ?? told.msg ?? ''}`)
    : refusalOf(told);
}

function describeTrade({ paymentNo, amount, description, startedAt, expiresAt }: StartInput): Record<string, string> {
  const ends = Math.max(expiresAt.getTime(), startedAt.getTime() + shortestMilliseconds);
  return {
    out_trade_no: toOutNo(paymentNo),
    total_amount: decimalOf(amount),
    // Alipay refuses these signs in a title, and a comma would split its lists.
    subject: description.replace(/[/=&,"]/g, ' ').slice(0, longestSubject),
    time_expire: toChinaTime(new Date(ends)),
    // Comes back with every notice: what a notice says of another trade is told apart by it.
    passback_params: toOutNo(paymentNo),
  };
}

/** `merchant`: the account that the answer speaks for. */
function readTrade(told: Record<string, unknown>, paymentNo: string, merchant: string): Answer {
  const { trade_no: tradeNo, trade_status: status, trans_currency: named = 'CNY' } = told;
  if (told.out_trade_no !== toOutNo(paymentNo)) throw new Error(`Alipay spoke of another trade than ${paymentNo}`);
  if (status === 'TRADE_CLOSED') return { state: 'failed', paymentNo, reason: 'closed' };
  const yuan = readYuan(told.total_amount);
  const isPaid = status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED';
  if (!isPaid || !yuan || typeof tradeNo !== 'string' || !isCurrency(named))
    return { state: 'pending', paymentNo, reason: String(status ?? 'unclear') };
  const amount = money(yuan.amountMinor, named as Currency);
  return { state: 'paid', merchant, paymentNo, amount, providerRef: tradeNo, transactionId: tradeNo };
}

async function refund(config: ChannelConfig, input: RefundInput, now: Date): Promise<RefundAnswer> {
  const content = {
    out_trade_no: toOutNo(input.payment.paymentNo),
    refund_amount: decimalOf(input.amount),
    out_request_no: input.refundNo,
    refund_reason: input.reason.slice(0, 200) || 'refund',
  };
  const told = await askAlipay(config, 'alipay.trade.refund', content, now);
  if (!isAccepted(told)) throw refusalOf(told);
  if (told.fund_change === 'Y') return { state: 'successful', refundRef: null };
  // "N" is also said of a repetition: only the question tells.
  return (await queryRefund(config, input, now)) ?? { state: 'processing', refundRef: null };
}

/** Alipay answers well about refunds that it does not know, only without a state; asking again with the number is safe. */
async function queryRefund(config: ChannelConfig, input: RefundInput, now: Date): Promise<RefundAnswer | undefined> {
  const content = { out_trade_no: toOutNo(input.payment.paymentNo), out_request_no: input.refundNo };
  const told = await askAlipay(config, 'alipay.trade.fastpay.refund.query', content, now);
  if (!isAccepted(told)) {
    if (isUnknownTrade(told)) return undefined;
    throw readAsUnknown(told);
  }
  return told.refund_status === 'REFUND_SUCCESS' ? { state: 'successful', refundRef: null } : undefined;
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

/** An application may tell of sales that are none of the house's: those carry none of our numbers. */
function readNotice(fields: Fields): Notice {
  const { notify_id: eventId = '', out_trade_no: outNo = '', passback_params: ours, out_biz_no: refundNo } = fields;
  const paymentNo = fromOutNo(outNo);
  if (fields.notify_type !== 'trade_status_sync' || !ours || toOutNo(paymentNo) !== outNo)
    return { eventId, paymentNo: '' };
  if (fields.gmt_refund) {
    // Told of partial and whole refunds alike; those that people made at Alipay itself have other numbers.
    if (!refundNo?.startsWith(`${paymentNo}-`)) return { eventId, paymentNo: '' };
    return { eventId, paymentNo, refund: { refundNo, refundRef: null, state: 'successful' } };
  }
  // A notice that contradicts itself about whose it is belongs to nobody here.
  const merchant = ours === outNo ? `${fields.app_id} ${fields.seller_id ?? ''}` : '';
  return { eventId, paymentNo, answer: readTrade(fields, paymentNo, merchant) };
}
