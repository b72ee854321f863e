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

// Deal types of the ledger (§3, decisions §8): on which of a partner's accounts each is written, and in which direction.

export const DealType = {
  recharge: 1,
  consumption: 2,
  refund: 3,
  raiseLine: 5,
  lowerLine: 6,
  restore: 7,
  gift: 8,
  raiseDeposit: 9,
  lowerDeposit: 10,
} as const;

export type DealTypeCode = (typeof DealType)[keyof typeof DealType];
export const dealTypes = Object.values(DealType) as DealTypeCode[];

export const ledgerKinds = ['deposit', 'credit'] as const;
export type LedgerKind = (typeof ledgerKinds)[number];

export function isLedgerKind(name: string): name is LedgerKind {
  return ledgerKinds.some((one) => one === name);
}

type Adjustment = {
  kind: LedgerKind;
  sign: 1 | -1;
  /** Changes how far credit may go instead of what is on the account. */
  line?: true;
  /** Gives back what was used, never more. */
  usedOnly?: true;
};

/** What the owner changes by hand, in the order that screens offer it. */
export const adjustments = {
  9: { kind: 'deposit', sign: 1 },
  10: { kind: 'deposit', sign: -1 },
  5: { kind: 'credit', sign: 1, line: true },
  6: { kind: 'credit', sign: -1, line: true },
  7: { kind: 'credit', sign: 1, usedOnly: true },
  8: { kind: 'credit', sign: 1 },
} as const satisfies Record<number, Adjustment>;

export type AdjustmentType = keyof typeof adjustments;
export const adjustmentTypes: AdjustmentType[] = [9, 10, 5, 6, 7, 8];

export function traitsOfAdjustment(type: AdjustmentType): Adjustment {
  return adjustments[type];
}
