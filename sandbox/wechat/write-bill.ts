// The bill of a day as WeChat Pay writes it: a line for each sale and refund, every field behind a backtick, sums at the end. Had only for
// days that are over in Beijing.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Json } from './open-orders.ts';
import { badParameter, badRequest, WechatNo } from './refuse-call.ts';
import { beijing, type Fake, newLetters, type Order, type Refund } from './run-fake.ts';

const head = [
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型',
  '交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额',
  '退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注',
].join();
const sums = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

const yuan = (fen: number) => (fen / 100).toFixed(2);
const row = (...fields: (string | number)[]) => fields.map((field) => `\`${field}`).join(',');
const moment = (at: string) => at.slice(0, 19).replace('T', ' ');

function lineOf(order: Order, at: string, refund?: Refund): string {
  const type = order.way === 'native' ? 'NATIVE' : 'MWEB';
  const sale = [order.transaction_id ?? '', order.out_trade_no, 'oStandInForWeChatPay00000001', type];
  const paid = refund ? '0.00' : yuan(order.total);
  const back = refund ? yuan(refund.amount) : '0.00';
  return row(
    ...[moment(at), order.appid, order.mchid, '0', ''],
    ...[...sale, refund ? 'REFUND' : 'SUCCESS', 'OTHERS', 'CNY', paid, '0.00'],
    ...[refund?.refund_id ?? '0', refund?.out_refund_no ?? '0', back, '0.00', refund ? 'ORIGINAL' : ''],
    ...[refund?.status ?? '', order.description, order.attach ?? '', '0.00000', '0.60%'],
    ...[paid, back, ''],
  );
}

function writeBill(fake: Fake, day: string): string | undefined {
  const lines: string[] = [];
  let sold = 0;
  let back = 0;
  for (const order of fake.orders.values()) {
    if (!order.success_time?.startsWith(day)) continue;
    lines.push(lineOf(order, order.success_time));
    sold += order.total;
  }
  for (const refund of fake.refunds.values()) {
    const order = fake.orders.get(refund.out_trade_no);
    if (!order || refund.status !== 'SUCCESS' || !refund.create_time.startsWith(day)) continue;
    lines.push(lineOf(order, refund.create_time, refund));
    back += refund.amount;
  }
  if (!lines.length) return undefined;
  const total = row(lines.length, yuan(sold), yuan(back), '0.00', '0.00000', yuan(sold), yuan(back));
  return `\uFEFF${[head, ...lines, sums, total].join('\r\n')}\r\n`;
}

export function offerBill(fake: Fake, query: URLSearchParams): Json {
  const day = query.get('bill_date') ?? '';
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw badParameter('bill_date格式错误');
  if ((query.get('bill_type') ?? 'ALL') !== 'ALL') throw badParameter('bill_type不支持');
  if (day >= beijing().slice(0, 10)) throw badRequest('账单日期不能晚于昨日');
  const bill = writeBill(fake, day);
  if (!bill) throw new WechatNo(400, 'NO_STATEMENT_EXIST', '账单文件不存在');
  const token = newLetters(32);
  fake.files.set(token, query.get('tar_type') === 'GZIP' ? gzipSync(bill) : Buffer.from(bill));
  return {
    hash_type: 'SHA1',
    hash_value: createHash('sha1').update(bill).digest('hex'),
    download_url: `https://api.mch.weixin.qq.com/v3/billdownload/file?token=${token}`,
  };
}
