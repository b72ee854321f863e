// The cancellation rules as plain text (§3 refund policy): until when it is free, then the fees.
import { type RefundPolicy, type RefundRule, rulesInForce } from '../../../domain/cancellation.ts';
import type { Words } from '../use-words.ts';

/** A line for the free period, and one for each fee; a single line if nothing is refunded. */
export function describeRefundRules({ say }: Words, rules: readonly RefundRule[]): string[] {
  const [widest] = rules;
  if (!widest) return [say('catalog.policy.none')];
  const free = describeLimit(widest, 'catalog.policy.ruleFree', 'catalog.policy.ruleFreeHours');
  const fees = rules.map((rule) => {
    const { key, values } = describeLimit(rule, 'catalog.policy.ruleFee', 'catalog.policy.ruleFeeHours');
    return say(key, { ...values, percent: rule.feePercent });
  });
  return [say(free.key, free.values), ...fees];
}

/** A short text that says until when cancelling is free; undefined if it never is. */
export function describeFreeCancellation({ say }: Words, policy: RefundPolicy): string | undefined {
  const [widest] = rulesInForce(policy);
  if (!widest) return undefined;
  const { key, values } = describeLimit(widest, 'catalog.product.freeCancel', 'catalog.product.freeCancelHours');
  return say(key, values);
}

function describeLimit(
  { daysBefore, hoursBefore }: RefundRule,
  inDays: string,
  inHours: string,
): { key: string; values: Record<string, number> } {
  return hoursBefore == null
    ? { key: inDays, values: { days: daysBefore ?? 0 } }
    : { key: inHours, values: { hours: hoursBefore } };
}
