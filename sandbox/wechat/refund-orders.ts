// Refunds of API v3 under the merchant's number, also partial, never more than was paid; carried out at once unless a test plans otherwise.
import { findOrder, type Json } from './open-orders.ts';
import { badParameter, badRequest, WechatNo } from './refuse-call.ts';
import { beijing, digits, type Fake, type Refund } from './run-fake.ts';

const mostParts = 50;

export function createRefund(fake: Fake, body: Json, notify: (refund: Refund) => void): Json {
  const number = String(body.out_refund_no ?? '');
  if (!/^[\w|*@-]{1,64}$/.test(number)) throw badParameter('输入源“/body/out_refund_no”格式错误');
  if (typeof body.reason === 'string' && Buffer.byteLength(body.reason) > 80) throw badParameter('退款原因过长');
  const { refund, total, currency } = (body.amount ?? {}) as Json;
  if (currency !== 'CNY') throw badParameter('输入源“/body/amount/currency”仅支持CNY');
  if (!Number.isSafeInteger(refund) || (refund as number) < 1) throw badParameter('退款金额应为正整数');
  const order = findPaid(fake, body);
  if (total !== order.total) throw badRequest('订单金额不一致');
  const known = fake.refunds.get(number);
  if (known) {
    if (known.out_trade_no !== order.out_trade_no || known.amount !== refund) throw badRequest('退款单参数不一致');
    return showRefund(fake, known);
  }
  const earlier = [...fake.refunds.values()].filter((refund) => refund.out_trade_no === order.out_trade_no);
  const gone = earlier.filter((refund) => refund.status !== 'CLOSED').reduce((sum, refund) => sum + refund.amount, 0);
  if (gone + (refund as number) > order.total) throw badRequest('申请退款金额超过可退金额');
  if (earlier.length >= mostParts) throw badRequest('退款次数超过50次');
  const made: Refund = {
    refund_id: `5030${digits(25)}`,
    out_refund_no: number,
    out_trade_no: order.out_trade_no,
    transaction_id: order.transaction_id ?? '',
    amount: refund as number,
    status: 'PROCESSING',
    create_time: beijing(),
    success_time: null,
    notify_url: typeof body.notify_url === 'string' ? body.notify_url : null,
  };
  fake.refunds.set(number, made);
  order.trade_state = 'REFUND';
  const answer = showRefund(fake, made);
  const plan = fake.refundPlans.shift() ?? 'SUCCESS';
  // The first answer is always "processing"; a notice or a query returns the result.
  if (plan !== 'PROCESSING') endRefund(fake, number, plan, notify);
  return answer;
}

function findPaid(fake: Fake, { out_trade_no: number, transaction_id: id }: Json) {
  const order = [...fake.orders.values()].find(
    (order) => order.transaction_id && (order.out_trade_no === number || order.transaction_id === id),
  );
  if (order) return order;
  if (typeof number === 'string') findOrder(fake, number);
  throw new WechatNo(404, 'RESOURCE_NOT_EXISTS', '订单不存在或未支付');
}

export function endRefund(
  fake: Fake,
  number: string,
  status: Refund['status'],
  notify: (refund: Refund) => void,
): Refund {
  const refund = findRefund(fake, number);
  refund.status = status;
  if (status === 'SUCCESS') refund.success_time = beijing();
  notify(refund);
  return refund;
}

export function findRefund(fake: Fake, number: string): Refund {
  const refund = fake.refunds.get(number);
  if (!refund) throw new WechatNo(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
  return refund;
}

const amountOf = (fake: Fake, { out_trade_no, amount }: Refund) => {
  const total = fake.orders.get(out_trade_no)?.total ?? 0;
  return { total, refund: amount, payer_total: total, payer_refund: amount };
};

export function showRefund(fake: Fake, refund: Refund): Json {
  const { refund_id, out_refund_no, out_trade_no, transaction_id, create_time, success_time, status } = refund;
  const amounts = amountOf(fake, refund);
  return {
    refund_id,
    out_refund_no,
    transaction_id,
    out_trade_no,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    ...(success_time ? { success_time } : {}),
    create_time,
    status,
    funds_account: 'AVAILABLE',
    amount: {
      ...amounts,
      settlement_total: amounts.total,
      settlement_refund: amounts.refund,
      discount_refund: 0,
      currency: 'CNY',
    },
  };
}

/** A notice's fields about a refund: other names than an answer has. */
export function showRefundNotice(fake: Fake, refund: Refund): Json {
  const { refund_id, out_refund_no, out_trade_no, transaction_id, success_time, status } = refund;
  return {
    mchid: fake.merchant.mchId,
    out_trade_no,
    transaction_id,
    out_refund_no,
    refund_id,
    refund_status: status,
    ...(success_time ? { success_time } : {}),
    user_received_account: '支付用户零钱',
    amount: amountOf(fake, refund),
  };
}
