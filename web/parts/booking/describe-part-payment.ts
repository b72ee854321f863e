// The owner's rule of paying in parts as text, on the product page and in the editor (decision 0380).
import type { Currency } from '../../../domain/currencies.ts';
import { money } from '../../../domain/money.ts';
import type { Words } from '../use-words.ts';

type Rule = { firstPercent: number | null; firstMinor: number | null; restDays: number | null; currency: Currency };

/** '' if everything is paid at once. */
export function describePartPayment(words: Words, { firstPercent, firstMinor, restDays, currency }: Rule): string {
  if (restDays === null) return '';
  if (firstPercent !== null) return words.say('catalog.product.partPercent', { percent: firstPercent, days: restDays });
  if (firstMinor === null) return '';
  return words.say('catalog.product.partAmount', { amount: words.money(money(firstMinor, currency)), days: restDays });
}
