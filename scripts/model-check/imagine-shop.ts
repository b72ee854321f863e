// The model of a shop: places of four days, three purses, a promo code, orders. Pure: an operation changes it according to the rules
// (§4, §5, rules §7 and §8); the arithmetic is not shared with the server.
import { OrderStatus, type OrderStatusCode } from '../../domain/order-status.ts';
import { PaymentStatus } from '../../domain/payment-status.ts';

/** Days that are sold: two of one product between which lines may move, one with few seats, one that staff confirm. */
export const dayNames = ['first', 'second', 'few', 'manual'] as const;
export type DayName = (typeof dayNames)[number];
export type Purse = 'deposit' | 'credit' | 'card';
export const purses = ['deposit', 'credit', 'card'] as const;

export type ModelDay = { capacity: number; held: number; sold: number };

export type ModelOrder = {
  no: string;
  buyer: 'agent' | 'member';
  day: DayName;
  quantity: number;
  amountMinor: number;
  status: OrderStatusCode;
  payStatus: number;
  paidBy: Purse | 'gateway' | undefined;
  cancelled: number;
  cancelledMinor: number;
  returnedMinor: number;
  used: boolean;
  /** The promo code: none, counted as a use, or given back. */
  coupon: 'none' | 'used' | 'returned';
  /** A cancellation that waits for the owner. */
  request: { id: string; quantity: number } | undefined;
  attempts: { no: string; state: 'open' | 'failed' | 'paid' }[];
};

export type Model = {
  days: Record<DayName, ModelDay>;
  balances: Record<Purse, number>;
  creditLimit: number;
  /** Given back to a purse and perhaps not booked there yet. */
  owed: Record<Purse, number>;
  coupon: { used: number; limit: number };
  orders: ModelOrder[];
};

export const freeOf = ({ capacity, held, sold }: ModelDay): number => capacity - held - sold;
export const restOf = (order: ModelOrder): number => order.quantity - order.cancelled;
export const leftOf = ({ amountMinor, cancelledMinor, returnedMinor }: ModelOrder): number =>
  amountMinor - cancelledMinor - returnedMinor;
export const availableOf = (model: Model, purse: Purse): number =>
  model.balances[purse] + (purse === 'credit' ? model.creditLimit : 0);
export const isRefundable = ({ day }: ModelOrder): boolean => day === 'first' || day === 'second';

const isOneOf = (status: OrderStatusCode, ...codes: OrderStatusCode[]) => codes.includes(status);
export const isUnpaid = ({ status }: ModelOrder): boolean => status === OrderStatus.unpaid;
export const isPending = ({ status }: ModelOrder): boolean => status === OrderStatus.pending;
export const isConfirmed = ({ status }: ModelOrder): boolean => status === OrderStatus.confirmed;
export const isClosed = ({ status }: ModelOrder): boolean =>
  isOneOf(status, OrderStatus.closed, OrderStatus.closedForTimeout);
export const isActive = ({ status }: ModelOrder): boolean =>
  isOneOf(status, OrderStatus.pending, OrderStatus.confirmed, OrderStatus.cancelling);
export const isUnderWay = ({ payStatus }: ModelOrder): boolean => payStatus === PaymentStatus.paying;
export const isPaid = ({ payStatus }: ModelOrder): boolean => payStatus === PaymentStatus.paid;

export function place(model: Model, order: ModelOrder): void {
  model.orders.push(order);
  model.days[order.day].held += order.quantity;
  if (order.coupon === 'used') model.coupon.used += 1;
}

/** A payment arrived; a closed order takes its places again. */
export function pay(model: Model, order: ModelOrder, by: Purse | 'gateway'): void {
  const day = model.days[order.day];
  if (isUnpaid(order)) day.held -= order.quantity;
  else retakeCoupon(model, order);
  day.sold += order.quantity;
  order.status = order.day === 'manual' ? OrderStatus.pending : OrderStatus.confirmed;
  order.payStatus = PaymentStatus.paid;
  order.paidBy = by;
  if (by !== 'gateway') model.balances[by] -= order.amountMinor;
}

/** An unpaid order ends. */
export function close(model: Model, order: ModelOrder, status: OrderStatusCode): void {
  model.days[order.day].held -= order.quantity;
  order.status = status;
  returnCoupon(model, order);
}

function returnCoupon(model: Model, order: ModelOrder): void {
  if (order.coupon !== 'used') return;
  model.coupon.used -= 1;
  order.coupon = 'returned';
}

/** If the code has a use left; a promised discount stays. */
function retakeCoupon({ coupon }: Model, order: ModelOrder): void {
  if (order.coupon !== 'returned' || coupon.used >= coupon.limit) return;
  coupon.used += 1;
  order.coupon = 'used';
}

export function giveBack(model: Model, order: ModelOrder, minor: number): void {
  if (!order.paidBy || order.paidBy === 'gateway') return;
  model.balances[order.paidBy] += minor;
  model.owed[order.paidBy] += minor;
}

/** The share of so many units: all shares together are the amount; what was given back is shared out over the rest alone. */
function shareOf(order: ModelOrder, quantity: number): number {
  const rest = restOf(order);
  if (quantity === rest) return leftOf(order);
  if (order.returnedMinor) return Math.floor((leftOf(order) * quantity) / rest);
  return Math.floor((order.amountMinor * (order.cancelled + quantity)) / order.quantity) - order.cancelledMinor;
}

/** Units of a paid line end, with all their money back. */
export function cancel(model: Model, order: ModelOrder, quantity: number, whole: OrderStatusCode): void {
  const share = shareOf(order, quantity);
  const isWhole = quantity === restOf(order);
  model.days[order.day].sold -= quantity;
  order.cancelled += quantity;
  order.cancelledMinor += share;
  giveBack(model, order, share);
  if (!isWhole) return;
  order.status = whole;
  returnCoupon(model, order);
}

/** A tour that cannot take place: everything is refunded, and the line stays as it was ordered. */
export function reject(model: Model, order: ModelOrder): void {
  model.days[order.day].sold -= restOf(order);
  giveBack(model, order, leftOf(order));
  order.status = OrderStatus.closed;
  returnCoupon(model, order);
}

/** A generator of numbers that a seed decides: `roll(n)` is one of 0 to n - 1. */
export function rollFrom(seed: number): (below: number) => number {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x9e37_79b9) >>> 0;
  return (below) => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
