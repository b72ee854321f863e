// The actions in the history of an order that take or return places: read by rounds that notify other systems (decisions 0460, 0595).

/** What orders do to places. Two seconds behind: an order's transaction that began earlier may commit later, and takes less than that. */
export const stockActions = [
  'place',
  'payLate',
  'reject',
  'withdraw',
  'expire',
  'cancelPending',
  'approveCancel',
  'approvePart',
  'lapse',
  'move',
  'change',
];
export const behindSeconds = 2;
