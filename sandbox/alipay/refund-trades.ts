// Refunds, also partial, under the merchant's request numbers: a repeated request moves nothing, and no more than was paid goes back.
import { type Content, findTrade, findWish, readCents, readText } from './open-trades.ts';
import { failed } from './refuse-call.ts';
import { chinaTime, type Fake, nowOf, type Refund, type Trade, yuan } from './run-fake.ts';
import { describeNotice } from './write-notices.ts';

const sumOf = (trade: Trade) => trade.refunds.reduce((sum, refund) => sum + refund.cents, 0);

export function refundTrade(fake: Fake, content: Content): Record<string, string> {
  const trade = findTrade(fake, content);
  const { cents: paid } = findWish(fake, trade.outTradeNo);
  if (trade.status === 'TRADE_FINISHED') throw failed('TRADE_HAS_FINISHED', '交易已完结');
  if (!trade.paidAt) throw failed('TRADE_STATUS_ERROR', '交易状态不合法');
  const cents = readCents(content, 'refund_amount');
  if (cents < paid && content.out_request_no === undefined)
    throw failed('INVALID_PARAMETER', '参数无效 out_request_no');
  const requestNo = content.out_request_no === undefined ? trade.tradeNo : readText(content, 'out_request_no', 64);
  if (content.refund_reason !== undefined) readText(content, 'refund_reason', 256);
  const known = trade.refunds.find((refund) => refund.requestNo === requestNo);
  if (known && known.cents !== cents) throw failed('DISCORDANT_REPEAT_REQUEST', '不一致的请求');
  if (known) return describe(fake, trade, 'N');
  if (sumOf(trade) + cents > paid) throw failed('REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
  const plan = fake.refundPlans.shift() ?? 'succeed';
  if (plan === 'poor') throw failed('SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足');
  const refund: Refund = { requestNo, cents, at: nowOf(fake), state: 'processing' };
  trade.refunds.push(refund);
  if (plan === 'succeed') endRefund(fake, trade, refund);
  return describe(fake, trade, plan === 'succeed' ? 'Y' : 'N');
}

export function endRefund(fake: Fake, trade: Trade, refund: Refund): void {
  if (refund.state === 'done') return;
  refund.state = 'done';
  const wish = findWish(fake, trade.outTradeNo);
  if (sumOf(trade) === wish.cents) {
    trade.status = 'TRADE_CLOSED';
    trade.closedAt = nowOf(fake);
  }
  fake.notify(wish, describeNotice(fake, wish, trade, refund));
}

function describe(fake: Fake, trade: Trade, moved: 'Y' | 'N'): Record<string, string> {
  return {
    buyer_logon_id: 'xud***@126.com',
    buyer_user_id: '2088102534368455',
    fund_change: moved,
    gmt_refund_pay: chinaTime(nowOf(fake)),
    out_trade_no: trade.outTradeNo,
    refund_fee: yuan(sumOf(trade)),
    send_back_fee: '0.00',
    trade_no: trade.tradeNo,
  };
}

/** A refund that is not known, or not done yet, is answered well but without a state. */
export function queryRefund(fake: Fake, content: Content): Record<string, string> {
  const trade = findTrade(fake, content);
  const requestNo = readText(content, 'out_request_no', 64);
  const refund = trade.refunds.find((refund) => refund.requestNo === requestNo);
  if (refund?.state !== 'done') return {};
  return {
    out_request_no: requestNo,
    out_trade_no: trade.outTradeNo,
    refund_amount: yuan(refund.cents),
    refund_status: 'REFUND_SUCCESS',
    total_amount: yuan(findWish(fake, trade.outTradeNo).cents),
    trade_no: trade.tradeNo,
  };
}
