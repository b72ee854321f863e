// The part of API v3 that the fake plays: orders by QR code, H5 and inside WeChat, questions, closing, refunds, certificates, bills.
import { type Call, checkRequest } from './check-request.ts';
import { askOrder, closeOrder, createOrder, type Json } from './open-orders.ts';
import { createRefund, findRefund, showRefund } from './refund-orders.ts';
import { badParameter, WechatNo } from './refuse-call.ts';
import { beijing, type Fake, type Order } from './run-fake.ts';
import type { Sender } from './send-notices.ts';
import { sealText } from './sign-messages.ts';
import { offerBill } from './write-bill.ts';

/** Without `body` it is 204; a file goes out unsigned. */
export type Reply = { status: number; body?: object; file?: Buffer };

export function answerApi(fake: Fake, sender: Sender, call: Call): Reply {
  try {
    checkRequest(fake, call);
    return carryOut(fake, sender, call);
  } catch (error) {
    if (!(error instanceof WechatNo)) throw error;
    return { status: error.status, body: { code: error.code, message: error.message } };
  }
}

function readBody({ body }: Call): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    throw badParameter('请求体不是合法的JSON');
  }
}

function carryOut(fake: Fake, sender: Sender, call: Call): Reply {
  const { pathname, searchParams: query } = new URL(call.path, 'http://own.invalid');
  const is = (method: string, pattern: RegExp) => (call.method === method ? pattern.exec(pathname) : null);
  const begin = is('POST', /^\/v3\/pay\/transactions\/(native|h5|jsapi)$/);
  if (begin) return { status: 200, body: createOrder(fake, begin[1] as Order['way'], readBody(call)) };
  const match = is('GET', /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)$/);
  if (match) return { status: 200, body: askOrder(fake, decodeURIComponent(match[1] as string), query.get('mchid')) };
  const closing = is('POST', /^\/v3\/pay\/transactions\/out-trade-no\/([^/]+)\/close$/);
  if (closing) {
    closeOrder(fake, decodeURIComponent(closing[1] as string), readBody(call));
    return { status: 204 };
  }
  if (is('POST', /^\/v3\/refund\/domestic\/refunds$/))
    return { status: 200, body: createRefund(fake, readBody(call), sender.refunded) };
  const refund = is('GET', /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/);
  if (refund) return { status: 200, body: showRefund(fake, findRefund(fake, decodeURIComponent(refund[1] as string))) };
  if (is('GET', /^\/v3\/certificates$/)) return { status: 200, body: { data: listCertificates(fake) } };
  if (is('GET', /^\/v3\/bill\/tradebill$/)) return { status: 200, body: offerBill(fake, query) };
  const file = is('GET', /^\/v3\/billdownload\/file$/) && fake.files.get(query.get('token') ?? '');
  if (file) return { status: 200, file };
  throw new WechatNo(404, 'RESOURCE_NOT_EXISTS', '资源不存在');
}

function listCertificates(fake: Fake): object[] {
  return fake.platformKeys.map(({ serial, certificate, from, to }) => {
    const { original_type, ...sealed } = sealText(certificate, fake.merchant.apiV3Key, 'certificate');
    return {
      serial_no: serial,
      effective_time: beijing(from),
      expire_time: beijing(to),
      encrypt_certificate: sealed,
    };
  });
}
