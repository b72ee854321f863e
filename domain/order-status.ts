// Order life (§4, decisions §7) as one table keyed by action: from, to, who may. Four readers: the SQL guard, the screen's
// buttons, the permission, the history. Effects live in the use cases.

export const OrderStatus = {
  unpaid: 1001,
  pending: 1002,
  confirmed: 1003,
  cancelling: 1004,
  completed: 1005,
  cancelled: 2001,
  cancelledAfterApproval: 4005,
  closedForTimeout: 4006,
  closed: 4007,
} as const;

export type OrderStatusCode = (typeof OrderStatus)[keyof typeof OrderStatus];

export const actors = ['buyer', 'owner', 'supplier', 'channel', 'clock'] as const;
export type Actor = (typeof actors)[number];

export type OrderAction = {
  from: readonly OrderStatusCode[];
  to: readonly OrderStatusCode[];
  by: readonly Actor[];
};

/** Every change of a sub-order's status. `to` lists what the use case may choose from (instant or manual confirmation, for one). */
export const orderActions = {
  pay: { from: [1001], to: [1003, 1002], by: ['channel'] },
  expire: { from: [1001], to: [4006], by: ['clock'] },
  withdraw: { from: [1001], to: [4007], by: ['buyer', 'owner'] },
  confirm: { from: [1002], to: [1003], by: ['owner', 'supplier'] },
  reject: { from: [1002], to: [4007], by: ['owner', 'supplier'] },
  cancelPending: { from: [1002], to: [2001], by: ['buyer', 'owner'] },
  applyToCancel: { from: [1003], to: [1004], by: ['buyer', 'owner', 'supplier'] },
  approveCancel: { from: [1004], to: [4005], by: ['owner'] },
  /** Part of a quantity was cancelled: the line keeps the rest at its state. */
  approvePart: { from: [1004], to: [1003], by: ['owner'] },
  rejectCancel: { from: [1004], to: [1003], by: ['owner'] },
  complete: { from: [1003], to: [1005], by: ['clock'] },
  payLate: { from: [4006, 4007], to: [1003, 1002], by: ['channel'] },
} as const satisfies Record<string, OrderAction>;

export type OrderActionName = keyof typeof orderActions;

/** Whether `actor` may take `action` on a sub-order at `status`. */
export function allowsAction(action: OrderActionName, status: OrderStatusCode, actor: Actor): boolean {
  const row: OrderAction = orderActions[action];
  return row.from.includes(status) && row.by.includes(actor);
}

/** Actions that apply now for this actor: what a screen shows as buttons. */
export function actionsFor(status: OrderStatusCode, actor: Actor): OrderActionName[] {
  return (Object.keys(orderActions) as OrderActionName[]).filter((action) => allowsAction(action, status, actor));
}

const openFirst: readonly OrderStatusCode[] = [1001, 1002, 1004, 1003, 1005, 2001, 4005, 4006, 4007];

/** The order's roll-up: all equal: that one; otherwise the earliest open one, then closed ones (decisions §7). Needs one status at least. */
export function rollUpStatus(statuses: readonly OrderStatusCode[]): OrderStatusCode {
  const first = openFirst.find((status) => statuses.includes(status));
  if (first === undefined) throw new RangeError('an order has at least one sub-order');
  return first;
}
