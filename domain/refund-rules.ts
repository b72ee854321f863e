// Cancellation rules of a product (§3 refund policy) as steps that can be read out and computed from.

export type RefundRule = { daysBefore: number; feePercent: number };

/**
 * The rules in force, strictest last: each says how many percent are kept when cancelled fewer than `daysBefore` whole days before
 * the play date. Without rules of its own a product is free until `freeCancelDays` before and not refundable afterwards; with neither
 * it is not refundable at all (null days: never free).
 */
export function rulesInForce(rules: readonly RefundRule[] | null, freeCancelDays: number | null): RefundRule[] {
  if (rules?.length) return [...rules].sort((a, b) => b.daysBefore - a.daysBefore);
  return freeCancelDays === null ? [] : [{ daysBefore: Math.max(1, freeCancelDays), feePercent: 100 }];
}

/** Percent kept when cancelled so many whole days before the play date; 100 without any rule. Negative days are after it: 100. */
export function feePercentAt(rules: readonly RefundRule[], daysLeft: number): number {
  if (!rules.length || daysLeft < 0) return 100;
  const hit = [...rules].sort((a, b) => a.daysBefore - b.daysBefore).find((rule) => daysLeft < rule.daysBefore);
  return hit?.feePercent ?? 0;
}
