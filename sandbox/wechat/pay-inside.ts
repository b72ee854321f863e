// Plays WeChat's app for getBrandWCPayRequest: it checks the page's parameters, most of all the merchant's signature over them, then
// the person pays or stops, or the app refuses.
import { payOrder } from './open-orders.ts';
import { WechatNo } from './refuse-call.ts';
import type { Fake, Order } from './run-fake.ts';
import { payText, verifyText } from './sign-messages.ts';

export type AppRequest = Record<string, unknown>;

const windowSeconds = 7200;
const names = ['appId', 'nonceStr', 'package', 'paySign', 'signType', 'timeStamp'];

/** Why the app would not even ask the person; undefined where it would. */
function objectTo(fake: Fake, request: AppRequest, order: Order | undefined): string | undefined {
  const { appId, timeStamp, nonceStr, package: pack, signType, paySign } = request;
  if (Object.keys(request).sort().join() !== names.join()) return 'invalid parameters';
  if (names.some((name) => typeof request[name] !== 'string')) return 'parameters are texts';
  if (appId !== fake.merchant.appId) return 'invalid appid';
  if (signType !== 'RSA') return 'invalid signType';
  if (!/^\d{10}$/.test(String(timeStamp))) return 'timeStamp counts seconds';
  if (Math.abs(Date.now() / 1000 - Number(timeStamp)) > windowSeconds) return 'timeStamp is too old';
  if (!/^\w{1,32}$/.test(String(nonceStr))) return 'invalid nonceStr';
  const text = payText(String(appId), String(timeStamp), String(nonceStr), String(pack));
  if (!verifyText(text, String(paySign), fake.merchant.publicKey)) return 'invalid paySign';
  if (!order) return 'prepay_id is unknown';
  if (order.openid !== fake.person) return 'the order is of another person';
  return undefined;
}

export type Wish = 'pay' | 'cancel';

/** The app's answer to the page; `sold` is called after a payment. */
export function payInside(
  fake: Fake,
  request: AppRequest,
  wish: Wish,
  sold: (order: Order) => void,
): { err_msg: string; why?: string } {
  const [, address] = /^prepay_id=wx(\w+)$/.exec(String(request.package)) ?? [];
  const order = [...fake.orders.values()].find((order) => order.way === 'jsapi' && order.address === address);
  const why = objectTo(fake, request, order);
  const fail = (reason: string) => ({ err_msg: 'get_brand_wcpay_request:fail', why: reason });
  if (why || !order) return fail(why ?? '');
  if (wish === 'cancel') return { err_msg: 'get_brand_wcpay_request:cancel' };
  try {
    sold(payOrder(fake, order.out_trade_no));
    return { err_msg: 'get_brand_wcpay_request:ok' };
  } catch (error) {
    if (error instanceof WechatNo) return fail(error.message);
    throw error;
  }
}
