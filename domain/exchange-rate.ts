// Exchange rates (§9 currency, rules §5; docs/pricing.md): exact decimal texts, never floats. A feed gives units for one euro;
// an owner's table gives units of the owner's currency for one unit of another. A missing rate is never read as 0 or 1.
import { type Currency, isCurrency } from './currencies.ts';
import { addDays, type Day, todayIn, weekdayOf } from './dates.ts';
import { parseDecimal, roundDivide } from './money.ts';

/** Codes of the specification that are no longer currencies: euro at the fixed rate of the change, or misspelled codes. */
export const replacedCodes: Record<string, { by: Currency; perEuro: string | null }> = {
  FIM: { by: 'EUR', perEuro: '5.94573' },
  HRK: { by: 'EUR', perEuro: '7.5345' },
  BGN: { by: 'EUR', perEuro: '1.95583' },
  CRD: { by: 'CRC', perEuro: null },
};

/** The currency that a code means today; undefined for unknown codes. */
export function currencyOfCode(code: unknown): Currency | undefined {
  if (isCurrency(code)) return code;
  return typeof code === 'string' && Object.hasOwn(replacedCodes, code) ? replacedCodes[code]?.by : undefined;
}

/** The currency for a visitor's choice: the choice, its replacement, or the owner's currency when it is not offered. */
export function offeredCurrency(wanted: unknown, offered: readonly Currency[], ownCurrency: Currency): Currency {
  const meant = currencyOfCode(wanted);
  return meant && offered.includes(meant) ? meant : ownCurrency;
}

/** Currencies without a reference rate of the European Central Bank: these are set by hand. */
export const missingFromFeed: readonly Currency[] = [
  'MOP',
  'TWD',
  'RUB',
  'KHR',
  'AED',
  'VND',
  'CRC',
  'RSD',
  'UAH',
  'MAD',
  'KES',
  'SAR',
  'KWD',
];

/** Stored digits after the point: as many as a conversion reads. */
const places = 12n;

function textOf(digits: bigint): string | undefined {
  if (digits <= 0n) return undefined;
  const text = digits.toString().padStart(Number(places) + 1, '0');
  const fraction = text.slice(-Number(places)).replace(/0+$/, '');
  return text.slice(0, -Number(places)) + (fraction && `.${fraction}`);
}

/** (above × extra) ÷ below, rounded once; undefined when a part or the result is not above zero. */
function quotient(above: string, below: string, extra: { above: bigint; below: bigint }): string | undefined {
  const dividend = parseDecimal(above);
  const divisor = parseDecimal(below);
  if (dividend.digits <= 0n || divisor.digits <= 0n) return undefined;
  const numerator = dividend.digits * extra.above * 10n ** (divisor.scale + places);
  return textOf(roundDivide(numerator, divisor.digits * extra.below * 10n ** dividend.scale));
}

const plain = { above: 1n, below: 1n };
/** Margins count in hundredths of a percent. */
const whole = 10_000n;
export const largestMargin = 2000;

/** Units of a currency for one euro, and their day. */
export type FeedRates = ReadonlyMap<string, { perEuro: string; on: Day }>;
export type DatedRate = { rate: string; on: Day };

function perEuroOf(feed: FeedRates, code: string): { perEuro: string; on: Day | undefined } | undefined {
  if (code === 'EUR') return { perEuro: '1', on: undefined };
  const fixed = replacedCodes[code]?.perEuro;
  return fixed ? { perEuro: fixed, on: undefined } : feed.get(code);
}

/** Units of `to` for one unit of `from`, of the older of the two days; undefined when the feed lacks one of them. */
export function crossRate(feed: FeedRates, from: string, to: string): DatedRate | undefined {
  const [sold, bought] = [perEuroOf(feed, from), perEuroOf(feed, to)];
  if (!sold || !bought) return undefined;
  const rate = quotient(bought.perEuro, sold.perEuro, plain);
  const days = [sold.on, bought.on].filter((day) => day !== undefined).sort();
  // Fixed rates have no day; the newest day of the feed is used instead.
  const on = days[0] ?? [...feed.values()].map((row) => row.on).sort((a, b) => (a < b ? 1 : -1))[0];
  return rate && on ? { rate, on } : undefined;
}

