// The actions of a seed: each picks its object by the seed, is sent to one of two processes, must be answered as the model predicts, and
// changes the model. `undefined`: there was no object for it.
import { OrderStatus } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { asOf, dataOf } from '../races/act.ts';
import type { Answer } from '../races/pair.ts';
import {
  cancel,
  close,
  dayNames,
  freeOf,
  isConfirmed,
  isPaid,
  isPending,
  isRefundable,
  isUnderWay,
  isUnpaid,
  type ModelOrder,
  place,
  reject,
  restOf,
  stands,
} from './imagine-shop.ts';
import { moneyActs } from './money-acts.ts';
import { noticeActs } from './notice-acts.ts';
import { type ActDone, door, orderOf, said, send, sendKeyed } from './send.ts';
import { type World, wantedOf } from './world.ts';

type Act = (world: World) => Promise<ActDone>;

const look: Act = async (world) => {
  const { roll, model, places } = world;
  const day = dayNames[roll(dayNames.length)] ?? 'first';
  const { on } = wantedOf(day);
  const asked = { packageId: places[day].packageId, from: on, to: on };
  const answer = await send(world, (call) => call('inventories', asked, asOf(world.stage, 'agent')));
  const { days } = dataOf('inventories', answer as never) as { days: { on: string; left: number }[] };
  const left = days.find((day) => day.on === on)?.left ?? 0;
  const free = freeOf(model.days[day]);
  return left === free ? `looked at ${day}` : { wrong: `${left} places are shown for ${day}, ${free} are free` };
};

const order: Act = async (world) => {
  const { roll, model, stage } = world;
  const day = dayNames[roll(dayNames.length)] ?? 'first';
  const quantity = (day === 'manual' ? 2 : 1) + roll(3);
  const buyer = roll(4) ? 'agent' : 'member';
  const coupon = roll(4) === 0;
  const form = await world.form(day, quantity, buyer);
  const amountMinor = form.seenTotal.amountMinor - (coupon ? 500 : 0);
  const input = { ...form, promoCode: coupon ? world.coupon : '', seenTotal: { ...form.seenTotal, amountMinor } };
  const refusals = [
    ...(quantity > freeOf(model.days[day]) ? (['noStock'] as const) : []),
    ...(coupon && model.coupon.used >= model.coupon.limit ? (['couponUsedUp'] as const) : []),
  ];
  const as = asOf(stage, buyer);
  const answer = await sendKeyed(world, (call) => call('createOrder', input, as));
  const what = `${buyer} orders ${quantity} of ${day}${coupon ? ' with the code' : ''}`;
  if (answer.code === 200) {
    const { orderNo: no } = answer.data as { orderNo: string };
    const facts = {
      status: OrderStatus.unpaid,
      payStatus: PaymentStatus.pending,
      paidBy: undefined,
      used: false,
      request: undefined,
    };
    const money = { amountMinor, cancelled: 0, cancelledMinor: 0, returnedMinor: 0 };
    place(model, { no, buyer, day, quantity, coupon: coupon ? 'used' : 'none', ...facts, ...money, attempts: [] });
  }
  return said(what, answer, refusals);
};

/** What a buyer's cancellation of the whole order, or of a part of its line, does to it. */
function applyCancel(world: World, order: ModelOrder, quantity: number, answer: Answer): void {
  const { model } = world;
  if (isUnpaid(order)) close(model, order, OrderStatus.closed);
  else if (isPending(order)) cancel(model, order, quantity, OrderStatus.cancelled);
  else if (!order.used && isRefundable(order)) askToCancel(order, quantity, answer);
}

function askToCancel(order: ModelOrder, quantity: number, answer: Answer): void {
  order.status = OrderStatus.cancelling;
  const { requests } = answer.data as { requests: { id: string; result: number }[] };
  order.request = { id: requests.find(({ result }) => result === 0)?.id ?? '', quantity };
}

const cancelAct: Act = async (world) => {
  const order = orderOf(world, () => true);
  if (!order) return undefined;
  const isPart = stands(order) && restOf(order) > 1 && world.roll(2) === 0;
  const quantity = isPart ? 1 + world.roll(restOf(order) - 1) : restOf(order);
  const part = isPart ? { subOrderNo: `${order.no}-1`, refundNum: quantity } : {};
  const as = asOf(world.stage, order.buyer);
  const answer = await sendKeyed(world, (call) =>
    call('cancelOrder', { orderNo: order.no, remark: 'no', ...part }, as),
  );
  const may = isUnpaid(order) ? !isUnderWay(order) : isPending(order) || isConfirmed(order);
  if (answer.code === 200 && may) applyCancel(world, order, quantity, answer);
  return said(`cancels ${quantity} of ${order.no}`, answer, may ? [] : ['actionNotAllowed', 'paymentUnderWay']);
};

