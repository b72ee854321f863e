import { expect, it } from 'vitest';
import type { Currency } from '../../../domain/currencies.ts';
import { money } from '../../../domain/money.ts';
import { refundByWay } from './refund-by-way.ts';

const way = (channel: string, ending: string | null, amountMinor: number, leftMinor = amountMinor) => ({
  ...{ channel, ending, card: null, amount: money(amountMinor, 'MYR'), left: money(leftMinor, 'MYR') },
  charge: {
    ...{ amount: money(amountMinor, 'MYR'), fee: money(0, 'MYR'), left: money(leftMinor, 'MYR') },
    feeBack: false,
  },
});
const inBaht = (chargedMinor: number, feeMinor: number, feeBack: boolean) => {
  const baht = (minor: number) => money(minor, 'THB' satisfies Currency);
  const charge = { amount: baht(chargedMinor), fee: baht(feeMinor), left: baht(chargedMinor), feeBack };
  return { ...way('sandbox', null, 10_000), charge };
};
const amounts = (refundMinor: number, paidBy: Parameters<typeof refundByWay>[1]) =>
  refundByWay(money(refundMinor, 'MYR'), paidBy).map(({ channel, amount }) => [channel, amount.amountMinor]);

it('says a refund in the currency that was charged, to the cent, with the fee where it goes back (§4 refund)', () => {
  expect(refundByWay(money(5000, 'MYR'), [inBaht(82_501, 0, false)])[0]?.amount).toEqual(money(41_251, 'THB'));
  expect(amounts(5000, [inBaht(84_563, 2062, false)])).toEqual([['sandbox', 41_251]]);
  expect(amounts(5000, [inBaht(84_563, 2062, true)])).toEqual([['sandbox', 42_282]]);
  expect(amounts(0, [inBaht(82_500, 0, false)])).toEqual([]);
});

it('says what of a refund goes back which way (§4 refund)', () => {
  const both = [way('giftCard', 'SQ7K', 10_000, 5500), way('sandbox', null, 12_140)];
  expect(amounts(4500, both)).toEqual([['giftCard', 4500]]);
  expect(amounts(17_640, both)).toEqual([
    ['giftCard', 5500],
    ['sandbox', 12_140],
  ]);
  expect(amounts(3000, [way('giftCard', 'SQ7K', 4000)])).toEqual([['giftCard', 3000]]);
  expect(amounts(3000, [way('sandbox', null, 4000)])).toEqual([]);
});
