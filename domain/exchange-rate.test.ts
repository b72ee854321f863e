// Exchange rates as rules: crosses to the last digit, margins that never favour the buyer, days, codes that are gone.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleDay, sampleRates } from '../tests/build/ecb-sample.ts';
import { currencies } from './currencies.ts';
import { addDays } from './dates.ts';
import {
  ageOf,
  crossRate,
  currencyOfCode,
  dueDay,
  homeRate,
  isUsable,
  missingFromFeed,
  offeredCurrency,
  percentApart,
  rateBetween,
  readRate,
  replacedCodes,
  shownRate,
  withMargin,
  withPercent,
} from './exchange-rate.ts';
import { convertMoney, money } from './money.ts';

const feed = new Map(Object.entries(sampleRates).map(([code, perEuro]) => [code, { perEuro, on: sampleDay }]));
const cross = (from: string, to: string) => crossRate(feed, from, to)?.rate;

describe('a cross rate', () => {
  it.each([
    ['CNY', 'USD', '0.148973814579'],
    ['USD', 'THB', '33.480249846046'],
    ['CNY', 'IDR', '2671.502712903987'],
    ['EUR', 'USD', '1.1367'],
    ['USD', 'EUR', '0.879739597079'],
    ['EUR', 'ISK', '138'],
    ['MYR', 'MYR', '1'],
  ])('%s to %s is exact', (from, to, rate) => {
    expect(cross(from, to)).toBe(rate);
  });

  it('is none where the feed lacks a currency, and never 0 or 1', () => {
    for (const code of [...missingFromFeed, 'XYZ', 'toString', '']) {
      expect(cross('MYR', code), code).toBeUndefined();
      expect(cross(code, 'MYR'), code).toBeUndefined();
    }
    expect(crossRate(new Map(), 'EUR', 'USD')).toBeUndefined();
    expect(crossRate(new Map([['IDR', { perEuro: '0', on: sampleDay }]]), 'EUR', 'IDR')).toBeUndefined();
    expect(crossRate(new Map([['IDR', { perEuro: '0', on: sampleDay }]]), 'IDR', 'EUR')).toBeUndefined();
    const tiny = new Map([['IDR', { perEuro: '99999999999999', on: sampleDay }]]);
    expect(crossRate(tiny, 'IDR', 'EUR')).toBeUndefined();
  });

  it('is of the older of two days', () => {
    const mixed = new Map([...feed, ['THB', { perEuro: '38', on: addDays(sampleDay, -2) }]]);
    expect(crossRate(mixed, 'USD', 'THB')?.on).toBe(addDays(sampleDay, -2));
    expect(crossRate(mixed, 'THB', 'EUR')?.on).toBe(addDays(sampleDay, -2));
    expect(crossRate(mixed, 'USD', 'EUR')?.on).toBe(sampleDay);
  });

  it('of money that became the euro is the fixed one for good', () => {
    expect(cross('EUR', 'BGN')).toBe('1.95583');
    expect(cross('BGN', 'HRK')).toBe('3.852328678873');
    const older = { perEuro: '38', on: addDays(sampleDay, -2) };
    const mixed = new Map([['THB', older], ...feed, ['VND', older]]);
    expect(crossRate(mixed, 'BGN', 'HRK')?.on).toBe(sampleDay);
    expect(cross('EUR', 'HRK')).toBe('7.5345');
    expect(cross('FIM', 'EUR')).toBe('0.168187926462');
  });

  it('and the sample cover the house but for the currencies named', () => {
    const lacking = currencies.filter((code) => code !== 'EUR' && !(code in sampleRates));
    expect(new Set(lacking)).toEqual(new Set(missingFromFeed));
    expect(Object.keys(sampleRates)).toHaveLength(29);
  });
});

describe('codes', () => {
  it('that no longer exist mean the euro, a slip means the colón, others nothing', () => {
    expect(['FIM', 'HRK', 'BGN', 'CRD', 'MYR'].map(currencyOfCode)).toEqual(['EUR', 'EUR', 'EUR', 'CRC', 'MYR']);
    for (const code of ['XXX', 'eur', '', 'constructor', '__proto__', 7, null, undefined])
      expect(currencyOfCode(code), String(code)).toBeUndefined();
    expect(currencies.filter((code) => code in replacedCodes)).toEqual([]);
  });

  it('asked for by a visitor come to what the shop offers', () => {
    const offered = ['MYR', 'EUR', 'USD'] as const;
    expect(offeredCurrency('BGN', offered, 'MYR')).toBe('EUR');
    expect(offeredCurrency('BGN', ['MYR'], 'MYR')).toBe('MYR');
    expect(offeredCurrency('CRD', offered, 'MYR')).toBe('MYR');
    expect(offeredCurrency('USD', offered, 'MYR')).toBe('USD');
    expect(offeredCurrency(undefined, offered, 'MYR')).toBe('MYR');
  });
});

