// The cancellation rules as plain text (§3 refund policy): until when it is free, then the fees.
import { type RefundPolicy, type RefundRule, rulesInForce } from '../../../domain/cancellation.ts';
import type { Words } from '../use-words.ts';

/** A line for the free period, and one for each fee; a single line if nothing is refunded. */
export function tellRules({ say }: Words, rules: readonly RefundRule[]): string[] {
  const [widest] = rules;
  if (!widest) return [say('catalog.policy.none')];
  const free = tellLimit(widest, 'catalog.policy.ruleFree', 'catalog.policy.ruleFreeHours');
  const fees = rules.map((rule) => {
    const { key, values } = tellLimit(rule, 'catalog.policy.ruleFee', 'catalog.policy.ruleFeeHours');
    return say(key, { ...values, percent: rule.feePercent });
  });
  return [say(free.key, free.values), ...fees];
}

/** A short text that says until when cancelling is free; undefined if it never is. */
export function tellFree({ say }: Words, policy: RefundPolicy): string | undefined {
  const [widest] = rulesInForce(policy);
  if (!widest) return undefined;
  const { key, values } = tellLimit(widest, 'catalog.product.freeCancel', 'catalog.product.freeCancelHours');
  return say(key, values);
}

function tellLimit(
  { daysBefore, hoursBefore }: RefundRule,
  inDays: string,
  inHours: string,
): { key: string; values: Record<string, number> } {
  return hoursBefore == null
    ? { key: inDays, values: { days: daysBefore ?? 0 } }
    : { key: inHours, values: { hours: hoursBefore } };
}
