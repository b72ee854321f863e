// Countries that a traveller may be of (§1 regions): all of them, each once.
import { expect, it } from 'vitest';
import { areaCodes, countryCodes } from './area-codes.ts';

it('each country is listed once (§1 regions)', () => {
  expect(countryCodes.filter((country, at) => countryCodes.indexOf(country) !== at)).toEqual([]);
  // ISO 3166-1 has 249, and Kosovo.
  expect(countryCodes).toHaveLength(250);
  const codes = areaCodes.map(({ country, code }) => `${country} ${code}`);
  expect(new Set(codes).size).toBe(codes.length);
});