/** A rate plus the margin (hundredths of a percent): the price of one unit for a buyer who pays in the owner's currency. */
export function withMargin(rate: string, margin: number): string | undefined {
  return quotient(rate, '1', { above: whole + BigInt(margin), below: whole });
}

/** A rate plus a percentage, a decimal text such as "1.5"; rounded once. */
export function withPercent(rate: string, percent: string): string | undefined {
  const { digits, scale } = parseDecimal(percent);
  const hundred = 100n * 10n ** scale;
  return quotient(rate, '1', { above: hundred + digits, below: hundred });
}

/** A row of an owner's table: units of the owner's currency for one unit; feed rows already include the owner's margin. */
export type CurrencyRate = { rate: string; source: 'hand' | 'feed' };
export const homeRate: CurrencyRate = { rate: '1', source: 'hand' };

/**
 * Units of `to` for one unit of `from`, converted through the owner's currency. If a rate of the feed takes part, the margin is
 * included exactly once, and against the buyer: the amount in `to` becomes larger.
 */
export function shownRate(from: CurrencyRate, to: CurrencyRate, margin: number): string | undefined {
  const times = to.source === 'feed' ? (from.source === 'feed' ? 1n : 2n) : 0n;
  return quotient(from.rate, to.rate, { above: (whole + BigInt(margin)) ** times, below: whole ** times });
}

export type RateAge = 'ok' | 'warn' | 'blocked';
/** Easter is the feed's longest pause, Thursday to Tuesday: five days. */
const feedDays = { fresh: 5, usable: 7 } as const;

/** How old a day's rates are on another day, by calendar days. */
export function ageOf(on: Day | null | undefined, today: Day): RateAge {
  if (!on) return 'blocked';
  const days = Math.round((Date.parse(`${today}T00:00:00Z`) - Date.parse(`${on}T00:00:00Z`)) / 86_400_000);
  return days <= feedDays.fresh ? 'ok' : days <= feedDays.usable ? 'warn' : 'blocked';
}

/** Manual rates never expire; feed rates are used for seven days. */
export function isUsable(row: Pick<CurrencyRate, 'source'> & { on: Day | null }, today: Day): boolean {
  return row.source === 'hand' || ageOf(row.on, today) !== 'blocked';
}

export const feedZone = 'Europe/Berlin';
const publishedAfterMilliseconds = 16.5 * 3_600_000;

/** The newest day whose rates should be out: weekdays from 16:30 in Frankfurt on. `now` is an instant in milliseconds. */
export function dueDay(now: number): Day {
  let day = todayIn(feedZone, now - publishedAfterMilliseconds);
  while (weekdayOf(day) === 0 || weekdayOf(day) === 6) day = addDays(day, -1);
  return day;
}

/** Bounds of what is typed by hand: 1 KWD is about 85,000 VND. */
const rateBounds = { min: '0.00001', max: '100000' } as const;

/** A typed rate ("4.42", "4,42") in plain form, or undefined when it is invalid or implausible. */
export function readRate(typed: string): string | undefined {
  const text = typed.trim().replace(/^(\d+),(\d+)$/, '$1.$2');
  if (!/^\d{1,9}(\.\d{1,12})?$/.test(text)) return undefined;
  const { digits, scale } = parseDecimal(text);
  const scaled = digits * 10n ** (places - scale);
  const bound = (limit: string) => {
    const parsed = parseDecimal(limit);
    return parsed.digits * 10n ** (places - parsed.scale);
  };
  return scaled < bound(rateBounds.min) || scaled > bound(rateBounds.max) ? undefined : textOf(scaled);
}

/** Difference of two rates in whole percent, for finding typing errors. */
export function percentApart(rate: string, reference: string): number {
  const share = quotient(rate, reference, { above: 100n, below: 1n });
  return share ? Math.abs(Math.round(Number(share) - 100)) : 100;
}

/** Converted through the owner's currency, by the owner's current table. */
export function rateBetween(from: Currency, to: Currency, known: Partial<Record<Currency, string | null>>) {
  if (from === to) return '1';
  const rateOf = (currency: Currency) => known[currency] && { ...homeRate, rate: known[currency] };
  const [sold, bought] = [rateOf(from), rateOf(to)];
  return sold && bought ? shownRate(sold, bought, 0) : undefined;
}
