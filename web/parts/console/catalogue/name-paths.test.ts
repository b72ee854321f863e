import { expect, it } from 'vitest';
import { inOrderOfFields, tabsWith } from './name-paths.ts';

it('marks the tabs whose fields are wrong, and none for dates, which the calendar edits (rules §10)', () => {
  expect(tabsWith(['departures'], 'en')).toEqual(new Set());
  expect(tabsWith(['departures', 'city', 'packages.0.skus.1.priceMinor', 'names.fr_FR'], 'en')).toEqual(
    new Set(['basics', 'packages', 'texts']),
  );
});

it('lists problems in the order of their fields on the screen (rules §10)', () => {
  const found = [
    'departures',
    'packages.0.names.en',
    'names.en',
    'playValue',
    'lng',
    'lat',
    'packages.1.maxAge',
    'city',
  ];
  expect(inOrderOfFields(found, 'en')).toEqual([
    ...['city', 'lat', 'lng', 'playValue', 'names.en', 'packages.0.names.en', 'packages.1.maxAge', 'departures'],
  ]);
});
