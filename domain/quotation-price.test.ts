// The customer's price, calculated by hand and for any figures (rules §5).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addMoney, money } from './money.ts';
import { askForLine, askForUnit, shareTarget } from './quotation-price.ts';

const myr = (amountMinor: number) => money(amountMinor, 'MYR');

describe('a line for the customer', () => {
  it('is the unit raised, shown and rounded once, times the quantity, with its extras', () => {
    // 100.00 + 3.33 % is 103.33; at 0.2262 dollars 23.3732, 23.37; three of them 70.11. 25.00 + 3.33 % is 25.83; 5.84.
    expect(askForUnit(myr(10_000), '3.33', 'USD', '0.2262')).toEqual(money(2337, 'USD'));
    const parts = [
      { unit: myr(10_000), quantity: 3 },
      { unit: myr(2500), quantity: 1 },
    ];
    expect(askForLine(parts, '3.33', 'USD', '0.2262')).toEqual(money(7595, 'USD'));
    expect(askForLine([], '10', 'USD', '0.2262')).toEqual(money(0, 'USD'));
  });
});

describe('a total that the agent wants', () => {
  it('is shared by what the lines cost, beside those with a price of their own', () => {
    expect(shareTarget(myr(10_000), [myr(1000)], [100, 200])).toEqual([myr(3000), myr(6000)]);
    expect(shareTarget(myr(999), [myr(1000)], [100])).toBeUndefined();
    expect(shareTarget(myr(1001), [myr(1000)], [])).toBeUndefined();
    expect(shareTarget(myr(1000), [myr(1000)], [])).toEqual([]);
  });

  it('is reached to the last unit for any figures', () => {
    const amount = fc.integer({ min: 0, max: 10_000_000 });
    fc.assert(
      fc.property(
        amount,
        fc.array(amount, { maxLength: 5 }),
        fc.array(amount, { minLength: 1, maxLength: 20 }),
        (rest, fixed, weights) => {
          const own = fixed.map(myr);
          const target = addMoney(myr(rest), ...own);
          const shares = shareTarget(target, own, weights) ?? [];
          expect(addMoney(myr(0), ...own, ...shares)).toEqual(target);
          expect(shares.every((share) => share.amountMinor >= 0)).toBe(true);
        },
      ),
    );
  });
});
