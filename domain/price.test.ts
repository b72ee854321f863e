// The steps of a price ladder: one for each thing that changes the price, none for what does not (rules §5).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { money } from './money.ts';
import { buildLadders, changeOfPrice } from './price.ts';

const myr = (minor: number) => money(minor, 'MYR');

it('a line at its listed price has one step, whatever costs nothing', () => {
  const line = { listed: myr(1000), partner: myr(1000), addOns: myr(0), freight: myr(0) };
  expect(buildLadders([line], 0)).toEqual({
    ladders: [[{ step: 'listed', amountMinor: 1000 }]],
    lineTotals: [myr(1000)],
    total: myr(1000),
  });
});

it('the smallest amounts have their steps', () => {
  const line = { listed: myr(1000), ownPrice: myr(999), partner: myr(998), addOns: myr(1), freight: myr(1) };
  expect(buildLadders([line], 1)).toEqual({
    ladders: [
      [
        { step: 'listed', amountMinor: 1000 },
        { step: 'partner', amountMinor: -1 },
        { step: 'offer', amountMinor: -1 },
        { step: 'promo', amountMinor: -1 },
        { step: 'addOns', amountMinor: 1 },
        { step: 'freight', amountMinor: 1 },
      ],
    ],
    lineTotals: [myr(999)],
    total: myr(999),
  });
});

it('an order of no lines has no price', () => {
  expect(() => buildLadders([], 0)).toThrow(RangeError);
});

describe('what a booking costs more or less at another price (decision 0709)', () => {
  const plain = { unitMinor: 100, quantity: 2, discountMinor: 0 };
  const half = { unitMinor: 100, quantity: 2, discountMinor: 100 };

  it.each([
    ['without a code: the difference', plain, 2, 100, 60, -80],
    ['dearer', plain, 2, 100, 130, 60],
    ['with half off: half of what became cheaper', half, 2, 100, 60, -40],
    ['with half off: all of what became dearer', half, 2, 100, 130, 60],
    ['and back to what was agreed', half, 2, 60, 100, 40],
    ['from dearer to cheaper than agreed: all above it, half below', half, 2, 130, 60, -100],
    ['of one unit that is left', half, 1, 100, 60, -20],
    ['units that were added since have no discount', half, 3, 100, 60, -80],
    ['nothing for the same price', half, 2, 100, 100, 0],
    ['from free of charge', { ...plain, unitMinor: 0 }, 2, 0, 50, 100],
  ])('%s', (_name, agreed, units, before, after, expected) => {
    expect(changeOfPrice(agreed, units, before, after)).toBe(expected);
  });

  it('gives back no more than was paid, and asks for the same on the way back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9_000_000 }),
        fc.integer({ min: 1, max: 999 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 9_000_000 }),
        (unitMinor, quantity, percent, after) => {
          const discountMinor = Math.floor((unitMinor * quantity * percent) / 100);
          const agreed = { unitMinor, quantity, discountMinor };
          const paid = unitMinor * quantity - discountMinor;
          const change = changeOfPrice(agreed, quantity, unitMinor, after);
          expect(change).toBeGreaterThanOrEqual(-paid);
          expect(change + changeOfPrice(agreed, quantity, after, unitMinor)).toBe(0);
        },
      ),
    );
  });
});
