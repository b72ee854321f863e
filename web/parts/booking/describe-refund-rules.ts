// The cancellation rules as plain text (§3 refund policy): until when it is free, then the fees.
import { type RefundPolicy, type RefundRule, rulesInForce } from '../../../domain/cancellation.ts';
import type { Words } from '../use-words.ts';

/** An open ticket has no day of use: its limits count back from the end of its validity. */
type Counted = { isOpen?: boolean };

/** A line for the free period, and one for each fee; a single line if nothing is refunded. */
export function describeRefundRules(words: Words, rules: readonly RefundRule[], { isOpen }: Counted = {}): string[] {
  const [widest] = rules;
  if (!widest) return [words.say('catalog.policy.none')];
  const fees = rules.map((rule) => describeLimit(words, rule, 'catalog.policy.ruleFee', isOpen));
  return [describeLimit(words, widest, 'catalog.policy.ruleFree', isOpen), ...fees];
}

/** A short text that says until when cancelling is free; undefined if it never is. */
export function describeFreeCancellation(words: Words, policy: RefundPolicy, { isOpen }: Counted): string | undefined {
  const [widest] = rulesInForce(policy);
  return widest && describeLimit(words, widest, 'catalog.product.freeCancel', isOpen);
}

type Key = 'catalog.policy.ruleFree' | 'catalog.policy.ruleFee' | 'catalog.product.freeCancel';

function describeLimit({ say }: Words, rule: RefundRule, key: Key, isOpen = false): string {
  const { daysBefore: days, hoursBefore: hours, feePercent: percent } = rule;
  if (!isOpen) return hours == null ? say(key, { days: days ?? 0, percent }) : say(`${key}Hours`, { hours, percent });
  // Hours count to the beginning of the last day, which is a day long.
  const count = hours == null ? (days ?? 0) : hours + 24;
  return say(`${key}Open`, { time: say(`catalog.unit.${hours == null ? 1 : 2}`, { count }), percent });
}
