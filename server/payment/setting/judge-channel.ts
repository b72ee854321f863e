// Whether what staff typed for a way to pay may be saved; problems by field (§8).
import type { ParsedInputOf } from '../../../contract/index.ts';
import type { FieldProblems } from '../../../domain/errors.ts';
import { parseDecimal } from '../../../domain/money.ts';
import { type OfferedChannel, traitsOf } from '../../../domain/pay-channels.ts';
import { largestSurcharge } from '../../../domain/payment/charge.ts';
import { areInstructions, findBadAccounts, findBadHold, transferRules } from '../../../domain/transfer-rules.ts';
import type { KeyRule } from '../channels/channel.ts';
import { findBadOptions, judgeKey } from '../channels/forms/judge-form.ts';
import { channelOf, isOutside } from '../channels/index.ts';

const mostPercent = 20;
const mostOptionLetters = 40_000;

type Input = ParsedInputOf<'consoleChannelSave'>;
type Keys = Record<string, string>;

export const keyRulesOf = (channel: string): readonly KeyRule[] =>
  isOutside(channel) ? channelOf(channel).form.keys : [];

/** Without blanks around them; empty ones are not given. */
export function trimKeys(keys: Keys): Keys {
  return Object.fromEntries(
    Object.entries(keys)
      .map(([name, value]) => [name, value.trim()])
      .filter(([, value]) => value),
  );
}

/** `set`: names of keys that are saved already. */
export function judgeChannel(input: Input, channel: OfferedChannel, keys: Keys, set: string[]): FieldProblems {
  const fields: FieldProblems = {};
  const { currencies, ownMoney, byCode } = traitsOf(channel);
  if (!isPercent(input.feePercent, mostPercent)) fields.feePercent = { problem: 'range', min: 0, max: mostPercent };
  if (input.currency && (ownMoney || byCode || (currencies !== 'any' && !currencies.includes(input.currency))))
    fields.currency = { problem: 'choose' };
  if (input.shownCurrencies?.some((currency) => currencies !== 'any' && !currencies.includes(currency)))
    fields.shownCurrencies = { problem: 'choose' };
  if (!isPercent(input.surchargePercent, largestSurcharge))
    fields.surchargePercent = { problem: 'range', min: 0, max: largestSurcharge };
  if (input.leastMinor !== null && input.mostMinor !== null && input.leastMinor > input.mostMinor)
    fields.mostMinor = { problem: 'limitOrder' };
  Object.assign(fields, judgeOptions(channel, input.options), judgeKeys(channel, keys));
  if (input.active) for (const name of findMissingKeys(channel, keys, set)) fields[name] ??= { problem: 'required' };
  return fields;
}

export function judgeOptions(channel: OfferedChannel, options: Input['options']): FieldProblems {
  const fields: FieldProblems = {};
  if (JSON.stringify(options).length > mostOptionLetters)
    fields.options = { problem: 'tooLong', max: mostOptionLetters };
  if (isOutside(channel))
    for (const name of findBadOptions(channelOf(channel).form, options))
      fields[`options.${name}`] = { problem: 'choose' };
  else if (traitsOf(channel).byTransfer) {
    if (!areInstructions(options.instructions)) fields['options.instructions'] = { problem: 'format' };
    for (const path of findBadAccounts(options.accounts))
      fields[['options.accounts', path].filter(Boolean).join('.')] = path.endsWith('.swift')
        ? { problem: 'bic' }
        : { problem: 'tooLong', max: transferRules.accountLength };
    const bad = findBadHold(options);
    if (bad) fields[`options.${bad}`] = { problem: 'range', min: 1, max: transferRules.mostHoldHours };
  }
  return fields;
}

export function judgeKeys(channel: OfferedChannel, keys: Keys): FieldProblems {
  const fields: FieldProblems = {};
  const rules = keyRulesOf(channel);
  for (const [name, value] of Object.entries(keys)) {
    const rule = rules.find((rule) => rule.name === name);
    const problem = rule ? judgeKey(rule, value) : 'notRequested';
    if (problem) fields[`keys.${name}`] = { problem };
  }
  return fields;
}

/** Fields of required keys that are not set. */
export function findMissingKeys(channel: OfferedChannel, keys: Keys, set: string[]): string[] {
  return keyRulesOf(channel)
    .filter(({ name, required }) => required && !keys[name] && !set.includes(name))
    .map(({ name }) => `keys.${name}`);
}

function isPercent(text: string, most: number): boolean {
  if (!/^\d{1,2}(\.\d{1,4})?$/.test(text)) return false;
  const { digits, scale } = parseDecimal(text);
  return digits <= BigInt(most) * 10n ** scale;
}
