// The actions of a seed: each picks its object by the seed, is sent to one of two processes, must be answered as the model predicts, and
// changes the model. `undefined`: there was no object for it.
import type { RefusalName } from '../../domain/errors.ts';
import { OrderStatus } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';
import { asOf, dataOf } from '../races/act.ts';
import type { Answer } from '../races/pair.ts';
import {
  cancel,
  close,
  type DayName,
  dayNames,
  freeOf,
  isActive,
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
} from './imagine-shop.ts';
import { moneyOperations } from './money-operations.ts';
import { noticeOperations } from './notice-operations.ts';
import { door, judgeAnswer, type OperationResult, orderOf, send, sendKeyed } from './send.ts';
import { type World, wantedOf } from './world.ts';

type Operation = (world: World) => Promise<OperationResult>;

const look: Operation = async (world) => {
  const { roll, model, places } = world;
  const day = dayNames[roll(dayNames.length)] ?? 'first';
  const { on } = wantedOf(day);
  const input = { packageId: places[day].packageId, from: on, to: on };
  const answer = await send(world, (call) => call('inventories', input, asOf(world.stage, 'agent')));
  const { days } = dataOf('inventories', answer as never) as { days: { on: string; left: number }[] };
  const left = days.find((day) => day.on === on)?.left ?? 0;
  const free = freeOf(model.days[day]);
  return left === free ? `looked at ${day}` : { wrong: `${left} places are shown for ${day}, ${free} are free` };
};

