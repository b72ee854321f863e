// Days as they are shown and counted, at their edges.
import { expect, it } from 'vitest';
import {
  chargedDays,
  daysBetween,
  describeWhen,
  formatShortDay,
  formatWeekday,
  isBookable,
  nameZone,
  nextSession,
  openDay,
  showNextDay,
  type When,
  writeLocal,
} from './dates.ts';

it('§5 an open ticket is on sale without a day', () => {
  expect(showNextDay(openDay)).toEqual({ nextOn: null, onSale: true });
  expect(showNextDay('2026-12-01')).toEqual({ nextOn: '2026-12-01', onSale: true });
  expect(showNextDay(null)).toEqual({ nextOn: null, onSale: false });
});

it('weekdays are named from Sunday on', () => {
  expect([0, 1, 6].map((weekday) => formatWeekday(weekday, 'en'))).toEqual(['Sun', 'Mon', 'Sat']);
});

it('a day in a list has its year where that is another than this one', () => {
  const now = Date.parse('2026-11-29T12:00:00Z');
  const shown = (day: string) => ['en-US', 'zh-CN', 'fr'].map((locale) => formatShortDay(day, locale, now));
  expect(shown('2026-12-31')).toEqual(['Dec 31', '12月31日', '31 déc.']);
  expect(shown('2027-02-27')).toEqual(['Feb 27, 2027', '2027年2月27日', '27 févr. 2027']);
  expect(shown('2025-02-27')[0]).toBe('Feb 27, 2025');
});

it('days are counted forwards and backwards', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3);
  expect(daysBetween('2026-03-02', '2026-02-27')).toBe(-3);
});

it('nights are charged up to the check-out, days with the last one', () => {
  expect(chargedDays('2026-12-30', '2027-01-01', false)).toEqual(['2026-12-30', '2026-12-31']);
  expect(chargedDays('2026-12-30', '2027-01-01', true)).toEqual(['2026-12-30', '2026-12-31', '2027-01-01']);
});

it('rules §5: a cut-off of hours counts from the start', () => {
  const now = Date.parse('2026-12-01T00:00:00Z');
  expect(isBookable('2026-12-01', '02:00', 'UTC', 1, now)).toBe(true);
  expect(isBookable('2026-12-01', '01:00', 'UTC', 1, now)).toBe(false);
  expect(isBookable('2026-12-01', '', 'UTC', 1, now)).toBe(false);
});

it('the next session is the first that can still be booked, or else the first', () => {
  const sold = { zone: 'Asia/Kuala_Lumpur', cutOffHours: 1, now: Date.parse('2026-12-01T01:00:00Z') };
  const sessions = ['09:00', '10:00', '14:00'];
  expect(nextSession(sessions, '2026-12-02', sold)).toBe('09:00');
  // It is nine in Malaysia: ten o'clock closes now.
  expect(nextSession(sessions, '2026-12-01', sold)).toBe('14:00');
  expect(nextSession(sessions, '2026-11-30', sold)).toBe('09:00');
  expect(nextSession(sessions, null, sold)).toBe('09:00');
  expect(nextSession([], '2026-12-02', sold)).toBe('');
});

it('an instant by a zone’s clock says how far that is from UTC', () => {
  const at = Date.parse('2026-12-01T00:05:09Z');
  expect(writeLocal(at, 'UTC')).toBe('2026-12-01T00:05:09+00:00');
  expect(writeLocal(at, 'Asia/Kolkata')).toBe('2026-12-01T05:35:09+05:30');
  expect(writeLocal(at, 'America/St_Johns')).toBe('2026-11-30T20:35:09-03:30');
});

it('when something takes place is said by what it is', () => {
  const when = (more: Partial<When>): string =>
    describeWhen(
      { playOn: '2026-12-24', session: '', untilOn: null, validUntil: null, byDay: false, ...more },
      (day) => day,
      (key, values) => `${key} ${JSON.stringify(values)}`,
    );
  expect(when({})).toBe('2026-12-24');
  expect(when({ session: '10:00' })).toBe('2026-12-24 10:00');
  expect(when({ playOn: openDay })).toBe('catalog.when.open {}');
  expect(when({ playOn: openDay, validUntil: '2027-01-31' })).toBe('catalog.when.validUntil {"date":"2027-01-31"}');
  expect(when({ untilOn: '2026-12-26' })).toBe('catalog.when.stay {"from":"2026-12-24","to":"2026-12-26","nights":2}');
  expect(when({ untilOn: '2026-12-26', byDay: true })).toBe(
    'catalog.when.days {"from":"2026-12-24","to":"2026-12-26","days":3}',
  );
});

it('a time zone has the name that people call it by', () => {
  expect(nameZone('Asia/Kuala_Lumpur', 'en')).toBe('Malaysia Time');
  expect(nameZone('Asia/Kuala_Lumpur', 'zh-CN')).toBe('马来西亚时间');
  expect(nameZone('Europe/Paris', 'fr')).toBe('heure d’Europe centrale');
});
