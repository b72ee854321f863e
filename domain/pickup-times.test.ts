// Hours, lead times and areas of pick-ups (§5), and the nearest free times.
import { expect, it } from 'vitest';
import { instantOf } from './dates.ts';
import { isPickupFree, nearestPickups, readPickupHours, writePickupHours } from './pickup-times.ts';

const zone = 'Asia/Kuala_Lumpur';
const wish = { playOn: '2027-03-10', zone, now: instantOf('2027-03-01', '00:00', zone), areaIds: [] };
const rowsOf = (...texts: string[]) => texts.map((text) => readPickupHours(text) ?? expect.fail(text));

it('reads and writes rows, and nothing else', () => {
  for (const text of ['06:00-22:00', '06:00-22:00/4', '22:00-05:30@12', '06:00-22:00/12@7'])
    expect(writePickupHours(rowsOf(text)[0] ?? expect.fail())).toBe(text);
  for (const text of ['', '6:00-22:00', '06:00', '06:00-24:00', '06:00-22:00/', '06:00-22:00@x', '06:00-22:00/1234'])
    expect(readPickupHours(text)).toBeUndefined();
});

it('takes a time within the hours, over midnight too, and any time without rows', () => {
  const day = rowsOf('06:00-22:00');
  expect(['05:59', '06:00', '22:00', '22:01'].map((time) => isPickupFree(day, time, wish))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const night = rowsOf('22:00-05:30');
  expect(['21:59', '22:00', '00:00:00', '05:31'].map((time) => isPickupFree(night, time, wish))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isPickupFree([], '03:00', wish)).toBe(true);
});

it('asks the rows of the area where the address lies', () => {
  const rows = rowsOf('06:00-12:00@1', '12:00-23:00@2');
  expect(isPickupFree(rows, '13:00', { ...wish, areaIds: ['1'] })).toBe(false);
  expect(isPickupFree(rows, '13:00', { ...wish, areaIds: ['2'] })).toBe(true);
  expect(isPickupFree(rows, '13:00', wish)).toBe(true);
});

it('keeps the lead time, and offers the nearest times that do', () => {
  const rows = rowsOf('06:00-22:00/4');
  const soon = { ...wish, now: instantOf('2027-03-10', '08:10', zone) };
  expect(isPickupFree(rows, '12:00', soon)).toBe(false);
  expect(nearestPickups(rows, '12:00', soon)).toEqual(['12:15', '12:30', '12:45']);
  expect(nearestPickups(rows, '23:40', wish)).toEqual(['21:30', '21:45', '22:00']);
  expect(nearestPickups(rows, '12:00', { ...soon, now: instantOf('2027-03-10', '20:00', zone) })).toEqual([]);
});
