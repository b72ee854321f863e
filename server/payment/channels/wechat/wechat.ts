// WeChat Pay v3 (§3 channel 3): a QR code to scan on desktops, the H5 page on phones, sealed notices, refunds and queries by
// our numbers, the day's bill. CNY only (§5). Inside WeChat the app itself pays (wechat-inside.ts).
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { isCurrency } from '../../../../domain/currencies.ts';
import { type Money, money } from '../../../../domain/money.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  KeyRefused,
  type Notice,
  type PaymentRef,
  type RefundAnswer,
  type RefundState,
  type StartInput,
} from '../channel.ts';
import { wechatForm } from '../forms/wechat-form.ts';
import { listMoney } from './wechat-bill.ts';
import {
  callWechat,
  type Json,
  platformKeysOf,
  UnreadableSeal,
  UnsignedAnswer,
  WechatRefusal,
  wantPlatformKey,
} from './wechat-calls.ts';
import { isInsideWechat, wechatInside } from './wechat-inside.ts';
import { isGenuine, openResource, type Resource, readSigned } from './wechat-signing.ts';

/** Until then, an unknown attempt may be a start whose answer is still on its way. */
const startingMilliseconds = 30_000;
/** WeChat refuses an order that expires too soon. */
const shortestMilliseconds = 120_000;
/** The page of an order can be opened for five minutes. */
const pageMilliseconds = 290_000;

const isUnknown = (error: unknown) =>
  error instanceof WechatRefusal && /^(ORDER_NOT_EXIST|ORDERNOTEXIST|RESOURCE_NOT_EXISTS)$/.test(error.code);

/** The request or its account is not accepted at all, so no payment was started. */
const refusesStart = new Set([
  ...['PARAM_ERROR', 'SIGN_ERROR', 'NO_AUTH', 'APPID_MCHID_NOT_MATCH', 'MCH_NOT_EXISTS', 'RULE_LIMIT'],
  ...['ACCOUNT_ERROR', 'ACCOUNTERROR'],
]);
/** A repeat would get the same answer. An empty account (NOT_ENOUGH) or an invalid key can be corrected, so those are asked again. */
const refusesRefund = new Set([
  ...['PARAM_ERROR', 'INVALID_REQUEST', 'MCH_NOT_EXISTS', 'USER_ACCOUNT_ABNORMAL', 'RESOURCE_NOT_EXISTS'],
  ...['ORDER_NOT_EXIST', 'INVALID_TRANSACTIONID'],
]);

/** At most so many bytes, whole characters. */
function cut(text: string, most: number): string {
  let stored = '';
  for (const letter of text) {
    if (Buffer.byteLength(stored + letter) > most) break;
    stored += letter;
  }
  return stored;
}

/** The H5 page is for browsers on phones; it does not open inside WeChat, and a desktop cannot use it. */
function opensPage({ options }: ChannelConfig, { agent }: { agent: string }): boolean {
  return options.h5 !== false && /Mobi|Android|iPhone|iPad/i.test(agent) && !/MicroMessenger/i.test(agent);
}

/** Moment as "2026-11-21T10:00:00+08:00". */
function beijing(at: Date): string {
  return `${new Date(at.getTime() + 8 * 3600 * 1000).toISOString().slice(0, 19)}+08:00`;
}

function addressOf(source: string): string {
  // IPv6 callers are identified by the first half of the address.
  return [source, `${source}::`].find((value) => isIP(value)) ?? '127.0.0.1';
}

/** The same content at every repetition; another amount under the same number is refused there. */
function describeOrder({ keys }: ChannelConfig, input: StartInput): Json {
  const { paymentNo, amount, startedAt, expiresAt } = input;
  const until = new Date(Math.max(expiresAt.getTime(), startedAt.getTime() + shortestMilliseconds));
  return {
    appid: keys.appId,
    mchid: keys.mchId,
    description: cut(input.description, 127),
    out_trade_no: paymentNo,
    time_expire: beijing(until),
    // Returned with the payment: an order whose fields contradict each other is ignored.
    attach: paymentNo,
    notify_url: input.notifyUrl,
    amount: { total: amount.amountMinor, currency: 'CNY' },
  };
}

const merchantOf = (mchid: unknown, appid: unknown) => `${mchid ?? ''} ${appid ?? ''}`;

function readAmount(value: unknown): Money | undefined {
  const { total, currency } = (value ?? {}) as Json;
  if (!isCurrency(currency) || !Number.isSafeInteger(total) || (total as number) < 0) return undefined;
  return money(total as number, currency);
}

