import { expect, it } from 'vitest';
import { readAmount } from '../../../domain/money.ts';
import { isBeyondAmounts } from './is-beyond-amounts.ts';

it('a typed amount may be larger than any amount', () => {
  expect(readAmount('99 999 999 999', 'MYR')).toBeUndefined();
  for (const text of ['99999999999', '99,999,999,999.50']) expect(isBeyondAmounts(text, 'MYR')).toBe(true);
  for (const text of ['90000000000', '1.234.56', 'abc', '']) expect(isBeyondAmounts(text, 'MYR')).toBe(false);
});
