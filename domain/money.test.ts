// Amounts against figures worked out by hand, at the places where a slip changes one unit.
import { expect, it } from 'vitest';
import {
  convertMoney,
  formatCell,
  formatMoney,
  money,
  moneyFromDecimal,
  readAmount,
  spreadMoney,
  sumShown,
} from './money.ts';

it('rules §5: an amount is whole minor units, up to ninety thousand million', () => {
  const most = 9_000_000_000_000;
  expect([money(most, 'MYR').amountMinor, money(-most, 'MYR').amountMinor]).toEqual([most, -most]);
  for (const wrong of [most + 1, -most - 1, 1.5, Number.NaN]) expect(() => money(wrong, 'MYR')).toThrow(RangeError);
});

it('rules §5: what is left over goes to the largest remainders, and of equal ones to the first', () => {
  const spread = (minor: number, weights: number[]) =>
    spreadMoney(money(minor, 'MYR'), weights).map(({ amountMinor }) => amountMinor);
  expect(spread(100, [1, 2])).toEqual([33, 67]);
  expect(spread(101, [2, 1, 3])).toEqual([34, 17, 50]);
  expect(spread(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(spread(200, [1, 1, 1])).toEqual([67, 67, 66]);
  expect(spread(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
  expect(spread(100, [0, 0])).toEqual([100, 0]);
  expect(spread(100, [0, 1])).toEqual([0, 100]);
});

it('a shown total is the sum of the shown units', () => {
  const unit = money(333, 'MYR');
  expect(sumShown([], 'USD', '0.25')).toEqual(money(0, 'USD'));
  // 3.33 at 0.25 is 0.83 for each unit.
  const parts = [
    { unit, quantity: 3 },
    { unit, quantity: 1 },
  ];
  expect(sumShown(parts, 'USD', '0.25')).toEqual(money(332, 'USD'));
});

it('converts between currencies of other digits, to a multiple of a step', () => {
  expect(convertMoney(money(1000, 'JPY'), 'KWD', '0.002')).toEqual(money(2000, 'KWD'));
  expect(convertMoney(money(1234, 'MYR'), 'USD', '1', 5)).toEqual(money(1235, 'USD'));
  expect(convertMoney(money(1232, 'MYR'), 'USD', '1', 5)).toEqual(money(1230, 'USD'));
});

it('reads zeros behind the last digit of a currency, and groups of one sort only', () => {
  expect(moneyFromDecimal('98.500', 'MYR')).toEqual(money(9850, 'MYR'));
  expect(moneyFromDecimal('1500.00', 'JPY')).toEqual(money(1500, 'JPY'));
  expect(readAmount('1,234,567', 'MYR')).toEqual(money(123_456_700, 'MYR'));
  expect(readAmount('1.234,567', 'MYR')).toBeUndefined();
});

it('§9 money: cells are shortened from a hundred thousand on, amounts have two decimals in every currency', () => {
  const cell = (whole: number) => formatCell(money(whole * 100, 'MYR'), 'en');
  expect([cell(99_999), cell(100_000), cell(123_456)]).toEqual(['99,999', '100K', '123.5K']);
  expect(formatMoney(money(1234, 'KWD'), 'en')).toMatch(/1\.23$/);
});
