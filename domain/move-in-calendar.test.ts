import { expect, it } from 'vitest';
import { moveByKey } from './move-in-calendar.ts';

it.each([
  ['2026-12-16', 'ArrowLeft', '2026-12-15'],
  ['2026-12-31', 'ArrowRight', '2027-01-01'],
  ['2026-12-16', 'ArrowUp', '2026-12-09'],
  ['2026-12-28', 'ArrowDown', '2027-01-04'],
  // 16 December 2026 is a Wednesday.
  ['2026-12-16', 'Home', '2026-12-14'],
  ['2026-12-16', 'End', '2026-12-20'],
  ['2026-12-20', 'Home', '2026-12-14'],
  ['2027-01-31', 'PageDown', '2027-02-28'],
  ['2027-03-31', 'PageUp', '2027-02-28'],
  ['2026-12-16', 'Enter', undefined],
])('from %s %s leads to %s', (day, key, wanted) => {
  expect(moveByKey(day, key, 1, '2026-12-01')).toBe(wanted);
});

it('keeps to the first month that can be opened, and to weeks that begin on Sunday', () => {
  expect(moveByKey('2026-12-03', 'ArrowUp', 1, '2026-12-01')).toBe('2026-12-01');
  expect(moveByKey('2026-12-16', 'PageUp', 1, '2026-12-01')).toBe('2026-12-01');
  expect(moveByKey('2026-12-16', 'Home', 0, '2026-12-01')).toBe('2026-12-13');
});
