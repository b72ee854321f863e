// Payment status (§4): 101 pending, 102 paying, 103 paid, 104 failed; a failed one may be tried again. Late or second real
// money is kept apart from the order's state (decisions §7).

export const PaymentStatus = { pending: 101, paying: 102, paid: 103, failed: 104 } as const;
export type PaymentStatusCode = (typeof PaymentStatus)[keyof typeof PaymentStatus];

type Move = { from: readonly PaymentStatusCode[]; to: PaymentStatusCode };

/** Moves of an order's payment status. `settle` from 104 covers a channel that changes its mind: money that came is money. */
export const paymentMoves = {
  start: { from: [101, 104], to: 102 },
  settle: { from: [101, 102, 104], to: 103 },
  fail: { from: [102], to: 104 },
} as const satisfies Record<string, Move>;

/** Life of one refund to a channel (§3 settlement result): an unknown answer stays `processing` and is asked again. */
export const RefundStatus = { processing: 0, successful: 1, failed: 2 } as const;
export type RefundStatusCode = (typeof RefundStatus)[keyof typeof RefundStatus];
