// The steps of a price ladder: one for each thing that changes the price, none for what does not (rules §5).
import { expect, it } from 'vitest';
import { money } from './money.ts';
import { buildLadders } from './price.ts';

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
  const line = { listed: myr(1000), own: myr(999), partner: myr(998), addOns: myr(1), freight: myr(1) };
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
