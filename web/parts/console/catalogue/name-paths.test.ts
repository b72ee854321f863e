import { expect, it } from 'vitest';
import { tabsWith } from './name-paths.ts';

it('marks the tabs whose fields are wrong, and none for dates, which the calendar edits (rules §10)', () => {
  expect(tabsWith(['departures'], 'en')).toEqual(new Set());
  expect(tabsWith(['departures', 'city', 'packages.0.skus.1.priceMinor', 'names.fr_FR'], 'en')).toEqual(
    new Set(['basics', 'packages', 'texts']),
  );
});
