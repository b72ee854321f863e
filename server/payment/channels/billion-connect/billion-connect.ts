// Billion Connect (§3 channel 6; decision 0375): no page for buyers, but the owner's prepaid balance at a supplier of data plans. Starting
// places the order there, which takes its price off the balance; the eSIMs come by notice, cards by post.
import { exponentOf, isCurrency } from '../../../../domain/currencies.ts';
import { decimalOf, money, moneyFromDecimal } from '../../../../domain/money.ts';
import {
  type Answer,
  type Channel,
  type ChannelConfig,
  ChannelRefused,
  KeyRefused,
  type PaymentRef,
  type RefundAnswer,
  RefundByHand,
  type RefundInput,
  type Started,
  type StartInput,
  type Supply,
} from '../channel.ts';
import { billionConnectForm } from '../forms/billion-connect-form.ts';
import { beijingTime, invoke, invokeOrRefuse, isDone } from './billion-connect-calls.ts';
import { readBillionNotice } from './read-billion-notice.ts';
import { readCatalogue } from './read-catalogue.ts';

type Placed = { orderId?: string };
type Order = {
  orderId?: string;
  channelOrderId?: string;
  /** 0 placed, 1 shipped, 2 cancelled. */
  orderStatus?: string;
  totalAmount?: string;
  subOrderList?: { channelSubOrderId?: string; iccid?: string[] }[];
};
type Balance = { availableBalance?: string; accountBalance?: string; currency?: string };

const cancelled = '2';

export const billionConnect: Channel = {
  form: billionConnectForm,
  async tryKeys(config, now) {
    const answer = await invoke<Balance>(config, 'F014', {}, now);
    // The code for a wrong key or signature is not published: the secret signs every call.
    if (!isDone(answer)) throw new KeyRefused('appSecret', `${answer.code} ${answer.message}`);
    return [];
  },
  merchant: ({ keys }) => keys.appKey ?? '',
  received: { type: 'application/json;charset=UTF-8', body: '{"tradeCode":"1000","tradeMsg":"成功"}' },
  start,
  query,
  // A placed order is paid; an order unknown there may still arrive, so it is queried for two more days.
  async close(config, payment, now) {
    const answer = await query(config, payment, now);
    if (answer.state !== 'pending') return answer;
    return { state: 'failed', paymentNo: payment.paymentNo, reason: 'given up', stillPayable: true };
  },
  refund,
  async queryRefund(config, { payment }, now) {
    const order = await findPlaced(config, payment.paymentNo, now);
    return order?.orderStatus === cancelled ? { state: 'successful', refundRef: order.orderId ?? null } : undefined;
  },
  readNotice: readBillionNotice,
  settlementList: null,
  supplier: {
    async balance(config, now) {
      const { availableBalance, accountBalance, currency } = await invokeOrRefuse<Balance>(config, 'F014', {}, now);
      const text = availableBalance ?? accountBalance ?? '';
      if (!isCurrency(currency) || !/^-?\d{1,12}(\.\d{1,6})?$/.test(text))
        throw new Error('Billion Connect named no balance');
      return money(Math.floor(Number(text) * 10 ** exponentOf(currency) + 1e-6), currency);
    },
    plans: readCatalogue,
    async lineOf(config, paymentNo, now) {
      const order = await findPlaced(config, paymentNo, now);
      const lines = order?.subOrderList ?? [];
      return new Map(
        lines.flatMap((line) => (line.iccid ?? []).map((iccid) => [iccid, line.channelSubOrderId ?? ''] as const)),
      );
    },
  },
};

async function start(config: ChannelConfig, input: StartInput, now: Date): Promise<Started> {
  const { paymentNo, supply } = input;
  const kinds = new Set(supply?.lines.map((line) => line.kind));
  if (!supply || kinds.size !== 1) throw new ChannelRefused('the order has no plans of one kind');
  const call = kinds.has('eSim')
    ? (['F040', eSimOrder(input, supply)] as const)
    : (['F006', cardOrder(input, supply)] as const);
  const answer = await invoke<Placed>(config, call[0], call[1], now);
  // What a number that is taken is answered is published nowhere: if the order is there, an earlier start placed it.
  const placed = isDone(answer) ? answer.data : await findPlaced(config, paymentNo, now);
  if (!placed?.orderId) throw new ChannelRefused(`${answer.code} ${answer.message}`.trim());
  return { providerRef: placed.orderId, payUrl: null, data: { placed: true } };
}

/** Without an e-mail address: the supplier would write to the buyer itself. */
const describeOrder = ({ paymentNo, amount, startedAt }: StartInput, { day }: Supply) => ({
  channelOrderId: paymentNo,
  totalAmount: decimalOf(amount),
  estimatedUseTime: day,
  orderCreateTime: beijingTime(startedAt),
});

const eSimOrder = (input: StartInput, supply: Supply) => ({
  ...describeOrder(input, supply),
  subOrderList: supply.lines.map(({ subOrderNo, plan, copies, quantity }) => ({
    ...{ channelSubOrderId: subOrderNo, deviceSkuId: plan },
    ...{ planSkuCopies: String(copies), number: String(quantity) },
  })),
});

/** Postage is the sender's. The address is one text here; province, city and district are not asked apart. */
const cardOrder = (input: StartInput, supply: Supply) => ({
  ...describeOrder(input, supply),
  express: { userName: supply.name, userPhone: supply.phone, feeMethod: '2', address: supply.address },
  subOrderList: eSimOrder(input, supply).subOrderList.map((line) => ({ ...line, planSkuId: '' })),
});

/** Undefined where it does not know the number, or says anything else than 1000. */
async function findPlaced(config: ChannelConfig, paymentNo: string, now: Date): Promise<Order | undefined> {
  const answer = await invoke<Order>(config, 'F011', { channelOrderId: paymentNo }, now);
  return isDone(answer) && answer.data?.channelOrderId === paymentNo ? answer.data : undefined;
}

async function query(config: ChannelConfig, { paymentNo, amount }: PaymentRef, now: Date): Promise<Answer> {
  const order = await findPlaced(config, paymentNo, now);
  if (!order?.orderId) return { state: 'pending', paymentNo, reason: 'not known there' };
  if (order.orderStatus === cancelled) return { state: 'failed', paymentNo, reason: 'cancelled' };
  const { orderId, totalAmount } = order;
  const merchant = config.keys.appKey ?? '';
  // It repeats the amount that we named, if it names one; the currency never.
  const paid = totalAmount ? moneyFromDecimal(totalAmount, amount.currency) : amount;
  return { state: 'paid', paymentNo, merchant, amount: paid, providerRef: orderId, transactionId: orderId };
}

/** A whole order is cancelled; what the supplier does not cancel, and parts, are an after-sale case that a person opens there. */
async function refund(config: ChannelConfig, input: RefundInput, now: Date): Promise<RefundAnswer> {
  const { payment, amount } = input;
  if (amount.amountMinor !== payment.amount.amountMinor) throw new RefundByHand();
  const orderId = payment.transactionId ?? payment.providerRef;
  const answer = await invoke(config, 'F008', { orderId }, now);
  if (isDone(answer)) return { state: 'successful', refundRef: orderId };
  const order = await findPlaced(config, payment.paymentNo, now);
  if (order?.orderStatus === cancelled) return { state: 'successful', refundRef: orderId };
  throw new RefundByHand();
}
