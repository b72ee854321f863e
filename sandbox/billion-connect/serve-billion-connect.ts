// A stand-in for Billion Connect with code of its own: one address, orders of eSIMs and cards against a balance, queries, cancelling,
// signed notices, control. README.md lists what it plays and what it does not. Nothing of the house is imported.
import { createHash } from 'node:crypto';
import { type Delivery, type Notifier, startNotifier } from '../kit/notify-merchant.ts';
import type { OpenServer } from '../kit/open-server.ts';
import type { Control } from '../kit/read-control.ts';
import { type Call, json, type Reply, serveFake } from '../kit/serve-fake.ts';

/** It sends a notice three times; the pauses are published nowhere. */
const usualPauses = [60, 300];

type Line = { channelSubOrderId: string; deviceSkuId: string; number: number; iccid: string[] };
export type SupplierOrder = {
  orderId: string;
  channelOrderId: string;
  /** 0 placed, 1 shipped, 2 cancelled. */
  orderStatus: string;
  totalAmount: string;
  cost: number;
  isCard: boolean;
  lines: Line[];
  /** How often F011 has asked about it. */
  askCount: number;
  /** F011 gets no answer about it. */
  silent?: boolean;
};

export type BillionOptions = {
  /** 0 takes any free port. */
  port: number;
  appKey: string;
  appSecret: string;
  notifyUrl: string;
  controlToken: string;
  /** Of the account, and the price of one copy of each plan. */
  currency?: string;
  balance?: number;
  plans?: Record<string, number>;
  log?: (line: string) => void;
  retrySeconds?: readonly number[];
};

type Fake = {
  options: BillionOptions;
  currency: string;
  balance: number;
  plans: Record<string, number>;
  orders: Map<string, SupplierOrder>;
  /** Orders are shipped as soon as they are placed. */
  delivers: boolean;
  /** The first question about each order gets no answer. */
  shy: boolean;
  /** It no longer cancels: the eSIM was installed. */
  installed: boolean;
  notifier: Notifier;
};

type Wish = {
  outcome: 'deliver' | 'cancel';
  change: Partial<SupplierOrder>;
  copies: number;
} & Partial<Pick<Fake, 'delivers' | 'shy' | 'installed' | 'balance'>> & { muted?: boolean };

type Fields = Record<string, unknown>;

export const signTrade = (secret: string, body: string) =>
  createHash('md5').update(`${secret}${body}`, 'utf8').digest('hex');

const answerOf = (tradeCode: string, tradeMsg: string, tradeData?: object) =>
  json(200, { tradeCode, tradeMsg, ...(tradeData ? { tradeData } : {}) });
const done = (tradeData?: object) => answerOf('1000', '成功', tradeData);

/** Every refusal but 1003 has a code of ours: theirs are published nowhere. */
const refusals = { sign: '1001', parameter: '1003', unknown: '1004', balance: '1010', state: '1011' } as const;

export async function serveBillionConnect(options: BillionOptions): Promise<OpenServer> {
  const { retrySeconds = usualPauses, log = () => undefined } = options;
  const isOver = ({ text }: Delivery) => /"tradeCode":"1000"/.test(text);
  const fake: Fake = {
    ...{ options, currency: options.currency ?? 'USD', balance: options.balance ?? 1_000_000 },
    ...{ plans: options.plans ?? { 'plan-7': 4 }, orders: new Map(), delivers: true, shy: false, installed: false },
    notifier: startNotifier({ pauseSeconds: retrySeconds, withinMs: 10_000, isOver, log }),
  };
  return serveFake<Wish>(
    { port: options.port, log },
    {
      controlToken: options.controlToken,
      answer: (call) => answer(fake, call),
      control: (control) => answerControl(fake, control),
      stop: () => fake.notifier.stop(),
    },
  );
}

