// Whether values fit what a channel declares about its settings.
import type { FieldProblem } from '../../../../domain/errors.ts';
import type { ChannelForm, KeyRule, OptionRule } from '../channel.ts';

/** What is wrong with a key, if anything. */
export function judgeKey({ shape, long, read }: KeyRule, value: string): FieldProblem | undefined {
  if (!shape.test(value)) return long ? 'wholeKey' : 'keyForm';
  try {
    read?.(value);
  } catch {
    return 'wholeKey';
  }
  return undefined;
}

/** Names of options that are not declared or not valid. */
export function findBadOptions(
  { options, environment }: ChannelForm,
  values: Readonly<Record<string, unknown>>,
): string[] {
  const known = new Map(options.map((rule) => [rule.name, rule]));
  return Object.entries(values)
    .filter(([name, value]) => {
      if (name === 'environment')
        return !('sandboxUrl' in environment && (value === 'sandbox' || value === 'production'));
      const rule = known.get(name);
      return !rule || (value !== undefined && !fits(rule, value));
    })
    .map(([name]) => name);
}

function fits(rule: OptionRule, value: unknown): boolean {
  if (rule.kind === 'switch') return typeof value === 'boolean';
  if (rule.kind === 'amount') return typeof value === 'string' && /^(\d{1,9}(\.\d{1,2})?)?$/.test(value);
  if (!Array.isArray(value)) return false;
  if (rule.kind === 'choices') return value.length > 0 && value.every((item) => rule.choices.includes(item));
  return value.every((item) => typeof item === 'string' && rule.shape.test(item));
}