const decideCancel: Act = async (world) => {
  const order = orderOf(world, ({ request }) => request !== undefined);
  if (!order?.request) return undefined;
  const { id, quantity } = order.request;
  const approve = world.roll(3) > 0;
  const asked = { id, approve, reason: 2, text: 'as decided' };
  const answer = await send(world, (call) => call('consoleCancelDecide', asked, asOf(world.stage, 'operations')));
  if (answer.code === 200) {
    order.request = undefined;
    order.status = OrderStatus.confirmed;
    if (approve) cancel(world.model, order, quantity, OrderStatus.cancelledAfterApproval);
  }
  return said(`${approve ? 'approves' : 'refuses'} the cancellation of ${order.no}`, answer, []);
};

const decidePending: Act = async (world) => {
  const order = orderOf(world, ({ day }) => day === 'manual');
  if (!order) return undefined;
  const confirms = world.roll(3) > 0;
  const as = asOf(world.stage, 'operations');
  const answer = await send(world, (call) =>
    confirms
      ? call('consoleConfirm', { id: order.no }, as)
      : call('consoleReject', { id: order.no, why: 'no guide' }, as),
  );
  const may = isPending(order);
  if (answer.code === 200 && may) {
    if (confirms) order.status = OrderStatus.confirmed;
    else reject(world.model, order);
  }
  return said(`${confirms ? 'confirms' : 'rejects'} ${order.no}`, answer, may ? [] : ['actionNotAllowed']);
};

const redeem: Act = async (world) => {
  const order = orderOf(world, isPaid);
  if (!order) return undefined;
  await world.stage.read('DELETE FROM attempt');
  const asked = { text: `${order.no}-1` };
  const answer = await send(world, (call) => call('consoleVoucherRedeem', asked, asOf(world.stage, 'operations')));
  const may = isConfirmed(order) && !order.used;
  if (answer.code === 200 && may) order.used = true;
  return said(`redeems ${order.no}`, answer, may ? [] : ['voucherUsed', 'voucherNotValid', 'voucherUnknown']);
};

const move: Act = async (world) => {
  const order = orderOf(world, isRefundable);
  if (!order) return undefined;
  const { model } = world;
  const to = order.day === 'first' ? 'second' : 'first';
  const at = { session: '', untilOn: null, quantity: restOf(order) };
  const asked = {
    ...{ id: order.no, subOrderNo: `${order.no}-1`, differenceMinor: 0, settle: 'settle' as const, reason: 'as asked' },
    to: { ...at, playOn: wantedOf(to).on },
    seen: { ...at, playOn: wantedOf(order.day).on },
  };
  const as = asOf(world.stage, 'operations');
  const answer = await send(world, (call) => call('consoleLineMove', asked, as));
  const isMovable = (isPending(order) || isConfirmed(order)) && !order.used;
  const fits = restOf(order) <= freeOf(model.days[to]);
  if (answer.code === 200 && isMovable && fits) {
    model.days[order.day].sold -= restOf(order);
    model.days[to].sold += restOf(order);
    order.day = to;
  }
  const refusals = isMovable
    ? fits
      ? []
      : (['noStock'] as const)
    : (['actionNotAllowed', 'voucherUsed', 'invalidInput'] as const);
  return said(`moves ${order.no} to ${to}`, answer, refusals);
};

/** Its deadline passes, and the clock comes round. */
const expire: Act = async (world) => {
  const order = orderOf(world, isUnpaid);
  if (!order) return undefined;
  await door.runOut(world, order);
  if (!isUnderWay(order)) close(world.model, order, OrderStatus.closedForTimeout);
  return `${order.no} runs out of time`;
};

/** The same call again, under the same key: the same answer, and nothing happens. */
const repeat: Act = async (world) => {
  if (!world.last) return undefined;
  const { send: again, data } = world.last;
  const answer = await again();
  const numberIn = (from: unknown) => {
    const { orderNo, paymentNo } = (from ?? {}) as { orderNo?: string; paymentNo?: string };
    return orderNo ?? paymentNo;
  };
  if (answer.code === 200 && numberIn(answer.data) === numberIn(data)) return 'the last call again';
  return { wrong: `the last call again was answered ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}` };
};

/** Each as often as its number says. */
const weights: [times: number, act: Act][] = [
  [5, look],
  [22, order],
  [10, cancelAct],
  [8, decideCancel],
  [6, decidePending],
  [6, redeem],
  [6, move],
  [6, expire],
  [5, repeat],
  ...moneyActs,
  ...noticeActs,
];

const all = weights.flatMap(([times, act]) => Array.from({ length: times }, () => act));

/** One act that there was something to do to. */
export async function actOnce(world: World): Promise<Exclude<ActDone, undefined>> {
  for (;;) {
    const done = await all[world.roll(all.length)]?.(world);
    if (done !== undefined) return done;
  }
}
