// Orders of API v3: opened by QR code, H5 page or inside WeChat, queried, closed, paid by the customer.
import { createHash } from 'node:crypto';
import { badParameter, badRequest, WechatNo } from './refuse-call.ts';
import { beijing, digits, type Fake, newLetters, type Order } from './run-fake.ts';

export type Json = Record<string, unknown>;

function readText(from: Json, name: string, most: number, required = true): string {
  const value = from[name];
  if (value === undefined && !required) return '';
  if (typeof value !== 'string' || (required && !value))
    throw badParameter(`输入源“/body/${name}”映射到值字段规则校验失败`);
  if (Buffer.byteLength(value) > most) throw badParameter(`输入源“/body/${name}”长度超过${most}`);
  return value;
}

const known = new Set([
  ...['appid', 'mchid', 'description', 'out_trade_no', 'time_expire', 'attach', 'notify_url', 'goods_tag'],
  ...['limit_pay', 'support_fapiao', 'amount', 'detail', 'scene_info', 'settle_info', 'payer'],
]);

function readAmount(amount: unknown): number {
  const { total, currency = 'CNY', ...others } = (amount ?? {}) as Json;
  if (Object.keys(others).length) throw badParameter('输入源“/body/amount”含有未知字段');
  if (currency !== 'CNY') throw badParameter('输入源“/body/amount/currency”仅支持CNY');
  if (!Number.isSafeInteger(total) || (total as number) < 1) throw badParameter('输入源“/body/amount/total”应为正整数');
  return total as number;
}

