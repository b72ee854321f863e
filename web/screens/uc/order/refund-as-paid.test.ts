import { expect, it } from 'vitest';
import { money } from '../../../../domain/money.ts';
import { refundAsPaid } from './refund-as-paid.ts';

const charge = (amountMinor: number, orderMinor: number, rate: string) => ({
  channel: 'sandbox' as const,
  amount: money(amountMinor, 'THB'),
  exchange: {
    ...{ amount: money(orderMinor, 'MYR'), rate, source: 'hand' as const, on: null, at: null },
    ...{ surchargePercent: '0', until: null },
  },
});

it('says a refund in the currency that was paid, too, at the rate of the payment (§4 refund)', () => {
  expect(refundAsPaid(money(5000, 'MYR'), [charge(82_500, 10_000, '8.25')])).toEqual(money(41_250, 'THB'));
  expect(refundAsPaid(money(0, 'MYR'), [charge(82_500, 10_000, '8.25')])).toBeUndefined();
  expect(refundAsPaid(money(5000, 'MYR'), [])).toBeUndefined();
  const half = charge(41_250, 5000, '8.25');
  expect(refundAsPaid(money(5000, 'MYR'), [half, half])).toBeUndefined();
});
