// A notice about a trade, in the fields of Alipay's "trade_status_sync".
import { chinaTime, digits, type Fake, nowOf, type Refund, type Trade, type Wish, yuan } from './run-fake.ts';
import type { Fields } from './sign-messages.ts';

type NoticeParts = Pick<Fake, 'appId' | 'sellerId' | 'aheadSeconds'>;

export function describeNotice(fake: NoticeParts, wish: Wish, trade: Trade, refund?: Refund): Fields {
  const now = nowOf(fake as Fake);
  const { paidAt, closedAt } = trade;
  const refunded = trade.refunds.reduce((sum, refund) => sum + (refund.state === 'done' ? refund.cents : 0), 0);
  return {
    app_id: fake.appId,
    auth_app_id: fake.appId,
    buyer_id: '2088102534368455',
    buyer_logon_id: 'xud***@126.com',
    charset: 'utf-8',
    gmt_create: chinaTime(trade.createdAt),
    notify_id: `${chinaTime(now).slice(0, 10).replaceAll('-', '')}00222${digits(21)}`,
    notify_time: chinaTime(now),
    notify_type: 'trade_status_sync',
    out_trade_no: trade.outTradeNo,
    seller_email: 'shop@example.com',
    seller_id: fake.sellerId,
    subject: wish.subject,
    total_amount: yuan(wish.cents),
    trade_no: trade.tradeNo,
    trade_status: trade.status,
    version: '1.0',
    ...(wish.passback ? { passback_params: wish.passback } : {}),
    ...(paidAt
      ? {
          buyer_pay_amount: yuan(wish.cents),
          fund_bill_list: JSON.stringify([{ amount: yuan(wish.cents), fundChannel: 'ALIPAYACCOUNT' }]),
          gmt_payment: chinaTime(paidAt),
          invoice_amount: yuan(wish.cents),
          point_amount: '0.00',
          receipt_amount: yuan(wish.cents),
        }
      : {}),
    ...(closedAt ? { gmt_close: chinaTime(closedAt) } : {}),
    ...(refund
      ? { gmt_refund: `${chinaTime(refund.at)}.143`, out_biz_no: refund.requestNo, refund_fee: yuan(refunded) }
      : {}),
  };
}
