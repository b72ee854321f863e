import { expect, it } from 'vitest';
import { money } from '../../../../domain/money.ts';
import { refundByWay } from '../../../parts/order/refund-by-way.ts';
import { refundAsPaid } from './refund-as-paid.ts';

const charge = (amountMinor: number, orderMinor: number, rate: string) => ({
  channel: 'sandbox' as const,
  ending: null,
  amount: money(amountMinor, 'THB'),
  exchange: {
    ...{ amount: money(orderMinor, 'MYR'), rate, source: 'hand' as const, on: null, at: null },
    ...{ surchargePercent: '0', until: null },
  },
});

const way = (channel: string, ending: string | null, amountMinor: number, leftMinor = amountMinor) => ({
  ...{ channel, ending, card: null, amount: money(amountMinor, 'MYR'), left: money(leftMinor, 'MYR') },
});
const paidOnce = (charges: ReturnType<typeof charge>[]) => ({ charges, paidBy: [way('sandbox', null, 10_000)] });

it('says a refund in the currency that was paid, too, at the rate of the payment (§4 refund)', () => {
  expect(refundAsPaid(money(5000, 'MYR'), paidOnce([charge(82_500, 10_000, '8.25')]))).toEqual(money(41_250, 'THB'));
  expect(refundAsPaid(money(0, 'MYR'), paidOnce([charge(82_500, 10_000, '8.25')]))).toBeUndefined();
  expect(refundAsPaid(money(5000, 'MYR'), paidOnce([]))).toBeUndefined();
  const half = charge(41_250, 5000, '8.25');
  expect(refundAsPaid(money(5000, 'MYR'), paidOnce([half, half]))).toBeUndefined();
});

it('says what of a refund goes back which way (§4 refund)', () => {
  const both = [way('giftCard', 'SQ7K', 10_000, 5500), way('sandbox', null, 12_140)];
  const amounts = (refundMinor: number, paidBy = both) =>
    refundByWay(money(refundMinor, 'MYR'), paidBy).map(({ channel, amount }) => [channel, amount.amountMinor]);
  expect(amounts(4500)).toEqual([['giftCard', 4500]]);
  expect(amounts(17_640)).toEqual([
    ['giftCard', 5500],
    ['sandbox', 12_140],
  ]);
  expect(amounts(3000, [way('giftCard', 'SQ7K', 4000)])).toEqual([['giftCard', 3000]]);
  expect(amounts(3000, [way('sandbox', null, 4000)])).toEqual([]);
  expect(refundAsPaid(money(5000, 'MYR'), { charges: [charge(82_500, 10_000, '8.25')], paidBy: both })).toBeUndefined();
});
