// Money as it is read (§9): two decimals and thousands separators for every currency in every language, the currency named,
// Western digits, and the years of the calendar that tickets are sold by.
import { describe, expect, it } from 'vitest';
import { currencies, exponentOf } from './currencies.ts';
import { formatDay, formatInstant } from './dates.ts';
import { formatLocale, languages } from './languages.ts';
import { formatMoney, money } from './money.ts';

/** An amount of whole units. */
const units = (whole: number, currency: (typeof currencies)[number]) =>
  money(whole * 10 ** exponentOf(currency), currency);
const western = /^[\dA-Z.,’\s\u00a0\u202f-]+$/;

describe.each(languages)('in %s', (language) => {
  const locale = formatLocale(language);

  it('every currency has two decimals, separators from 1,000 on, and its code (§9 money; §9 currencies)', () => {
    expect(currencies.length).toBeGreaterThanOrEqual(40);
    for (const currency of currencies) {
      for (const [whole, digits] of [
        [0, /^0[.,]00$/],
        [7, /^7[.,]00$/],
        [1234, /^1[.,\u00a0\u202f]234[.,]00$/],
        [98_765, /^98[.,\u00a0\u202f]765[.,]00$/],
        [1_234_567, /^1([.,\u00a0\u202f])234\1(?:567)[.,]00$/],
      ] as const) {
        const text = formatMoney(units(whole, currency), locale);
        expect(text).toMatch(western);
        expect(text).toContain(currency);
        expect(text.replace(currency, '').trim(), `${currency} ${text}`).toMatch(digits);
      }
    }
  });

  it('the sign between thousands is not the one before decimals', () => {
    for (const currency of currencies) {
      const text = formatMoney(units(1234, currency), locale).replace(currency, '').trim();
      expect(text.at(1), text).not.toBe(text.at(-3));
    }
  });

  it('an instant is written as its day, its time, its zone', () => {
    const answer = formatInstant('2026-09-24T12:34:00Z', locale, 'Asia/Bangkok');
    expect(answer).toMatch(/2026\D.*19[:.]34 (GMT|UTC)\+7$/);
  });

  it('years are of the common calendar', () => {
    expect(formatDay('2026-09-24', locale)).toContain('2026');
    expect(formatDay('2026-09-24', locale, 'month')).toContain('2026');
    const answer = formatInstant('2026-09-24T10:00:00Z', locale, 'Asia/Bangkok');
    expect(answer).toContain('2026');
    expect(answer).not.toMatch(/2569|[๐-๙]/);
  });
});

describe('what has fewer or more digits than two', () => {
  it('is shown with two all the same', () => {
    expect(formatMoney(money(9800, 'JPY'), 'ja-JP')).toBe('JPY 9,800.00'.replace(' ', '\u00a0'));
    expect(formatMoney(money(250_000, 'VND'), 'vi')).toBe('250.000,00 VND'.replace(' ', '\u00a0'));
    expect(formatMoney(money(1_500_000, 'KRW'), 'ko-KR')).toBe('KRW 1,500,000.00'.replace(' ', '\u00a0'));
    expect(formatMoney(money(1_234_500, 'KWD'), 'en')).toBe('KWD 1,234.50'.replace(' ', '\u00a0'));
    expect(formatMoney(money(-123_450, 'EUR'), 'es-ES')).toBe('-1.234,50 EUR'.replace(' ', '\u00a0'));
    expect(formatMoney(money(123_456, 'THB'), formatLocale('th'))).toBe('THB 1,234.56'.replace(' ', '\u00a0'));
  });
});
