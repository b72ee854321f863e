// The gateway: one address for every method. Who calls is checked by the signature over all fields; every answer is signed over its
// own text, in which slashes are escaped as Alipay does.
import { type Content, describeTrade, endTrade, findTrade, wishTrade } from './open-trades.ts';
import { queryRefund, refundTrade } from './refund-trades.ts';
import { AlipayRefusal, missing, wrong } from './refuse-call.ts';
import { type Fake, readChinaTime } from './run-fake.ts';
import { type Fields, isSigned, signText, textToSign } from './sign-messages.ts';
import { findBill } from './write-bill.ts';

export type Reply = { status: number; headers: Record<string, string>; body: string };

/** `fields`: query and form of a call together. */
export function answerGateway(fake: Fake, fields: Fields): Reply {
  const { method = '' } = fields;
  const key = method ? `${method.replaceAll('.', '_')}_response` : 'error_response';
  try {
    checkCaller(fake, fields);
    const content = readContent(fields.biz_content ?? '');
    if (/\.(page|wap)\.pay$/.test(method)) {
      const { outTradeNo } = wishTrade(fake, method, content, fields);
      return { status: 302, headers: { location: `${fake.publicUrl}/cashier/${outTradeNo}` }, body: '' };
    }
    return signed(fake, key, { code: '10000', msg: 'Success', ...carryOut(fake, method, content, fields) });
  } catch (error) {
    if (!(error instanceof AlipayRefusal)) throw error;
    if (/\.(page|wap)\.pay$/.test(method)) return showRefusal(error);
    return signed(fake, key, error.body);
  }
}

export const plainHeaders = { 'content-type': 'text/html;charset=utf-8' };

export function signed(fake: Fake, key: string, answer: object): Reply {
  const text = JSON.stringify(answer).replaceAll('/', '\\/');
  const sign = signText(text, fake.ownPrivateKey);
  return { status: 200, headers: plainHeaders, body: `{"${key}":${text},"sign":"${sign}"}` };
}

function showRefusal({ body }: AlipayRefusal): Reply {
  return {
    status: 200,
    headers: plainHeaders,
    body: `<!doctype html><p>错误代码 ${body.sub_code}</p><p>${body.sub_msg}</p>`,
  };
}

function checkCaller(fake: Fake, fields: Fields): void {
  const { app_id: appId, method, sign, sign_type: type, timestamp = '', version, charset = '' } = fields;
  if (!method) throw missing('isv.missing-method', '缺少方法名参数');
  if (!appId) throw missing('isv.missing-app-id', '缺少AppID参数');
  if (!sign) throw missing('isv.missing-signature', '缺少签名参数');
  if (!timestamp) throw missing('isv.missing-timestamp', '缺少时间戳参数');
  if (version !== '1.0') throw missing('isv.missing-version', '缺少版本参数');
  if (appId !== fake.appId) throw wrong('isv.invalid-app-id', '无效的AppID参数');
  if (type !== 'RSA2') throw wrong('isv.invalid-signature-type', '无效的签名类型');
  if (!/^utf-8$/i.test(charset)) throw wrong('isv.invalid-charset', '字符集错误');
  if (Number.isNaN(readChinaTime(timestamp))) throw wrong('isv.invalid-timestamp', '非法的时间戳参数');
  if (!isSigned(textToSign(fields), sign, fake.appPublicKey))
    throw wrong('isv.invalid-signature', `验签出错，网关生成的验签字符串为：${textToSign(fields)}`);
}

function readContent(text: string): Content {
  try {
    return JSON.parse(text) as Content;
  } catch {
    throw wrong('isv.invalid-parameter', '参数无效');
  }
}

function carryOut(fake: Fake, method: string, content: Content, fields: Fields): Record<string, string> {
  switch (method) {
    case 'alipay.trade.precreate': {
      const { outTradeNo, code } = wishTrade(fake, method, content, fields);
      return { out_trade_no: outTradeNo, qr_code: code };
    }
    case 'alipay.trade.query':
      return describeTrade(fake, findTrade(fake, content));
    case 'alipay.trade.close': {
      const trade = findTrade(fake, content);
      endTrade(fake, trade);
      return { out_trade_no: trade.outTradeNo, trade_no: trade.tradeNo };
    }
    case 'alipay.trade.refund':
      return refundTrade(fake, content);
    case 'alipay.trade.fastpay.refund.query':
      return queryRefund(fake, content);
    case 'alipay.data.dataservice.bill.downloadurl.query':
      return { bill_download_url: findBill(fake, content.bill_type, content.bill_date) };
    default:
      throw wrong('isv.invalid-method', '不存在的方法名');
  }
}
