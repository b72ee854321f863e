// Payment requests of merchants and the trades that buyers make of them: opened, paid, closed, expired, queried.
import { failed } from './refuse-call.ts';
import { chinaTime, dayOf, digits, type Fake, nowOf, readChinaTime, type Trade, type Wish, yuan } from './run-fake.ts';
import { describeNotice } from './write-notices.ts';

export type Content = Record<string, unknown>;

const products: Record<string, string> = {
  'alipay.trade.page.pay': 'FAST_INSTANT_TRADE_PAY',
  'alipay.trade.wap.pay': 'QUICK_WAP_WAY',
  'alipay.trade.precreate': 'FACE_TO_FACE_PAYMENT',
};

const invalid = (what: string) => failed('INVALID_PARAMETER', `参数无效 ${what}`);

export function readText(content: Content, name: string, most: number): string {
  const value = content[name];
  if (typeof value !== 'string' || !value || value.length > most) throw invalid(name);
  return value;
}

export function readCents(content: Content, name: string): number {
  const text = readText(content, name, 12);
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text)) throw invalid(name);
  const cents = Math.round(Number(text) * 100);
  if (cents < 1 || cents > 10_000_000_000) throw invalid(name);
  return cents;
}

/** Takes a wish, or the same one again. */
export function wishTrade(fake: Fake, method: string, content: Content, common: Record<string, string>): Wish {
  const outTradeNo = readText(content, 'out_trade_no', 64);
  if (!/^\w+$/.test(outTradeNo)) throw invalid('out_trade_no');
  const subject = readText(content, 'subject', 256);
  if (/[/=&]/.test(subject)) throw invalid('subject');
  const product = products[method] ?? '';
  const named = content.product_code ?? (method === 'alipay.trade.precreate' ? product : undefined);
  if (named !== product) throw invalid('product_code');
  if (fake.withheld.includes(product)) throw failed('ACCESS_FORBIDDEN', '无权限使用接口');
  const ends = content.time_expire === undefined ? nowOf(fake) + 7_200_000 : readChinaTime(String(content.time_expire));
  if (!(ends > nowOf(fake)) || ends > nowOf(fake) + 15 * 86_400_000) throw invalid('time_expire');
  const known = fake.trades.get(outTradeNo);
  if (known?.paidAt) throw failed('TRADE_HAS_SUCCESS', '交易已被支付');
  if (known?.status === 'TRADE_CLOSED') throw failed('TRADE_HAS_CLOSE', '交易已经关闭');
  const cents = readCents(content, 'total_amount');
  const before = fake.wishes.get(outTradeNo);
  if (known && before && (before.cents !== cents || before.subject !== subject || before.product !== product))
    throw failed('CONTEXT_INCONSISTENT', '交易信息被篡改');
  const wish: Wish = {
    outTradeNo,
    cents,
    subject,
    passback: typeof content.passback_params === 'string' ? decodeURIComponent(content.passback_params) : '',
    endsAt: ends,
    notifyUrl: common.notify_url ?? '',
    returnUrl: common.return_url ?? before?.returnUrl ?? '',
    product,
    code: before?.code || `https://qr.alipay.com/bax${digits(20)}`,
  };
  fake.wishes.set(outTradeNo, wish);
  return wish;
}

export function findWish(fake: Fake, outTradeNo: string): Wish {
  const wish = fake.wishes.get(outTradeNo);
  if (!wish) throw failed('TRADE_NOT_EXIST', '交易不存在');
  return wish;
}

/** A buyer scans the code or opens the page: now there is a trade. */
export function openTrade(fake: Fake, outTradeNo: string): Trade {
  const wish = findWish(fake, outTradeNo);
  const known = fake.trades.get(outTradeNo);
  if (known) return runOut(fake, known);
  if (wish.endsAt <= nowOf(fake)) throw failed('TRADE_HAS_CLOSE', '交易已经关闭');
  const now = nowOf(fake);
  const tradeNo = `${dayOf(now).replaceAll('-', '')}22001${digits(15)}`;
  const trade: Trade = {
    tradeNo,
    outTradeNo,
    status: 'WAIT_BUYER_PAY',
    createdAt: now,
    paidAt: null,
    closedAt: null,
    refunds: [],
  };
  fake.trades.set(outTradeNo, trade);
  return trade;
}

/** By the merchant's number or Alipay's; both must then mean the same. */
export function findTrade(fake: Fake, content: Content): Trade {
  const { out_trade_no: outNo, trade_no: tradeNo } = content;
  if (!outNo && !tradeNo) throw invalid('out_trade_no');
  const trade = [...fake.trades.values()].find((trade) =>
    tradeNo ? trade.tradeNo === tradeNo : trade.outTradeNo === outNo,
  );
  if (!trade) throw failed('TRADE_NOT_EXIST', '交易不存在');
  return runOut(fake, trade);
}

function runOut(fake: Fake, trade: Trade): Trade {
  if (trade.status === 'WAIT_BUYER_PAY' && findWish(fake, trade.outTradeNo).endsAt <= nowOf(fake))
    endTrade(fake, trade);
  return trade;
}

export function endTrade(fake: Fake, trade: Trade): void {
  if (trade.status !== 'WAIT_BUYER_PAY') throw failed('TRADE_STATUS_ERROR', '交易状态不合法');
  trade.status = 'TRADE_CLOSED';
  trade.closedAt = nowOf(fake);
  const wish = findWish(fake, trade.outTradeNo);
  fake.notify(wish, describeNotice(fake, wish, trade));
}

export function payTrade(fake: Fake, outTradeNo: string, silent = false): Trade {
  const trade = openTrade(fake, outTradeNo);
  if (trade.paidAt) return trade;
  if (trade.status !== 'WAIT_BUYER_PAY') throw failed('TRADE_HAS_CLOSE', '交易已经关闭');
  trade.status = 'TRADE_SUCCESS';
  trade.paidAt = nowOf(fake);
  const wish = findWish(fake, outTradeNo);
  if (!silent) fake.notify(wish, describeNotice(fake, wish, trade));
  return trade;
}

export function describeTrade(fake: Fake, trade: Trade): Record<string, string> {
  const { cents } = findWish(fake, trade.outTradeNo);
  const paid = trade.paidAt ? cents : 0;
  return {
    buyer_logon_id: 'xud***@126.com',
    buyer_pay_amount: yuan(paid),
    buyer_user_id: '2088102534368455',
    invoice_amount: yuan(paid),
    out_trade_no: trade.outTradeNo,
    point_amount: '0.00',
    receipt_amount: yuan(paid),
    ...(trade.paidAt ? { send_pay_date: chinaTime(trade.paidAt) } : {}),
    total_amount: yuan(cents),
    trade_no: trade.tradeNo,
    trade_status: trade.status,
  };
}
