// What goes back for a line that was changed, sent or partly given back, by figures worked out by hand (§4, rules §7).
import { describe, expect, it } from 'vitest';
import {
  type CancelLine,
  firstFreeDay,
  fixDeadline,
  formatDeadline,
  freeDeadline,
  giveAdded,
  hoursOf,
  leftOf,
  policyOf,
  quoteCancel,
  rulesInForce,
  shareOf,
  splitShare,
  termsAt,
  toChannel,
} from './cancellation.ts';
import { instantOf } from './dates.ts';

const use = { lastDay: '2027-03-10', startsAt: '', zone: 'Asia/Kuala_Lumpur' };
const at = (day: string, time = '12:00') => instantOf(day, time, use.zone);
const line = (more: Partial<CancelLine> = {}): CancelLine => ({
  ...{ amountMinor: 1000, quantity: 3, cancelledQuantity: 0, cancelledMinor: 0 },
  ...more,
});

describe('a share of a line', () => {
  it('is what is left, with what was paid later and without what was given back', () => {
    expect(leftOf(line({ addedMinor: 200, returnedMinor: 50, cancelledMinor: 100 }))).toBe(1050);
    const changed = line({ addedMinor: 200, returnedMinor: 50, isChanged: true });
    expect([1, 2, 3].map((quantity) => shareOf(changed, quantity))).toEqual([383, 766, 1150]);
  });

  it('after a part was cancelled and the line changed is a share of the rest alone', () => {
    const rest = line({ cancelledQuantity: 1, cancelledMinor: 333, returnedMinor: 67, isChanged: true });
    expect([1, 2].map((quantity) => shareOf(rest, quantity))).toEqual([300, 600]);
    expect(() => shareOf(rest, 3)).toThrow(RangeError);
    for (const wrong of [0, 1.5]) expect(() => shareOf(rest, wrong)).toThrow(RangeError);
  });

  it('has the freight with the last of the line only', () => {
    const posted = line({ freightMinor: 100 });
    expect([1, 2, 3].map((quantity) => shareOf(posted, quantity))).toEqual([300, 600, 1000]);
    expect(shareOf(line({ freightMinor: 100, returnedMinor: 300, isChanged: true }), 1)).toBe(200);
    expect(shareOf(line({ amountMinor: 900 }), 1)).toBe(300);
    // Less is left than delivery cost.
    expect(shareOf(line({ freightMinor: 100, returnedMinor: 950, isChanged: true }), 1)).toBe(0);
  });
});

describe('the quote', () => {
  const rules = [{ daysBefore: 3, feePercent: 25 }];
  const now = at('2027-03-09');

  it('keeps the percent of the goods, half a unit up, and says how many days are left', () => {
    expect(quoteCancel(line({ amountMinor: 1002 }), 3, rules, use, now)).toEqual({
      ...{ shareMinor: 1002, feePercent: 25, feeMinor: 251, refundMinor: 751, daysLeft: 1 },
    });
    expect(quoteCancel(line({ amountMinor: 1001 }), 3, rules, use, now).feeMinor).toBe(250);
  });

  it('keeps of parts, whatever their order, exactly what it keeps of the whole', () => {
    for (const feePercent of [1, 33, 50, 99])
      for (const amountMinor of [1, 7, 6335, 20_999])
        for (const parts of [
          [1, 1, 1, 1, 1, 1, 1],
          [3, 1, 2, 1],
          [6, 1],
        ]) {
          const rules = [{ daysBefore: 3, feePercent }];
          const before = line({ amountMinor, quantity: 7 });
          const whole = quoteCancel(before, 7, rules, use, now);
          let fees = 0;
          for (const quantity of parts) {
            const quote = quoteCancel(before, quantity, rules, use, now);
            expect(quote.refundMinor).toBeGreaterThanOrEqual(0);
            fees += quote.feeMinor;
            before.cancelledQuantity += quantity;
            before.cancelledMinor += quote.shareMinor;
          }
          expect([feePercent, amountMinor, parts, fees]).toEqual([feePercent, amountMinor, parts, whole.feeMinor]);
        }
  });

  it('gives freight back whole before it is sent, and keeps it whole afterwards', () => {
    const posted = line({ freightMinor: 100 });
    expect(quoteCancel(posted, 3, rules, use, now)).toMatchObject({ feeMinor: 225, refundMinor: 775 });
    expect(quoteCancel({ ...posted, isSent: true }, 3, rules, use, now)).toMatchObject({
      ...{ feeMinor: 325, refundMinor: 675 },
    });
    expect(quoteCancel({ ...posted, isSent: true }, 2, rules, use, now)).toMatchObject({
      ...{ shareMinor: 600, feeMinor: 150 },
    });
  });

  it('staff give everything, what the policy gives, or an amount up to the share', () => {
    expect(splitShare(1000, 750, { way: 'full' })).toEqual({ refundMinor: 1000, feeMinor: 0 });
    expect(splitShare(1000, 750, { way: 'policy' })).toEqual({ refundMinor: 750, feeMinor: 250 });
    expect(splitShare(1000, 750, { way: 'own', refundMinor: 1000 })).toEqual({ refundMinor: 1000, feeMinor: 0 });
    const tooMuch = () => splitShare(1000, 750, { way: 'own', refundMinor: 1001 });
    expect(tooMuch).toThrow('invalidInput');
    expect(tooMuch).toThrow(
      expect.objectContaining({ fields: { refundMinor: { problem: 'range', min: 0, max: 1000 } } }),
    );
  });

  it('decision 0742: of additional payments goes back what goes back of the price, half a unit kept', () => {
    const ended = { shareMinor: 1000, feeMinor: 500, unpaidMinor: 0 };
    expect(giveAdded(700, ended)).toBe(350);
    expect(giveAdded(101, ended)).toBe(50);
    expect(giveAdded(700, { ...ended, feeMinor: 0 })).toBe(700);
    // Nothing of the price was cancelled.
    expect(giveAdded(700, { ...ended, shareMinor: 0 })).toBe(700);
    // A fee of which 100 were never paid is taken off them.
    expect(giveAdded(700, { ...ended, feeMinor: 200, unpaidMinor: 100 })).toBe(390);
    expect(giveAdded(100, { ...ended, feeMinor: 900, unpaidMinor: 50 })).toBe(0);
  });
});

