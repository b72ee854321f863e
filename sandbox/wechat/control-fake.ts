// Control, for tests and demos: under the APIv3 key, never faulty.
import { planFault } from '../kit/plan-faults.ts';
import { readControl } from '../kit/read-control.ts';
import type { Call } from './check-request.ts';
import { findOrder, type Json, payOrder } from './open-orders.ts';
import { type AppRequest, payInside } from './pay-inside.ts';
import { endRefund } from './refund-orders.ts';
import { badRequest, WechatNo } from './refuse-call.ts';
import { type Fake, type FaultMode, makePlatformKey, type Order, type Refund } from './run-fake.ts';
import { type Sender, signBody, writeNotice } from './send-notices.ts';

type Wish = {
  outcome: string;
  at: string;
  plans: Refund['status'][];
  mode: FaultMode;
  path: string;
  times: number;
  silent: boolean;
  url: string | null;
  type: string;
  kind: 'transaction' | 'refund';
  told: Json;
  seconds: number;
  serial: string;
  openid: string;
  asked: AppRequest;
  wish: 'pay' | 'cancel';
};

export type Answer = { status: number; body: object };

export function answerControl(fake: Fake, sender: Sender, call: Call): Answer {
  const control = readControl<Wish>(call, fake.merchant.apiV3Key);
  if (!control) return { status: 401, body: { code: 'KEY' } };
  const { method, room, id, wish } = control;
  try {
    return { status: 200, body: carryOut(fake, sender, `${method} ${room}`, id, wish) };
  } catch (error) {
    if (error instanceof WechatNo) return { status: error.status, body: { code: error.code, message: error.message } };
    throw error;
  }
}

function carryOut(fake: Fake, sender: Sender, act: string, id: string, wish: Partial<Wish>): object {
  switch (act) {
    case 'GET orders':
      return { orders: [...fake.orders.values()], refunds: [...fake.refunds.values()] };
    case 'GET deliveries':
      return { deliveries: fake.deliveries };
    case 'POST orders':
      return playCustomer(fake, sender, id, wish);
    case 'POST person':
      fake.person = wish.openid ?? fake.person;
      return { openid: fake.person };
    case 'POST inside':
      return payInside(fake, wish.asked ?? {}, wish.wish ?? 'pay', sender.sold);
    case 'POST refunds':
      return endRefund(fake, id, (wish.outcome ?? 'SUCCESS') as Refund['status'], sender.refunded);
    case 'POST refund-plans':
      fake.refundPlans.push(...(wish.plans ?? []));
      return { plans: fake.refundPlans };
    case 'POST notices':
      fake.silent = wish.silent ?? fake.silent;
      if (wish.url !== undefined) fake.refundNotifyUrl = wish.url;
      return { silent: fake.silent, refundNotifyUrl: fake.refundNotifyUrl };
    case 'POST sign':
      // A notice as the platform would send it, with the given content.
      return signBody(
        fake,
        writeNotice(fake, wish.type ?? 'TRANSACTION.SUCCESS', wish.kind ?? 'transaction', wish.told ?? {}),
        wish.serial,
        wish.seconds,
      );
    case 'POST rotate':
      fake.platformKeys.push(makePlatformKey());
      return { serials: fake.platformKeys.map((key) => key.serial) };
    case 'POST faults':
      planFault(fake.faults, wish);
      return { faults: fake.faults };
    default:
      throw new WechatNo(404, 'RESOURCE_NOT_EXISTS', 'No such control');
  }
}

function playCustomer(fake: Fake, sender: Sender, number: string, { outcome, at }: Partial<Wish>): Order {
  if (outcome === 'close' || outcome === 'error') {
    const order = findOrder(fake, number);
    if (order.transaction_id) throw badRequest('paid already');
    order.trade_state = outcome === 'close' ? 'CLOSED' : 'PAYERROR';
    return order;
  }
  if (outcome !== 'pay' && outcome !== 'pay-silent') throw badRequest('Outcomes: pay, pay-silent, close, error');
  const order = payOrder(fake, number, at ? new Date(at) : undefined);
  if (outcome === 'pay') sender.sold(order);
  return order;
}