function answer(fake: Fake, { method, path, headers, body }: Call): Reply | undefined {
  if (method !== 'POST' || path !== '/Flow/saler/2.0/invoke') return undefined;
  const { appKey, appSecret } = fake.options;
  const signed = headers['x-sign-method'] === 'md5' && headers['x-sign-value'] === signTrade(appSecret, body);
  if (headers['x-channel-id'] !== appKey || !signed) return answerOf(refusals.sign, '签名错误');
  const { tradeType, tradeTime, tradeData } = JSON.parse(body) as Fields;
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(String(tradeTime))) return answerOf(refusals.parameter, '参数错误');
  const data = (tradeData ?? {}) as Fields;
  if (tradeType === 'F014') return answerBalance(fake);
  if (tradeType === 'F002') return answerPlans(fake, data);
  if (tradeType === 'F040') return placeOrder(fake, data, false);
  if (tradeType === 'F006') return placeOrder(fake, data, true);
  if (tradeType === 'F011') return answerOrder(fake, String(data.channelOrderId));
  if (tradeType === 'F008') return cancelOrder(fake, String(data.orderId));
  return answerOf(refusals.parameter, '参数错误');
}

/** One plan to top up with, which has no eSIM of its own, beside those that can be ordered. This account is one of distribution (5). */
function answerPlans({ plans }: Fake, { salesMethod, language }: Fields): Reply {
  if (salesMethod !== '5') return answerOf(refusals.parameter, '参数错误');
  const chinese = language !== '2';
  const goods = Object.keys(plans).map((skuId) => ({
    ...{
      skuId,
      type: '3106',
      days: '7',
      capacity: '',
      highFlowSize: '1048576',
      country: [{ mcc: 'JP', name: 'Japan' }],
    },
    name: chinese ? `日本 ${skuId}` : `Japan ${skuId}`,
    desc: chinese ? '每日 1 GB 高速流量' : '1 GB a day at full speed',
  }));
  return done([...goods, { skuId: 'top-up-1', name: 'Top-up', type: '110', desc: '' }]);
}

function answerBalance({ balance, currency }: Fake): Reply {
  const text = balance.toFixed(2);
  return done({ accountBalance: text, currency, availableBalance: text, frozenBalance: '0.00', creditLimit: '0.00' });
}

function placeOrder(fake: Fake, data: Fields, isCard: boolean): Reply {
  const { channelOrderId, subOrderList, totalAmount = '', express } = data;
  const rows = Array.isArray(subOrderList) ? (subOrderList as Record<string, string>[]) : [];
  if (typeof channelOrderId !== 'string' || !/^[\w-]{1,40}$/.test(channelOrderId) || !rows.length)
    return answerOf(refusals.parameter, '参数错误');
  if (isCard && !(express as Fields | undefined)?.address) return answerOf(refusals.parameter, '参数错误');
  const known = fake.orders.get(channelOrderId);
  if (known) {
    known.askCount += 1;
    return answerOf(refusals.parameter, '渠道订单号重复');
  }
  let cost = 0;
  for (const row of rows) {
    const price = fake.plans[row.deviceSkuId ?? ''];
    // Numbers are texts there.
    const texts = [row.channelSubOrderId, row.planSkuCopies, row.number];
    if (price === undefined || texts.some((text) => typeof text !== 'string'))
      return answerOf(refusals.parameter, '参数错误');
    cost += price * Number(row.planSkuCopies) * Number(row.number);
  }
  if (cost > fake.balance) return answerOf(refusals.balance, '余额不足');
  fake.balance -= cost;
  const orderId = `13131${String(fake.orders.size + 1).padStart(6, '0')}`;
  const lines = rows.map(({ channelSubOrderId = '', deviceSkuId = '', number = '1' }) => ({
    ...{ channelSubOrderId, deviceSkuId, number: Number(number), iccid: [] as string[] },
  }));
  const order = {
    orderId,
    channelOrderId,
    orderStatus: '0',
    totalAmount: String(totalAmount),
    cost,
    isCard,
    lines,
    askCount: 0,
  };
  fake.orders.set(channelOrderId, order);
  if (fake.delivers) deliver(fake, order, 1);
  const subOrderList2 = lines.map((line, at) => ({
    subOrderId: `${orderId}${at}`,
    channelSubOrderId: line.channelSubOrderId,
  }));
  return done({ orderId, channelOrderId, subOrderList: subOrderList2 });
}

