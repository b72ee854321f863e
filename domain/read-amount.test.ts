// Amounts as people type them in the languages of the installation: understood in one way or not at all.
import { describe, expect, it } from 'vitest';
import { readAmount } from './money.ts';

describe('a typed amount', () => {
  it.each([
    ['500', 50_000],
    ['500.5', 50_050],
    ['500,50', 50_050],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1 234 567,89', 123_456_789],
    ['1,234', 123_400],
    ['1.234', 123_400],
    ['1’234.50', 123_450],
    ['５００', 50_000],
    ['0', 0],
    ['0.500', 50],
    ['0,500', 50],
  ])('%s is understood', (text, amountMinor) => {
    expect(readAmount(text, 'MYR')).toEqual({ amountMinor, currency: 'MYR' });
  });

  it.each([
    '',
    '-5',
    '5-',
    '1,23,456',
    '1.234.56',
    '12.345',
    '0.001',
    '0,125',
    '1,234,5',
    '1e5',
    '0x10',
    '5 RM',
    '1,2345.6',
    '=1+1',
  ])('%s is not, or not in one way', (text) => {
    if (text === '12.345') expect(readAmount(text, 'KWD')).toBeUndefined();
    else expect(readAmount(text, 'MYR')).toBeUndefined();
  });

  it('has no more digits than its currency', () => {
    expect(readAmount('10.5', 'JPY')).toBeUndefined();
    expect(readAmount('10.555', 'CNY')).toEqual({ amountMinor: 1_055_500, currency: 'CNY' });
    expect(readAmount('1234.5678', 'KWD')).toBeUndefined();
    expect(readAmount('1234.567', 'KWD')?.amountMinor).toBe(1_234_567);
    expect(readAmount('0.500', 'KWD')?.amountMinor).toBe(500);
  });
});