/** REFUND: paid, and partly or wholly refunded. */
function readTransaction(answer: Json): Answer {
  const { trade_state: state, transaction_id: id, attach, mchid, appid } = answer;
  const paymentNo = String(answer.out_trade_no ?? '');
  const amount = readAmount(answer.amount);
  if ((state === 'SUCCESS' || state === 'REFUND') && amount && typeof id === 'string' && id) {
    const merchant = attach === paymentNo ? merchantOf(mchid, appid) : '';
    return { state: 'paid', merchant, paymentNo, amount, providerRef: null, transactionId: id };
  }
  if (state === 'CLOSED') return { state: 'failed', paymentNo, reason: 'closed' };
  if (state === 'REVOKED' || state === 'PAYERROR') return { state: 'failed', paymentNo, reason: 'declined' };
  return { state: 'pending', paymentNo, reason: typeof state === 'string' ? state.toLowerCase() : 'unclear' };
}

async function ask(config: ChannelConfig, payment: PaymentRef, now: Date): Promise<Answer> {
  const { paymentNo } = payment;
  const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(paymentNo)}?mchid=${config.keys.mchId}`;
  try {
    const answer = readTransaction(await callWechat(config, 'GET', path, undefined, now));
    if (answer.paymentNo !== paymentNo) throw new Error(`asked about ${paymentNo}, got ${answer.paymentNo}`);
    return answer;
  } catch (error) {
    if (!isUnknown(error)) throw error;
    const starting = now.getTime() - payment.startedAt.getTime() < startingMilliseconds;
    return starting
      ? { state: 'pending', paymentNo, reason: 'starting' }
      : { state: 'failed', paymentNo, reason: 'never started' };
  }
}

/** ABNORMAL waits in the merchant's portal for a person; CLOSED refunded nothing. */
const refundStates: Record<string, RefundState> = {
  SUCCESS: 'successful',
  PROCESSING: 'processing',
  CLOSED: 'failed',
  ABNORMAL: 'failed',
};

function readRefund(answer: Json, refundNo: string): RefundAnswer {
  if (answer.out_refund_no !== refundNo) throw new Error(`asked about ${refundNo}, got ${answer.out_refund_no}`);
  const refundRef = typeof answer.refund_id === 'string' ? answer.refund_id : null;
  return { state: refundStates[String(answer.status)] ?? 'processing', refundRef };
}

/**
 * Queries an order that does not exist. The answer's signature proves merchant number, serial number and key, and the platform's keys or
 * the APIv3 key that opens them; the two of the official account are used only when a buyer pays.
 */
async function tryKeys(config: ChannelConfig, now: Date): Promise<string[]> {
  const { mchId, appSecret, platformKeys } = config.keys;
  const unproved = ['appId', ...(appSecret ? ['appSecret'] : []), ...(platformKeys ? ['apiV3Key'] : [])];
  try {
    await callWechat(
      config,
      'GET',
      `/v3/pay/transactions/out-trade-no/KEYS${now.getTime()}?mchid=${mchId}`,
      undefined,
      now,
    );
    return unproved;
  } catch (error) {
    if (error instanceof UnsignedAnswer) throw new KeyRefused('platformKeys', error.message);
    if (error instanceof UnreadableSeal) throw new KeyRefused('apiV3Key', error.message);
    if (!(error instanceof WechatRefusal)) throw error;
    if (isUnknown(error)) return unproved;
    const { code, message } = error;
    if (code === 'SIGN_ERROR')
      throw new KeyRefused(
        /商户号/.test(message) ? 'mchId' : /序列号/.test(message) ? 'merchantSerial' : 'merchantKey',
        message,
      );
    if (code === 'MCH_NOT_EXISTS' || code === 'PARAM_ERROR') throw new KeyRefused('mchId', message);
    throw error;
  }
}

export const wechat: Channel = {
  form: wechatForm,
  tryKeys,
  merchant: ({ keys }) => merchantOf(keys.mchId, keys.appId),
  received: { type: 'application/json', body: '{"code":"SUCCESS","message":"OK"}' },
  async start(config, input, now) {
    const { paymentNo, amount, buyer, returnUrl, startedAt } = input;
    if (amount.currency !== 'CNY') throw new ChannelRefused('WeChat Pay takes CNY only');
    const page = opensPage(config, buyer);
    const order = describeOrder(config, input);
    const scene = { payer_client_ip: addressOf(buyer.source), h5_info: { type: 'Wap' } };
    const wanted = buyer.payer
      ? { ...order, payer: { openid: buyer.payer } }
      : page
        ? { ...order, scene_info: scene }
        : order;
    const way = buyer.payer ? 'jsapi' : page ? 'h5' : 'native';
    try {
      const answer = await callWechat(config, 'POST', `/v3/pay/transactions/${way}`, wanted, now);
      const { code_url: code, h5_url: address, prepay_id: prepayId } = answer;
      if (way === 'jsapi' && typeof prepayId === 'string' && prepayId)
        return { providerRef: null, payUrl: null, data: { client: { prepayId }, session: buyer.session ?? '' } };
      if (way === 'h5' && typeof address === 'string' && URL.canParse(address)) {
        const payUrl = `${address}&redirect_url=${encodeURIComponent(returnUrl)}`;
        return {
          providerRef: null,
          payUrl,
          data: { away: true, until: beijing(new Date(now.getTime() + pageMilliseconds)) },
        };
      }
      if (way === 'native' && typeof code === 'string' && code)
        return { providerRef: null, payUrl: null, data: { qrText: code } };
    } catch (error) {
      if (!(error instanceof WechatRefusal)) throw error;
      if (refusesStart.has(error.code)) throw new ChannelRefused(error.message);
      // Paid or closed meanwhile, or started in another way: the current state decides, and only "unknown order" is a final refusal.
      const known = await ask(config, { paymentNo, providerRef: null, transactionId: null, amount, startedAt }, now);
      if (known.state === 'failed') throw new ChannelRefused(error.message);
      throw error;
    }
    throw new Error(`WeChat Pay gave no way to pay ${paymentNo}`);
  },
  // A page on a desktop, a code on the phone that would have to scan it, an expired page, an attempt of another user
  // inside WeChat: none of them is usable.
  fits(config, { away, until, client, session }, buyer, now) {
    if (client) return isInsideWechat(buyer.agent) && session === (buyer.session ?? '');
    if (buyer.payer) return false;
    return opensPage(config, buyer) === Boolean(away) && !(until && Date.parse(until) < now.getTime());
  },
  inside: wechatInside,
  query: ask,
  async close(config, payment, now) {
    const { paymentNo } = payment;
    const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(paymentNo)}/close`;
    try {
      await callWechat(config, 'POST', path, { mchid: config.keys.mchId }, now);
      return { state: 'failed', paymentNo, reason: 'closed' };
    } catch (error) {
      // Paid or closed meanwhile, or never created: the current state is the answer.
      if (!(error instanceof WechatRefusal)) throw error;
      return ask(config, payment, now);
    }
  },
  async refund(config, { payment, refundNo, amount, reason }, now) {
    const wanted = {
      out_trade_no: payment.paymentNo,
      out_refund_no: refundNo,
      ...(reason ? { reason: cut(reason, 80) } : {}),
      amount: { refund: amount.amountMinor, total: payment.amount.amountMinor, currency: payment.amount.currency },
    };
    try {
      return readRefund(await callWechat(config, 'POST', '/v3/refund/domestic/refunds', wanted, now), refundNo);
    } catch (error) {
      if (error instanceof WechatRefusal && refusesRefund.has(error.code)) throw new ChannelRefused(error.message);
      throw error;
    }
  },
  async queryRefund(config, { refundNo }, now) {
    const path = `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`;
    try {
      return readRefund(await callWechat(config, 'GET', path, undefined, now), refundNo);
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw error;
    }
  },
  readNotice(config, raw, headers, now) {
    try {
      const signed = readSigned((name) => headers[name], raw);
      const keys = platformKeysOf(config);
      if (!keys.has(signed.serial)) wantPlatformKey(config, signed.serial);
      if (!isGenuine(keys, signed, now)) return undefined;
      const { event_type: type, resource } = JSON.parse(raw.toString('utf8')) as Json;
      const opened = openResource(config.keys.apiV3Key ?? '', resource as Resource);
      // Identified by its content: the same event may arrive again under another number.
      const eventId = `${type} ${createHash('sha256').update(opened).digest('hex').slice(0, 40)}`;
      return readEvent(config, eventId, String(type), JSON.parse(opened) as Json);
    } catch {
      return undefined;
    }
  },
  settlementList: listMoney,
};

/** Notices of refunds arrive for everything that the account sells: unknown ones are ignored. */
function readEvent(config: ChannelConfig, eventId: string, type: string, answer: Json): Notice {
  const paymentNo = String(answer.out_trade_no ?? '');
  if (type.startsWith('TRANSACTION.') && typeof answer.attach === 'string' && paymentNo)
    return { eventId, paymentNo, answer: readTransaction(answer) };
  const { out_refund_no: refundNo, refund_id: id, refund_status: status, mchid } = answer;
  const ours = mchid === config.keys.mchId && typeof refundNo === 'string' && refundNo.startsWith(`${paymentNo}-`);
  const state = refundStates[String(status)];
  if (type.startsWith('REFUND.') && ours && paymentNo && state)
    return { eventId, paymentNo, refund: { refundNo, refundRef: typeof id === 'string' ? id : null, state } };
  return { eventId, paymentNo: '' };
}
