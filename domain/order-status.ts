// Order life (§4, rules §7) as one table keyed by action: from, to, who may. The SQL guard, the screen's buttons, the
// permission and the history all read it. Effects are in the use cases.

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

/** §3: a cancellation that waits for the owner, by who asked for it. Orders are listed by these; their own status is `cancelling`. */
export const appliedStatus = { distributor: 4001, owner: 4002, supplier: 4003 } as const;

export const isApplied = (status: number): boolean => Object.values(appliedStatus).some((code) => code === status);

/** 1 distributor, 2 owner, 3 supplier. */
export const applierOf = (status: number): number => status - appliedStatus.distributor + 1;

export const actors = ['buyer', 'owner', 'supplier', 'channel', 'clock'] as const;
export type Actor = (typeof actors)[number];

export type OrderAction = {
  from: readonly OrderStatusCode[];
  to: readonly OrderStatusCode[];
  by: readonly Actor[];
};

/** Every change of a sub-order's status. `to` lists what the use case may choose from (instant or manual confirmation, for one). */
export const orderActions = {
  pay: { from: [OrderStatus.unpaid], to: [OrderStatus.confirmed, OrderStatus.pending], by: ['channel'] },
  expire: { from: [OrderStatus.unpaid], to: [OrderStatus.closedForTimeout], by: ['clock'] },
  withdraw: { from: [OrderStatus.unpaid], to: [OrderStatus.closed], by: ['buyer', 'owner'] },
  confirm: { from: [OrderStatus.pending], to: [OrderStatus.confirmed], by: ['owner', 'supplier'] },
  reject: { from: [OrderStatus.pending], to: [OrderStatus.closed], by: ['owner', 'supplier'] },
  cancelPending: { from: [OrderStatus.pending], to: [OrderStatus.cancelled], by: ['buyer', 'owner'] },
  applyToCancel: { from: [OrderStatus.confirmed], to: [OrderStatus.cancelling], by: ['buyer', 'owner', 'supplier'] },
  approveCancel: { from: [OrderStatus.cancelling], to: [OrderStatus.cancelledAfterApproval], by: ['owner'] },
  /** Part of a quantity was cancelled: the line keeps the rest at its state. */
  approvePart: { from: [OrderStatus.cancelling], to: [OrderStatus.confirmed], by: ['owner'] },
  rejectCancel: { from: [OrderStatus.cancelling], to: [OrderStatus.confirmed], by: ['owner'] },
  /** The rest of an order that was paid in part did not come in time (decision 0380). */
  lapse: {
    from: [OrderStatus.pending, OrderStatus.confirmed],
    to: [OrderStatus.cancelledAfterApproval],
    by: ['clock'],
  },
  complete: { from: [OrderStatus.confirmed], to: [OrderStatus.completed], by: ['clock'] },
  payLate: {
    from: [OrderStatus.closedForTimeout, OrderStatus.closed],
    to: [OrderStatus.confirmed, OrderStatus.pending],
    by: ['channel'],
  },
} as const satisfies Record<string, OrderAction>;

export type OrderActionName = keyof typeof orderActions;

/** Whether `actor` may take `action` on a sub-order at `status`. */
export function allowsAction(action: OrderActionName, status: number, actor: Actor): boolean {
  const row: OrderAction = orderActions[action];
  return row.from.some((code) => code === status) && row.by.includes(actor);
}

/** Actions that this actor may take now: what a screen shows as buttons. */
export function actionsFor(status: OrderStatusCode, actor: Actor): OrderActionName[] {
  return (Object.keys(orderActions) as OrderActionName[]).filter((action) => allowsAction(action, status, actor));
}

const openFirst: readonly OrderStatusCode[] = [
  OrderStatus.unpaid,
  OrderStatus.pending,
  OrderStatus.cancelling,
  OrderStatus.confirmed,
  OrderStatus.completed,
  OrderStatus.cancelled,
  OrderStatus.cancelledAfterApproval,
  OrderStatus.closedForTimeout,
  OrderStatus.closed,
];

/**
 * Lines of which a supplier reads the guests: those that it has to decide or to serve, served, or was to serve before they were cancelled
 * (decision 0803).
 */
export const suppliedStatuses: readonly OrderStatusCode[] = [
  OrderStatus.pending,
  OrderStatus.confirmed,
  OrderStatus.cancelling,
  OrderStatus.completed,
  OrderStatus.cancelledAfterApproval,
];

export const isSupplied = ({ status }: { status: number }): boolean => suppliedStatuses.some((code) => code === status);

/** Whether it ended without a journey: cancelled or closed. */
export const isEnded = (status: number): boolean => status >= OrderStatus.cancelled;

/** The order's roll-up: all equal: that one; otherwise the earliest open one, then closed ones (rules §7). Needs one status at least. */
export function rollUpStatus(statuses: readonly OrderStatusCode[]): OrderStatusCode {
  const first = openFirst.find((status) => statuses.includes(status));
  if (first === undefined) throw new RangeError('an order has at least one sub-order');
  return first;
}