function answerOrder(fake: Fake, channelOrderId: string): Reply {
  const order = fake.orders.get(channelOrderId);
  if (!order) return answerOf(refusals.unknown, '订单不存在');
  order.askCount += 1;
  if (order.silent || (fake.shy && order.askCount === 1)) return { status: 504, body: '' };
  const { orderId, orderStatus, totalAmount } = order;
  const subOrderList = order.lines.map(({ channelSubOrderId, deviceSkuId, number, iccid }) => ({
    ...{ channelSubOrderId, deviceSkuId, number: String(number), iccid },
  }));
  return done({ orderId, channelOrderId: order.channelOrderId, orderStatus, totalAmount, subOrderList });
}

function cancelOrder(fake: Fake, orderId: string): Reply {
  const order = [...fake.orders.values()].find((order) => order.orderId === orderId);
  if (!order) return answerOf(refusals.unknown, '订单不存在');
  if (order.orderStatus === '2') return answerOf(refusals.state, '订单已取消');
  if (fake.installed) return answerOf(refusals.state, '不可取消');
  order.orderStatus = '2';
  fake.balance += order.cost;
  return done();
}

/** N009 names no line, as documented; F011 does. */
export function describeDelivery(
  fake: Pick<Fake, 'options'>,
  order: SupplierOrder,
): { raw: string; headers: Record<string, string> } {
  const { orderId, channelOrderId, isCard, lines } = order;
  const numbers = lines.flatMap((line) => line.iccid);
  const tradeData = isCard
    ? {
        orderId,
        channelOrderId,
        courierNumber: `SF${orderId}`,
        logisticsCompany: 'SF',
        subOrderList: [{ iccid: numbers }],
      }
    : {
        ...{ orderId, channelOrderId },
        subOrderList: numbers.map((iccid) => ({
          ...{
            iccid,
            apn: 'emov',
            pin: '1234',
            puk: '55026381',
            validTime: '2027-09-23 17:58:07',
            rechargeableESIM: '0',
          },
          qrCodeContent: `LPA:1$SMDP.STAND-IN.EXAMPLE$${createHash('md5').update(iccid).digest('hex').toUpperCase()}`,
        })),
      };
  const raw = JSON.stringify({ tradeType: isCard ? 'N001' : 'N009', tradeTime: '2026-11-23 08:00:00', tradeData });
  const { appKey, appSecret } = fake.options;
  const signed = { 'x-channel-id': appKey, 'x-sign-method': 'md5', 'x-sign-value': signTrade(appSecret, raw) };
  return { raw, headers: { 'content-type': 'application/json;charset=UTF-8', ...signed } };
}

function deliver(fake: Fake, order: SupplierOrder, copies: number): void {
  order.orderStatus = '1';
  const base = BigInt(`8986001201${order.orderId.slice(-8).padStart(8, '0')}0`);
  let next = 0n;
  for (const line of order.lines)
    if (!line.iccid.length) line.iccid = Array.from({ length: line.number }, () => String(base * 10n + next++));
  fake.notifier.notify(
    () => {
      const { raw, headers } = describeDelivery(fake, order);
      return { about: order.channelOrderId, url: fake.options.notifyUrl, headers, body: raw };
    },
    { copies },
  );
}

function answerControl(fake: Fake, { method, room, id, wish }: Control<Wish>): object | undefined {
  if (room === 'deliveries') return { deliveries: fake.notifier.deliveries };
  if (room === 'settings') {
    const {
      muted,
      delivers = fake.delivers,
      shy = fake.shy,
      installed = fake.installed,
      balance = fake.balance,
    } = wish;
    Object.assign(fake, { delivers, shy, installed, balance });
    if (muted !== undefined) fake.notifier.muted = muted;
    return { balance: fake.balance };
  }
  const order = fake.orders.get(id);
  if (room !== 'orders' || (!order && method !== 'GET')) return undefined;
  if (!order || method === 'GET') return { order: order ?? null };
  Object.assign(order, wish.change);
  if (wish.outcome === 'deliver') deliver(fake, order, wish.copies ?? 1);
  if (wish.outcome === 'cancel') order.orderStatus = '2';
  return { order, notice: describeDelivery(fake, order) };
}
