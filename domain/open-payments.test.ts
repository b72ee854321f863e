// What is paid later, and what goes back when that does not come, against figures worked out by hand (decision 0380).
import { describe, expect, it } from 'vitest';
import { leftOf, quoteCancel, shareOf } from './cancellation.ts';
import { openDay } from './dates.ts';
import { currencyOfCode } from './exchange-rate.ts';
import { money } from './money.ts';
import { givenWhenMissed, type PartRule, partTermsOf, splitGiven } from './open-payments.ts';

const rule: PartRule = {
  ...{ firstPercent: 30, firstMinor: null, restDays: 10 },
  ...{ restMissed: 'cancel', restKeeps: false, restVoucher: false },
};
const hour = 3_600_000;
const over = Date.UTC(2027, 2, 2);
const booked = {
  ...{ total: money(10_000, 'MYR'), quantity: 2, firstDay: '2027-03-11', ownerZone: 'UTC' },
  now: over - 24 * hour,
};

describe('decision 0380: paying in parts', () => {
  it('asks a percent of the total, or an amount for each unit, and the rest until the end of its day', () => {
    const terms = { firstMinor: 3000, restOn: '2027-03-01', restBy: '2027-03-02T00:00:00.000Z' };
    expect(partTermsOf(rule, booked)).toMatchObject(terms);
    expect(partTermsOf({ ...rule, firstPercent: null, firstMinor: 1200 }, booked)?.firstMinor).toBe(2400);
  });

  it('is everything at once without a rule, without a day, or too late for a rest', () => {
    expect(partTermsOf({ ...rule, restDays: null }, booked)).toBeNull();
    expect(partTermsOf({ ...rule, firstPercent: null }, booked)).toBeNull();
    expect(partTermsOf(rule, { ...booked, firstDay: openDay })).toBeNull();
    expect(partTermsOf(rule, { ...booked, now: booked.now + 1 })).toBeNull();
  });

  it('is everything at once where the first part is nothing, or all of it; from one unit to one less it is a part', () => {
    const firstOf = (firstMinor: number) => {
      const each = { ...rule, firstPercent: null, firstMinor };
      return partTermsOf(each, { ...booked, quantity: 1 })?.firstMinor ?? null;
    };
    expect([0, 1, 9999, 10_000].map(firstOf)).toEqual([null, 1, 9999, null]);
  });

  it('takes what is given off the rest first, and keeps what was paid where the owner says so', () => {
    expect(splitGiven(500, 300)).toEqual({ lowersMinor: 300, refundMinor: 200 });
    expect(splitGiven(200, 300)).toEqual({ lowersMinor: 200, refundMinor: 0 });
    expect([false, true].map((keeps) => givenWhenMissed(10_000, 1000, 7000, keeps))).toEqual([9000, 7000]);
    expect(givenWhenMissed(1000, 2000, 0, false)).toBe(0);
  });
});

describe('rules §5: what is left of a line that changed', () => {
  const line = { amountMinor: 9000, quantity: 3, cancelledQuantity: 0, cancelledMinor: 0, freightMinor: 600 };

  it('counts what was added, given back and cancelled', () => {
    expect(leftOf({ ...line, addedMinor: 500, returnedMinor: 200, cancelledMinor: 1000 })).toBe(8300);
  });

  it('gives freight back with the last of it, and not once it was sent', () => {
    expect([shareOf(line, 1), shareOf(line, 3)]).toEqual([2800, 9000]);
    const use = { lastDay: '2027-03-11', startsAt: '', zone: 'UTC' };
    const quote = (quantity: number, isSent: boolean) =>
      quoteCancel({ ...line, isSent }, quantity, [{ daysBefore: 1, feePercent: 50 }], use, booked.now).feeMinor;
    expect([quote(3, false), quote(3, true), quote(1, true)]).toEqual([0, 600, 0]);
  });
});

it('§3 currencies: a code that was replaced means its successor, anything else nothing', () => {
  expect(['MYR', 'HRK', 'XXX', 7, null, 'toString'].map(currencyOfCode)).toEqual([
    ...['MYR', 'EUR'],
    ...[undefined, undefined, undefined, undefined],
  ]);
});

it('rules §5: a share is of whole units, one at least, and of no more than is left', () => {
  const line = { amountMinor: 9000, quantity: 3, cancelledQuantity: 1, cancelledMinor: 3000 };
  expect(shareOf(line, 2)).toBe(6000);
  for (const quantity of [0, -1, 0.5, 1.5, 3]) expect(() => shareOf(line, quantity)).toThrow(RangeError);
});
