// The cancellation rules as plain text (§3 refund policy): until when it is free, then the fees.
import { type RefundPolicy, type RefundRule, rulesInForce } from '../../../domain/cancellation.ts';
import type { Words } from '../use-words.ts';

/** An open ticket has no day of use: its limits count back from the end of its validity. */
type Counted = { isOpen?: boolean };

/** A line for the free period, and one for each fee; a single line if nothing is refunded. */
export function describeRefundRules({ say }: Words, rules: readonly RefundRule[], counted: Counted = {}): string[] {
  const [widest] = rules;
  if (!widest) return [say('catalog.policy.none')];
  const free = describeLimit(widest, 'catalog.policy.ruleFree', counted);
  const fees = rules.map((rule) => {
    const { key, values } = describeLimit(rule, 'catalog.policy.ruleFee', counted);
    return say(key, { ...values, percent: rule.feePercent });
  });
  return [say(free.key, free.values), ...fees];
}

/** A short text that says until when cancelling is free; undefined if it never is. */
export function describeFreeCancellation(
  { say }: Words,
  policy: RefundPolicy,
  counted: Counted = {},
): string | undefined {
  const [widest] = rulesInForce(policy);
  if (!widest) return undefined;
  const { key, values } = describeLimit(widest, 'catalog.product.freeCancel', counted);
  return say(key, values);
}

function describeLimit(
  { daysBefore, hoursBefore }: RefundRule,
  key: 'catalog.policy.ruleFree' | 'catalog.policy.ruleFee' | 'catalog.product.freeCancel',
  { isOpen = false }: Counted,
): { key: string; values: Record<string, number> } {
  const end = isOpen ? 'Open' : '';
  return hoursBefore == null
    ? { key: `${key}${end}`, values: { days: daysBefore ?? 0 } }
    : { key: `${key}Hours${end}`, values: { hours: hoursBefore } };
}
