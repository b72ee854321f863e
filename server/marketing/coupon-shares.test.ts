// A discount spread over lines and given back in parts adds up to the last unit, in currencies without digits and with three.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareOf, toChannel } from '../../domain/cancellation.ts';
import { type Coupon, discountOf } from '../../domain/coupon.ts';
import { money } from '../../domain/money.ts';
import { buildLadders } from '../../domain/price.ts';

const lines = fc.array(
  fc.record({ amount: fc.integer({ min: 0, max: 3_000_000 }), quantity: fc.integer({ min: 1, max: 9 }) }),
  {
    minLength: 1,
    maxLength: 8,
  },
);

describe.each(['JPY', 'KRW', 'KWD'] as const)('in %s', (currency) => {
  it('shares of a discount add up, and cancelling everything piece by piece gives back exactly what was paid', () => {
    fc.assert(
      fc.property(
        lines,
        fc.integer({ min: 1, max: 10_000 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 9_000_000 }),
        (order, hundredths, fixed, paidMinor) => {
          const coupon: Coupon = {
            type: fixed ? 1 : 2,
            typeValue: fixed ? String(hundredths) : (hundredths / 100).toFixed(2),
            orderMinMinor: 0,
            maxMinor: null,
            currency,
            startsAt: null,
            endsAt: null,
          };
          const listed = order.reduce((sum, item) => sum + item.amount, 0);
          const discount = discountOf(coupon, money(listed, currency)).amountMinor;
          const parts = order.map(({ amount }) => ({
            listed: money(amount, currency),
            partner: money(amount, currency),
          }));
          const { ladders, lineTotals, total } = buildLadders(parts, discount);
          const shares = ladders.flat().filter((step) => step.step === 'promo');
          expect(shares.reduce((sum, share) => sum - share.amountMinor, 0)).toBe(discount);
          expect(total.amountMinor).toBe(listed - discount);
          expect(lineTotals.every((total) => total.amountMinor >= 0)).toBe(true);
          let back = 0;
          let ordered = 0;
          for (const [at, { quantity }] of order.entries()) {
            const line = {
              amountMinor: lineTotals[at]?.amountMinor ?? 0,
              quantity,
              cancelledQuantity: 0,
              cancelledMinor: 0,
            };
            for (; line.cancelledQuantity < quantity; line.cancelledQuantity += 1) {
              const share = shareOf(line, 1);
              back += toChannel(
                share,
                { paidMinor, orderedMinor: total.amountMinor },
                { paidMinor: back, orderedMinor: ordered },
              );
              expect(back).toBeLessThanOrEqual(paidMinor);
              ordered += share;
              line.cancelledMinor += share;
            }
          }
          expect(ordered).toBe(total.amountMinor);
          if (total.amountMinor > 0) expect(back).toBe(paidMinor);
        },
      ),
      { numRuns: 300 },
    );
  });
});
