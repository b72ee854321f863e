// The charge of an amount in another currency: exact in whole minor units, the fee a part of it, and parts that go back add up to it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toChannel } from '../cancellation.ts';
import { type Currency, currencies } from '../currencies.ts';
import { money } from '../money.ts';
import { channelTraits } from '../pay-channels.ts';
import { chargeFor, lockedRate, roundToStep } from './charge.ts';
import { showRate } from './show-rate.ts';

const charged = (minor: number, from: Currency, into: Currency, rate: string, channel = 'stripe', feePercent = '0') =>
  chargeFor(money(minor, from), { channel, feePercent, into, rate });

describe('a charge in another currency (§5)', () => {
  it('is rounded once, half away from zero, to what the currency has', () => {
    expect(charged(20_000, 'MYR', 'USD', '0.226244343891')?.payable).toEqual({ amountMinor: 4525, currency: 'USD' });
    expect(charged(20_000, 'MYR', 'JPY', '34.246575342466')?.payable).toEqual({ amountMinor: 6849, currency: 'JPY' });
    expect(charged(3500, 'JPY', 'MYR', '0.0292')?.payable).toEqual({ amountMinor: 10_220, currency: 'MYR' });
    expect(charged(50, 'MYR', 'JPY', '1')?.payable.amountMinor).toBe(1);
    // Fils go in steps of ten, rupiah by Midtrans in whole ones.
    expect(charged(20_000, 'MYR', 'KWD', '0.069123')?.payable).toEqual({ amountMinor: 13_820, currency: 'KWD' });
    expect(charged(20_000, 'MYR', 'IDR', '4385.964912', 'midtrans')?.payable.amountMinor).toBe(87_719_300);
  });

  it('has the fee in it, and is none where something is due and nothing would be charged', () => {
    expect(charged(20_000, 'MYR', 'USD', '0.226244343891', 'stripe', '2.5')).toEqual({
      payable: { amountMinor: 4638, currency: 'USD' },
      fee: { amountMinor: 113, currency: 'USD' },
    });
    expect(charged(1, 'VND', 'KWD', '0.0000117')).toBeUndefined();
    expect(charged(0, 'VND', 'KWD', '0.0000117')?.payable.amountMinor).toBe(0);
    expect(charged(8_000_000_000_000, 'KWD', 'VND', '85000')).toBeUndefined();
  });

  it('has the surcharge in its rate', () => {
    expect(lockedRate('0.226244343891', '2')).toBe('0.230769230769');
    expect(lockedRate('4.42', '0')).toBe('4.42');
    expect(lockedRate('4.42', '0.25')).toBe('4.43105');
  });

  it('goes back in parts that are in proportion and together never more, and the last one completes it', () => {
    const channels = Object.keys(channelTraits);
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.constantFrom(...channels),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 50_000_000 }),
        fc.array(fc.integer({ min: 1, max: 30_000 }), { minLength: 1, maxLength: 12 }),
        (currency, channel, orderedMinor, raw, parts) => {
          const paidMinor = roundToStep(money(raw, currency), channel).amountMinor;
          let before = { paidMinor: 0, orderedMinor: 0 };
          const give = (part: number) => {
            const exact = toChannel(part, { paidMinor, orderedMinor }, before);
            const back = roundToStep(money(exact, currency), channel).amountMinor;
            expect(back).toBeGreaterThanOrEqual(0);
            before = { paidMinor: before.paidMinor + back, orderedMinor: before.orderedMinor + part };
            expect(before.paidMinor).toBeLessThanOrEqual(paidMinor);
          };
          for (const part of parts) give(Math.min(part, orderedMinor - before.orderedMinor));
          give(orderedMinor - before.orderedMinor);
          expect(before.paidMinor).toBe(paidMinor);
        },
      ),
      { numRuns: 500, seed: 5 },
    );
  });
});

describe('a rate as it is shown', () => {
  it('has the currency that is worth more first', () => {
    expect(showRate('MYR', 'USD', '0.226244343891', 'en')).toBe('USD 1 = MYR 4.42');
    expect(showRate('MYR', 'JPY', '34.246575342466', 'en')).toBe('MYR 1 = JPY 34.2466');
    expect(showRate('MYR', 'USD', '0.226244343891', 'fr-FR')).toBe('1 USD = 4,42 MYR');
    expect(showRate('MYR', 'USD', '0.226244343891', 'ja-JP')).toBe('USD 1 = MYR 4.42');
  });
});