function checkFields(fake: Fake, body: Json, way: Order['way']): void {
  const unknown = Object.keys(body).find((name) => !known.has(name));
  if (unknown) throw badParameter(`未知字段${unknown}`);
  const { mchId, appId } = fake.merchant;
  if (body.mchid !== mchId) throw new WechatNo(400, 'PARAM_ERROR', '商户号与签名商户号不一致');
  if (body.appid !== appId) throw new WechatNo(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配');
  if (!/^[\w|*-]{6,32}$/.test(String(body.out_trade_no))) throw badParameter('输入源“/body/out_trade_no”格式错误');
  const address = readText(body, 'notify_url', 255);
  const local = /^http:\/\/(127\.0\.0\.1|localhost|[\w.-]+\.test)(:\d+)?\//.test(address);
  if (!(local || /^https:\/\/[^/]+\//.test(address)) || address.includes('?'))
    throw badParameter('输入源“/body/notify_url”应为不带查询串的https地址');
  const expires = readText(body, 'time_expire', 64, false);
  if (expires && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/.test(expires))
    throw badParameter('输入源“/body/time_expire”格式错误');
  if (expires && Date.parse(expires) < Date.now()) throw badParameter('订单失效时间应晚于当前时间');
  if (way === 'jsapi') checkPayer(fake, body.payer);
  else if (body.payer !== undefined) throw badParameter('未知字段payer');
  if (way !== 'h5') return;
  const { payer_client_ip: ip, h5_info: info } = (body.scene_info ?? {}) as Json;
  if (typeof ip !== 'string' || !/^[\d.:a-fA-F]{3,45}$/.test(ip)) throw badParameter('payer_client_ip必填');
  if (!/^(iOS|Android|Wap)$/.test(String((info as Json | undefined)?.type))) throw badParameter('h5_info.type必填');
}

/** A person whom the open platform named to this account. */
function checkPayer(fake: Fake, payer: unknown): void {
  const { openid, ...others } = (payer ?? {}) as Json;
  if (Object.keys(others).length) throw badParameter('输入源“/body/payer”含有未知字段');
  if (typeof openid !== 'string' || !openid) throw badParameter('输入源“/body/payer/openid”映射到值字段规则校验失败');
  if (openid.startsWith('oStranger') || ![...fake.codes.values()].some((code) => code.openid === openid && code.used))
    throw badParameter(`appid和openid不匹配：${openid}`);
}

export function createOrder(fake: Fake, way: Order['way'], body: Json): Json {
  checkFields(fake, body, way);
  const number = String(body.out_trade_no);
  const digest = createHash('sha256')
    .update(`${way} ${JSON.stringify(body)}`)
    .digest('hex');
  const description = readText(body, 'description', 127);
  const attach = readText(body, 'attach', 128, false) || null;
  const total = readAmount(body.amount);
  const before = fake.orders.get(number);
  if (before?.transaction_id) throw badRequest('该订单已支付');
  if (before?.trade_state === 'CLOSED') throw new WechatNo(403, 'ORDER_CLOSED', '订单已关闭');
  if (before && before.digest !== digest) throw new WechatNo(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
  const order: Order = before ?? {
    way,
    openid: (body.payer as { openid: string } | undefined)?.openid ?? null,
    appid: String(body.appid),
    mchid: String(body.mchid),
    out_trade_no: number,
    description,
    attach,
    notify_url: String(body.notify_url),
    time_expire: (body.time_expire as string | undefined) ?? null,
    total,
    digest,
    address: newLetters(9),
    trade_state: 'NOTPAY',
    transaction_id: null,
    success_time: null,
  };
  fake.orders.set(number, order);
  if (way === 'jsapi') return { prepay_id: `wx${order.address}` };
  return way === 'native'
    ? { code_url: `weixin://wxpay/bizpayurl?pr=${order.address}` }
    : {
        h5_url: `${fake.publicUrl}/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx${order.address}&package=${digits(10)}`,
      };
}

export function findOrder(fake: Fake, number: string): Order {
  const order = fake.orders.get(number);
  if (!order) throw new WechatNo(404, 'ORDER_NOT_EXIST', '订单不存在');
  return order;
}

const words: Record<Order['trade_state'], string> = {
  NOTPAY: '订单未支付',
  SUCCESS: '支付成功',
  REFUND: '订单发生过退款，退款详情请查询退款单',
  CLOSED: '订单已关闭',
  PAYERROR: '支付失败',
};

const tradeTypes: Record<Order['way'], string> = { native: 'NATIVE', h5: 'MWEB', jsapi: 'JSAPI' };

/** The content of a query's answer and of a notice. Before the payment they have no amount. */
export function showOrder(order: Order): Json {
  const { appid, mchid, out_trade_no, trade_state, transaction_id, success_time, attach, total } = order;
  const open = { appid, mchid, out_trade_no, trade_state, trade_state_desc: words[trade_state] };
  if (!transaction_id) return open;
  return {
    ...open,
    transaction_id,
    trade_type: tradeTypes[order.way],
    bank_type: 'OTHERS',
    ...(attach === null ? {} : { attach }),
    success_time,
    payer: { openid: order.openid ?? 'oStandInForWeChatPay00000001' },
    amount: { total, payer_total: total, currency: 'CNY', payer_currency: 'CNY' },
  };
}

export function askOrder(fake: Fake, number: string, mchid: string | null): Json {
  if (mchid !== fake.merchant.mchId) throw badParameter('mchid与签名商户号不一致');
  return showOrder(findOrder(fake, number));
}

export function closeOrder(fake: Fake, number: string, body: Json): void {
  if (body.mchid !== fake.merchant.mchId) throw badParameter('mchid与签名商户号不一致');
  const order = findOrder(fake, number);
  if (order.transaction_id) throw badRequest('订单已支付，不能关单');
  order.trade_state = 'CLOSED';
}

/** The customer: `at` moves the moment for bills of earlier days. */
export function payOrder(fake: Fake, number: string, at = new Date()): Order {
  const order = findOrder(fake, number);
  if (order.trade_state !== 'NOTPAY') throw badRequest(`订单状态为${order.trade_state}`);
  if (order.time_expire && Date.parse(order.time_expire) < Date.now()) throw badRequest('订单已过期');
  order.trade_state = 'SUCCESS';
  order.transaction_id = `4200${digits(24)}`;
  order.success_time = beijing(at);
  return order;
}