const order: Operation = async (world) => {
  const { roll, model, stage } = world;
  const day = dayNames[roll(dayNames.length)] ?? 'first';
  const quantity = (day === 'manual' ? 2 : 1) + roll(3);
  const buyer = roll(4) ? 'agent' : 'member';
  const coupon = roll(4) === 0;
  const form = await world.form(day, quantity, buyer);
  const amountMinor = form.seenTotal.amountMinor - (coupon ? 500 : 0);
  const input = { ...form, promoCode: coupon ? world.coupon : '', seenTotal: { ...form.seenTotal, amountMinor } };
  // A buyer whose own unpaid order has the code is led to that one.
  const isWaiting = model.orders.some((order) => order.buyer === buyer && order.coupon === 'used' && isUnpaid(order));
  const isUsedUp = coupon && model.coupon.used >= model.coupon.limit;
  const refusals: RefusalName[] = [
    ...(quantity > freeOf(model.days[day]) ? (['noStock'] as const) : []),
    ...(isUsedUp ? [isWaiting ? ('couponWaits' as const) : ('couponUsedUp' as const)] : []),
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
  return judgeAnswer(what, answer, refusals);
};

/** Applies a buyer's cancellation of the whole order, or of a part of its line, to the model. */
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

const cancelByBuyer: Operation = async (world) => {
  const order = orderOf(world, () => true);
  if (!order) return undefined;
  const isPart = isActive(order) && restOf(order) > 1 && world.roll(2) === 0;
  const quantity = isPart ? 1 + world.roll(restOf(order) - 1) : restOf(order);
  const part = isPart ? { subOrderNo: `${order.no}-1`, refundNum: quantity } : {};
  const as = asOf(world.stage, order.buyer);
  const answer = await sendKeyed(world, (call) =>
    call('cancelOrder', { orderNo: order.no, remark: 'no', ...part }, as),
  );
  const may = isUnpaid(order) ? !isUnderWay(order) : isPending(order) || isConfirmed(order);
  if (answer.code === 200 && may) applyCancel(world, order, quantity, answer);
  // An open attempt is ended at its gateway first (decision 0739), which knows nothing of it here.
  const refusals: RefusalName[] = isUnderWay(order) ? ['paymentUnderWay', 'gatewaySilent'] : ['actionNotAllowed'];
  return judgeAnswer(`cancels ${quantity} of ${order.no}`, answer, may ? [] : refusals);
};

const decideCancel: Operation = async (world) => {
  const order = orderOf(world, ({ request }) => request !== undefined);
  if (!order?.request) return undefined;
  const { id, quantity } = order.request;
  const approve = world.roll(3) > 0;
  const input = { id, approve, reason: 2, text: 'as decided' };
  const answer = await send(world, (call) => call('consoleCancelDecide', input, asOf(world.stage, 'operations')));
  if (answer.code === 200) {
    order.request = undefined;
    order.status = OrderStatus.confirmed;
    if (approve) cancel(world.model, order, quantity, OrderStatus.cancelledAfterApproval);
  }
  return judgeAnswer(`${approve ? 'approves' : 'refuses'} the cancellation of ${order.no}`, answer, []);
};

const decidePending: Operation = async (world) => {
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
  return judgeAnswer(`${confirms ? 'confirms' : 'rejects'} ${order.no}`, answer, may ? [] : ['actionNotAllowed']);
};

/** While a part of the line is asked back, its rest may go in. */
const isValidAtGate = (order: ModelOrder) =>
  !order.used && (isConfirmed(order) || (order.request !== undefined && order.request.quantity < restOf(order)));

const redeem: Operation = async (world) => {
  const order = orderOf(world, isPaid);
  if (!order) return undefined;
  await world.stage.read('DELETE FROM attempt');
  const input = { text: `${order.no}-1` };
  const answer = await send(world, (call) => call('consoleVoucherRedeem', input, asOf(world.stage, 'operations')));
  const may = isValidAtGate(order);
  if (answer.code === 200 && may) order.used = true;
  return judgeAnswer(`redeems ${order.no}`, answer, may ? [] : ['voucherUsed', 'voucherNotValid', 'voucherUnknown']);
};

const otherDay = ({ day }: ModelOrder) => (day === 'first' ? 'second' : 'first');
const timeOf = (day: DayName) => ({ playOn: wantedOf(day).on, session: '', untilOn: null });

/** Judges a move of the whole rest to the other day, and applies it to the model. */
function judgeMove(world: World, order: ModelOrder, isMovable: boolean, answer: Answer): OperationResult {
  const { model } = world;
  const to = otherDay(order);
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
  return judgeAnswer(`moves ${order.no} to ${to}`, answer, refusals);
}

const move: Operation = async (world) => {
  const order = orderOf(world, isRefundable);
  if (!order) return undefined;
  const quantity = restOf(order);
  const input = {
    ...{ id: order.no, subOrderNo: `${order.no}-1`, differenceMinor: 0, settle: 'settle' as const, reason: 'as asked' },
    to: { ...timeOf(otherDay(order)), quantity },
    seen: { ...timeOf(order.day), quantity },
  };
  const as = asOf(world.stage, 'operations');
  const answer = await send(world, (call) => call('consoleLineMove', input, as));
  return judgeMove(world, order, (isPending(order) || isConfirmed(order)) && !order.used, answer);
};

/** Only what is confirmed, and with what is still free to cancel: the model's days are far ahead. */
const moveByBuyer: Operation = async (world) => {
  const order = orderOf(world, isRefundable);
  if (!order) return undefined;
  const to = timeOf(otherDay(order));
  const input = { id: `${order.no}-1`, to, seen: timeOf(order.day), returnedMinor: 0 };
  const as = asOf(world.stage, order.buyer);
  const answer = await sendKeyed(world, (call) => call('bookingMove', input, as));
  return judgeMove(world, order, isConfirmed(order) && !order.used, answer);
};

/** The deadline of the order passes, and the job that closes it runs. */
const expire: Operation = async (world) => {
  const order = orderOf(world, isUnpaid);
  if (!order) return undefined;
  await door.runOut(world, order);
  if (!isUnderWay(order)) close(world.model, order, OrderStatus.closedForTimeout);
  return `${order.no} runs out of time`;
};

/** Sends a call again under the same key: it returns the same answer and changes nothing. */
const repeat: Operation = async (world) => {
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

/** Each operation with its relative frequency. */
const weights: [times: number, operation: Operation][] = [
  [5, look],
  [22, order],
  [10, cancelByBuyer],
  [8, decideCancel],
  [6, decidePending],
  [6, redeem],
  [3, move],
  [3, moveByBuyer],
  [6, expire],
  [5, repeat],
  ...moneyOperations,
  ...noticeOperations,
];

const all = weights.flatMap(([times, operation]) => Array.from({ length: times }, () => operation));

/** Runs one operation that finds an object. */
export async function runOperation(world: World): Promise<Exclude<OperationResult, undefined>> {
  for (;;) {
    const done = await all[world.roll(all.length)]?.(world);
    if (done !== undefined) return done;
  }
}
