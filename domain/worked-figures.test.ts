// Cancelling, agent prices and times of zones against figures worked out by hand.
import { describe, expect, it } from 'vitest';
import { feePercentAt, type RefundRule, rulesInForce, shareOf, termsAt, toChannel } from './cancellation.ts';
import { addDays, instantOf, isBookable, nightsOf } from './dates.ts';
import { agentPrice, buildLadders } from './price.ts';

describe('cancelling', () => {
  const use = { lastDay: '2027-03-10', startsAt: '', zone: 'Asia/Kuala_Lumpur' };
  const at = (daysBefore: number, time = '12:00') => instantOf(addDays(use.lastDay, -daysBefore), time, use.zone);
  const inForce = (refundRules: RefundRule[]) => rulesInForce({ refundRules, freeCancelDays: null });

  // Figures worked out by hand: 100.00 for three in MYR, 1,000 for seven in JPY, 10.000 for three in KWD.
  it.each([
    [10_000, 3, [3333, 3333, 3334]],
    [1000, 7, [142, 143, 143, 143, 143, 143, 143]],
    [10_000, 3, [3333, 3333, 3334]],
    [1, 3, [0, 0, 1]],
    [0, 2, [0, 0]],
  ])('shares of %i over %i add up, one by one', (amountMinor, quantity, wanted) => {
    let line = { amountMinor, quantity, cancelledQuantity: 0, cancelledMinor: 0 };
    const shares = wanted.map(() => {
      const share = shareOf(line, 1);
      line = { ...line, cancelledQuantity: line.cancelledQuantity + 1, cancelledMinor: line.cancelledMinor + share };
      return share;
    });
    expect(shares).toEqual(wanted);
    expect(() => shareOf(line, 1)).toThrow(RangeError);
  });

  it('adds up to the whole whatever the parts, for thousands of random lines', () => {
    let seed = 7;
    const next = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let round = 0; round < 3000; round += 1) {
      const quantity = 1 + next(40);
      const line = { amountMinor: next(5_000_000), quantity, cancelledQuantity: 0, cancelledMinor: 0 };
      let back = 0;
      const charged = { paidMinor: next(9_000_000), orderedMinor: line.amountMinor };
      while (line.cancelledQuantity < quantity) {
        const part = 1 + next(quantity - line.cancelledQuantity);
        const share = shareOf(line, part);
        expect(share).toBeGreaterThanOrEqual(0);
        back += toChannel(share, charged, { paidMinor: back, orderedMinor: line.cancelledMinor });
        line.cancelledQuantity += part;
        line.cancelledMinor += share;
      }
      expect(line.cancelledMinor).toBe(line.amountMinor);
      if (line.amountMinor > 0) expect(back).toBe(charged.paidMinor);
    }
  });

  it.each([
    // days left, percent retained: free until 7 before, 30 % until 3, half until 1, then all
    [30, 0],
    [7, 0],
    [6, 30],
    [3, 30],
    [2, 50],
    [1, 50],
    [0, 100],
    [-1, 100],
  ])('%i days before keeps %i percent', (daysLeft, wanted) => {
    const rules = inForce([
      { daysBefore: 1, feePercent: 100 },
      { daysBefore: 7, feePercent: 30 },
      { daysBefore: 3, feePercent: 50 },
    ]);
    // The whole of that day, by the clock of the place.
    for (const time of ['00:00', '23:59']) expect(feePercentAt(rules, use, at(daysLeft, time))).toBe(wanted);
  });

  it('is free until the named day without rules of its own, and never without either', () => {
    const free = (days: number | null) => rulesInForce({ refundRules: null, freeCancelDays: days });
    expect([feePercentAt(free(3), use, at(3)), feePercentAt(free(3), use, at(2))]).toEqual([0, 100]);
    expect(feePercentAt(free(null), use, at(300))).toBe(100);
    expect(feePercentAt(free(0), use, at(1))).toBe(0);
  });

  it('counts hours to the start, and the shorter limit decides between days and hours', () => {
    const rules = inForce([
      { daysBefore: 2, feePercent: 20 },
      { daysBefore: null, hoursBefore: 36, feePercent: 60 },
      { daysBefore: null, hoursBefore: 3, feePercent: 100 },
    ]);
    const tour = { ...use, startsAt: '09:30' };
    const shown = [at(2, '23:59'), at(1), at(1, '21:29'), at(0, '06:29'), at(0, '06:30'), at(-1)];
    expect(shown.map((now) => feePercentAt(rules, tour, now))).toEqual([60, 60, 60, 60, 100, 100]);
    expect(feePercentAt(rules, tour, at(2, '21:29'))).toBe(0);
    expect(feePercentAt(rules, tour, at(2, '21:30'))).toBe(60);
    expect(termsAt(rules, tour, at(2, '21:29'))).toEqual({
      ...{ freeUntil: '2027-03-08', freeUntilAt: '2027-03-08T13:30:00.000Z', feePercent: 0 },
    });
    expect(termsAt(rules, tour, at(2, '21:30'))).toEqual({ freeUntil: null, freeUntilAt: null, feePercent: 60 });
    // A day's limit ends with its day.
    expect(termsAt(inForce([{ daysBefore: 2, feePercent: 20 }]), tour, at(2, '23:59')).freeUntil).toBe('2027-03-08');
  });
});

