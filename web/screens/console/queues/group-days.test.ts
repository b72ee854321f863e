// Days grouped by week and month (rules §10): nothing is lost, and each group is beside the same days of the previous period.
import { expect, it } from 'vitest';
import { addDays } from '../../../../domain/dates.ts';
import { groupDays } from './group-days.ts';

const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({
    day: addDays(from, at),
    orders: 1,
    amount: { amountMinor: at + 1, currency: 'MYR' as const },
  }));

it('groups from Monday and from the first, and cuts the ends', () => {
  const span = days('2026-10-28', 12);
  const before = days('2026-10-16', 12);
  expect(groupDays(span, before, 'day')).toHaveLength(12);
  const weeks = groupDays(span, before, 'week');
  expect(weeks.map(({ from, to, orders }) => [from, to, orders])).toEqual([
    ['2026-10-28', '2026-11-01', 5],
    ['2026-11-02', '2026-11-08', 7],
  ]);
  const months = groupDays(span, before, 'month');
  expect(months.map(({ from, to }) => [from, to])).toEqual([
    ['2026-10-28', '2026-10-31'],
    ['2026-11-01', '2026-11-08'],
  ]);
  for (const parts of [weeks, months]) {
    expect(parts.reduce((sum, part) => sum + part.amount.amountMinor, 0)).toBe(78);
    expect(parts.reduce((sum, part) => sum + part.before.amountMinor, 0)).toBe(78);
  }
});
