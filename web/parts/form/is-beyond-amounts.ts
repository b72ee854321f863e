import { type Currency, exponentOf } from '../../../domain/currencies.ts';
import { maxAmountMinor, readTypedDecimal } from '../../../domain/money.ts';

/** Whether a typed text is larger than any amount, which `readAmount` does not read. */
export function isBeyondAmounts(text: string, currency: Currency): boolean {
  const whole = readTypedDecimal(text, currency)?.split('.')[0];
  return whole !== undefined && BigInt(whole) * 10n ** BigInt(exponentOf(currency)) > BigInt(maxAmountMinor);
}