describe('times of the product’s zone', () => {
  it.each([
    ['2026-12-01', '10:00', 'Asia/Tokyo', '2026-12-01T01:00:00.000Z'],
    ['2026-12-01', '', 'Pacific/Kiritimati', '2026-11-30T10:00:00.000Z'],
    ['2026-12-01', '23:30', 'Pacific/Honolulu', '2026-12-02T09:30:00.000Z'],
    // Change-over days: 02:30 does not exist in spring, 02:30 happens twice in autumn.
    ['2027-03-28', '01:59', 'Europe/Berlin', '2027-03-28T00:59:00.000Z'],
    ['2027-03-28', '03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-11-01', '12:00', 'America/New_York', '2026-11-01T17:00:00.000Z'],
    ['2026-12-01', '00:00', 'Asia/Kathmandu', '2026-11-30T18:15:00.000Z'],
  ])('%s %s in %s is %s', (day, time, zone, wanted) => {
    expect(new Date(instantOf(day, time, zone)).toISOString()).toBe(wanted);
  });

  it.each([
    // what, now, bookable
    ['a whole day while it lasts', '2026-12-01', '', 0, '2026-12-01T09:59:00Z', true],
    ['a whole day when it is over there', '2026-12-01', '', 0, '2026-12-01T15:00:00Z', false],
    ['a session before it starts', '2026-12-01', '10:00', 0, '2026-12-01T00:59:00Z', true],
    ['a session that has started', '2026-12-01', '10:00', 0, '2026-12-01T01:00:00Z', false],
    ['before the cut-off', '2026-12-01', '', 24, '2026-11-29T14:59:00Z', true],
    ['after the cut-off', '2026-12-01', '', 24, '2026-11-29T15:00:00Z', false],
    ['an open ticket', '9999-12-31', '', 48, '2026-11-29T15:00:00Z', true],
  ] as const)('%s in Tokyo', (_, day, session, hours, now, wanted) => {
    expect(isBookable(day, session, 'Asia/Tokyo', hours, Date.parse(now))).toBe(wanted);
  });

  it('counts nights over month ends and leap days', () => {
    expect(nightsOf('2028-02-27', '2028-03-02')).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01']);
    expect(nightsOf('2026-12-30', '2027-01-01')).toEqual(['2026-12-30', '2026-12-31']);
    expect(nightsOf('2026-12-30', '2026-12-30')).toEqual([]);
  });
});

describe('agent prices', () => {
  it.each([
    [10_000, null, 10_000],
    [10_000, { kind: 'percent', value: 1000 }, 9000],
    [9999, { kind: 'percent', value: 3333 }, 6666],
    [1, { kind: 'percent', value: 5000 }, 0],
    [10_000, { kind: 'amount', value: 12_000 }, 0],
    [10_000, { kind: 'fixed', value: 12_000 }, 10_000],
    [10_000, { kind: 'fixed', value: 7000 }, 7000],
    [9_000_000_000_000, { kind: 'percent', value: 9999 }, 900_000_000],
  ] as const)('%i under %j is %i', (retail, rule, wanted) => {
    expect(agentPrice(retail, rule)).toBe(wanted);
  });
});

it('rules §5: freight and extras are steps of their own, which no discount lowers', () => {
  const myr = (minor: number) => ({ amountMinor: minor, currency: 'MYR' as const });
  const line = { listed: myr(10_000), partner: myr(9000), addOns: myr(500), freight: myr(700) };
  expect(buildLadders([line], 1000)).toEqual({
    ladders: [
      [
        { step: 'listed', amountMinor: 10_000 },
        { step: 'partner', amountMinor: -1000 },
        { step: 'promo', amountMinor: -1000 },
        { step: 'addOns', amountMinor: 500 },
        { step: 'freight', amountMinor: 700 },
      ],
    ],
    lineTotals: [myr(9200)],
    total: myr(9200),
  });
});
