// The wallet API of mainland China: codes, queries, refunds. Its refusals are numbers inside HTTP 200.
import { type Call, json, type Reply } from '../kit/serve-fake.ts';
import { describeRefund, describeWallet, type Fake, findPayment, giveBack, makeId, type Payment } from './run-fake.ts';
import { type Body, fitsKey, signWith, walletText } from './sign-messages.ts';

export const isWalletPath = (path: string) => /^\/(llwalletapi\/\w+|exchangerefund|refundquery)\.htm$/.test(path);

export function answerWallet(fake: Fake, { path, body }: Call): Reply {
  const fields = JSON.parse(body) as Record<string, string>;
  const answer = carryOut(fake, path, fields);
  const signed = { ...answer, sign_type: 'RSA' };
  return json(200, { ...signed, sign: signWith('MD5', walletText(signed), fake.ownKey) }, 'text/html;charset=UTF-8');
}

const no = (code: string, text: string): Body => ({ ret_code: code, ret_msg: text });
const yes = (fields: Body): Body => ({ ...no('0000', '交易成功'), ...fields });

function carryOut(fake: Fake, path: string, fields: Record<string, string>): Body {
  if (fields.oid_partner !== fake.merchantId) return no('3001', '商户不存在');
  if (fields.sign_type !== 'RSA' || !fitsKey('MD5', walletText(fields), fields.sign ?? '', fake.merchantKey))
    return no('1001', '签名错误');
  if (path === '/refundquery.htm') return showRefund(fake, fields.no_refund ?? '');
  if (path === '/llwalletapi/combinepay.htm') return openCode(fake, fields);
  const found = findPayment(fake, fields.no_order ?? '');
  if (path === '/exchangerefund.htm') return refund(fake, found, fields);
  if (!found || found.date !== fields.dt_order) return no('8901', '没有记录');
  return yes(describeWallet(fake, found));
}

function openCode(fake: Fake, fields: Record<string, string>): Body {
  const {
    no_order: number = '',
    dt_order: date = '',
    name_goods: about = '',
    info_order: info = '',
    money_order: amount = '',
  } = fields;
  const {
    timestamp = '',
    valid_order: minutes = '10080',
    notify_url: notifyUrl = '',
    url_return: back = '',
    pay_type: type,
  } = fields;
  const late = Math.abs(
    Date.parse(timestamp.replace(/(....)(..)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:$6+08:00')) - Date.now(),
  );
  const long = number.length > 32 || about.length > 40 || info.length > 255 || notifyUrl.length > 128;
  if (!number || long || !(late < 30 * 60_000) || !/^\d{14}$/.test(date) || !/^\d+$/.test(minutes))
    return no('1004', '参数错误');
  if (!/^\d{1,9}\.\d\d$/.test(amount) || Number(amount) < 0.01) return no('1004', 'money_order');
  if (!['101001', '109001'].includes(fields.busi_partner ?? '') || !['I', 'L'].includes(type ?? ''))
    return no('1004', 'pay_type');
  if (!/^[\w]{7,45}$/.test(fields.userreq_ip ?? '') || !fields.risk_item) return no('1004', 'userreq_ip, risk_item');
  if (fake.payments.has(number)) return no('1002', '订单号重复');
  const made: Payment = {
    ...{
      product: 'wallet',
      id: makeId(),
      number,
      date,
      amount,
      currency: 'CNY',
      about,
      info,
      state: 'open',
      notifyUrl,
      back,
    },
    ...{ cancel: back, refunds: [], endsAt: Date.now() + Number(minutes) * 60_000 },
  };
  fake.payments.set(number, made);
  const link = `${fake.publicUrl}/checkout/${encodeURIComponent(number)}`;
  return yes({
    oid_partner: fake.merchantId,
    no_order: number,
    payLoad: type === 'I' ? JSON.stringify({ code_url: link }) : link,
  });
}

function refund(fake: Fake, payment: Payment | undefined, fields: Record<string, string>): Body {
  const { no_refund: number = '', dt_refund: date = '', money_refund: amount = '' } = fields;
  if (!payment) return no('5002', '原交易不存在');
  if (!number || !/^\d{14}$/.test(date) || !/^\d+\.\d\d$/.test(amount)) return no('1004', '参数错误');
  if (payment.state !== 'paid') return no('5008', '未支付');
  if (payment.refunds.some((refund) => refund.number === number)) return no('1002', '退款单号重复');
  const made = giveBack(fake, payment, { number, date, amount });
  return made ? yes(describeRefund(fake, payment, made)) : no('5003', '退款金额超限');
}

function showRefund(fake: Fake, number: string): Body {
  for (const payment of fake.payments.values()) {
    const found = payment.refunds.find((refund) => refund.number === number);
    if (found) return yes(describeRefund(fake, payment, found));
  }
  return no('8901', '没有记录');
}
