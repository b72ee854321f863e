// Exchange rates (§9 currency, decisions §5; docs/pricing.md): exact decimal texts, never floats. A feed tells units for one euro;
// an owner's table tells units of the owner's currency for one unit of another. No rate is no rate: never 0 and never 1.
import { type Currency, isCurrency } from './currencies.ts';
import { addDays, type Day, todayIn, weekdayOf } from './dates.ts';
import { parseDecimal, roundDivide } from './money.ts';

/** Codes of the specification that are no currency now: euro at the fixed rate of the change, or written wrongly. */
export const replacedCodes: Record<string, { by: Currency; perEuro: string | null }> = {
  FIM: { by: 'EUR', perEuro: '5.94573' },
  HRK: { by: 'EUR', perEuro: '7.5345' },
  BGN: { by: 'EUR', perEuro: '1.95583' },
  CRD: { by: 'CRC', perEuro: null },
};

/** The currency that a code means today; undefined for codes of nothing. */
export function currencyOfCode(code: unknown): Currency | undefined {
  if (isCurrency(code)) return code;
  return typeof code === 'string' && Object.hasOwn(replacedCodes, code) ? replacedCodes[code]?.by : undefined;
}

/** What a visitor's wish comes to: itself, what it was replaced by, or the owner's currency when that is not offered. */
export function offeredCurrency(wanted: unknown, offered: readonly Currency[], own: Currency): Currency {
  const meant = currencyOfCode(wanted);
  return meant && offered.includes(meant) ? meant : own;
}

/** Currencies of the house that the European Central Bank gives no reference rate for: these are set by hand. */
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

/** Digits after the point that a rate is kept with: as many as a conversion reads. */
const places = 12n;

function textOf(digits: bigint): string | undefined {
  if (digits <= 0n) return undefined;
  const text = digits.toString().padStart(Number(places) + 1, '0');
  const fraction = text.slice(-Number(places)).replace(/0+$/, '');
  return text.slice(0, -Number(places)) + (fraction && `.${fraction}`);
}

/** (above × extra) ÷ below, rounded once; undefined where nothing is left of it or a part is not above zero. */
function quotient(above: string, below: string, extra: { above: bigint; below: bigint }): string | undefined {
  const one = parseDecimal(above);
  const other = parseDecimal(below);
  if (one.digits <= 0n || other.digits <= 0n) return undefined;
  const numerator = one.digits * extra.above * 10n ** (other.scale + places);
  return textOf(roundDivide(numerator, other.digits * extra.below * 10n ** one.scale));
}

const plain = { above: 1n, below: 1n };
/** Margins count in hundredths of a percent. */
const whole = 10_000n;
export const largestMargin = 2000;

/** Units of a currency for one euro, and the day they are of. */
export type FeedRates = ReadonlyMap<string, { perEuro: string; on: Day }>;
export type DatedRate = { rate: string; on: Day };

function perEuroOf(feed: FeedRates, code: string): { perEuro: string; on: Day | undefined } | undefined {
  if (code === 'EUR') return { perEuro: '1', on: undefined };
  const fixed = replacedCodes[code]?.perEuro;
  return fixed ? { perEuro: fixed, on: undefined } : feed.get(code);
}

/** Units of `to` for one unit of `from`, of the older of the two days; undefined when the feed lacks one of them. */
export function crossRate(feed: FeedRates, from: string, to: string): DatedRate | undefined {
  const one = perEuroOf(feed, from);
  const other = perEuroOf(feed, to);
  if (!one || !other) return undefined;
  const rate = quotient(other.perEuro, one.perEuro, plain);
  const days = [one.on, other.on].filter((day) => day !== undefined).sort();
  // Between fixed rates there is no day; the newest of the feed stands for "still so".
  const on = days[0] ?? [...feed.values()].map((row) => row.on).sort((a, b) => (a < b ? 1 : -1))[0];
  return rate && on ? { rate, on } : undefined;
}

/** A rate that the margin (hundredths of a percent) is added to: what one unit costs somebody who pays in the owner's currency. */
export function withMargin(rate: string, margin: number): string | undefined {
  return quotient(rate, '1', { above: whole + BigInt(margin), below: whole });
}

/** A row of an owner's table: units of the owner's currency for one unit; rows of the feed carry the owner's margin already. */
export type OwnRate = { rate: string; source: 'hand' | 'feed' };
export const ownCurrencyRate: OwnRate = { rate: '1', source: 'hand' };

/**
 * Units of `to` for one unit of `from`, crossed through the owner's currency. Wherever a rate of the feed takes part the margin is
 * in it exactly once, and against the buyer: the amount in `to` becomes larger.
 */
export function shownRate(from: OwnRate, to: OwnRate, margin: number): string | undefined {
  const times = to.source === 'feed' ? (from.source === 'feed' ? 1n : 2n) : 0n;
  return quotient(from.rate, to.rate, { above: (whole + BigInt(margin)) ** times, below: whole ** times });
}

export type RateAge = 'ok' | 'warn' | 'blocked';
/** Easter is the feed's longest pause, Thursday to Tuesday: five days. */
export const feedDays = { fresh: 5, usable: 7 } as const;

/** How far a day's rates may be trusted on another day, by calendar days. */
export function ageOf(on: Day | null | undefined, today: Day): RateAge {
  if (!on) return 'blocked';
  const days = Math.round((Date.parse(`${today}T00:00:00Z`) - Date.parse(`${on}T00:00:00Z`)) / 86_400_000);
  return days <= feedDays.fresh ? 'ok' : days <= feedDays.usable ? 'warn' : 'blocked';
}

/** Rates set by hand stay as long as the owner leaves them; rates of the feed are used for seven days. */
export function isUsable(row: OwnRate & { on: Day | null }, today: Day): boolean {
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
export const rateBounds = { min: '0.00001', max: '100000' } as const;

/** A rate as people type it ("4.42", "4,42") in plain form, or undefined when it is none or cannot be meant. */
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

/** By how many whole percent a rate differs from another, for telling slips of the finger. */
export function percentApart(rate: string, reference: string): number {
  const share = quotient(rate, reference, { above: 100n, below: 1n });
  return share ? Math.abs(Math.round(Number(share) - 100)) : 100;
}
