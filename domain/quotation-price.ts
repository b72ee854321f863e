// The customer's price in a quotation (§2 onlinequotation, rules §5): the agent's price of a unit raised by the percent in the selling
// currency, shown in the customer's, rounded once and then multiplied, so that every line adds up on paper.
import type { Currency } from './currencies.ts';
import { addMoney, convertMoney, type Money, money, percentOf, spreadMoney, timesMoney } from './money.ts';

/** A price of one unit in the selling currency, and how many. The first of a line is what is sold, the others are its extras. */
export type QuotedPart = { unit: Money; quantity: number };

/** A price of one unit for the customer. `percent` as in percentOf; `rate` as in convertMoney. */
export function askForUnit(unit: Money, percent: string, to: Currency, rate: string): Money {
  return convertMoney(addMoney(unit, percentOf(unit, percent)), to, rate);
}

/** A line for the customer: each part's unit times its quantity. */
export function askForLine(parts: readonly QuotedPart[], percent: string, to: Currency, rate: string): Money {
  const amounts = parts.map(({ unit, quantity }) => timesMoney(askForUnit(unit, percent, to, rate), quantity));
  return addMoney(money(0, to), ...amounts);
}

/**
 * Amounts of lines that add up to `target` to the last unit: lines of free text keep theirs (`fixed`), the others share the rest by what
 * they cost the agent (`weights`). Undefined where the fixed ones alone are more, or nothing can take the rest.
 */
export function shareTarget(target: Money, fixed: readonly Money[], weights: readonly number[]): Money[] | undefined {
  const rest = target.amountMinor - addMoney(money(0, target.currency), ...fixed).amountMinor;
  if (rest < 0 || (rest > 0 && !weights.length)) return undefined;
  return spreadMoney(money(rest, target.currency), [...weights]);
}