describe('the policy', () => {
  it('of a package is its own, and days and hours of one length tie', () => {
    const product = { refundRules: null, freeCancelDays: 2 };
    expect(policyOf(product, null)).toBe(product);
    expect(policyOf(product, [])).toEqual({ refundRules: [], freeCancelDays: null });
    expect(
      [{ daysBefore: 2 }, { daysBefore: null, hoursBefore: 48 }, { daysBefore: null }].map((rule) =>
        hoursOf({ feePercent: 0, ...rule }),
      ),
    ).toEqual([...[48, 48, 0]]);
    expect(rulesInForce({ refundRules: null, freeCancelDays: 0 })).toEqual([{ daysBefore: 1, feePercent: 100 }]);
    expect(rulesInForce({ refundRules: null, freeCancelDays: 5 })).toEqual([{ daysBefore: 5, feePercent: 100 }]);
    expect(rulesInForce({ refundRules: [], freeCancelDays: null })).toEqual([]);
    const [late, early] = [
      { daysBefore: 1, feePercent: 100 },
      { daysBefore: 4, feePercent: 30 },
    ];
    expect(rulesInForce({ refundRules: [late, early], freeCancelDays: null })).toEqual([early, late]);
  });

  it('is free until the earliest of its limits begins', () => {
    const rules = [
      { daysBefore: 1, feePercent: 100 },
      { daysBefore: 4, feePercent: 30 },
    ];
    expect(freeDeadline(rules, use)).toEqual({ freeUntil: '2027-03-06', freeUntilAt: null });
    expect(freeDeadline([{ daysBefore: 0, feePercent: 50 }], use).freeUntil).toBe('2027-03-10');
    expect(freeDeadline([], use)).toEqual({ freeUntil: null, freeUntilAt: null });
    // Without a number a limit is the day itself.
    const lastDay = [{ daysBefore: null, feePercent: 50 }];
    expect(freeDeadline(lastDay, use).freeUntil).toBe('2027-03-10');
    expect(termsAt(lastDay, use, at('2027-03-10')).feePercent).toBe(0);
    expect(termsAt(rules, use, at('2027-03-06', '23:59')).freeUntil).toBe('2027-03-06');
    expect(termsAt(rules, use, at('2027-03-07', '00:00'))).toEqual({
      ...{ freeUntil: null, freeUntilAt: null, feePercent: 30 },
    });
    expect(termsAt([], use, at('2027-03-01')).freeUntil).toBeNull();
  });

  it('is the same deadline as an instant, for a reader by another clock', () => {
    const day = { freeUntil: '2027-03-06', freeUntilAt: null };
    expect(fixDeadline(day, use.zone)).toEqual({ ...day, freeUntilAt: '2027-03-06T15:59:00.000Z' });
    const hours = { ...day, freeUntilAt: '2027-03-06T02:00:00.000Z' };
    expect(fixDeadline(hours, use.zone)).toEqual(hours);
    const never = { freeUntil: null, freeUntilAt: null };
    expect(fixDeadline(never, use.zone)).toEqual(never);
  });

  it('is free from a first day on, which limits in hours put off within their day', () => {
    const { zone } = use;
    const from = (rule: { daysBefore?: number; hoursBefore?: number }, startsAt = '') =>
      firstFreeDay([{ daysBefore: null, feePercent: 50, ...rule }], { startsAt, zone }, at('2027-03-09'));
    expect(from({ daysBefore: 1 })).toBe('2027-03-10');
    expect(from({ daysBefore: 3 })).toBe('2027-03-12');
    expect(from({ hoursBefore: 36 }, '10:00')).toBe('2027-03-11');
    expect(from({ hoursBefore: 46 }, '10:00')).toBe('2027-03-12');
    expect(firstFreeDay([], { startsAt: '', zone }, at('2027-03-09'))).toBeUndefined();
  });

  it('says its deadline with the time: the last minute of a day, or the instant of a limit in hours', () => {
    const { zone } = use;
    const day = { freeUntil: '2027-03-06', freeUntilAt: null };
    expect(formatDeadline(day, 'en-US', zone)).toBe('Mar 6, 2027, 23:59 GMT+8');
    expect(formatDeadline(day, 'en-US', zone, Date.parse('2027-02-01'))).toBe('Mar 6 23:59');
    expect(formatDeadline({ ...day, freeUntilAt: '2027-03-06T02:00:00Z' }, 'en-US', zone)).toContain('10:00');
    expect(formatDeadline({ freeUntil: null, freeUntilAt: null }, 'en-US', zone)).toBe('');
  });
});

it('rules §5: refunds through the channel add up to what it took', () => {
  const paid = { paidMinor: 333, orderedMinor: 1000 };
  const none = { paidMinor: 0, orderedMinor: 0 };
  expect(toChannel(500, paid, none)).toBe(167);
  expect(toChannel(500, paid, { paidMinor: 167, orderedMinor: 500 })).toBe(166);
  expect(toChannel(2000, paid, none)).toBe(333);
  expect(toChannel(100, { paidMinor: 100, orderedMinor: 0 }, none)).toBe(0);
  expect(toChannel(1, paid, { paidMinor: 333, orderedMinor: 500 })).toBe(0);
});
