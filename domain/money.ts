// Money is an integer in the currency's smallest unit plus the currency (rules §5). One rounding function for the whole portal.
import { type Currency, exponentOf } from './currencies.ts';

export type Money = { amountMinor: number; currency: Currency };

/** Largest amount accepted, in minor units: above any travel order, below what a double counts exactly. */
export const maxAmountMinor = 9_000_000_000_000;

/** Builds money; throws RangeError unless it is a whole number of minor units, so callers never pass user input here. */
export function money(amountMinor: number, currency: Currency): Money {
  if (!Number.isSafeInteger(amountMinor) || Math.abs(amountMinor) > maxAmountMinor) {
    throw new RangeError(`not an amount: ${amountMinor} ${currency}`);
  }
  return { amountMinor, currency };
}

/**
 * A sum over many orders: more than any one amount may be (a year's sales in rupiah), and still counted exactly. Throws RangeError for what
 * a double does not count.
 */
export function sumMoney(amountMinor: number, currency: Currency): Money {
  if (!Number.isSafeInteger(amountMinor)) throw new RangeError(`not a sum: ${amountMinor} ${currency}`);
  return { amountMinor, currency };
}

/** Divides integers and rounds half away from zero: the only rounding rule. `denominator` > 0. */
export function roundDivide(numerator: bigint, denominator: bigint): bigint {
  const sign = numerator < 0n ? -1n : 1n;
  const size = numerator < 0n ? -numerator : numerator;
  return sign * ((size * 2n + denominator) / (denominator * 2n));
}

/** Sum of amounts of one currency. Throws when currencies differ. */
export function addMoney(first: Money, ...rest: Money[]): Money {
  let total = first.amountMinor;
  for (const money of rest) {
    if (money.currency !== first.currency) throw new RangeError(`cannot add ${money.currency} to ${first.currency}`);
    total += money.amountMinor;
  }
  return money(total, first.currency);
}

/** Unit price times a whole quantity. */
export function timesMoney(unit: Money, quantity: number): Money {
  return money(unit.amountMinor * quantity, unit.currency);
}

/** A percentage of an amount; `percent` is a decimal text such as "2.5". */
export function percentOf(amount: Money, percent: string): Money {
  const { digits, scale } = parseDecimal(percent);
  return money(Number(roundDivide(BigInt(amount.amountMinor) * digits, 100n * 10n ** scale)), amount.currency);
}

/**
 * Converts at `rate` = units of `to` for one unit of the amount's currency, a decimal text ("4.7312"). Exact, rounded once: to a minor
 * unit, or to a multiple of `step` of them.
 */
export function convertMoney(amount: Money, to: Currency, rate: string, step = 1): Money {
  if (amount.currency === to) return amount;
  const { digits, scale } = parseDecimal(rate);
  const numerator = BigInt(amount.amountMinor) * digits * 10n ** BigInt(exponentOf(to));
  const denominator = 10n ** BigInt(exponentOf(amount.currency)) * 10n ** scale;
  return money(Number(roundDivide(numerator, denominator * BigInt(step))) * step, to);
}

/** A unit price, its quantity, and its display rate. */
export type ShownPart = { unit: Money; quantity: number };

/**
 * The displayed total of parts: each unit is converted and rounded once, then multiplied and added, so that a
 * reader who adds up the displayed figures gets the same (docs/pricing.md). The buyer pays the sum in the selling currency.
 */
export function sumShown(parts: readonly ShownPart[], to: Currency, rate: string): Money {
  const amounts = parts.map(({ unit, quantity }) => convertMoney(unit, to, rate).amountMinor * quantity);
  return money(
    amounts.reduce((sum, minor) => sum + minor, 0),
    to,
  );
}

/** Spreads an amount over weights by largest remainder; the parts add up to the amount to the last unit (rules §5). */
export function spreadMoney(amount: Money, weights: number[]): Money[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total <= 0) return weights.map((_, at) => money(at === 0 ? amount.amountMinor : 0, amount.currency));
  const shares = weights.map((weight) => {
    const exact = BigInt(amount.amountMinor) * BigInt(weight);
    return { whole: Number(exact / BigInt(total)), rest: Number(exact % BigInt(total)) };
  });
  let left = amount.amountMinor - shares.reduce((sum, share) => sum + share.whole, 0);
  // Equal ones stay in their order.
  for (const share of shares.toSorted((a, b) => b.rest - a.rest)) {
    if (left === 0) break;
    share.whole += Math.sign(left);
    left -= Math.sign(left);
  }
  return shares.map((share) => money(share.whole, amount.currency));
}

