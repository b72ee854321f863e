// An amount is typed freely; below the field the parsed amount is shown, before anything is sent.

import { type Currency, exponentOf } from '../../../domain/currencies.ts';
import { type Money, readAmount } from '../../../domain/money.ts';
import { useWords, type Words } from '../use-words.ts';
import { InputField } from './fields.tsx';
import { isBeyondAmounts } from './is-beyond-amounts.ts';

type AmountFieldProps = {
  name: string;
  label: string;
  currency: Currency;
  value: string;
  onValue(value: string): void;
  error?: string;
  /** Shown while the field is empty. */
  hint?: string;
  required?: boolean;
};

export function AmountField({ name, label, currency, value, onValue, error, hint, required }: AmountFieldProps) {
  const { money } = useWords();
  const read = readAmount(value, currency);
  return (
    <InputField
      label={label}
      hint={read ? money(read) : hint}
      error={error}
      required={required}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      maxLength={24}
      value={value}
      onValue={onValue}
    />
  );
}

/** That a text is no amount, with one as it is written in the reader's language: without a fraction where the currency has none. */
export function sayBadAmount({ say, intl }: Words, currency: Currency): string {
  const digits = exponentOf(currency);
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const example = intl.formatNumber(digits ? 1234.5 : 1234, { ...fraction, useGrouping: true });
  return say('payment.balance.amountBad', { example });
}

/** The problem of a typed amount, or the amount. */
export function judgeAmount(
  text: string,
  currency: Currency,
  words: Words,
  bounds?: { least: Money; most: Money },
): { amount: Money; problem: undefined } | { amount: undefined; problem: string } {
  const { say, money } = words;
  const amount = text.trim() ? readAmount(text, currency) : undefined;
  const isBeyond = amount
    ? bounds && (amount.amountMinor < bounds.least.amountMinor || amount.amountMinor > bounds.most.amountMinor)
    : bounds && isBeyondAmounts(text, currency);
  if (bounds && isBeyond) {
    const [least, most] = [money(bounds.least), money(bounds.most)];
    return { amount: undefined, problem: say('payment.balance.amountRange', { least, most }) };
  }
  if (!amount) return { amount, problem: text.trim() ? sayBadAmount(words, currency) : say('ui.field.required') };
  return { amount, problem: undefined };
}
