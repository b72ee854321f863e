// Payment status (§4): 101 pending, 102 paying, 103 paid, 104 failed; a failed one may be tried again. Late or second real
// payment is recorded apart from the order's state (rules §7).

export const PaymentStatus = { pending: 101, paying: 102, paid: 103, failed: 104 } as const;
type PaymentStatusCode = (typeof PaymentStatus)[keyof typeof PaymentStatus];

type Move = { from: readonly PaymentStatusCode[]; to: PaymentStatusCode };

/** Moves of an order's payment status. `settle` from 104 covers a channel that first reports failure and later payment. */
export const paymentMoves = {
  start: { from: [PaymentStatus.pending, PaymentStatus.failed], to: PaymentStatus.paying },
  settle: { from: [PaymentStatus.pending, PaymentStatus.paying, PaymentStatus.failed], to: PaymentStatus.paid },
  fail: { from: [PaymentStatus.paying], to: PaymentStatus.failed },
} as const satisfies Record<string, Move>;

/** Life of one refund to a channel (§3 settlement result): after an unclear answer it stays `processing` and is queried again. */
export const RefundStatus = { processing: 0, successful: 1, failed: 2 } as const;

/** Status of a recharge. */
export const RechargeStatus = { waiting: 0, received: 1, failed: 2 } as const;

// Deal types of the ledger (§3, rules §8): on which of a partner's accounts each is written, and in which direction.

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
  return ledgerKinds.some((kind) => kind === name);
}

type Adjustment = {
  kind: LedgerKind;
  sign: 1 | -1;
  /** Changes the credit limit instead of the account's balance. */
  line?: true;
  /** Returns used credit, never more than was used. */
  usedOnly?: true;
};

/** Manual adjustments by the owner, in display order. */
export const adjustments = {
  [DealType.raiseDeposit]: { kind: 'deposit', sign: 1 },
  [DealType.lowerDeposit]: { kind: 'deposit', sign: -1 },
  [DealType.raiseLine]: { kind: 'credit', sign: 1, line: true },
  [DealType.lowerLine]: { kind: 'credit', sign: -1, line: true },
  [DealType.restore]: { kind: 'credit', sign: 1, usedOnly: true },
  [DealType.gift]: { kind: 'credit', sign: 1 },
} as const satisfies Record<number, Adjustment>;

export type AdjustmentType = keyof typeof adjustments;
export const adjustmentTypes: AdjustmentType[] = [
  ...[DealType.raiseDeposit, DealType.lowerDeposit, DealType.raiseLine, DealType.lowerLine],
  ...[DealType.restore, DealType.gift],
];

export function traitsOfAdjustment(type: AdjustmentType): Adjustment {
  return adjustments[type];
}

/** What received money was used for: the order; nothing, as it came twice or too late; a share that waits for the rest, or went back. */
export const paymentOutcomes = ['applied', 'overpaid', 'late', 'held', 'released'] as const;
export type PaymentOutcome = (typeof paymentOutcomes)[number];