/** Decimal text of an amount in its ISO digits ("98.00", "9800" for JPY): for gateways, files and structured data. */
export function decimalOf(amount: Money): string {
  const exponent = exponentOf(amount.currency);
  const size = Math.abs(amount.amountMinor)
    .toString()
    .padStart(exponent + 1, '0');
  const sign = amount.amountMinor < 0 ? '-' : '';
  return exponent === 0 ? sign + size : `${sign}${size.slice(0, -exponent)}.${size.slice(-exponent)}`;
}

/** Reads a decimal figure such as 98 or "98.5" into minor units. Throws when it has more digits than the currency. */
export function moneyFromDecimal(value: number | string, currency: Currency): Money {
  const { digits, scale } = parseDecimal(String(value));
  const shift = BigInt(exponentOf(currency)) - scale;
  if (shift >= 0n) return money(Number(digits * 10n ** shift), currency);
  if (digits % 10n ** -shift !== 0n) throw new RangeError(`too many digits for ${currency}: ${value}`);
  return money(Number(digits / 10n ** -shift), currency);
}

/** A price that another system sent; null where it is none of the currency. */
export function readDecimal(value: number | string, currency: Currency): Money | null {
  try {
    const amount = moneyFromDecimal(value, currency);
    return amount.amountMinor < 0 ? null : amount;
  } catch {
    return null;
  }
}

/**
 * An amount as people type it: "500", "1,234.50", "1.234,50", "1 234,5". Screens show the parsed amount before they send it.
 * Undefined for anything that is no amount of the currency or is ambiguous.
 */
export function readAmount(text: string, currency: Currency): Money | undefined {
  const decimal = readTypedDecimal(text, currency);
  try {
    return decimal === undefined ? undefined : moneyFromDecimal(decimal, currency);
  } catch {
    return undefined;
  }
}

/** The figure of a text as `readAmount` reads it, as a decimal text; it may be larger than any amount. */
export function readTypedDecimal(text: string, currency: Currency): string | undefined {
  const bare = text.normalize('NFKC').replace(/[\s'’_]/g, '');
  // No group begins with a nought: "0.500" is a half.
  const match = /^([1-9]\d{0,2}(?:([.,])\d{3})+|\d{1,15})(?:([.,])(\d+))?$/.exec(bare);
  if (!match) return undefined;
  const [, whole = '', grouped, point, fraction] = match;
  if (grouped && point === grouped) return undefined;
  // "1.234" in a currency of three digits behind the point.
  if (grouped && !point && exponentOf(currency) === 3) return undefined;
  // Groups of one sort throughout.
  if (grouped && new Set(whole.replace(/\d/g, '')).size > 1) return undefined;
  const digits = whole.replace(/[.,]/g, '');
  return fraction ? `${digits}.${fraction}` : digits;
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(key: string, make: () => Intl.NumberFormat): Intl.NumberFormat {
  let format = formats.get(key);
  if (!format) {
    format = make();
    formats.set(key, format);
  }
  return format;
}

/** Whole units without the currency, for the cells of a calendar whose heading names it; large figures are shortened. */
export function formatCell(amount: Money, locale: string): string {
  const whole = Math.round(Number(decimalOf(amount)));
  const notation = whole >= 100_000 ? 'compact' : 'standard';
  const make = () => new Intl.NumberFormat(locale, { notation, maximumFractionDigits: 1 });
  return formatOf(`${locale} ${notation}`, make).format(whole);
}

/** Two decimals and thousands separators in the reader's way of writing (§9), from 1,000 on even where the language begins at 10,000. */
export function formatMoney(amount: Money, locale: string): string {
  const { currency } = amount;
  const twoDecimals = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const make = () =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'code',
      useGrouping: 'always',
      ...twoDecimals,
    });
  return formatOf(`${locale} ${currency}`, make).format(Number(decimalOf(amount)));
}

/** From the smallest amount of a currency to `mostMinor`, as a person types amounts: for a refusal that names a range. */
export function typedRange(currency: Currency, mostMinor: number): { min: number; max: number } {
  const [min = 0, max = 0] = [1, mostMinor].map((minor) => Number(decimalOf(money(minor, currency))));
  return { min, max };
}

/** A decimal text as whole digits and its digits after the point. Throws for anything else. */
export function parseDecimal(text: string): { digits: bigint; scale: bigint } {
  const match = /^(-?)(\d{1,18})(?:\.(\d{1,12}))?$/.exec(text.trim());
  if (!match) throw new RangeError(`not a decimal: ${text}`);
  const fraction = match[3] ?? '';
  const digits = BigInt((match[2] ?? '0') + fraction);
  return { digits: match[1] ? -digits : digits, scale: BigInt(fraction.length) };
}