describe('the margin', () => {
  const feedRow = (rate: string) => ({ rate, source: 'feed' as const });
  const hand = (rate: string) => ({ rate, source: 'hand' as const });

  it('is added in hundredths of a percent', () => {
    expect(withMargin('4', 0)).toBe('4');
    expect(withMargin('4', 150)).toBe('4.06');
    expect(withMargin('0.000279', 2000)).toBe('0.0003348');
  });

  it('of a rate by hand is a percentage in decimals', () => {
    expect(withPercent('4', '1.5')).toBe('4.06');
    expect(withPercent('4', '0')).toBe('4');
    expect(withPercent('0.125', '-20')).toBe('0.1');
  });

  it('is in a price once and against the buyer, whichever side the feed is on', () => {
    const usd = feedRow(withMargin('4', 100) ?? '');
    const thb = feedRow(withMargin('0.125', 100) ?? '');
    expect(shownRate(usd, homeRate, 100)).toBe('4.04');
    expect(shownRate(homeRate, usd, 100)).toBe('0.2525');
    expect(shownRate(usd, thb, 100)).toBe('32.32');
    expect(shownRate(hand('0.5'), usd, 100)).toBe('0.12625');
    expect(shownRate(usd, hand('0.5'), 100)).toBe('8.08');
    expect(shownRate(hand('4'), hand('0.5'), 100)).toBe('8');
  });

  it('never makes anything cheaper', () => {
    const rate = fc.integer({ min: 1, max: 9_999_999 }).map((digits) => (digits / 1000).toFixed(3));
    const source = fc.constantFrom('hand' as const, 'feed' as const);
    fc.assert(
      fc.property(rate, rate, source, source, fc.integer({ min: 0, max: 2000 }), (one, other, a, b, margin) => {
        const row = (middle: string, from: 'hand' | 'feed') => ({
          rate: from === 'feed' ? (withMargin(middle, margin) ?? '') : middle,
          source: from,
        });
        const with_ = shownRate(row(one, a), row(other, b), margin);
        const without = shownRate({ rate: one, source: a }, { rate: other, source: b }, 0);
        const amount = money(10_000, 'MYR');
        const dear = convertMoney(amount, 'USD', with_ ?? '').amountMinor;
        return dear >= convertMoney(amount, 'USD', without ?? '').amountMinor;
      }),
    );
  });
});

describe('days', () => {
  it('are fresh up to five, warned of up to seven, then blocked; rates by hand stay', () => {
    const ages = [0, 1, 5, 6, 7, 8, 400].map((days) => ageOf(sampleDay, addDays(sampleDay, days)));
    expect(ages).toEqual(['ok', 'ok', 'ok', 'warn', 'warn', 'blocked', 'blocked']);
    expect(ageOf(null, sampleDay)).toBe('blocked');
    const old = { rate: '4', on: addDays(sampleDay, -30) };
    expect(isUsable({ ...old, source: 'feed' }, sampleDay)).toBe(false);
    expect(isUsable({ ...old, source: 'hand' }, sampleDay)).toBe(true);
    expect(isUsable({ ...old, on: addDays(sampleDay, -7), source: 'feed' }, sampleDay)).toBe(true);
  });

  it.each([
    ['2026-09-24T14:29:00Z', '2026-09-23', 'before 16:30 in Frankfurt, in summer'],
    ['2026-09-24T14:30:00Z', '2026-09-24', 'from 16:30 on'],
    ['2026-11-24T15:29:59Z', '2026-11-23', 'before 16:30, in winter'],
    ['2026-11-24T15:30:00Z', '2026-11-24', 'from 16:30 on, in winter'],
    ['2026-11-24T23:30:00Z', '2026-11-24', 'after midnight'],
    ['2026-11-21T12:00:00Z', '2026-11-20', 'Saturday'],
    ['2026-11-22T20:00:00Z', '2026-11-20', 'Sunday'],
    ['2026-11-23T09:00:00Z', '2026-11-20', 'Monday morning'],
  ])('at %s the rates of %s are due (%s)', (at, day) => {
    expect(dueDay(Date.parse(at))).toBe(day);
  });
});

describe('a rate typed by hand', () => {
  it.each([
    ['4.42', '4.42'],
    [' 4,4200 ', '4.42'],
    ['100000', '100000'],
    ['0.00001', '0.00001'],
    ['0085', '85'],
  ])('%j is %s', (typed, rate) => {
    expect(readRate(typed)).toBe(rate);
  });

  it.each(['', '0', '0.000', '-4', '+4', '1e3', '4.42 MYR', '1,234.5', '1.234,5', '100000.1', '0.000009', '٤', 'NaN'])(
    '%j is none',
    (typed) => {
      expect(readRate(typed)).toBeUndefined();
    },
  );

  it('is compared with the feed', () => {
    expect(percentApart('4.42', '4.42')).toBe(0);
    expect(percentApart('44.2', '4.42')).toBe(900);
    expect(percentApart('0.442', '4.42')).toBe(90);
  });
});

it('rules §5: two currencies are compared through the owner’s, by its table', () => {
  const known = { USD: '4', THB: '0.125', CNY: null } as const;
  expect(rateBetween('USD', 'THB', known)).toBe('32');
  expect(rateBetween('THB', 'USD', known)).toBe('0.03125');
  expect(rateBetween('JPY', 'JPY', {})).toBe('1');
  expect(rateBetween('USD', 'CNY', known)).toBeUndefined();
  expect(rateBetween('JPY', 'USD', known)).toBeUndefined();
});
