// Days and deadlines in every zone that the runtime knows, on the days on which clocks do something odd. `npm run zones` looks at more years.
import { expect, it } from 'vitest';
import { changesOf, checkDay, oddDays } from '../tests/build/check-zone.ts';
import { instantOf, writeLocal } from './dates.ts';

it('rules §5: a skipped time is the moment of the clock’s change, a repeated one the first of the two', () => {
  const local = (day: string, time: string, zone: string) => writeLocal(instantOf(day, time, zone), zone);
  expect(local('2026-03-29', '02:30', 'Europe/Berlin')).toBe('2026-03-29T03:00:00+02:00');
  expect(local('2026-10-25', '02:30', 'Europe/Berlin')).toBe('2026-10-25T02:30:00+02:00');
  expect(local('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe('2026-10-04T02:30:00+11:00');
  expect(local('2011-12-30', '12:00', 'Pacific/Apia')).toBe('2011-12-31T00:00:00+14:00');
});

it('security rule 64: days, sessions, cut-offs and deadlines hold in every zone when its clock changes', () => {
  const problems: string[] = [];
  // Zones whose clocks do the same on the same days are one.
  const kinds = new Map<string, [zone: string, days: string[]]>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const days = changesOf(zone, 2026, 2026);
    kinds.set(days.map((day) => writeLocal(instantOf(day, '12:00', zone), zone)).join(), [zone, days]);
  }
  for (const [zone, days] of kinds.values()) for (const day of days) problems.push(...checkDay(zone, day));
  for (const zone of ['Pacific/Apia', 'Asia/Pyongyang', 'America/Caracas', 'Pacific/Kwajalein', 'Pacific/Kiritimati'])
    for (const day of oddDays) problems.push(...checkDay(zone, day));
  expect(problems).toEqual([]);
});
